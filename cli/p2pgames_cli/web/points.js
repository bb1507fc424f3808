// What the points of each player consist of: a table each, with the steps that brought them where single ones did.

const html = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const signed = (points) => points < 0 ? `\u2212${-points}` : `+${points}`;

const tables = (players, rows, say) => players.flatMap(({ sign, name, points }, seat) => {
  const own = rows.filter((row) => row.seat === seat), dated = own.some((row) => row.step);
  if (!own.length) return [];
  const when = (step) => html("td", {}, ...(step ? [html("a", { href: `#step=${step}` }, step)] : []));
  const lines = own.map(({ step, points, what }) => html("tr", {},
    ...(dated ? [when(step)] : []), html("th", { scope: "row" }, what), html("td", {}, signed(points))));
  const heads = (dated ? ["when", "what", "many"] : ["what", "many"]).map(
    (head) => html("th", { scope: "col" }, say(head)));
  return [html("table", {},
    html("caption", {}, sign, html("bdi", {}, name), ` ${points}`),
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...lines))];
});
