// The browser's Back, as on a phone: it takes away what lies on top, else leads to the page before or to the home,
// and out of the client only where the client itself is gone.

import { at, send } from "./link.js";
import { can } from "./dialogs.js";

// One entry more than the page needs: Back takes that one, and it is put there again.
const guard = () => history.pushState(null, "");

const OVER = {
  question: { answer: false }, leaving: { answer: false }, text_dialog: { close: true }, overlay: { overlay: { back: -1 } },
};

const back = () => {
  const over = Object.keys(OVER).find((id) => at(id).open);
  if (over) send(OVER[over]);
  else if (at("palette").open) at("palette").close();
  else if (!at("lobby").hidden) at("unseat").click();
  else if (!at("home").hidden) (at("trail").lastElementChild ?? at("leave")).click();
  else if (can("home")) send({ do: "home", choice: 0 });
  else send({ do: "quit" });
};

addEventListener("popstate", () => {
  if (document.body.classList.contains("lost")) { history.back(); return; }
  guard();
  back();
});
guard();
