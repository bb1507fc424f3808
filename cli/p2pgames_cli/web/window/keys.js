// Keys that lead somewhere from everywhere, also out of a line that is being typed, and links that do the same.
// They are no letters: screen readers keep those for themselves while they read.

import { at } from "./link.js";
import { toBoard } from "./board.js";
import { palette } from "./dialogs.js";

const PLACES = {
  board: toBoard,
  line: () => (at("typing").hidden ? at("ending").querySelector("button") : at("line"))?.focus(),
  chat: () => { if (!at("chat").hidden) at("say").focus(); },
  actions: palette,
};
const KEYS = { F2: "board", F4: "line", F8: "chat", F9: "actions" };

document.addEventListener("keydown", (event) => {
  const place = KEYS[event.key];
  if (!place || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (at("main").hidden || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  PLACES[place]();
});
for (const button of document.querySelectorAll("#skips button")) {
  button.addEventListener("click", () => PLACES[button.dataset.to]());
}
