// The board: shapes by number, and spots above them that can be clicked, or reached by Tab and the arrows.

import { element, elements, glide, places } from "./shared.js";
import { send } from "./link.js";
import { teller } from "./tip.js";

const board = document.getElementById("board");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const NEAR = 26;
// What is drawn is for the eye: the spots above it say all of it, and loose numbers would only be in the way.
const symbols = element("g", {}), ground = element("g", { "aria-hidden": "true" });
const above = element("g", { class: "spots", fill: "transparent" });
board.append(symbols, ground, above);
let shapes = [], defined = "", spots = new Map(), settle = () => {};

export const drawBoard = ({ board: drawn }) => {
  document.getElementById("stage").classList.toggle("none", !drawn);
  if (!drawn) {
    ground.replaceChildren();
    above.replaceChildren();
    spots = new Map();
    return;
  }
  if (drawn.first === 0) shapes = [];
  if (drawn.fresh.length) shapes.push(...elements(drawn.fresh.join("")));
  settle();
  const before = ground.childElementCount && !still.matches ? places(board) : null;
  board.setAttribute("viewBox", `0 0 ${drawn.size.join(" ")}`);
  board.setAttribute("aria-label", [drawn.title, drawn.desc].filter(Boolean).join(" "));
  if (drawn.symbols !== defined) symbols.replaceChildren(...elements(drawn.symbols));
  defined = drawn.symbols;
  ground.replaceChildren(...drawn.shapes.map((number) => shapes[number]));
  settle = before ? glide(ground, before, drawn.glides, 1) : () => {};
  drawn.glides = [];
  place(drawn.spots);
};

// The spots stay the same elements as long as they are there: one that is pressed or focused is not taken away.
const place = (told) => {
  const focused = document.activeElement?.dataset?.spot;
  const before = [...spots.keys()];
  spots = new Map(told.map(([name]) => [name, spots.get(name) ?? element("polygon", { "data-spot": name, role: "button" })]));
  for (const [name, points, legal, what] of told) {
    const each = spots.get(name), said = what || name;
    const now = { points: points.join(" "), tabindex: legal ? 0 : -1, class: legal ? "legal" : "", "aria-disabled": !legal, "aria-label": said };
    for (const [key, value] of Object.entries(now)) each.setAttribute(key, value);
  }
  tell(above.contains(meant) ? meant : null);
  const names = [...spots.keys()];
  if (names.length === before.length && names.every((name, at) => name === before[at])) return;
  above.replaceChildren(...spots.values());
  spots.get(focused)?.focus({ preventScroll: true });
};

// What lies under the pointer or has the focus, and what pointing there does.
let meant = null;
const beside = teller(document.getElementById("tip"));
const tell = (each) => {
  meant = each;
  beside(each, each?.getAttribute("aria-label"));
};
const spotOf = (event) => event.target.closest?.("[data-spot]");
board.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") tell(spotOf(event)); });
board.addEventListener("pointerleave", () => tell(null));
board.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) tell(spotOf(event)); });
board.addEventListener("focusout", () => tell(null));

const middle = (each) => {
  const box = each.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// The spot under a finger that has missed: the nearest legal one within reach.
const near = (x, y) => {
  const far = ([a, b]) => Math.hypot(a - x, b - y);
  const found = [...board.querySelectorAll(".spots .legal")].map((each) => [far(middle(each)), each]);
  const [best] = found.sort((a, b) => a[0] - b[0]);
  return best && best[0] <= NEAR ? best[1] : null;
};

// What it brings about is seen on the board then, and nothing lies over it.
const point = (spot) => {
  tell(null);
  send({ point: spot.dataset.spot });
};

board.addEventListener("click", (event) => {
  // What was pressed may have been drawn anew before it was let go.
  const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]") ?? event.target.closest("[data-spot]");
  const touched = event.pointerType === "touch" && !hit?.classList.contains("legal");
  const pointed = (touched && near(event.clientX, event.clientY)) || hit;
  // The second half of a double click was meant for what stood there before the first.
  if (pointed && event.detail < 2) point(pointed);
});

// On a small screen the board is drawn larger than there is room, and moved with a finger.
const enlarge = document.getElementById("enlarge");
enlarge.addEventListener("click", () => {
  const large = enlarge.getAttribute("aria-pressed") !== "true";
  enlarge.setAttribute("aria-pressed", large);
  document.getElementById("stage").classList.toggle("large", large);
  const frame = document.getElementById("frame");
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  tell(null);
});

// The place that had the focus last, else the first that leads on; the board itself where nothing does.
let last = "";
board.addEventListener("focusin", (event) => {
  last = spotOf(event)?.dataset.spot ?? "";
  if (last && event.target.matches(":focus-visible")) send({ look: last });
});
export const toBoard = () => {
  const kept = spots.get(last), covered = document.querySelector("#privacy:not([hidden]) button");
  (covered ?? (kept?.isConnected ? kept : above.querySelector(".legal") ?? board)).focus();
};

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const go = (from, [dx, dy]) => {
  const [x, y] = middle(from);
  const cost = (each) => {
    const [a, b] = middle(each);
    const ahead = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    return ahead > 1 && aside <= 3 * ahead ? ahead + 2.5 * aside : Infinity;
  };
  const all = [...board.querySelectorAll("[data-spot]")].filter((each) => each !== from);
  const best = all.reduce((least, each) => (cost(each) < cost(least) ? each : least), all[0]);
  if (best && cost(best) < Infinity) best.focus();
};

board.addEventListener("keydown", (event) => {
  const here = event.target.closest("[data-spot]");
  if (!here) return;
  if (WAYS[event.key]) go(here, WAYS[event.key]);
  else if (event.key === "Enter" || event.key === " ") point(here);
  else return;
  event.preventDefault();
});
