// Who signed two messages that exclude each other (SPEC 7.10).

import { compare } from "./bytes.js";
import { need } from "./malformed.js";
import { insideOf } from "./records.js";

const EXCLUDING = new Set(["event", "have", "vote"]);

/** The messages that exclude each other, in evidence or in a log, in pairs, the first round and seat first; throws Malformed where it is not signed. */
export function cheatsOf(log) {
  const pairs = [...log.of("evidence").map(readEvidence), ...conflicts(log)];
  for (const pair of pairs) pair.forEach((message) => log.verify(message));
  return pairs.sort(([a], [b]) => a.round - b.round || a.seat - b.seat);
}

/** The fault of who signed both messages of a pair, as a verdict names it. */
export const blame = (pair) => ({ round: pair[0].round, seat: pair[0].seat, kind: "equivocation", records: pair });

/** The messages of which no seat may sign both, wherever records hold such: [[first, second], ...]. */
function conflicts(log) {
  const heard = new Map();
  const found = [];
  for (const record of log.records) {
    if (!EXCLUDING.has(record.kind)) continue;
    const place = [record.kind, record.seat, record.round, record.on].join();
    const before = heard.get(place);
    if (before === undefined) heard.set(place, record);
    else if (compare(before.bytes, record.bytes) !== 0) found.push([before, record]);
  }
  return found;
}

/** The messages inside of an evidence, if it is one: two that exclude each other, the smaller first; throws Malformed. */
function readEvidence(evidence) {
  const [first, second] = insideOf(evidence);
  need(first.kind === second.kind && EXCLUDING.has(first.kind), "an evidence does not hold two messages of one kind");
  const same = first.seat === second.seat && first.round === second.round && first.on === second.on;
  need(same, "the messages of an evidence are not of one seat and round");
  need(compare(first.bytes, second.bytes) < 0, "an evidence does not hold two messages, the smaller first");
  return [first, second];
}
