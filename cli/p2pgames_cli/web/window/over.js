// What lies over a table: the settings, and who plays on in a what-if.

import { at, send } from "./link.js";
import { Pages } from "./pages.js";

const said = (what) => send({ over: what });
const pages = new Pages(at("overpage"), said);

export const showOver = ({ over }) => {
  const dialog = at("over");
  if (!over) { pages.shown = ""; if (dialog.open) dialog.close(); return; }
  at("overhead").textContent = over.trail.at(-1);
  at("said_over").textContent = over.notice;
  pages.show(over);
  if (dialog.open) return;
  dialog.showModal();
  at("overpage").querySelector("select, input, button")?.focus();
};

at("over").addEventListener("cancel", (event) => { event.preventDefault(); said({ back: -1 }); });
at("overback").addEventListener("click", () => said({ back: -1 }));
