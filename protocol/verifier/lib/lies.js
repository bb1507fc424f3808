// Who denied an event that it had (SPEC 7.8).

import { loneVotes } from "./absence.js";
import { equal } from "./bytes.js";

/**
 * The faults of those who put the other of two out, and have signed what names a digest of the log without their vote.
 *
 * `without` gives the rounds of the log that leaves a vote out.
 */
export function falseVotes(log, rounds, without) {
  const lies = loneVotes(log, rounds).filter((vote) => isFalse(log, vote, without(vote).slice(vote.round)));
  return lies.map(({ round, seat }) => ({ round, seat, kind: "false absence" }));
}

function isFalse(log, vote, rounds) {
  const named = (digest) => rounds.some((round) => equal(round.digest, digest));
  const events = log.of("event").filter((event) => event.seat === vote.seat && named(event.previous));
  const haves = log.of("have").filter((have) => have.seat === vote.seat && named(have.digest));
  const [first] = [...events, ...haves];
  if (first !== undefined) log.verify(first);
  return first !== undefined;
}
