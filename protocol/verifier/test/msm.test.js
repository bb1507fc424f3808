import assert from "node:assert/strict";
import { test } from "node:test";

import { unhex } from "../lib/bytes.js";
import { G, Q, ZERO, decode, times } from "../lib/group.js";
import { inSubgroup, random128, sum } from "../lib/msm.js";

const OF_ORDER_2 = decode(unhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"));
const OF_ORDER_8 = decode(unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));

test("a sum of many multiples is the sum of all", () => {
  const scalars = [0n, 1n, Q - 1n, 2n ** 128n, ...Array.from({ length: 60 }, random128)];
  const points = scalars.map((_, at) => times(BigInt(at) ** 9n + 1n, G));
  const expected = points.reduce((total, point, at) => total.add(times(scalars[at], point)), ZERO);
  assert.ok(sum(points, scalars).equals(expected));
  assert.ok(sum([], []).equals(ZERO));
});

test("one point outside of the subgroup among many is found", () => {
  const points = Array.from({ length: 301 }, (_, at) => times(BigInt(at) + 3n, G));
  assert.ok(inSubgroup(points));
  for (const [at, torsion] of [[0, OF_ORDER_2], [299, OF_ORDER_2], [300, OF_ORDER_8]]) {
    assert.ok(!inSubgroup(points.with(at, points[at].add(torsion))));
  }
  const pair = points.with(7, points[7].add(OF_ORDER_2)).with(8, points[8].add(OF_ORDER_2));
  assert.ok(!inSubgroup(pair));
});

test("random numbers have 128 bits and are never 0", () => {
  const drawn = Array.from({ length: 200 }, random128);
  assert.ok(drawn.every((each) => each > 0n && each <= 2n ** 128n));
  assert.ok(drawn.some((each) => each > 2n ** 127n));
});
