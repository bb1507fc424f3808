// The rules of a game: contents beside them, words looked for, tables as tables, pictures as they are drawn.

import { elements } from "./shared.js";
import { inline } from "./markdown.js";

const made = (tag, name = "", ...inside) => {
  const one = document.createElement(tag);
  if (name) one.className = name;
  one.append(...inside);
  return one;
};

const row = (tag) => (cells) => made("tr", "", ...cells.map((cell) => made(tag, "", ...inline(cell))));
const KINDS = {
  paragraph: ({ parts: [[text]] }) => made("p", "", ...inline(text)),
  list: ({ parts }) => made("ul", "", ...parts.map(([text]) => made("li", "", ...inline(text)))),
  steps: ({ parts, first }) => Object.assign(made("ol", "", ...parts.map(([text]) => made("li", "", ...inline(text)))), { start: first }),
  table: ({ parts: [head, ...body] }) => made("div", "wide", made("table", "", made("thead", "", row("th")(head)), made("tbody", "", ...body.map(row("td"))))),
  picture: ({ parts: [[caption, step]] }, pictures) => made("figure", "", ...(pictures[step] ? elements(pictures[step]) : []), made("figcaption", "", ...inline(caption))),
};

const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

// `top` is the level of the heading above: its own are below it.
export class Rules {
  constructor({ sections, pictures, at, find }, top) {
    this.top = top;
    this.blocks = [];
    this.body = made("div", "rules-body");
    this.list = made("ol", "contents");
    sections.forEach((section, place) => this.section(section, place, pictures));
    this.input = Object.assign(made("input"), { type: "search", placeholder: find, maxLength: 100, spellcheck: false });
    this.input.setAttribute("aria-label", find);
    this.count = made("span", "count");
    this.count.setAttribute("role", "status");
    this.input.addEventListener("input", () => this.look());
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.next();
    });
    const aside = made("nav", "", made("p", "look", this.input, this.count), this.list);
    this.whole = made("div", "rules", aside, this.body);
    this.led = at ? this.blocks.find(({ place }) => place[0] === at[0] && place[1] === at[1]) : null;
    this.led?.shown.classList.add("led");
  }

  section({ number, title, level, blocks }, place, pictures) {
    const part = made("section");
    if (title) {
      const head = made(`h${this.top + (level > 2 ? 2 : 1)}`, "", `${number}  ${title}`);
      const go = made("button", level > 2 ? "part" : "", `${number}  ${title}`);
      go.type = "button";
      go.addEventListener("click", () => head.scrollIntoView({ block: "start" }));
      this.list.append(made("li", "", go));
      part.append(head);
    }
    blocks.forEach((block, number) => {
      const shown = KINDS[block.kind](block, pictures);
      this.blocks.push({ place: [place, number], shown, text: `${title} ${block.parts.flat().join(" ")}`.toLowerCase() });
      part.append(shown);
    });
    this.body.append(part);
  }

  // Once it is on the page, what somebody was led to is brought into view.
  shown() {
    this.led?.shown.scrollIntoView({ block: "center" });
  }

  look() {
    const wanted = words(this.input.value);
    this.found = wanted.length ? this.blocks.filter(({ text }) => wanted.every((word) => text.includes(word))) : [];
    for (const { shown } of this.blocks) shown.classList.remove("found", "led");
    for (const { shown } of this.found) shown.classList.add("found");
    this.now = -1;
    this.count.textContent = wanted.length ? `${this.found.length}` : "";
    this.next();
  }

  next() {
    if (!this.found?.length) return;
    this.now = (this.now + 1) % this.found.length;
    this.found[this.now].shown.scrollIntoView({ block: "center" });
    if (this.found.length > 1) this.count.textContent = `${this.now + 1} / ${this.found.length}`;
  }
}
