// What lies over the page: everything one can do, a question, sentences to be read.

import { curve, element } from "./shared.js";
import { at, send } from "./link.js";
import { write } from "./line.js";
import { rendered } from "./markdown.js";

// What is wanted most often has a button beside the board, where it can be done.
const QUICK = ["hint", "rules", "take-back", "resign"];
let actions = [];

export const showActions = ({ actions: told }) => {
  actions = told ?? [];
  if (at("palette").open) list();
  const found = QUICK.map((id) => actions.find((action) => action.id === id)).filter(Boolean);
  const shown = found.map(({ id, name }) => `${id} ${name}`).join();
  if (at("quick").dataset.shown === shown) return;
  at("quick").dataset.shown = shown;
  at("quick").replaceChildren(...found.map(({ id, choice, name, about }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name[0].toLocaleUpperCase() + name.slice(1);
    button.title = about;
    button.addEventListener("click", () => send({ do: id, choice }));
    return button;
  }));
};

export const can = (id) => actions.some((action) => action.id === id);

const list = () => {
  const words = at("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, about }) => words.every((word) => `${name} ${about}`.toLowerCase().includes(word));
  at("actions").replaceChildren(...actions.filter(fits).map((action) => {
    const item = document.createElement("li"), button = document.createElement("button");
    const name = document.createElement("b"), about = document.createElement("span");
    button.type = "button";
    name.textContent = action.name;
    about.textContent = action.about;
    button.append(name, about);
    button.addEventListener("click", () => {
      at("palette").close();
      if (action.typed) write(action.typed);
      else send({ do: action.id, choice: action.choice });
    });
    item.append(button);
    return item;
  }));
};

export const palette = () => {
  at("find").value = "";
  list();
  if (!at("palette").open) at("palette").showModal();
  at("find").focus();
};

export const showQuestion = ({ question }) => {
  const page = at("question");
  if (!question) { if (page.open) page.close(); return; }
  page.querySelector(".asked").textContent = question.text;
  page.querySelector("ul").replaceChildren(...question.lines.filter(Boolean).map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
  if (!page.open) page.showModal();
};

const chart = (chances, players) => {
  const svg = element("svg", { viewBox: "0 0 600 190", class: "chart", "aria-hidden": "true" });
  curve(svg, chances, 0, chances[0].length - 1);
  players?.forEach(({ ink }, seat) => svg.querySelector(`.of${seat}`)?.style.setProperty("--own", `var(--${ink})`));
  return svg;
};

export const showTextDialog = ({ text_dialog: text, players }) => {
  const page = at("text_dialog");
  if (!text) { if (page.open) page.close(); return; }
  at("text_head").textContent = text.title;
  at("text_body").replaceChildren(...rendered(text.lines, text.markdown));
  [...at("text_body").children].forEach((line, number) => {
    const move = text.moves?.[number], recalls = text.recalls?.[number];
    if (!move && !recalls) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "offered";
    button.append(...line.childNodes);
    button.addEventListener("click", () => {
      if (recalls) { send({ recall: number }); return; }
      send({ close: true });
      send({ move });
    });
    line.append(button);
  });
  if (text.chart?.[0]?.length) at("text_body").firstElementChild.after(chart(text.chart, players));
  // What is chosen from is looked at beside the board, which shows each move.
  const beside = Boolean(text.moves?.some(Boolean));
  page.classList.toggle("beside", beside);
  if (!page.open) { if (beside) page.show(); else page.showModal(); }
  at("text_body").scrollTop = text.last ? at("text_body").scrollHeight : 0;
};

const answer = (yes) => send({ answer: yes });
for (const button of at("question").querySelectorAll("button")) {
  button.addEventListener("click", () => answer(button.dataset.answer === "yes"));
}
at("question").addEventListener("cancel", (event) => { event.preventDefault(); answer(false); });
at("text_dialog").addEventListener("cancel", (event) => { event.preventDefault(); send({ close: true }); });
at("text_dialog").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && at("text_dialog").classList.contains("beside")) send({ close: true });
});
at("text_dialog").querySelector("button.main").addEventListener("click", () => send({ close: true }));
at("all").addEventListener("click", palette);
at("find").addEventListener("input", list);
at("find").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  at("actions").querySelector("button")?.click();
});
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, textarea, select, dialog");
  if (event.key === "?" && !busy && !at("main").hidden) { event.preventDefault(); palette(); }
});
