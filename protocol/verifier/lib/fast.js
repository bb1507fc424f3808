// The audit of a reader without the rules (SPEC 11.2).

import { compareVotes } from "./absence.js";
import { equal } from "./bytes.js";
import { auditCards } from "./cards.js";
import { blame, cheatsOf } from "./evidence.js";
import { falseVotes } from "./lies.js";
import { need } from "./malformed.js";
import { isRight, keyOfEvent, namedOtherwise, signedResult } from "./reveal.js";
import { follow, seenOut } from "./rounds.js";
import { all, listOf } from "./seats.js";

/**
 * What a reader without the rules can say of a log, as fields of its verdict; throws Malformed where the file is invalid.
 *
 * With `every` all signatures are checked, not only those that carry the rest.
 */
export function auditFast(log, { every = false } = {}) {
  log.read();
  for (const kind of ["vote", "note", "by"]) for (const record of log.of(kind)) log.verify(record);
  const cheats = cheatsOf(log);
  const mode = every ? "every" : "fast";
  if (cheats.length > 0) return { ...cheatedBy(log, blame(cheats[0])), mode };
  const followed = follow(log);
  const contested = followed.rounds.find((round) => round.late.length > 0)?.number ?? Infinity;
  verifySome(log, followed, every);
  const lies = falseVotes(log, followed.rounds, (vote) => follow(log, vote).rounds);
  if (lies.length > 0) return { ...cheatedBy(log, lies[0]), mode };
  needExplained(log, followed, contested);
  const cards = auditCards(log, followed.rounds);
  const { wrong, ...ended } = ending(log, followed, cards.follows);
  const undecided = listOf(followed.rounds[contested]?.seats ?? 0).length === 2;
  const signed = ended.result;
  if (undecided && signed !== undefined) ended.result = { ...signed, places: null, scores: null };
  if (signed !== undefined && !(undecided && signed.basis === "voted")) ended.other = namedOtherwise(followed.rounds.at(-1).events, signed);
  const faults = eachOnce([...followed.rounds.flatMap((round) => round.faults), ...cards.faults, ...wrong]);
  const { checks, disputed } = cards;
  return { ...ended, faults, disputed, rounds: followed.rounds.length, contested: contested < Infinity, checks, mode };
}

/** The verdict where somebody is blamed for what it signed: then every signature counts. */
function cheatedBy(log, cheat) {
  for (const kind of ["event", "have"]) for (const record of log.of(kind)) log.verify(record);
  return { grade: "cheated", faults: [cheat], basis: "fault" };
}

/** Faults in order, of a seat and round one. */
function eachOnce(faults) {
  const sorted = faults.slice().sort((a, b) => a.round - b.round || a.seat - b.seat);
  return sorted.filter(({ round, seat }, at) => round !== sorted[at - 1]?.round || seat !== sorted[at - 1].seat);
}

/** Checks what carries the rest: keys, each seat's newest event, and all that is in no round. */
function verifySome(log, { rounds, rest }, every) {
  const carrying = new Set(rounds[0]?.events.filter((event) => event.act === "key"));
  const newest = new Map();
  for (const round of rounds) for (const event of round.events) newest.set(event.seat, event);
  for (const event of [...newest.values(), ...rest, ...rounds.flatMap((round) => round.late)]) carrying.add(event);
  for (const event of every ? log.of("event") : carrying) log.verify(event);
  if (every) for (const have of log.of("have")) log.verify(have);
}

/** Refuses the file if a record of it is none of the log. */
function needExplained(log, { rounds, rest, stopped }, contested) {
  const from = Math.min(stopped ? rounds.length : Infinity, contested);
  compareVotes(log, rounds, from);
  for (const event of rest) need(event.round >= from, `the event of seat ${event.seat + 1} for round ${event.round} is of another branch`, "branch");
  for (const have of log.of("have")) {
    const right = log.genesis.keys[have.seat] !== undefined && rounds[have.round] !== undefined && equal(rounds[have.round].digest, have.digest);
    if (right) continue;
    const isOut = absentBefore(rounds, have);
    need(isOut || have.round >= from, `seat ${have.seat + 1} confirmed another round ${have.round}`, "branch");
    log.verify(have);
  }
}

const absentBefore = (rounds, have) => rounds.some((round) => round.number <= have.round && round.absent.includes(have.seat));

/** How the log ends, as far as reveals say so; `follows` tells whether a seat's cards follow from its secret. */
function ending(log, { rounds, stopped }, follows) {
  const seats = log.genesis.keys.length;
  const last = rounds.at(-1);
  const reveals = last?.events.filter((event) => event.act === "reveal") ?? [];
  const keys = listOf(all(seats)).map((seat) => keyOfEvent(rounds[0]?.events.find((event) => event.seat === seat)));
  const right = reveals.filter((event) => isRight(log.genesis.id, event, keys[event.seat]) && follows(event.seat, event.body[0]));
  const revealed = new Set(right.map((event) => event.seat));
  const asked = askedToReveal(rounds, seats);
  const signed = reveals.filter((event) => asked.includes(event.seat));
  const whole = !stopped && signed.length === asked.length;
  const result = whole ? signedResult(signed, seats) : undefined;
  const unrevealed = reveals.length > 0 ? listOf(all(seats)).filter((seat) => !revealed.has(seat)) : [];
  const wrong = reveals.filter((event) => !revealed.has(event.seat)).map(({ round, seat }) => ({ round, seat, kind: "illegal" }));
  return { grade: result === undefined ? "running" : "finished", end: last?.previous, result, reveals: right.length, unrevealed, wrong };
}

/** Who has to have revealed before a game is seen to be over: who is not seen out, and who is out by the vote of one alone; all if there is nobody. */
function askedToReveal(rounds, seats) {
  const alone = rounds.filter((round) => listOf(round.seats).length === 2).flatMap((round) => round.absent);
  const stay = listOf(all(seats) & ~seenOut(rounds, seats));
  const asked = [...new Set([...stay, ...alone])];
  return asked.length > 0 ? asked : listOf(all(seats));
}
