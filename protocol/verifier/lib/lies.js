// Who denied an event that it had (SPEC 7.8).

import { loneVotes } from "./absence.js";
import { equal } from "./bytes.js";

/**
 * The faults of those who put the other of two out, and have signed what names a digest of the log without their vote.
 *
 * `without` gives the rounds of the log that leaves a vote out.
 */
export function falseVotes(log, rounds, without) {
  const lies = loneVotes(log, rounds).map((vote) => [vote, belying(log, vote, without(vote).slice(vote.round))]);
  return lies.filter(([, proof]) => proof).map(([vote, proof]) => ({ round: vote.round, seat: vote.seat, kind: "false absence", records: [vote, proof] }));
}

/** An event or have that says that the voter had the event, if there is one. */
function belying(log, vote, rounds) {
  const named = (digest) => rounds.some((round) => equal(round.digest, digest));
  const events = log.of("event").filter((event) => event.seat === vote.seat && named(event.previous));
  const haves = log.of("have").filter((have) => have.seat === vote.seat && named(have.digest));
  return [...events, ...haves][0];
}
