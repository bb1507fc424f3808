// What lies under the pointer, has the focus or was pressed, in words beside it.

const GAP = 8;

// Returns what tells of a shape within the place that the tip stands in, or of nothing: above it, or below, where there is room.
export const teller = (tip, below = false) => (each, text) => {
  tip.hidden = !each || !text;
  if (tip.hidden) return;
  tip.textContent = text;
  const place = tip.offsetParent, here = each.getBoundingClientRect(), all = place.getBoundingClientRect();
  const left = here.x + here.width / 2 - all.x - tip.offsetWidth / 2;
  const over = here.y - all.y - tip.offsetHeight - GAP, under = here.bottom - all.y + GAP;
  const fits = under + tip.offsetHeight <= place.clientHeight;
  const top = over < 0 || (below && fits) ? under : over;
  tip.style.left = `${Math.max(0, Math.min(left, place.clientWidth - tip.offsetWidth))}px`;
  tip.style.top = `${top + place.scrollTop}px`;
};
