// The home: the pages of the client, the way that led to each, and what is being done meanwhile.

import { at, send } from "./link.js";
import { Pages, asked, trail } from "./pages.js";

const pages = new Pages(at("homepage"), send);

export const showHome = ({ home }) => {
  if (!home) return;
  const title = home.title ?? home.trail.at(-1);
  at("title").textContent = home.trail.length > 1 ? title : "p2pgames";
  at("about").textContent = home.head;
  document.title = home.trail.length > 1 ? `${title} · p2pgames` : "p2pgames";
  at("trail").replaceChildren(...trail(home.trail, send));
  at("trail").hidden = home.trail.length < 2;
  const fresh = pages.show(home);
  at("said_home").textContent = home.notice;
  at("busy").hidden = !home.busy;
  at("busy").textContent = home.busy;
  at("home").toggleAttribute("inert", Boolean(home.busy));
  asked(at("leaving"), home.asks);
  if (fresh) focusFirst(home);
};

// Where there is something to write, one goes on there; else what is read aloud is the title.
const focusFirst = (home) => {
  const controls = at("homepage").querySelectorAll(".field > :is(input, select, button), form .does button");
  const first = home.kind === "form" ? controls[home.chosen] : null;
  if (first) first.focus();
  else if (home.trail.length > 1) { at("title").tabIndex = -1; at("title").focus({ preventScroll: true }); }
  scrollTo(0, 0);
};

for (const button of at("leaving").querySelectorAll("button")) {
  button.addEventListener("click", () => send({ answer: button.dataset.answer === "yes" }));
}
at("leaving").addEventListener("cancel", (event) => { event.preventDefault(); send({ answer: false }); });
at("leave").addEventListener("click", () => send({ leave: true }));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || at("home").hidden || at("leaving").open) return;
  const back = at("trail").lastElementChild;
  if (back) { event.preventDefault(); back.click(); }
});
