// Packs: records of a game, for players without a link (SPEC 21).

import { equal } from "./bytes.js";
import { H } from "./digest.js";
import { blame, cheatsOf } from "./evidence.js";
import { Malformed } from "./malformed.js";

/**
 * What a pack proves, as fields of its verdict: what a game file with its records does if it holds the game from its beginning,
 * else that all of it is signed. Throws Malformed where it must be refused.
 */
export function auditPack(log, audit) {
  log.read();
  for (const kind of ["event", "have", "vote", "note", "by"]) for (const record of log.of(kind)) log.verify(record);
  const cheats = cheatsOf(log);
  if (cheats.length > 0) return { grade: "cheated", basis: "fault", faults: [blame(cheats[0])] };
  return fromTheStart(log) ? asALog(log, audit) : PART;
}

const PART = { grade: "part" };

function fromTheStart(log) {
  const start = H("start", log.genesis.id);
  return log.events(0).some((event) => equal(event.previous, start));
}

/** A pack may hold what comes early, such as the event that another pack leads to: that is no fault of it. */
function asALog(log, audit) {
  try {
    return audit(log);
  } catch (error) {
    if (error instanceof Malformed) return PART;
    throw error;
  }
}
