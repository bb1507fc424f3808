// What the game says beside its board: a drawing whose parts are read aloud, or rows of characters with their inks.
// A part that does not say all itself is told beside it, whether it is pointed at, pressed, or reached by Tab and the arrows.

import { element, elements, INHERITED } from "./shared.js";
import { at, send } from "./link.js";
import { teller } from "./tip.js";

// What listens to the focus is a stop of Tab in Chromium, unless it says that it is none.
const drawing = element("svg", { role: "listbox", tabindex: -1, ...INHERITED });
// Below it: what sends a move stands above.
const tell = teller(at("meaning"), true);
let shapes = [], here = "", meant = null, anew = false;

const part = ([name, points, , said], meaning) => {
  const made = element("polygon", { points: points.join(" "), role: "option", "data-part": name, "aria-label": said, tabindex: -1 });
  if (meaning) made.setAttribute("aria-description", meaning);
  return made;
};

const mean = (each) => {
  meant = each;
  tell(each, each?.getAttribute("aria-description"));
};

// One part is reached by Tab: the one that was looked at last, else the first.
const enter = (parts) => {
  const found = parts.find((each) => each.dataset.part === here) ?? parts[0];
  for (const each of parts) each.setAttribute("tabindex", each === found ? 0 : -1);
  return found;
};

const draw = ({ first, fresh, size, title, symbols, shapes: numbers, spots, meanings }) => {
  if (first === 0) shapes = [];
  if (fresh.length) shapes.push(...elements(fresh.join("")));
  const seen = element("g", { "aria-hidden": "true" }), above = element("g", { class: "spots", fill: "transparent" });
  seen.append(...elements(symbols), ...numbers.map((number) => shapes[number]));
  above.append(...spots.map((spot, place) => part(spot, meanings[place])));
  const focused = drawing.contains(document.activeElement), told = meant?.dataset.part;
  drawing.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  drawing.setAttribute("aria-label", title);
  drawing.replaceChildren(seen, above);
  const entered = enter([...above.children]);
  // Nobody has done anything.
  anew = true;
  if (focused) entered.focus({ preventScroll: true });
  anew = false;
  mean([...above.children].find((each) => each.dataset.part === told) ?? null);
};

const partOf = (event) => event.target.closest?.("[data-part]");
drawing.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") mean(partOf(event)); });
drawing.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") mean(null); });
drawing.addEventListener("focusout", () => mean(null));
drawing.addEventListener("focusin", (event) => {
  if (!partOf(event)) return;
  mean(partOf(event));
  if (anew) return;
  here = partOf(event).dataset.part;
  enter([...drawing.querySelectorAll("[data-part]")]);
  send({ look: here });
});
drawing.addEventListener("keydown", (event) => {
  const parts = [...drawing.querySelectorAll("[data-part]")], place = parts.indexOf(partOf(event));
  const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: parts.length - 1 }[event.key];
  if (event.key === "Escape") mean(null);
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  parts[Math.max(0, Math.min(to, parts.length - 1))].focus();
});

const row = (runs) => {
  const line = document.createElement("div");
  line.append(...runs.map(([inks, text]) => {
    const run = document.createElement("span");
    run.className = inks;
    run.textContent = text;
    return run;
  }));
  return line;
};

export const showPanel = ({ panel }) => {
  at("panel").hidden = !panel;
  at("panel").classList.toggle("drawn", Boolean(panel?.shapes));
  if (!panel?.shapes) mean(null);
  if (panel?.rows) at("panel").replaceChildren(...panel.rows.map(row));
  if (!panel?.shapes) return;
  // What has the focus keeps it only where it stays.
  if (!drawing.isConnected) at("panel").replaceChildren(drawing);
  draw(panel);
};
