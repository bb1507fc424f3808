// Where a game stands between two rounds, and what the next one is for (SPEC 7.1).

import { H } from "./digest.js";
import { u64, utf8 } from "./bytes.js";
import { all, has, listOf } from "./seats.js";
import { pack } from "./wire.js";

/**
 * The position before round 0.
 *
 * `line` holds the rounds that can be taken back, with the states before them; `rolls` counts the rolls begun; `values` are those of the
 * roll under way; `over` is the result, `end` the digest of the round that ended the game, `left` who left: [seat, round, why].
 */
export function begin(genesis, rules) {
  const { seats } = genesis.proposal;
  return Object.freeze({
    genesis,
    rules,
    round: 0,
    previous: H("start", genesis.id),
    seats: all(seats),
    state: rules.begin(genesis.proposal),
    step: { name: "KEYS", owing: listOf(all(seats)) },
    keys: [],
    chains: [],
    rolls: 0,
    values: [],
    line: [],
    paused: false,
    over: undefined,
    end: undefined,
    abandoned: false,
    left: [],
    revealed: undefined,
  });
}

/** The state digest of a position (6.2). */
export const stateDigest = ({ rules, state }) => H("state", utf8(rules.name), u64(rules.version), pack(rules.wire(state)));

/** The position with the step that follows from it: the rules are asked what is next, unless the game is over. */
export function asked(position) {
  const next = position.over ? undefined : position.rules.ask(position.state, position.seats);
  if (position.over || next.over) return ending(position, next?.over);
  if (next.roll !== undefined) return rolling(position, next);
  return { ...position, step: { name: "TURN", owing: [next.choose] }, values: [] };
}

function ending(position, over) {
  const everybody = listOf(all(position.genesis.proposal.seats));
  const result = position.over ?? { ...over, basis: basisOf(position) };
  const end = position.end ?? position.previous;
  if (position.abandoned || position.revealed) return { ...position, end, over: result, step: { name: "DONE", owing: [] } };
  return { ...position, end, over: result, step: { name: "REVEAL", owing: everybody } };
}

/** The reason of the last seat that left in the round that ended the game, or played. */
export function basisOf({ left, round }) {
  const last = left.at(-1);
  return last !== undefined && last[1] === round - 1 ? last[2] : "played";
}

function rolling(position, { roll: sides, seat }) {
  const begun = position.values.length > 0;
  const rolls = begun ? position.rolls : position.rolls + 1;
  const forSeat = seat !== null && has(position.seats, seat) ? seat : null;
  const still = listOf(position.seats);
  const given = position.values.map(([who]) => who);
  const owing = forSeat !== null && !begun ? [forSeat] : still.filter((each) => !given.includes(each));
  return { ...position, rolls, step: { name: begun ? "REST" : "COIN", owing, sides, seat: forSeat } };
}
