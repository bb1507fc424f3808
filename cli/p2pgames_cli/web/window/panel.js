// What the game says beside its board: a drawing whose parts are read aloud, or rows of characters with their inks.

import { element, elements, INHERITED } from "./shared.js";
import { at } from "./link.js";

const drawing = element("svg", { role: "group", ...INHERITED });
let shapes = [];

const part = ([, points, , title]) => {
  // Its title is its name, too: with a label it would be read aloud twice.
  const made = element("polygon", { points: points.join(" "), role: "img" });
  made.append(element("title", {}, title));
  return made;
};

const drawn = ({ first, fresh, size, title, symbols, shapes: numbers, spots }) => {
  if (first === 0) shapes = [];
  if (fresh.length) shapes.push(...elements(fresh.join("")));
  const seen = element("g", { "aria-hidden": "true" }), parts = element("g", { fill: "transparent" });
  seen.append(...elements(symbols), ...numbers.map((number) => shapes[number]));
  parts.append(...spots.map(part));
  drawing.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  drawing.setAttribute("aria-label", title);
  drawing.replaceChildren(seen, parts);
  return drawing;
};

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
  if (panel) at("panel").replaceChildren(...(panel.shapes ? [drawn(panel)] : panel.rows.map(row)));
};
