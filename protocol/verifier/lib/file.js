// Game files, proof files and packs: a line, then frames (SPEC 10.1, 10.2, 21.1).

import { sha256 } from "@noble/hashes/sha2.js";

import { equal, readU32, utf8 } from "./bytes.js";
import { Malformed, need } from "./malformed.js";
import { LONGEST } from "./wire.js";

const LARGEST = 16777216;
const LARGEST_PACK = 8388608;
const LINES = { log: utf8("p2pgames log 1\n"), proof: utf8("p2pgames proof 1\n"), pack: utf8("p2pgames pack 1\n") };

/** What kind of file bytes are, and the payloads of its frames; throws Malformed where one of them is not sound. */
export function readFile(bytes) {
  need(bytes.length <= LARGEST, "the file is too large", "large");
  const kind = Object.keys(LINES).find((each) => equal(bytes.subarray(0, LINES[each].length), LINES[each]));
  if (kind === undefined) throw new Malformed("this is no game file, proof file or pack", "foreign");
  need(kind !== "pack" || bytes.length <= LARGEST_PACK, "the pack is too large", "large");
  const payloads = [];
  for (let at = LINES[kind].length; at < bytes.length; ) {
    const payload = frame(bytes, at);
    payloads.push(payload);
    at += 12 + payload.length;
  }
  return { kind, payloads };
}

function frame(bytes, at) {
  need(bytes.length - at >= 12, "the end of the file is torn", "torn");
  const length = readU32(bytes, at);
  need(length >= 1 && length <= LONGEST, "the file is damaged", "damaged");
  need(length <= bytes.length - at - 12, "the end of the file is torn", "torn");
  const payload = bytes.subarray(at + 12, at + 12 + length);
  need(equal(sha256(payload).subarray(0, 8), bytes.subarray(at + 4, at + 12)), "the file is damaged", "damaged");
  return payload;
}
