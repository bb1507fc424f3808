// The end of a game: how everybody stands, and what one may want to do now.

import { at, send } from "./link.js";
import { listed, sign } from "./lists.js";

const button = (text, said) => {
  const made = listed("button", text);
  made.type = "button";
  made.addEventListener("click", () => send(said));
  return made;
};

const row = ({ place, seat, points }, name) => {
  const made = listed("li", "", place === 1 ? "first" : ""), who = listed("bdi", name);
  made.append(listed("i", `${place}.`), sign(seat), who, listed("span", points));
  return made;
};

const saving = (text) => {
  const made = listed("a", text, "button");
  made.href = "game.html";
  made.download = "";
  return made;
};

let shown = "";
export const showEnding = ({ ending, players }) => {
  at("ending").hidden = !ending;
  const now = JSON.stringify([ending, players?.map((one) => one.name)]);
  if (!ending || now === shown) return;
  shown = now;
  at("ending").firstElementChild.replaceChildren(...ending.stands.map((one) => row(one, players?.[one.seat]?.name ?? "")));
  const does = ending.does.map(([id, text]) => button(text, { do: id, choice: 0 }));
  does[0]?.classList.add("main");
  at("ending").lastElementChild.replaceChildren(
    ...does, button(ending.back, { step: 0 }), ...(ending.saves ? [saving(ending.saves)] : []));
};
