// What stands beside the board: players, what happened, what was said, the position in words, and the steps.

import { element, elements, INHERITED } from "./shared.js";
import { at, filled, pasted, say, send } from "./link.js";

export const listed = (tag, text, name = "") => {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
};

export const sign = (seat) => {
  const made = element("svg", { class: "sign", "aria-hidden": "true" });
  if (seat !== null) made.append(element("use", { href: `#sign${seat}` }));
  return made;
};

let signs = "";
export const showPlayers = ({ players }) => {
  if (!players) return;
  const all = players.map((one) => one.sign).join();
  if (all !== signs) {
    signs = all;
    at("signs").replaceChildren(...players.map((one, seat) => {
      const symbol = element("symbol", { id: `sign${seat}`, viewBox: "-12 -12 24 24", ...INHERITED });
      symbol.append(...elements(one.sign));
      return symbol;
    }));
  }
  at("players").replaceChildren(...players.map((one, seat) => {
    const card = document.createElement("li"), who = listed("span", "", "who"), name = document.createElement("b");
    const called = document.createElement("bdi");
    called.textContent = one.name;
    name.append(called, one.you ? ` · ${say.you}` : "");
    who.append(name, listed("span", [one.tally, one.where].filter(Boolean).join(", "), "tally"),
      listed("span", one.moves ? say.turn : "", "turn"));
    card.style.setProperty("--own", `var(--${one.ink})`);
    card.classList.toggle("moves", one.moves);
    const points = listed("span", one.points, "points");
    points.setAttribute("aria-hidden", "true");
    card.append(sign(seat), who, points, listed("span", one.points_said, "unseen"));
    return card;
  }));
};

// A list that is read at its end stays there, also when the room that is left for it changes, or its lines break anew.
const read = new Map();
const room = (list) => [list.clientWidth, list.clientHeight, list.scrollHeight].join();
const keep = (list) => {
  const known = read.get(list);
  if (known.last) list.scrollTop = list.scrollHeight;
  known.room = room(list);
};
for (const list of [at("events"), at("said")]) {
  read.set(list, { last: true, room: "" });
  list.addEventListener("scroll", () => {
    // Where the room has just changed nobody has scrolled.
    if (room(list) !== read.get(list).room) return;
    read.get(list).last = list.scrollTop + list.clientHeight > list.scrollHeight - 4;
  });
  new ResizeObserver(() => keep(list)).observe(list);
}
const toEnd = (list) => { read.get(list).last = true; keep(list); };

let told = [];
export const showEvents = ({ events, table }) => {
  const list = at("events"), all = events ?? [];
  const same = all.findIndex((one, place) => JSON.stringify(one) !== told[place]);
  const from = same < 0 ? Math.min(all.length, told.length) : same;
  while (list.childElementCount > from) list.lastElementChild.remove();
  for (const one of all.slice(from)) {
    const item = document.createElement("li"), line = listed("button", "");
    line.type = "button";
    line.append(listed("i", one.step), sign(one.seat), listed("span", one.text));
    line.addEventListener("click", () => send({ step: one.step }));
    item.append(line);
    list.append(item);
  }
  const grown = all.length !== told.length || from < told.length, before = told.length;
  told = all.map((one) => JSON.stringify(one));
  const shown = table?.step ?? 0;
  [...list.children].forEach((item, place) => {
    const here = all[place].step <= shown && !(all[place + 1]?.step <= shown);
    if (here) item.firstElementChild.setAttribute("aria-current", "step");
    else item.firstElementChild.removeAttribute("aria-current");
  });
  // Only now: the line that is marked may have become longer.
  // Read aloud as it comes, but not all of it at first.
  if (grown && before) at("heard").textContent = all.slice(from).map((one) => one.text).join(" ");
  if (grown) toEnd(list);
  else keep(list);
};

export const showChat = ({ chat, players }) => {
  at("said").replaceChildren(...(chat ?? []).map((one) => {
    const item = document.createElement("li"), text = document.createElement("span");
    text.append(listed("b", filled(say.said_by, { name: `\u2068${players?.[one.seat]?.name ?? ""}\u2069` })), " ", listed("bdi", one.text));
    item.append(sign(one.seat), text);
    return item;
  }));
  toEnd(at("said"));
};

// What is typed to be said stays in its line until it is: it may be refused.
let spoken = null;

export const showSaid = () => {
  if (at("say").value === spoken) at("say").value = "";
  spoken = null;
};

export const showWords = ({ words }) => at("words").replaceChildren(...(words ?? []).map((one) => listed("li", one)));

export const showTable = (known) => {
  const table = known.table;
  if (!table) return;
  at("title").textContent = table.title;
  at("about").textContent = [table.words, table.holds, table.looks].filter(Boolean).join(" · ");
  document.body.classList.toggle("over", table.over);
  at("chat").hidden = !table.talks;
  at("slider").max = table.steps;
  at("slider").value = table.step;
  at("step").textContent = `${say.step} ${table.step} / ${table.steps}`;
  at("stage").classList.toggle("past", !table.live);
  at("play").hidden = at("speed").hidden = !table.over && table.live;
  if (at("play").hidden && timer) playing(false);
  showEvents(known);
};

const STEPS = { first: () => 0, back: (n) => n - 1, on: (n) => n + 1, last: () => Number(at("slider").max) };
// A game that is looked at goes on by itself where that is wanted; whatever else is done stops it.
const BEAT = 1200;
let timer = 0;
const playing = (plays) => {
  clearInterval(timer);
  timer = plays ? setInterval(() => {
    const next = Number(at("slider").value) + 1;
    if (next > Number(at("slider").max)) playing(false);
    else send({ step: next });
  }, BEAT / Number(at("speed").value)) : 0;
  at("play").setAttribute("aria-pressed", Boolean(timer));
  at("play").textContent = timer ? "❚❚" : "▶";
};
at("play").addEventListener("click", () => {
  if (!timer && Number(at("slider").value) === Number(at("slider").max)) send({ step: 0 });
  playing(!timer);
});
at("speed").addEventListener("change", () => playing(Boolean(timer)));

for (const button of document.querySelectorAll("#steps [data-go]")) {
  button.addEventListener("click", () => {
    playing(false);
    const to = STEPS[button.dataset.go](Number(at("slider").value));
    send({ step: Math.max(0, Math.min(to, Number(at("slider").max))) });
  });
}
at("slider").addEventListener("input", () => { playing(false); send({ step: Number(at("slider").value) }); });
pasted(at("say"));
at("saying").addEventListener("submit", (event) => {
  event.preventDefault();
  spoken = at("say").value;
  if (spoken.trim()) send({ say: spoken });
});
