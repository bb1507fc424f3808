#!/usr/bin/env node
// node verify.js [--json] [--fast] FILE...: what game files and proof files prove.

import { readFileSync, statSync } from "node:fs";

import { shown } from "./lib/text.js";
import { EXIT, verifyAll } from "./lib/verify.js";

const LARGEST = 16777216;
const UNREADABLE = 1;

function main(argv) {
  const files = argv.filter((each) => !each.startsWith("--"));
  const read = files.map((file) => ({ file, bytes: bytesOf(file) })).filter(({ bytes }) => bytes !== undefined);
  const verdicts = verifyAll(read.map(({ bytes }) => bytes), { fast: argv.includes("--fast") }).map((verdict) => ({ ...verdict, file: read[verdict.file].file }));
  for (const verdict of verdicts) console.log(argv.includes("--json") ? JSON.stringify(verdict, plain) : inWords(verdict));
  return read.length === 0 || read.length < files.length ? UNREADABLE : Math.max(...verdicts.map(({ grade }) => EXIT[grade]));
}

function bytesOf(file) {
  try {
    const about = statSync(file);
    if (!about.isFile()) throw new Error("it is no regular file");
    if (about.size > LARGEST) throw new Error("it is too large");
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    console.error(`${file} cannot be read: ${error.message}`);
    return undefined;
  }
}

const plain = (_, value) => (typeof value === "bigint" ? value.toString() : value);

function inWords({ file, grade, why, seats }) {
  const places = seats.filter((seat) => seat.place !== null).map((seat) => `${seat.place}. ${shown(seat.name)}`);
  return [`${file}: ${grade}`, ...(why ? [why] : []), ...places].join("\n  ");
}

process.exitCode = main(process.argv.slice(2));
