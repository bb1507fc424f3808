// The audit of a reader with the rules (SPEC 11.1).

import { absences, absentFrom } from "./absence.js";
import { equal } from "./bytes.js";
import { closed } from "./closing.js";
import { cheatsOf, blame } from "./evidence.js";
import { falseVotes } from "./lies.js";
import { need } from "./malformed.js";
import { begin } from "./position.js";
import { namedOtherwise } from "./reveal.js";
import { digestOfRound } from "./rounds.js";
import { has, listOf } from "./seats.js";
import { judge } from "./verdict.js";

/** What a reader with the rules says of a log, as fields of its verdict; throws Malformed where the file is invalid. */
export function auditFull(log, rules) {
  const cheats = opened(log, rules);
  if (cheats.length > 0) return { ...CHEATED, faults: [blame(cheats[0])] };
  const played = replay(log, rules);
  const lies = falseVotes(log, played.rounds, (vote) => replay(log, rules, vote).rounds);
  if (lies.length > 0) return { ...CHEATED, faults: [lies[0]] };
  needExplained(log, played);
  return { ...ended(played), checks: counted(log), mode: "full" };
}

/** How many moves and rolls were checked, a roll once, whoever gave values for it. */
function counted(log) {
  const of = (act) => log.of("event").filter((event) => event.act === act);
  return { moves: of("move").length, rolls: new Set(of("coin").map(({ body }) => String(body[0]))).size };
}

/** What a proof file proves, in the same form; without the rules only evidence is a proof. */
export function auditProof(log, rules) {
  const cheats = opened(log, rules);
  if (cheats.length > 0) return { ...PROVED, faults: [blame(cheats[0])] };
  need(rules !== undefined, "the file proves no fault to a reader without the rules", "unjudged");
  const played = replay(log, rules);
  const lies = falseVotes(log, played.rounds, (vote) => replay(log, rules, vote).rounds);
  const faults = lies.length > 0 ? lies.slice(0, 1) : [...played.faults, ...played.early, ...played.outOfTurn].sort((a, b) => a.round - b.round || a.seat - b.seat);
  need(faults.length > 0, "the file proves no fault", "unproved");
  return { ...PROVED, faults };
}

const CHEATED = { grade: "cheated", basis: "fault", mode: "full" };
const PROVED = { ...CHEATED, basis: null };

/** Who signed twice, after all records have been read and their signatures checked. */
function opened(log, rules) {
  log.read();
  if (rules !== undefined) needRules(log.genesis.proposal, rules);
  for (const kind of ["event", "have", "vote", "note", "by"]) for (const record of log.of(kind)) log.verify(record);
  return cheatsOf(log);
}

function needRules({ data, options, seats }, rules) {
  need(equal(data, rules.data), "the game has other data than these rules", "rules");
  need(seats >= rules.seats[0] && seats <= rules.seats[1], "the game is not for so many seats", "rules");
  const fits = options.length === rules.options.length && rules.options.every(([name, values], at) => options[at][0] === name && values.includes(options[at][1]));
  need(fits, "the game has other options than these rules", "rules");
}

/**
 * A log played to its end, the vote `without` left out: { position, rounds, open, faults, early, outOfTurn, taken, contested }.
 *
 * `rounds` are closed, `open` is the one that is not, and `early` the faults in it; `taken` holds the events that are part of the log, `contested` is the first contested round.
 */
function replay(log, rules, without) {
  const played = { position: begin(log.genesis, rules), rounds: [], faults: [], outOfTurn: [], taken: new Set(), contested: Infinity };
  for (let open = true; open; ) open = playRound(log, played, without);
  return played;
}

/** Plays the open round, and says whether it could be closed. */
function playRound(log, played, without) {
  const { position } = played;
  const { events, late, absent, others } = eventsOf(log, position, without);
  const judged = events.map((event) => judge(log, position, event));
  [...events, ...late].forEach((event) => played.taken.add(event));
  played.outOfTurn.push(...others.map(({ round, seat }) => ({ round, seat, kind: "out of turn" })));
  if (position.step.name === "REVEAL") played.position = { ...position, revealed: judged };
  const { genesis, round, previous, seats, step } = position;
  const votable = step.name === "REVEAL" || position.paused ? [] : step.owing;
  played.open = { number: round, previous, seats, votable, absent };
  const illegal = (all) => all.filter(({ fault }) => fault).map(({ event: { seat } }) => ({ round, seat, kind: "illegal" }));
  if (step.owing.length === 0 || events.length + absent.length < step.owing.length) {
    // No vote has passed over an event before its round is closed.
    played.early = illegal([...judged, ...late.map((event) => judge(log, position, event))]);
    return false;
  }
  played.faults.push(...illegal(judged));
  if (late.length > 0) played.contested = Math.min(played.contested, round);
  const digest = digestOfRound(genesis.id, round, previous, seats, events, absent);
  played.rounds.push({ ...played.open, digest });
  played.position = closed(played.position, digest, judged, absent, late.length > 0);
  return true;
}

/** The events that are built on the round before, and which seats are absent. */
function eventsOf(log, { round, previous, seats, step, paused }, without) {
  const here = log.events(round).filter((event) => equal(event.previous, previous));
  const [owed, others] = [true, false].map((owes) => here.filter((event) => step.owing.includes(event.seat) === owes));
  const voted = step.name === "REVEAL" || paused ? [] : absentFrom(absences(log, round, previous, without), seats);
  const absent = voted.filter((seat) => step.owing.includes(seat));
  const [late, events] = [true, false].map((isLate) => owed.filter((event) => absent.includes(event.seat) === isLate));
  return { events: events.sort((a, b) => a.seat - b.seat), late, absent, others };
}

function needExplained(log, { rounds, open, taken, contested, position: { left } }) {
  for (const event of log.of("event")) {
    need(taken.has(event) || event.round >= contested, `the event of seat ${event.seat + 1} for round ${event.round} is out of place`, "branch");
  }
  const isOut = (have) => left.some(([seat, round, why]) => seat === have.seat && round <= have.round && why === "voted");
  for (const have of log.of("have")) {
    const right = rounds[have.round] !== undefined && equal(rounds[have.round].digest, have.digest);
    need(right || isOut(have) || have.round >= contested, `seat ${have.seat + 1} confirmed another round ${have.round}`, "branch");
  }
  for (const vote of log.of("vote")) {
    const round = [...rounds, open][vote.round];
    need(vote.round >= contested || counts(vote, round), `the vote of seat ${vote.seat + 1} for round ${vote.round} does not count`, "branch");
  }
}

const counts = (vote, round) =>
  round !== undefined &&
  vote.on !== vote.seat &&
  equal(vote.previous, round.previous) &&
  vote.in === round.seats &&
  has(round.seats, vote.seat) &&
  has(round.seats, vote.on) &&
  round.votable.includes(vote.on);

function ended({ position, faults, rounds, contested }) {
  const { over, left, genesis } = position;
  const said = { faults, rounds: rounds.length, contested: contested < Infinity, left, end: position.end };
  if (over === undefined) return { ...said, grade: "running" };
  const right = (position.revealed ?? []).filter(({ fault }) => !fault);
  const revealed = right.map(({ event }) => event.seat);
  const unrevealed = genesis.joins.map((_, seat) => seat).filter((seat) => !revealed.includes(seat));
  const other = namedOtherwise((position.revealed ?? []).map(({ event }) => event), over);
  return { ...said, grade: "finished", result: over, unrevealed, other, reveals: right.length };
}
