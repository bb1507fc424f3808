// Verdicts on files that are written to this process: the length in four bytes, the file. Answered
// by a line: what is said with the rules, where they are there, and what without.

import { readSync, writeSync } from "node:fs";

import { verify } from "../../protocol/verifier/lib/verify.js";

function bytes(count) {
  const whole = Buffer.alloc(count);
  for (let at = 0; at < count; ) {
    const got = readSync(0, whole, at, count - at, null);
    if (got === 0) process.exit(0);
    at += got;
  }
  return whole;
}

/** Writes all of a text: what console.log leaves over waits for a loop of events that never turns here. */
function write(text) {
  const whole = Buffer.from(text);
  for (let at = 0; at < whole.length; ) at += writeSync(1, whole, at);
}

const plain = (_, value) => (typeof value === "bigint" ? value.toString() : value);

for (;;) {
  const head = bytes(4);
  const file = new Uint8Array(bytes(head.readUInt32BE()));
  write(`${JSON.stringify([verify(file), verify(file, { fast: true })], plain)}\n`);
}
