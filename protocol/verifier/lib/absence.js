// Who gives nothing to a round, as the others have signed (SPEC 7.8, 7.12).

import { equal } from "./bytes.js";
import { need } from "./malformed.js";
import { has, listOf } from "./seats.js";

/** The votes for a round built on `previous` that say of a seat that it is absent, but for one that is left `out`. */
export function absences(log, number, previous, out) {
  return log.votes(number).filter((vote) => vote.word === "absent" && vote !== out && equal(vote.previous, previous));
}

/** The seats whose absence stands by these votes, if exactly `seats` (a sum) were in. */
export function absentFrom(votes, seats) {
  const voted = new Set(votes.filter((vote) => vote.in === seats).map((vote) => `${vote.seat} ${vote.on}`));
  if (voted.size === 0) return [];
  const among = listOf(seats);
  const stands = (seat) => among.length > 1 && among.every((voter) => voter === seat || voted.has(`${voter} ${seat}`));
  return among.filter(stands);
}

/** The votes by which one of two first put the other out. */
export function loneVotes(log, rounds) {
  const round = rounds.find(({ seats, absent }) => absent.length > 0 && listOf(seats).length === 2);
  if (round === undefined) return [];
  const votes = absences(log, round.number, round.previous).filter((vote) => vote.in === round.seats);
  return votes.filter((vote) => round.absent.includes(vote.on)).sort((a, b) => a.seat - b.seat);
}

/** Refuses the file if a vote for a round that is followed cannot count, unless it is of a round from `from` on. */
export function compareVotes(log, rounds, from) {
  for (const vote of log.of("vote")) {
    const round = rounds[vote.round];
    const counts = round !== undefined && equal(vote.previous, round.previous) && vote.in === round.seats;
    const inside = counts && vote.on !== vote.seat && has(round.seats, vote.seat) && has(round.seats, vote.on);
    need(inside || vote.round >= from, `the vote of seat ${vote.seat + 1} for round ${vote.round} does not count`, "branch");
  }
}

/** Whether a vote can ever count: it is on another seat of the table. */
export const isSound = (vote, seats) => vote.on !== vote.seat && vote.on < seats;

/** Whether a sum names none but seats `before`: nobody comes back. */
export const isPossible = (sum, before) => (BigInt(sum) & ~BigInt(before)) === 0n;
