// What lies over a table: the settings, and who plays on in a what-if.

import { at, send } from "./link.js";
import { Pages } from "./pages.js";

const said = (what) => send({ overlay: what });
const pages = new Pages(at("overlay-page"), said);

export const showOverlay = ({ overlay }) => {
  const dialog = at("overlay");
  if (!overlay) { pages.shown = ""; if (dialog.open) dialog.close(); return; }
  at("overlay-head").textContent = overlay.title ?? overlay.trail.at(-1);
  at("said_overlay").textContent = overlay.notice;
  pages.show(overlay);
  if (dialog.open) return;
  dialog.classList.toggle("reading", overlay.kind === "rules");
  dialog.showModal();
  at("overlay-page").querySelector("select, input, button")?.focus();
};

at("overlay").addEventListener("cancel", (event) => { event.preventDefault(); said({ back: -1 }); });
at("overlay-back").addEventListener("click", () => said({ back: -1 }));
