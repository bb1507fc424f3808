// Packs as text, as they go by mail (SPEC 21.5, 21.6).

import { concat, equal, hex } from "./bytes.js";
import { H } from "./digest.js";
import { Malformed, need } from "./malformed.js";

const LONGEST = 16777216;
const MARK = "BEGINP2PGAMESPACK";
const BLANK = /[\s>\u200b\ufeff]+/g;
const PART =
  /-----BEGINP2PGAMESPACK([1-9][0-9]{0,2})\/([1-9][0-9]{0,2})([0-9A-F]{16})-----([A-Za-z0-9+/]+)-----ENDP2PGAMESPACK\1\/\2([0-9A-F]{8})-----/g;

/** Whether bytes are a text in which a part of a pack begins. */
export function isArmoured(bytes) {
  if (bytes.length > LONGEST || bytes.subarray(0, 9).every((byte, at) => byte === "p2pgames ".charCodeAt(at))) return false;
  return compactOf(bytes).includes(MARK);
}

const compactOf = (bytes) => new TextDecoder().decode(bytes).replace(BLANK, "");

/** The packs of a text, in the order of their first parts; throws Malformed where a part is missing or not whole. */
export function packsIn(bytes) {
  const text = compactOf(bytes);
  const parts = [...text.matchAll(PART)].map(readPart);
  need(parts.length === text.split(MARK).length - 1, "a part of a pack is cut off", "text");
  const packs = new Map();
  for (const part of parts) packs.set(part.pack, [...(packs.get(part.pack) ?? []), part]);
  return [...packs.values()].map(joined);
}

function readPart([, number, count, name, body, check]) {
  const piece = pieceOf(body);
  need(piece !== undefined && checksum("pack part", piece, 4) === check, `part ${number} of a pack is damaged`, "text");
  return { number: Number(number), count: Number(count), name, pack: `${name} ${count}`, piece };
}

function pieceOf(body) {
  if (body.length % 4 === 1) return undefined;
  const letters = atob(body);
  const whole = btoa(letters).replaceAll("=", "") === body; // the last character may hold bits that no byte needs
  return whole && letters.length > 0 ? Uint8Array.from(letters, (letter) => letter.charCodeAt(0)) : undefined;
}

const checksum = (tag, bytes, length) => hex(H(tag, bytes).subarray(0, length)).toUpperCase();

function joined(parts) {
  const [{ count, name }] = parts;
  const pieces = new Map();
  for (const { number, piece } of parts) {
    need(equal(pieces.get(number) ?? piece, piece), `a pack has two parts ${number}`, "text");
    pieces.set(number, piece);
  }
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const missing = numbers.filter((number) => !pieces.has(number));
  need(missing.length === 0, `of the ${count} parts of a pack these are missing: ${missing.join(", ")}`, "parts");
  need(pieces.size === count, "a pack has more parts than it says", "text");
  const whole = concat(numbers.map((number) => pieces.get(number)));
  if (checksum("pack", whole, 8) !== name) throw new Malformed("the parts of a pack are of different ones", "text");
  return whole;
}
