// What lies where: the place under the pointer, or reached by the arrow keys, is outlined and told beside itself.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.5, GAP = 8;

const middle = (spot) => {
  const box = spot.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// The nearest spot in a direction; what lies aside counts as farther away.
const beyond = (spots, from, [dx, dy]) => {
  const [x, y] = middle(from);
  const far = (spot) => {
    const [a, b] = middle(spot), ahead = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    return spot !== from && ahead > 1 && aside <= 3 * ahead ? ahead + ASIDE * aside : Infinity;
  };
  const best = spots.reduce((least, spot) => far(spot) < far(least) ? spot : least, from);
  return far(best) < Infinity ? best : from;
};

const first = (spots) => {
  const near = (spot) => middle(spot).reduce((x, y) => x + y);
  return spots.reduce((least, spot) => near(spot) < near(least) ? spot : least);
};

// Watch a board; returns what shows the spots of its next drawing: elements with aria-label, later ones above.
const guide = (board, tip) => {
  const layer = element("g", { class: "spots", fill: "transparent", role: "group" });
  const spots = () => [...layer.children];
  let here = null;
  const put = () => {
    const spot = here.getBoundingClientRect(), stage = tip.parentElement.getBoundingClientRect();
    const left = spot.x + spot.width / 2 - stage.x - tip.offsetWidth / 2;
    const above = spot.y - stage.y - tip.offsetHeight - GAP;
    tip.style.left = `${Math.max(0, Math.min(left, stage.width - tip.offsetWidth))}px`;
    tip.style.top = `${above < 0 ? spot.bottom - stage.y + GAP : above}px`;
  };
  const mark = (spot) => {
    if (here) here.removeAttribute("id");
    here = spot;
    tip.hidden = !here;
    if (!here) return board.removeAttribute("aria-activedescendant");
    here.id = "here";
    board.setAttribute("aria-activedescendant", "here");
    tip.textContent = here.getAttribute("aria-label");
    put();
  };
  board.addEventListener("pointermove", (event) => mark(event.target.closest(".spots > *")));
  board.addEventListener("pointerdown", (event) => mark(event.target.closest(".spots > *")));
  board.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") mark(null); });
  // Whoever points with the mouse goes on through the game by the arrow keys.
  board.addEventListener("mousedown", (event) => event.preventDefault());
  board.addEventListener("blur", () => mark(null));
  board.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return mark(null);
    if (!WAYS[event.key] || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || !layer.firstChild) return;
    event.preventDefault();
    event.stopPropagation();
    mark(here ? beyond(spots(), here, WAYS[event.key]) : first(spots()));
  });
  return (next) => {
    // A list whose items lie side by side: who listens hears of it as one thing, and goes into it by the arrow keys.
    board.setAttribute("role", next.length ? "listbox" : "img");
    board.setAttribute("tabindex", next.length ? 0 : -1);
    const where = here?.getAttribute("points");
    layer.replaceChildren(...next);
    board.append(layer);
    mark(spots().find((spot) => spot.getAttribute("points") === where) ?? null);
  };
};
