// The input line: what is typed goes to the client, and what the client makes of it comes back.

import { at, filled, pasted, say, send } from "./link.js";

const line = at("line");
// The number of the text that was sent and has not come back: until then nothing older is written over it.
let awaited = 0, number = Date.now() % 1e9, offered = [], chosen = -1;
// Whether the list of moves was opened by itself: then it is closed again where the board leads on.
let unasked = false;
at("moves").firstElementChild.addEventListener("click", () => { unasked = false; });

export const showLine = ({ line: told }) => {
  if (!told) return;
  if (awaited && told.number !== awaited) return;
  awaited = 0;
  if (line.value !== told.text) line.value = told.text;
};

export const showTurn = ({ turn, moves, ending }) => {
  if (!turn) return;
  at("move").classList.toggle("mine", turn.mine);
  at("whose").textContent = turn.mine
    ? turn.several ? filled(say.turn_of, { name: turn.who }) : say.yours
    : turn.awaited;
  at("typing").hidden = Boolean(ending) || (turn.mine && turn.hidden);
  const [sign, words] = turn.preview;
  at("preview").className = sign;
  at("preview").textContent = words;
  at("draft").hidden = !turn.draft.length;
  at("draft").lastElementChild.textContent = turn.draft.join(", ");
  at("send").firstElementChild.textContent = turn.send;
  at("send").disabled = !turn.sends && !line.value;
  at("send").classList.toggle("ready", turn.sends);
  at("typing").classList.toggle("begun", turn.sends || turn.undoes);
  at("undo").disabled = !turn.undoes;
  line.placeholder = turn.mine && moves?.such ? filled(say.such, { move: moves.such }) : "";
  document.title = `${turn.mine ? "● " : ""}${at("title").textContent}`;
};

export const showMoves = ({ moves, turn }) => {
  offered = moves?.listed ?? [];
  chosen = -1;
  at("moves").hidden = !moves?.count;
  // Where no spot of the board leads on, as when one can only pass, the list does.
  const only = offered.length > 0 && turn?.mine === true && !document.querySelector("#board .legal") && !line.value;
  if (only && !at("moves").open) at("moves").open = unasked = true;
  else if (!only && unasked && turn?.mine) at("moves").open = unasked = false;
  at("count").textContent = moves?.count ? `(${moves.count})` : "";
  at("moves").querySelector("ul").replaceChildren(...offered.map(([text, effect]) => {
    const item = document.createElement("li"), button = document.createElement("button");
    const name = document.createElement("b"), about = document.createElement("span");
    button.type = "button";
    name.textContent = text;
    about.textContent = effect;
    button.append(name, about);
    button.addEventListener("click", () => send({ move: text }));
    item.append(button);
    return item;
  }));
  const more = at("moves").querySelector(".more");
  more.hidden = !moves || moves.count <= offered.length;
  more.textContent = filled(say.shorter, { count: moves?.count ?? 0 });
};

const typed = () => {
  awaited = ++number;
  send({ type: line.value, number });
};

export const write = (text) => {
  line.value = text;
  typed();
  line.focus();
};

line.addEventListener("input", () => { at("send").disabled = !line.value; typed(); });
pasted(line);
line.addEventListener("blur", () => { awaited = 0; });
line.addEventListener("keydown", (event) => {
  if (event.key === "Tab" && !event.shiftKey && line.value && offered.length && chosen < 0
      && offered[0][0] !== line.value) {
    event.preventDefault();
    write(common());
  } else if (event.key === "Escape") write("");
});

// What all the moves on offer begin with, and at least one more word of the first.
const common = () => {
  const texts = offered.map(([text]) => text);
  let end = texts[0].length;
  for (const text of texts) {
    while (!text.startsWith(texts[0].slice(0, end))) end -= 1;
  }
  const begun = line.value.length;
  if (end > begun) return texts[0].slice(0, end);
  const next = texts[0].indexOf(" ", begun + 1);
  return next < 0 ? texts[0] : texts[0].slice(0, next);
};

at("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  send({ send: true });
});
at("undo").addEventListener("click", () => send({ undo: true }));
