// Sentences as paragraphs; where they are Markdown, its headings, lists, tables and emphasis. All of it is set as text.

const made = (tag, ...inside) => {
  const one = document.createElement(tag);
  one.append(...inside);
  return one;
};

const MARKS = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/;
export const inline = (text) => text.split(MARKS).map((part) => {
  if (part.startsWith("**") && part.length > 4) return made("b", part.slice(2, -2));
  if (part.startsWith("*") && part.length > 2) return made("em", part.slice(1, -1));
  if (part.startsWith("`") && part.length > 2) return made("code", part.slice(1, -1));
  return part.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
});

const cells = (row) => row.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
const table = (rows) => {
  const [head, ...body] = rows.filter((row) => !/^[\s|:-]+$/.test(row)).map(cells);
  const line = (tag) => (row) => made("tr", ...row.map((cell) => made(tag, ...inline(cell))));
  return made("table", made("thead", line("th")(head)), made("tbody", ...body.map(line("td"))));
};

const ITEM = /^(?:[-*+]|\d+[.)])\s+/;
const block = (text, above) => {
  const lines = text.split("\n");
  const heading = /^(#{1,4})\s+(.*)$/.exec(lines[0]);
  if (heading) return [made(`h${Math.min(heading[1].length + above, 6)}`, ...inline(heading[2])), ...rest(lines.slice(1), above)];
  if (lines[0].startsWith("|")) return [table(lines)];
  if (ITEM.test(lines[0])) {
    const items = text.split(/\n(?=(?:[-*+]|\d+[.)])\s)/).map((one) => one.replace(ITEM, "").replace(/\s+/g, " "));
    return [made(/^\d/.test(lines[0]) ? "ol" : "ul", ...items.map((one) => made("li", ...inline(one))))];
  }
  return [made("p", ...inline(text.replace(/\s+/g, " ")))];
};
const rest = (lines, above) => (lines.join("\n").trim() ? block(lines.join("\n").trim(), above) : []);

export const rendered = (lines, markdown, above = 2) => {
  if (!markdown) return lines.map((line) => made("p", line));
  return lines.join("\n").split(/\n{2,}/).filter((one) => one.trim()).flatMap((one) => block(one.trim(), above));
};
