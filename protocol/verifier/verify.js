#!/usr/bin/env node
// node verify.js [--json] [--proofs] FILE...: what game files and proof files prove; with --proofs also by coins and hidden cards. `--lines` reads {"id": ..., "hex": ...} from standard
// input, one JSON object in a line, and answers each with a verdict.

import { readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline";

import { unhex } from "./lib/bytes.js";
import { EXIT, verify, verifyAll } from "./lib/verify.js";

const LARGEST = 16777216;
const UNREADABLE = 1;

async function main(argv) {
  if (argv.includes("--lines")) return lines();
  const files = argv.filter((each) => !each.startsWith("--"));
  const read = files.map((file) => ({ file, bytes: bytesOf(file) })).filter(({ bytes }) => bytes !== undefined);
  const verdicts = verifyAll(read.map(({ bytes }) => bytes), { proofs: argv.includes("--proofs") }).map((verdict, at) => ({ file: read[at].file, ...verdict }));
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

async function lines() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, hex } = JSON.parse(line);
    console.log(JSON.stringify({ id, ...verify(unhex(hex)) }, plain));
  }
  return 0;
}

const plain = (_, value) => (typeof value === "bigint" ? value.toString() : value);

function inWords({ file, grade, why, seats }) {
  const places = seats.filter((seat) => seat.place !== null).map((seat) => `${seat.place}. ${JSON.stringify(seat.name)}`);
  return [`${file}: ${grade}`, ...(why ? [why] : []), ...places].join("\n  ");
}

process.exitCode = await main(process.argv.slice(2));
