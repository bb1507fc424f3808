// Menus, forms and texts of the client: at home they are the page, at a table they lie over it.

import { pasted, say } from "./link.js";
import { copying } from "./copy.js";
import { rendered } from "./markdown.js";
import { Rules } from "./rules.js";
import { elements } from "./shared.js";

const PIECE = 3000, LONGEST = 1 << 20;

const made = (tag, name = "", text = "") => {
  const one = document.createElement(tag);
  if (name) one.className = name;
  if (text) one.textContent = text;
  return one;
};

const pressed = (button, label, act, name = "") => {
  button.type = "button";
  button.className = name;
  if (label) button.textContent = label;
  button.addEventListener("click", act);
  return button;
};

// What is shown in one place: `send` takes what is done there.
export class Pages {
  constructor(place, send) {
    Object.assign(this, { place, send, shown: "", fields: new Map() });
  }

  show(page) {
    const now = JSON.stringify([page.trail, page.kind, page.title]);
    const fresh = now !== this.shown;
    if (fresh) { this.shown = now; this.fields.clear(); this.told = ""; this.place.replaceChildren(); }
    this[page.kind]?.(page);
    return fresh;
  }

  // The first page: what one can do is numbered in the order in which it stands.
  home(page) {
    const told = JSON.stringify(page);
    if (told === this.told) return;
    this.told = told;
    const names = JSON.stringify([page.cards, page.doors, page.sections.map(([title, items]) => [title, items.map(({ name }) => name)])]);
    let number = 0;
    if (names === this.built && this.lines?.[0]?.isConnected) {
      page.sections.flatMap(([, items]) => items).forEach((item, at) => this.stands(this.lines[at], item));
      return;
    }
    const held = [...this.place.querySelectorAll("button")].indexOf(document.activeElement);
    this.built = names;
    const doing = ({ name, key }) => {
      const place = number++, button = pressed(made("button"), name, () => this.send({ item: place, name }));
      if (key) Object.assign(button.dataset, { key });
      return button;
    };
    const cards = made("section", "cards"), doors = made("div", "does doors");
    for (const { game, title, about, does } of page.cards) {
      const card = made("article", "card"), picture = made("div", "picture"), row = made("div", "does");
      picture.dataset.game = game;
      picture.setAttribute("aria-hidden", "true");
      row.append(...does.map(doing));
      for (const button of row.children) button.setAttribute("aria-label", `${button.textContent}: ${title}`);
      card.append(picture, made("h2", "", title), made("p", "", about), row);
      cards.append(card);
    }
    doors.append(...page.doors.map(doing));
    this.lines = [];
    this.place.replaceChildren(doors, cards, ...page.sections.map(([title, items]) => {
      const part = made("section", "games"), list = made("ul");
      for (const item of items) {
        const line = made("li"), open = doing(item);
        open.replaceChildren(made("b", "", item.name), made("span"));
        line.append(open);
        this.stands(open, item);
        this.lines.push(open);
        if (item.more) {
          const further = doing({ name: say.more, key: "" });
          further.className = "further";
          further.setAttribute("aria-label", `${say.more}: ${item.name}`);
          line.append(further);
        }
        list.append(line);
      }
      part.append(made("h2", "", title), list);
      return part;
    }));
    if (held >= 0) this.place.querySelectorAll("button")[held]?.focus();
  }

  stands(open, { about, does, waits }) {
    open.lastElementChild.textContent = about;
    open.className = waits ? "open waits" : "open";
    open.disabled = !does;
  }

  // Boards on the cards, as far as they have come.
  illustrate(pictures) {
    for (const place of this.place.querySelectorAll(".picture:empty")) {
      const drawn = pictures?.[place.dataset.game];
      if (!drawn) continue;
      place.replaceChildren(...elements(drawn));
      place.firstElementChild.setAttribute("preserveAspectRatio", "xMidYMid slice");
    }
  }

  // What has only other words stays the same element, so that a press and its release meet it.
  menu({ sections }) {
    const told = JSON.stringify(sections);
    if (told === this.told) return;
    this.told = told;
    const items = sections.flatMap(([, each]) => each);
    const built = JSON.stringify([sections.map(([title, each]) => [title, each.length]), items.map(({ name, more }) => [name, Boolean(more)])]);
    if (built !== this.built || !this.lines?.[0]?.line.isConnected) {
      const held = [...this.place.querySelectorAll("button")].indexOf(document.activeElement);
      this.built = built;
      this.lines = items.map((item, number) => this.item(item, number));
      let number = 0;
      this.place.replaceChildren(...sections.map(([title, each], place) => {
        const part = made("section", each.some(({ more }) => more) ? "games" : place ? "rows" : "tiles");
        if (title) part.append(made("h2", "", title));
        if (each.length) part.append(made("ul"));
        for (const _item of each) part.lastElementChild.append(this.lines[number++].line);
        return part;
      }));
      if (held >= 0) this.place.querySelectorAll("button")[held]?.focus();
    }
    items.forEach((item, number) => this.stands(this.lines[number].open, item));
  }

  item({ name, key, more }, number) {
    const line = made("li"), said = made("span");
    const open = pressed(made("button"), "", () => this.send({ item: number, name }));
    if (key) Object.assign(open.dataset, { key });
    open.append(made("b", "", name.replace(/\s+/g, " ")), said);
    line.append(open);
    if (more) {
      const further = pressed(made("button"), say.more, () => this.send({ more: number, name }), "further");
      further.setAttribute("aria-label", `${say.more}: ${name.replace(/\s+/g, " ")}`);
      line.append(further);
    }
    return { line, open };
  }

  text({ lines, markdown }) {
    const told = JSON.stringify(lines);
    if (told === this.told) return;
    this.told = told;
    const text = made("div", markdown ? "read" : "plain");
    text.tabIndex = 0;
    text.setAttribute("role", "group");
    text.setAttribute("aria-label", say.text);
    if (markdown) text.append(...rendered(lines, true, 1));
    else text.textContent = lines.join("\n");
    this.place.replaceChildren(text);
    if (lines.some((line) => line.startsWith("-----BEGIN"))) this.place.prepend(copying(() => lines.join("\n"), "main"));
  }

  rules(page) {
    const told = JSON.stringify(page);
    if (told === this.told) return;
    this.told = told;
    this.read = new Rules(page, this.place.closest("dialog") ? 2 : 1);
    this.place.replaceChildren(this.read.whole);
    requestAnimationFrame(() => this.read.shown());
  }

  form({ lines, fields, buttons }) {
    if (!this.place.querySelector("form")) {
      const form = made("form");
      form.autocomplete = "off";
      form.append(made("div", "lines"), made("div", "fields"), made("div", "does"));
      form.addEventListener("submit", (event) => { event.preventDefault(); });
      this.place.replaceChildren(form);
    }
    const [told, body, does] = this.place.querySelector("form").children;
    if (told.textContent !== lines.join("")) told.replaceChildren(...lines.map((line) => made("p", "", line)));
    const before = [...this.fields.values()].map(({ row }) => row);
    const rows = fields.map((field, number) => this.field(field, number));
    if (rows.length !== before.length || rows.some((row) => !row.isConnected) || before.some((row, place) => row !== rows[place])) {
      const held = document.activeElement;
      body.replaceChildren(...rows);
      if (held?.isConnected) held.focus();
    }
    if (does.textContent !== buttons.join("")) {
      does.replaceChildren(...buttons.map((name, number) => {
        const button = pressed(made("button"), name, () => this.send({ button: number, name }), number ? "" : "main");
        if (!number) button.type = "submit";
        return button;
      }));
      does.firstElementChild?.addEventListener("click", (event) => event.preventDefault());
    }
  }

  // A field stays the same element as long as there is one of its name, so that typing goes on.
  field(told, number) {
    const key = `${told.kind} ${told.name}`;
    const one = this.fields.get(key) ?? this.row(told);
    this.fields.delete(key);
    this.fields.set(key, one);
    one.number = number;
    one.label.textContent = told.name;
    one.about.textContent = told.about;
    one.set(told);
    return one.row;
  }

  row({ kind, name }) {
    const one = { row: made("div", "field"), label: made("label"), about: made("p", "about"), number: 0 };
    const id = `field${Math.random().toString(36).slice(2)}`;
    const control = this[`${kind}Control`](one, name);
    Object.assign(control, { id });
    one.label.htmlFor = id;
    one.label.id = `${id}l`;
    one.about.id = `${id}a`;
    control.setAttribute("aria-describedby", one.about.id);
    if (kind === "more") control.setAttribute("aria-labelledby", `${one.label.id} ${id}`);
    one.row.append(one.label, control, one.about);
    return one;
  }

  textControl(one, name) {
    const input = made("input");
    Object.assign(input, { maxLength: LONGEST, spellcheck: false, autocapitalize: "none" });
    const write = () => {
      const whole = input.value;
      for (let from = 0; from === 0 || from < whole.length; from += PIECE) {
        this.send({ field: one.number, name, text: whole.slice(from, from + PIECE), from });
      }
    };
    input.addEventListener("input", write);
    pasted(input);
    one.set = ({ value }) => { if (document.activeElement !== input && (value || input.value.length <= 2000)) input.value = value; };
    return input;
  }

  secretControl(one, name) {
    const input = this.textControl(one, name);
    Object.assign(input, { type: "password", autocomplete: "new-password" });
    one.set = () => {};
    return input;
  }

  choiceControl(one, name) {
    const select = made("select");
    select.addEventListener("change", () => this.send({ field: one.number, name, value: select.selectedIndex }));
    let values = "";
    one.set = (told) => {
      if (values !== told.values.join("\n")) {
        values = told.values.join("\n");
        select.replaceChildren(...told.values.map((value) => made("option", "", value)));
      }
      select.selectedIndex = told.at;
    };
    return select;
  }

  moreControl(one, name) {
    const button = pressed(made("button"), "", () => this.send({ field: one.number, name }), "further");
    one.set = ({ value }) => { button.textContent = `${value} …`; };
    return button;
  }
}

// The way that led to the page: each step leads back there.
export const trail = (steps, send) => steps.slice(0, -1).map((title, number) => pressed(made("button"), title, () => send({ back: number })));

// A question over everything, as a dialog of the page.
export const asked = (dialog, text) => {
  if (!text) { if (dialog.open) dialog.close(); return; }
  dialog.querySelector(".asked").textContent = text;
  if (!dialog.open) dialog.showModal();
};
