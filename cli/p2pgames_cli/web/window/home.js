// The home: the pages of the client, the way that led to each, and what is being done meanwhile.

import { at, send } from "./link.js";
import { Pages, asked, trail } from "./pages.js";

const pages = new Pages(at("homepage"), send);

export const showHome = ({ home, pictures }) => {
  if (!home) return;
  const title = home.title ?? home.trail.at(-1);
  at("title").textContent = home.trail.length > 1 ? title : "p2pgames";
  at("about").textContent = home.head;
  document.title = home.trail.length > 1 ? `${title} · p2pgames` : "p2pgames";
  at("trail").replaceChildren(...trail(home.trail, send));
  at("trail").hidden = home.trail.length < 2;
  const fresh = pages.show(home);
  pages.illustrate(pictures);
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

// Arrows lead to the nearest button in their direction; a number to the card of a game, a letter does what bears it,
// with the game that one is at.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3;  // how much further a button counts that lies beside the direction

const middle = (one) => { const { left, right, top, bottom } = one.getBoundingClientRect(); return [(left + right) / 2, (top + bottom) / 2]; };

const nearest = (from, [right, down], all) => {
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const one of all) {
    const [left, top] = middle(one);
    const ahead = (left - x) * right + (top - y) * down, beside = Math.abs((left - x) * down) + Math.abs((top - y) * right);
    if (one !== from && ahead > 1 && ahead + ASIDE * beside < least) { best = one; least = ahead + ASIDE * beside; }
  }
  return best;
};

document.addEventListener("keydown", (event) => {
  const held = document.activeElement;
  if (event.altKey || event.ctrlKey || event.metaKey || at("home").hidden || at("home").inert) return;
  if (document.querySelector("dialog[open]") || held.matches("input, select, textarea, [tabindex='0']")) return;
  const all = [...at("homepage").querySelectorAll("button:not(:disabled)")], way = WAYS[event.key];
  const meant = way ? (at("homepage").contains(held) ? nearest(held, way, all) : all[0])
    : all.find((one) => one.dataset.key === event.key && (!one.closest(".card") || one.closest(".card").contains(held)));
  const card = at("homepage").querySelectorAll(".card")[Number(event.key) - 1]?.querySelector("button");
  if (!meant && !card) return;
  event.preventDefault();
  if (way || !meant) (meant ?? card).focus();
  else meant.click();
});

for (const button of at("leaving").querySelectorAll("button")) {
  button.addEventListener("click", () => {
    document.body.classList.toggle("left", button.dataset.answer === "yes");
    send({ answer: button.dataset.answer === "yes" });
  });
}
at("leaving").addEventListener("cancel", (event) => { event.preventDefault(); send({ answer: false }); });
at("leave").addEventListener("click", () => send({ leave: true }));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || at("home").hidden || at("leaving").open) return;
  const back = at("trail").lastElementChild;
  if (back) { event.preventDefault(); back.click(); }
});
