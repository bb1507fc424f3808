// The verdict on an event of a seat that owes one: why it is a fault, if it is one (SPEC 7.3).

import { equal } from "./bytes.js";
import { LAST_ROLL, onChain } from "./coin.js";
import * as form from "./forms.js";
import { stateDigest } from "./position.js";
import { isRight, keyOfEvent } from "./reveal.js";
import { notesOf } from "./rounds.js";
import { has, listOf } from "./seats.js";
import { holdsNil } from "./table.js";
import { pack } from "./wire.js";

const ACTS = {
  KEYS: ["key", "resign"],
  TURN: ["move", "resign", "takeback", "draw", "pause"],
  COIN: ["coin", "resign"],
  REST: ["coin", "resign"],
  REVEAL: ["reveal"],
};
const CONSENTS = ["takeback", "draw", "pause"];
const COIN = form.array(form.integer(1, LAST_ROLL), form.many(form.anyInteger), form.either(form.nil, form.seat), form.digest);
const MOVE = form.array(() => true, form.array(), form.array());

/**
 * What an event says in its round: { fault: true }, or { notes, ... } with what its act brings: `state` after a move or takeback,
 * `value` of a coin.
 */
export function judge(log, position, event) {
  const notes = notesOf(log, event);
  const sound =
    notes !== undefined &&
    equal(event.state, stateDigest(position)) &&
    event.in === position.seats &&
    ACTS[position.step.name].includes(event.act) &&
    notesFit(position, event, notes);
  const brought = sound ? BODY[event.act](position, event, log) : undefined;
  return brought === undefined ? { event, fault: true, notes: [] } : { event, fault: false, notes, ...brought };
}

function notesFit(position, event, notes) {
  if (CONSENTS.includes(event.act)) return areConsents(position, event, notes);
  if (event.act === "key" || event.act === "reveal") return notes.length === 0;
  const resignations = notes.every((note) => note.word === "resign" && has(position.seats, note.seat));
  if (event.act !== "resign") return resignations;
  const own = notes.some((note) => note.seat === event.seat);
  return resignations && notes.length > 0 && (own || position.step.name === "TURN");
}

function areConsents({ seats, previous }, event, notes) {
  const others = listOf(seats).filter((seat) => seat !== event.seat);
  const agreed = (note) => note.word === event.act && equal(note.digest, previous) && (note.back === undefined || note.back === event.body[0]);
  const from = notes.map((note) => note.seat).sort((a, b) => a - b);
  return notes.every(agreed) && from.length === others.length && others.every((seat, at) => from[at] === seat);
}

const empty = (event) => event.body.length === 0;

/** For each act what its body brings, or undefined where it is a fault. */
const BODY = {
  key({ genesis }, event) {
    const key = keyOfEvent(event);
    const decks = genesis.proposal.group !== null;
    return key !== undefined && !decks && event.body[2] === null && event.body[3] === null ? { key } : undefined;
  },
  resign: (_, event) => (empty(event) ? {} : undefined),
  draw: (_, event) => (empty(event) ? {} : undefined),
  pause: ({ paused }, event) => (empty(event) && !paused ? {} : undefined),
  takeback({ line }, event) {
    if (!form.array(form.round)(event.body)) return undefined;
    return line.some(({ round }) => round === event.body[0]) ? { back: event.body[0] } : undefined;
  },
  move({ rules, state }, event) {
    if (!MOVE(event.body) || holdsNil(event.body[0])) return undefined;
    const after = rules.move(state, event.body[0]);
    return after === undefined ? undefined : { state: after };
  },
  coin({ genesis, rolls, step, chains }, event) {
    if (!COIN(event.body)) return undefined;
    const [number, sides, seat, value] = event.body;
    const right = number === rolls && equal(pack([sides, seat]), pack([step.sides, step.seat]));
    return right && onChain(genesis.id, event.seat, chains[event.seat], number, value) ? { value } : undefined;
  },
  reveal({ genesis, keys }, event) {
    return isRight(genesis.id, event, keys[event.seat]) ? {} : undefined;
  },
};
