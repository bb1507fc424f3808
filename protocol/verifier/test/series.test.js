import assert from "node:assert/strict";
import { test } from "node:test";

import { hex } from "../lib/bytes.js";
import { followed } from "../lib/series.js";

const [END, PEOPLE] = [new Uint8Array(32).fill(7), [1, 2]];
const bytes = (fill) => new Uint8Array(32).fill(fill);

/** An audited game that is over, with what its proposal says of rules and seats. */
function over(id, previous, { game = "linja", version = 0, seats = 2, people = PEOPLE } = {}) {
  const joins = people.map((fill) => ({ identity: { bytes: bytes(fill) } }));
  const verdict = { grade: "finished", game_id: hex(bytes(id)), seats: joins.map(() => ({})) };
  return { verdict, genesis: { proposal: { previous, game, version, seats }, joins }, end: END };
}

const follows = (next) => followed([over(3, null), over(4, [bytes(3), END], next)]).at(-1).follows;

test("a series goes on under a later version of the rules", () => assert.equal(follows({ version: 1 }), true));

test("players may change their seats, but nothing else", () => {
  assert.equal(follows({ people: [2, 1] }), true);
  for (const other of [{ game: "bus" }, { seats: 3 }, { people: [1, 3] }]) assert.equal(follows(other), false);
});
