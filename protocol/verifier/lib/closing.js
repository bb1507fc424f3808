// What a round comes to once it is closed (SPEC 7.5).

import { outcome } from "./coin.js";
import { asked } from "./position.js";
import { has, listOf } from "./seats.js";

/** The position after a round with these judged events and absent seats; `contested` if an event of one of these is there too. */
export function closed(position, digest, judged, absent, contested) {
  const leaving = firstToLeave(position, judged, absent);
  const before = { ...position, round: position.round + 1, previous: digest, paused: false };
  const applied = leaving.length === 0 ? APPLY[position.step.name](before, judged, position) : { ...before, line: [], values: [] };
  const by = leaving.concat(resigning(judged, leaving)).filter(([seat]) => has(applied.seats, seat));
  if (by.length === 0) return Object.freeze(asked(applied));
  const left = without({ ...applied, line: [], values: [] }, position, by);
  const undecided = contested && listOf(position.seats).length === 2;
  return Object.freeze(asked(undecided ? { ...left, over: nobody("voted") } : left));
}

const nobody = (basis) => ({ places: null, scores: null, basis });

/** The position without the seats that leave in a round: [[seat, why], ...]. */
function without(now, position, by) {
  const abandoned = position.step.name === "KEYS";
  if (!abandoned && by.length < listOf(now.seats).length) return by.reduce((each, [seat, why]) => leave(each, position, seat, why), now);
  const left = by.map(([seat, why]) => [seat, position.round, why]);
  const seats = now.seats & ~by.reduce((sum, [seat]) => sum | (1 << seat), 0);
  return { ...now, abandoned, seats, left: [...now.left, ...left], over: now.over ?? nobody(by.at(-1)[1]) };
}

/** Who leaves before anything is applied, in the order of seats: [[seat, why], ...]. */
function firstToLeave({ step }, judged, absent) {
  if (step.name === "REVEAL") return [];
  const faults = judged.filter(({ fault }) => fault).map(({ event }) => [event.seat, "fault"]);
  const own = judged.filter(({ event, notes }) => event.act === "resign" && notes.some((note) => note.seat === event.seat));
  const resigned = own.map(({ event }) => [event.seat, "resigned"]);
  return [...faults, ...resigned, ...absent.map((seat) => [seat, "voted"])].sort(([a], [b]) => a - b);
}

function resigning(judged, leaving) {
  const notes = judged.flatMap((each) => each.notes).filter((note) => note.word === "resign");
  const seats = [...new Set(notes.map((note) => note.seat))].sort((a, b) => a - b);
  return seats.filter((seat) => !leaving.some(([who]) => who === seat)).map((seat) => [seat, "resigned"]);
}

function leave(now, position, seat, why) {
  const over = now.over !== undefined || now.rules.ask(now.state, now.seats).over !== undefined;
  if (over) return now;
  const left = [...now.left, [seat, position.round, why]];
  return { ...now, left, seats: now.seats & ~(1 << seat), state: now.rules.left(now.state, seat, why) };
}

const APPLY = {
  KEYS(now, judged) {
    const keys = judged.map(({ key }) => key);
    return { ...now, keys, chains: keys.map(({ tip }) => ({ roll: 0, value: tip })) };
  },
  TURN(now, [{ event, state, back }], before) {
    if (event.act === "move") return { ...now, state, line: [...now.line, { round: event.round, state: before.state }] };
    if (event.act === "takeback") return takenBack(now, back);
    if (event.act === "draw") return { ...now, over: agreed(now) };
    return event.act === "pause" ? { ...now, paused: true } : now;
  },
  COIN: rolled,
  REST: rolled,
  REVEAL: (now, judged) => ({ ...now, revealed: judged }),
};

function takenBack(now, back) {
  const at = now.line.findIndex(({ round }) => round === back);
  return { ...now, state: now.line[at].state, line: now.line.slice(0, at) };
}

function agreed({ genesis, seats }) {
  const still = listOf(seats).length;
  return { places: genesis.joins.map((_, seat) => (has(seats, seat) ? 1 : 1 + still)), scores: null, basis: "agreed" };
}

function rolled(now, judged, { step }) {
  const values = [...now.values, ...judged.map(({ event, value }) => [event.seat, value])].sort(([a], [b]) => a - b);
  const chains = now.chains.map((chain, seat) => {
    const given = judged.find(({ event }) => event.seat === seat);
    return given === undefined ? chain : { roll: now.rolls, value: given.value };
  });
  if (values.length < listOf(now.seats).length) return { ...now, chains, values, line: [] };
  const drawn = outcome(now.genesis.id, now.rolls, values, step.sides);
  return { ...now, chains, values: [], line: [], state: now.rules.rolled(now.state, drawn) };
}
