// The rounds of a log, followed without the rules: each is what names the digest before it (SPEC 7.4, 11.2).

import { absences, absentFrom, isPossible } from "./absence.js";
import { equal, hex, u64 } from "./bytes.js";
import { H } from "./digest.js";
import { Malformed } from "./malformed.js";
import { eventHash, readRecord } from "./records.js";
import { all, has, listOf } from "./seats.js";

/**
 * The rounds of a log, as far as a reader without the rules can follow it.
 *
 * A round is { number, previous, digest, seats, events, absent, late, atFault, resignations, resigned, out, faults }: `seats` was in
 * before it, `out` is seen to leave by it, `atFault` by what its event embeds or whom it names as in. The vote `without`, if any, is left out. `stopped` says that only the rules can say how the log goes on, `rest` holds the events that are in no round.
 */
export function follow(log, without) {
  const rest = group(log);
  const rounds = [];
  let previous = H("start", log.genesis.id);
  let seen = all(log.genesis.keys.length);
  for (let number = 0; rest.has(number) || log.votes(number).length > 0; number++) {
    const before = rounds.at(-1)?.seats ?? all(log.genesis.keys.length);
    const round = close(log, rest, { number, previous, seen, before, votes: absences(log, number, previous, without) });
    if (round === STOP || round === MISSING) return { rounds, rest: flat(rest), stopped: round === STOP };
    rest.set(number, (rest.get(number) ?? []).filter((event) => !round.events.includes(event) && !round.late.includes(event)));
    const leaving = leaversOf(log, round);
    seen = round.seats & ~leaving.out;
    rounds.push(Object.freeze({ ...round, ...leaving }));
    previous = round.digest;
  }
  return { rounds, rest: flat(rest), stopped: false };
}

const flat = (rest) => [...rest.values()].flat();

/** The events of a log by their rounds; of a seat's events for one round the first. */
function group(log) {
  const rounds = new Map();
  const had = new Set();
  for (const event of log.of("event")) {
    const place = `${event.round} ${event.seat}`;
    if (had.has(place)) continue;
    had.add(place);
    if (!rounds.has(event.round)) rounds.set(event.round, []);
    rounds.get(event.round).push(event);
  }
  return rounds;
}

const STOP = "only the rules can say how the log goes on";
const MISSING = "a part is missing, or of another branch";

/** The round with its digest and who was in, or why there is none. */
function close(log, rest, { number, previous, seen, before, votes }) {
  const events = (rest.get(number) ?? []).filter((event) => equal(event.previous, previous));
  const named = namesOf(log, rest, number);
  const possible = (seats) => isPossible(seats, before);
  const standing = votes.map((vote) => vote.in).filter((seats) => possible(seats) && absentFrom(votes, seats).length > 0);
  const values = new Set([...events.map((event) => event.in), ...standing]);
  const tried = [...new Set([seen, ...values])].filter(possible);
  const rounds = tried.map((seats) => roundOf(log, { number, previous, seats, events, votes }));
  const asked = log.votes(number).some((vote) => equal(vote.previous, previous));
  if (!rounds.some((round) => round.events.length > 0 || round.absent.length > 0)) return asked ? STOP : MISSING;
  const right = rounds.find((round) => named.has(hex(round.digest)));
  if (right !== undefined) return right;
  if (values.size === 1 && standing.includes(seen)) return rounds[0];
  const [agreed] = values;
  const unnamed = named.size === 0 && events.length > 0 && values.size === 1;
  if (unnamed) return rounds.find((round) => round.seats === agreed) ?? rounds[0];
  if (asked || values.size !== 1 || agreed !== seen || outUnseen(log, rest, number, seen)) return STOP;
  return rounds[0]; // a part is missing or of another branch, which shows in what names this round otherwise
}

/** The digests that messages name for a round. */
function namesOf(log, rest, number) {
  const events = rest.get(number + 1) ?? [];
  return new Set([...events.map((event) => hex(event.previous)), ...log.haves(number).map((have) => hex(have.digest))]);
}

/** Whether an event of a later round names as out a seat that no message of the file shows to be. */
function outUnseen(log, rest, number, seen) {
  const shown = log.shownOut;
  const out = (event) => (BigInt(seen & ~shown) & ~BigInt(event.in)) !== 0n;
  return [...rest].some(([round, events]) => round > number && events.some(out));
}

/** The round that some events make if exactly these seats were in. */
function roundOf(log, { number, previous, seats, events, votes }) {
  const absent = absentFrom(votes, seats);
  const [late, given] = [true, false].map((isLate) => events.filter((event) => absent.includes(event.seat) === isLate));
  const digest = digestOfRound(log.genesis.id, number, previous, seats, given, absent);
  return { number, previous, seats, events: given, absent, late, digest };
}

/** The digest of a round (7.4) with these events and absent seats. */
export function digestOfRound(game, number, previous, seats, events, absent) {
  const parts = [...events.map((event) => [event.seat, eventHash(event)]), ...absent.map((seat) => [seat, H("absent")])];
  parts.sort(([a], [b]) => a - b);
  return H("round", game, u64(number), previous, u64(seats), ...parts.flatMap(([seat, X]) => [u64(seat), X]));
}

/** Who is seen to leave by a round: absent, `resigned` by signed notes, or with an event at fault by what everybody sees. */
function leaversOf(log, { number, seats, events, absent }) {
  const faults = [];
  const resignations = [];
  let atFault = 0;
  for (const event of events) {
    const notes = notesOf(log, event);
    if (notes === undefined) faults.push({ round: number, seat: event.seat, kind: "illegal" });
    if (notes === undefined || event.in !== seats) atFault |= 1 << event.seat;
    else if (leaves(event, notes)) resignations.push(...notes);
  }
  const resigned = resignations.reduce((sum, note) => sum | (1 << note.seat), 0);
  const gone = absent.reduce((sum, seat) => sum | (1 << seat), 0);
  return { faults, atFault, resignations: firstOfEach(resignations), resigned, out: gone | atFault | resigned };
}

const AGREED = ["takeback", "draw", "pause"];

/** Whether signed notes let seats leave: beside another kind of note none does. */
const leaves = ({ act }, notes) => !AGREED.includes(act) && notes.every((note) => note.word === "resign");

const firstOfEach = (notes) => notes.filter((note, at) => notes.findIndex(({ seat }) => seat === note.seat) === at);

/** The notes that an event embeds, or undefined if one of them is no note that its seat signed for this game. */
export function notesOf(log, event) {
  try {
    const notes = event.notes.map(readRecord);
    if (!notes.every((note) => note.kind === "note" && log.signed(note))) return undefined;
    log.signatures += notes.length;
    return notes;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** The seats that are seen to have left for good, as a sum (SPEC 11.2). */
export function seenOut(rounds, seats) {
  return rounds.reduce((sum, { seats: before, absent, resigned }) => {
    const everybody = listOf(all(seats) & ~sum).every((seat) => has(before, seat));
    return (everybody ? absent.reduce((more, seat) => more | (1 << seat), sum) : sum) | resigned;
  }, 0);
}
