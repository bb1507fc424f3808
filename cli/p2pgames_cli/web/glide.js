// Things that moved glide from where they were: along a motion's way, or straight where a group has another place.

const GLIDE = 350;
const PLACE = /^translate\((-?[\d.]+) (-?[\d.]+)\)/;
const STILL = new Set(["cursor", "preview", "route", "last"]);

const place = (group) => {
  const found = PLACE.exec(group.getAttribute("transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
};

const groups = (board) => [...board.querySelectorAll("g[id]")].filter((each) => !each.closest("defs"));

// Where every group is, by its id, and the group itself.
const places = (board) => new Map(groups(board).map((each) => [each.id, { group: each, at: place(each) }]));

const along = (data) => {
  const way = element("path", { d: data }), whole = way.getTotalLength();
  return (share) => {
    const point = way.getPointAtLength(whole * share);
    return [point.x, point.y];
  };
};

const straight = ([x, y], [toX, toY]) => (share) => [x + (toX - x) * share, y + (toY - y) * share];

// Let everything glide; returns what ends it at once. All is then where the drawing has it.
const glide = (board, before, motions, pace) => {
  const runs = [], kept = [], ghosts = [];
  const add = (group, way, ms, wait) => {
    const usual = group.getAttribute("transform");
    kept.push([group, usual]);
    runs.push({ group, way, ms: ms * pace, wait: wait * pace, rest: (usual ?? "").replace(PLACE, "") });
  };
  const now = places(board), moved = new Set(motions.map(([id]) => id));
  for (const [id, data, ms, wait] of motions) {
    let group = now.get(id)?.group;
    if (!group && before.has(id)) {
      group = before.get(id).group.cloneNode(true);
      ghosts.push(group);
      board.append(group);
    }
    if (group) add(group, along(data), ms, wait);
  }
  for (const [id, { group, at }] of now) {
    const from = before.get(id)?.at;
    const same = !from || (Math.abs(from[0] - at[0]) < 0.1 && Math.abs(from[1] - at[1]) < 0.1);
    if (!same && !moved.has(id) && !STILL.has(group.getAttribute("class"))) add(group, straight(from, at), GLIDE, 0);
  }

  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const [group, usual] of kept) {
      if (usual === null) group.removeAttribute("transform");
      else group.setAttribute("transform", usual);
    }
    ghosts.forEach((each) => each.remove());
    kept.length = runs.length = 0;
  };
  const begun = performance.now();
  const draw = () => {
    const passed = performance.now() - begun;
    for (const { group, way, ms, wait, rest } of runs) {
      const share = Math.min(1, Math.max(0, (passed - wait) / ms));
      const [x, y] = way(share * share * (3 - 2 * share));
      group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})${rest}`);
    }
    if (runs.every(({ ms, wait }) => passed >= ms + wait)) end();
    else frame = requestAnimationFrame(draw);
  };
  if (runs.length) draw();
  return end;
};
