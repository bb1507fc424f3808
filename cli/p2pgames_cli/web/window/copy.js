// A button that copies a text.

import { say } from "./link.js";

const SHOWN = 2000;

const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
};

export const copying = (text, name = "", label = say.copy) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.textContent = label;
  button.addEventListener("click", async () => {
    await copied(text());
    button.textContent = say.copied;
    setTimeout(() => { button.textContent = label; }, SHOWN);
  });
  return button;
};
