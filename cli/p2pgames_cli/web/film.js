// The game, unpacked: of each onlooker every board as numbers of shapes, and the shapes as elements.

const NS = "http://www.w3.org/2000/svg";

// A frame from one that is known: how far on, how many numbers go, how many come, and these.
const changed = (known, changes) => {
  const frame = [];
  let from = 0;
  for (let i = 0; i < changes.length;) {
    const [kept, gone, come] = changes.slice(i, i + 3);
    frame.push(...known.slice(from, from + kept), ...changes.slice(i + 3, i + 3 + come));
    from += kept + gone;
    i += 3 + come;
  }
  return [...frame, ...known.slice(from)];
};

// The frames of each onlooker: changed from their own frame before, or where -1 says so from the first onlooker's.
// Who has the same changes as another has that one's number.
const frames = (deltas) => {
  const seen = deltas[0].map(() => []);
  deltas.forEach((step, at) => step.forEach((given, view) => {
    const changes = typeof given === "number" ? step[given] : given, beside = changes[0] === -1;
    const known = beside ? seen[0][at] : seen[view][at - 1] ?? [];
    seen[view].push(changed(known, beside ? changes.slice(1) : changes));
  }));
  return seen;
};

// Elements from their markup, which is read as XML: what would not be drawn, such as a script, is not run either.
const elements = (markup) => {
  const read = new DOMParser().parseFromString(
    `<svg xmlns="${NS}" xmlns:xlink="http://www.w3.org/1999/xlink">${markup}</svg>`, "image/svg+xml");
  return [...read.documentElement.children].map((each) => document.adoptNode(each));
};

// What shapes inherit from the element that they stand in.
const INHERITED = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };

const element = (name, attributes, text) => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};
