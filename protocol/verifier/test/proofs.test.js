import assert from "node:assert/strict";
import { test } from "node:test";

import { unhex, utf8 } from "../lib/bytes.js";
import { tipOf } from "../lib/coin.js";
import { commitment } from "../lib/digest.js";
import { G, Q, decode, times } from "../lib/group.js";
import { AtOnce, Together } from "../lib/proofs.js";
import { isRight } from "../lib/reveal.js";

const OF_ORDER_8 = decode(unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));

/** Whether one proof holds, met after so many others that do. */
function settles(Proofs, points, equations, others) {
  const proofs = new Proofs();
  for (let at = 1n; at <= others; at++) {
    const point = times(at, G);
    proofs.holds([point], [[[1n, point], [Q - at, G]]]);
  }
  return proofs.holds(points, equations) && proofs.settle();
}

for (const Proofs of [AtOnce, Together]) {
  for (const others of [0, 200]) {
    test(`a point of small order is refused though its equation holds, ${Proofs.name}, among ${others}`, () => {
      assert.ok(!settles(Proofs, [OF_ORDER_8], [[[8n, OF_ORDER_8]]], others));
      assert.ok(!settles(Proofs, [OF_ORDER_8], [], others));
    });
    test(`an equation that does not hold is found, ${Proofs.name}, among ${others}`, () => {
      assert.ok(settles(Proofs, [G], [[[1n, G], [Q - 1n, G]]], others));
      assert.ok(!settles(Proofs, [G], [[[1n, G]]], others));
      assert.ok(!settles(Proofs, [G], [[[1n, G]], [[Q - 1n, G]]], others), "two that cancel when they are summed");
    });
  }
}

test("work is told of from nothing to all, and never backwards", () => {
  const told = [];
  const proofs = new Together(400, (done) => told.push(done));
  for (let at = 1n; at <= 400n; at++) proofs.holds([times(at, G)], [[[1n, times(at, G)], [Q - at, G]]]);
  assert.ok(proofs.settle());
  assert.ok(told.length > 20);
  assert.deepEqual(told, told.toSorted((a, b) => a - b));
  assert.ok(told[0] > 0 && told.at(-1) === 1);
});

test("a reveal is right only if the secret is the one of commitment and tip", () => {
  const [game, secret, other] = ["game", "secret", "other"].map((name) => utf8(name.padEnd(32, ".")));
  const event = { act: "reveal", seat: 1, body: [secret, null] };
  const key = { commitment: commitment(game, 1, secret), tip: tipOf(game, 1, secret) };
  assert.ok(isRight(game, event, key));
  assert.ok(!isRight(game, event, { ...key, commitment: commitment(game, 1, other) }));
  assert.ok(!isRight(game, event, { ...key, tip: tipOf(game, 1, other) }));
  assert.ok(!isRight(game, { ...event, seat: 0 }, key));
  assert.ok(!isRight(game, event, undefined));
});
