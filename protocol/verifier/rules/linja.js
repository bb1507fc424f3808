// The rules of Linja, version 0 (SPEC A.1): the example of how rules are added.
//
// Rules are { name, version, data, seats, options, begin, ask, move, rolled, left, wire, result }. A state is frozen and theirs alone.

import { concat, hex, unhex } from "../lib/bytes.js";
import * as form from "../lib/forms.js";

const [ROWS, FULL, LAST] = [8, 6, 7];
const WEIGHTS = [-1, -1, -1, -1, 1, 2, 3, 5];
const START = [
  [6, 1, 1, 1, 1, 1, 1, 0],
  [0, 1, 1, 1, 1, 1, 1, 6],
];
const STEP = (...kinds) => form.array(form.exactly(...kinds), form.integer(0, LAST), form.integer(0, LAST));
const MOVE = form.either(
  form.array(),
  form.array(STEP("open")),
  form.array(STEP("open"), STEP("follow", "bonus", "theirs")),
  form.array(STEP("open"), STEP("follow"), STEP("bonus", "theirs")),
);
const WHY = {
  passed: "All pawns have passed each other.",
  stuck: "Neither player can move.",
  thrice: "The same position stands for the third time.",
  left: ["Red has left the game.", "Black has left the game."],
};

const goal = (seat) => (seat === 0 ? LAST : 0);
const ahead = (seat) => (seat === 0 ? 1 : -1);
const hasRoom = (pawns, row) => row === 0 || row === LAST || pawns[0][row] + pawns[1][row] < FULL;
const position = (pawns, seat) => Uint8Array.from([...pawns[0], ...pawns[1], seat]);
const onBoard = (row) => row >= 0 && row < ROWS;

/** The pawns after one of a colour went from a row to another, or undefined if it cannot. */
function moved(pawns, colour, from, to) {
  if (!onBoard(to) || pawns[colour][from] === 0 || !hasRoom(pawns, to)) return undefined;
  return pawns.map((rows, at) => (at === colour ? rows.map((count, row) => count + (row === to) - (row === from)) : rows));
}

/** Whether every Red pawn stands above every Black one. */
const havePassed = ([red, black]) => red.findIndex((count) => count > 0) > black.findLastIndex((count) => count > 0);

const canOpen = (pawns, seat) => pawns[seat].some((_, row) => moved(pawns, seat, row, row + ahead(seat)) !== undefined);

/** What a turn leads to, as { pawns, passed } with whether all had passed each other after any of its steps; undefined if illegal. */
function turn({ any, pawns }, seat, steps) {
  let now = { pawns, rows: 0, bonus: false, passed: false };
  for (const [kind, from, to] of steps) {
    now = KINDS[kind](now, seat, from, to, any);
    if (now === undefined) return undefined;
    now.passed ||= havePassed(now.pawns);
  }
  return now;
}

const KINDS = {
  open(now, seat, from, to) {
    const pawns = to === from + ahead(seat) ? moved(now.pawns, seat, from, to) : undefined;
    const atGoal = to === goal(seat);
    const strength = atGoal ? 0 : now.pawns[0][to] + now.pawns[1][to];
    return pawns && { ...now, pawns, rows: strength, bonus: atGoal };
  },
  follow(now, seat, from, to) {
    if (now.rows === 0 || from === goal(seat)) return undefined;
    const reach = from + ahead(seat) * now.rows;
    const pawns = to === Math.min(Math.max(reach, 0), LAST) ? moved(now.pawns, seat, from, to) : undefined;
    return pawns && { ...now, pawns, rows: 0, bonus: reach === goal(seat) };
  },
  bonus(now, seat, from, to) {
    const pawns = now.bonus && Math.abs(to - from) === 1 ? moved(now.pawns, seat, from, to) : undefined;
    return pawns && { ...now, pawns, bonus: false };
  },
  theirs(now, seat, from, to, any) {
    if (!any || from === goal(1 - seat)) return undefined;
    const pawns = now.bonus && Math.abs(to - from) === 1 ? moved(now.pawns, 1 - seat, from, to) : undefined;
    return pawns && { ...now, pawns, bonus: false };
  },
};

const times = (seen, place) => seen.filter((each) => each === place).length;

function ended(passed, steps, before) {
  if (passed) return WHY.passed;
  return steps.length === 0 && before.passed ? WHY.stuck : "";
}

const begun = (state, seat) => Object.freeze({ ...state, turn: seat, seen: [hex(position(state.pawns, seat))] });

const points = (pawns) => pawns.map((rows, seat) => rows.reduce((sum, n, row) => sum + n * WEIGHTS[seat === 0 ? row : LAST - row], 0));

function places({ gone, pawns }) {
  if (gone >= 0) return gone === 0 ? [2, 1] : [1, 2];
  const [red, black] = points(pawns);
  return [red < black ? 2 : 1, black < red ? 2 : 1];
}

export const linja = Object.freeze({
  name: "linja",
  version: 0,
  data: unhex("4ccb4b399be5ef37c621117ff64453ff6a6590268c1155c01304f5321fc8890d"),
  seats: [2, 2],
  options: [["bonus", ["own", "any"]]],

  begin({ options, begins }) {
    const state = { any: options[0][1] === "any", pawns: START, turn: -1, passed: false, seen: [], gone: -1, why: "" };
    return begins === null ? Object.freeze(state) : begun(state, begins);
  },

  /** What the rules ask for: { choose: seat }, { roll: sides, seat }, or { over: { places, scores } }. */
  ask(state) {
    if (state.why !== "") return { over: { places: places(state), scores: points(state.pawns) } };
    return state.turn < 0 ? { roll: [2], seat: null } : { choose: state.turn };
  },

  /** The state after a move of the seat at turn, or undefined if it is illegal. */
  move(state, move) {
    if (!MOVE(move)) return undefined;
    const seat = state.turn;
    if (move.length === 0 && canOpen(state.pawns, seat)) return undefined;
    const done = turn(state, seat, move);
    if (done === undefined) return undefined;
    const { pawns } = done;
    const why = ended(done.passed, move, state);
    const after = { ...state, pawns, passed: move.length === 0, why };
    if (why !== "") return Object.freeze(after);
    const here = hex(position(pawns, 1 - seat));
    const thrice = times(state.seen, here) === 2 ? WHY.thrice : "";
    return Object.freeze({ ...after, turn: 1 - seat, seen: [...state.seen, here], why: thrice });
  },

  rolled: (state, [seat]) => begun(state, seat),

  left: (state, seat) => Object.freeze({ ...state, gone: seat, why: WHY.left[seat] }),

  wire: ({ any, pawns, turn: seat, passed, seen, gone, why }) => [any, pawns, seat, passed, concat(seen.map(unhex)), gone, why],
});
