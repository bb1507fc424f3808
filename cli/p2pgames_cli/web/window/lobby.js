// A table that fills up: who sits there, who knocks, and the invite as a line and as a QR code.

import { element } from "./shared.js";
import { at, filled, say, send } from "./link.js";

const item = (text, name = "") => {
  const made = document.createElement("li");
  made.textContent = text;
  made.className = name;
  return made;
};

const button = (text, admit) => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", () => send({ admit }));
  return made;
};

export const showLobby = ({ lobby }) => {
  if (!lobby) return;
  at("title").textContent = lobby.game || "p2pgames";
  const free = Math.max(0, lobby.seats - lobby.names.length);
  at("seated").replaceChildren(...lobby.names.map((name) => item(name)), ...Array.from({ length: free }, () => item(say.free, "free")));
  at("lines").replaceChildren(...lobby.lines.map((line) => item(line)));
  at("invite").hidden = !lobby.invite;
  at("invited").value = lobby.invite;
  at("knocks").replaceChildren(...lobby.knocks.slice(0, 1).flatMap(([name, key]) => [
    filled(say.knocks, { name, key }), button(say.yes, true), button(say.no, false),
  ]));
  if (!lobby.code) return;
  at("code").setAttribute("viewBox", `0 0 ${lobby.code.side} ${lobby.code.side}`);
  at("code").replaceChildren(
    element("rect", { width: lobby.code.side, height: lobby.code.side, fill: "#fff" }),
    element("path", { d: lobby.code.path, fill: "#000" }));
};

at("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(at("invited").value);
  } catch {
    at("invited").select();
    document.execCommand("copy");
  }
  at("copy").textContent = say.copied;
  setTimeout(() => { at("copy").textContent = say.copy; }, 2000);
});
