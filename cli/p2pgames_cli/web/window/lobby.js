// A table that fills up: who sits there, who knocks, and the invite as a line and as a QR code.

import { copying } from "./copy.js";
import { drawCode } from "./phones.js";
import { at, say, send } from "./link.js";

const seated = (name, where) => {
  const made = item("");
  made.append(Object.assign(document.createElement("bdi"), { textContent: name }), where && " · ", where);
  return made;
};

const item = (text, name = "") => {
  const made = document.createElement("li");
  made.textContent = text;
  made.className = name;
  return made;
};

const answering = (to) => {
  const made = document.createElement("div");
  made.className = "does";
  made.append(...[[say.yes, true], [say.no, false]].map(([text, answer]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = answer ? "main" : "";
    button.textContent = text;
    button.addEventListener("click", () => send({ answer, to }));
    return button;
  }));
  return made;
};

const shared = { message: "" };

export const showLobby = ({ lobby }) => {
  if (!lobby) return;
  at("title").textContent = lobby.game || "p2pgames";
  const free = Math.max(0, lobby.seats - lobby.names.length);
  at("seated").replaceChildren(...lobby.names.map((name, seat) => seated(name, lobby.where[seat])), ...Array.from({ length: free }, () => item(say.free, "free")));
  at("lines").replaceChildren(...lobby.lines.map((line) => item(line)));
  at("trying").replaceChildren(...lobby.trying.map((line) => item(line)));
  at("invite").hidden = !lobby.invite;
  at("invited").value = lobby.invite;
  at("about").textContent = "";
  at("knocks").replaceChildren(...(lobby.asked ? [lobby.asked, answering(lobby.asked)] : []));
  at("aloud").hidden = !lobby.words;
  at("aloud").firstElementChild.textContent = lobby.words;
  at("send_invite").textContent = lobby.again ? say.send_again : lobby.words ? say.tell_words : say.send_invite;
  shared.message = lobby.message;
  at("copy").firstElementChild.hidden = !lobby.message;
  at("change_ways").hidden = !lobby.changes;
  at("watch").hidden = !lobby.watch;
  at("watch").querySelector("textarea").value = lobby.watch;
  if (!lobby.code) return;
  drawCode(at("code"), lobby.code);
};

at("copy").replaceChildren(copying(() => shared.message, "main", say.copy_message), copying(() => at("invited").value, "", say.copy_line));
at("change_ways").addEventListener("click", () => send({ ways: true }));
at("unseat").addEventListener("click", () => send({ leave: true }));
