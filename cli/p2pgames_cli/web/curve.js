// The points of all players, step by step, as lines with the players' signs at their ends.

const WIDE = 600, HIGH = 190, LEFT = 46, RIGHT = 30, EDGE = 16, SIGN = 22;
const DASHES = ["", "10 4", "6 3", "2 5", "10 3 2 3", "4 4"];

const curve = (svg, scores, stop, shown) => {
  const said = scores.map((points) => points.slice(0, shown + 1));
  const all = said.flat(), low = Math.min(0, ...all), high = Math.max(low + 1, ...all);
  const last = Math.max(1, scores[0].length - 1);
  const x = (at) => LEFT + (at / last) * (WIDE - LEFT - RIGHT);
  const y = (points) => HIGH - EDGE - ((points - low) / (high - low)) * (HIGH - 2 * EDGE);
  const rule = (points) => [
    element("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(points), y2: y(points), stroke: "var(--rule)" }),
    element("text", { x: LEFT - 8, y: y(points) + 5, "text-anchor": "end" }, points),
  ];
  const now = element("line", { x1: x(stop), x2: x(stop), y1: EDGE, y2: HIGH - EDGE, stroke: "var(--muted)" });
  const lines = said.map((points, seat) => element("polyline", {
    points: points.map((each, at) => `${x(at).toFixed(1)},${y(each).toFixed(1)}`).join(" "),
    class: `of${seat}`, fill: "none", stroke: "var(--own)", "stroke-width": 3, "stroke-dasharray": DASHES[seat],
  }));
  // Signs that would lie upon each other are moved apart, the best player's uppermost.
  const order = said.map((_, seat) => seat).sort((a, b) => said[b][shown] - said[a][shown]);
  // None lies lower than leaves room for those below it.
  const apart = SIGN * 0.8;
  let above = -Infinity;
  const signs = order.map((seat, place) => {
    const lowest = HIGH - SIGN / 2 - (order.length - 1 - place) * apart;
    above = Math.min(lowest, Math.max(y(said[seat][shown]), above + apart));
    return element("use", {
      href: `#sign${seat}`, x: x(shown) + 4, y: above - SIGN / 2, width: SIGN, height: SIGN,
    });
  });
  const ruled = [low, 0, high].filter((each, at, every) => !at || y(every[at - 1]) - y(each) > SIGN);
  svg.replaceChildren(...ruled.flatMap(rule), now, ...lines, ...signs);
};
