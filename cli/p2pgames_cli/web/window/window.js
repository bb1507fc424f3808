// The page: it shows what its client sends, and sends what is done on it. It holds nothing of the game itself.

import { at, listen, send } from "./link.js";
import { drawBoard } from "./board.js";
import { showLine, showMoves, showTurn } from "./line.js";
import { showChat, showEvents, showPlayers, showSaid, showTable, showWords } from "./lists.js";
import { showActions, showQuestion, showTextDialog } from "./dialogs.js";
import { showEnding } from "./ending.js";
import { showHome } from "./home.js";
import { showLobby } from "./lobby.js";
import { showPanel } from "./panel.js";
import { showPhones } from "./phones.js";
import { showOverlay } from "./overlay.js";
import "./back.js";
import "./keys.js";

// Everything that is known, by name, and what shows it. Each part comes when it is different, and only then.
const known = {};
const shows = {
  players: [showPlayers, showEvents, showChat, showEnding], table: [showTable, showPhones], board: [drawBoard], panel: [showPanel], turn: [showTurn, showPhones],
  line: [showLine], moves: [showMoves, showTurn], events: [showEvents], chat: [showChat], said: [showSaid], words: [showWords],
  actions: [showActions], question: [showQuestion], text_dialog: [showTextDialog], lobby: [showLobby], home: [showHome], overlay: [showOverlay],
  pictures: [showHome], phones: [showPhones], phone: [showPhones],
  ending: [showEnding, showTurn],
};

const grown = (before, { from, add }) => [...(before ?? []).slice(0, from), ...add];

const take = (news) => {
  for (const [name, value] of Object.entries(news)) {
    if (value === null) known[name] = null;
    else known[name] = name === "events" || name === "chat" ? grown(known[name], value) : value;
  }
  const playing = Boolean(known.table);
  at("main").hidden = !playing;
  at("all").hidden = !playing;
  at("skips").hidden = !playing;
  at("skips").lastElementChild.hidden = !known.table?.talks;
  at("lobby").hidden = !known.lobby;
  at("home").hidden = !known.home;
  at("leave").hidden = !known.home || known.home.trail.length > 1;
  at("busy").hidden = !known.home?.busy;
  at("homeward").hidden = !known.table?.home;
  at("wait").hidden = playing || Boolean(known.lobby) || Boolean(known.home);
  if ("theme" in news && known.theme !== null) colour(known.theme);
  if ("privacy" in news) keepPrivate(known.privacy);
  if ("notice" in news && known.notice) notice(known.notice);
  if ("offer" in news) offer(known.offer);
  if ("due" in news) due(known.due);
  if ("lesson" in news) lesson(known.lesson);
  for (const show of new Set(Object.keys(news).flatMap((name) => shows[name] ?? []))) show(known);
};

const colour = (theme) => {
  document.documentElement.dataset.theme = theme;
  at("theme").value = theme;
};

const keepPrivate = (text) => {
  at("privacy").hidden = !text;
  at("board").classList.toggle("gone", Boolean(text));
  at("privacy").firstElementChild.textContent = text ?? "";
};

const notice = ([word, text]) => {
  // What has happened is read aloud as it comes, and its sum not once more.
  at("notice").setAttribute("aria-live", word === "Meanwhile" ? "off" : "polite");
  at("notice").className = word.toLowerCase();
  at("notice").textContent = text;
};

const lesson = (said) => {
  at("lesson").hidden = !said;
  const [head, learn, task, does] = at("lesson").children;
  head.textContent = said?.head ?? "";
  learn.textContent = said?.lines[0] ?? "";
  task.textContent = said?.lines[1] ?? "";
  does.replaceChildren(...(said?.does ?? []).map(doing));
};

const doing = ([id, name]) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.addEventListener("click", () => send({ do: id, choice: 0 }));
  return button;
};

const offer = (offered) => {
  at("offer").hidden = !offered;
  at("offer").firstElementChild.textContent = offered?.text ?? "";
  for (const button of at("offer").querySelectorAll("button")) button.hidden = !offered?.[button.dataset.do];
};

// What it is time for, such as a vote: each with its button.
const due = (now) => {
  at("due").hidden = !now;
  at("due").firstElementChild.textContent = now?.text ?? "";
  at("due").replaceChildren(at("due").firstElementChild, ...(now?.does ?? []).map(doing));
};

const began = () => {
  for (const name of Object.keys(known)) delete known[name];
  document.body.classList.remove("lost");
  at("ended").hidden = true;
};

const lost = (final) => {
  document.body.classList.add("lost");
  if (!final) return;
  // Whoever has left is told goodbye, and not that something went wrong.
  if (document.body.classList.contains("left")) {
    for (const id of ["home", "main", "lobby", "leave", "all", "homeward"]) at(id).hidden = true;
    at("bye").hidden = false;
    return;
  }
  at("resume").textContent = known.table?.resume ?? "";
  at("again").hidden = !known.table?.resume;
  at("ended").hidden = false;
};

at("theme").addEventListener("change", () => { colour(at("theme").value); send({ theme: at("theme").value }); });
at("privacy").lastElementChild.addEventListener("click", () => send({ show_hand: true }));
for (const button of document.querySelectorAll("#offer button, #homeward")) {
  button.addEventListener("click", () => send({ do: button.dataset.do, choice: 0 }));
}
listen({ began, take, lost });
