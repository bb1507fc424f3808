// The vectors beside SPEC.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const VECTORS = fileURLToPath(new URL("../../vectors/", import.meta.url));

/** All vectors of a kind: [{ name, about, given, expect }, ...]. */
export function vectors(kind) {
  return readdirSync(VECTORS + kind)
    .sort()
    .map((file) => ({ name: `${kind}/${file}`, ...parse(readFileSync(`${VECTORS}${kind}/${file}`, "utf8")) }));
}

/** The value of a JSON text; integers that numbers cannot hold become BigInts. */
function parse(text) {
  const exact = text.replace(/(?<=[[ ])\d{16,}(?=[\s,\]])/g, '"big $&"');
  return JSON.parse(exact, (_, value) => (typeof value === "string" && value.startsWith("big ") ? BigInt(value.slice(4)) : value));
}
