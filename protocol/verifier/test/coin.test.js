import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, u64, unhex } from "../lib/bytes.js";
import { onChain, outcome, tipOf } from "../lib/coin.js";
import { commitment } from "../lib/digest.js";
import { vectors } from "./vectors.js";

for (const { name, given, expect } of vectors("coin")) {
  test(name, () => {
    const game = unhex(given.game_id);
    if (given.secret === undefined) {
      const values = given.values.map(([seat, value]) => [seat, unhex(value)]);
      assert.deepEqual(outcome(game, given.roll, values, given.sides).map(BigInt), expect.map(BigInt));
      return;
    }
    const tip = { roll: 0, value: unhex(expect.tip) };
    assert.equal(hex(tipOf(game, given.seat, unhex(given.secret))), expect.tip);
    assert.ok(onChain(game, given.seat, tip, given.roll, unhex(expect.value)));
    assert.ok(!onChain(game, given.seat + 1, tip, given.roll, unhex(expect.value)));
    if (given.roll > 1) assert.ok(!onChain(game, given.seat, tip, given.roll - 1, unhex(expect.value)));
  });
}

test("a commitment is to game, seat and secret", () => {
  const [game, secret] = [new Uint8Array(32).fill(0x67), new Uint8Array(32).fill(0x73)];
  assert.equal(hex(commitment(game, 1, secret)), "1ace4e79719a7bb15b14105ca8e40afaee2fa6148958570ce8f99b34290b7379");
  assert.equal(u64(1).length, 8);
});
