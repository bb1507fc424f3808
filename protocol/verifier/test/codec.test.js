import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, unhex } from "../lib/bytes.js";
import { Malformed } from "../lib/malformed.js";
import { pack, unpack } from "../lib/wire.js";
import { vectors } from "./vectors.js";

for (const { name, given, expect } of vectors("codec")) {
  test(name, () => {
    if (expect === "malformed") assert.throws(() => unpack(unhex(given.hex)), Malformed);
    else assert.equal(hex(pack(unpack(unhex(given.hex)))), given.hex);
  });
}

test("a message nests at most 12 arrays, an empty one included", () => {
  const nested = (arrays, inside) => Uint8Array.from([...Array(arrays).fill(0x91), inside]);
  assert.ok(unpack(nested(12, 0x01)));
  assert.throws(() => unpack(nested(13, 0x01)), Malformed);
  assert.throws(() => unpack(nested(12, 0x90)), Malformed);
});

test("a message has at most 65536 bytes", () => {
  assert.equal(pack(unpack(pack(new Uint8Array(65531)))).length, 65534);
  assert.throws(() => unpack(new Uint8Array(65537)), Malformed);
});

test("of all numbers of a width only those that need it are taken", () => {
  for (const value of [0, 127, 128, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, 2n ** 64n - 1n, -1, -32, -33, -128, -129, -32768, -32769, -(2 ** 31), -(2 ** 31) - 1, -(2n ** 63n)]) {
    assert.equal(unpack(pack(value)), value);
  }
  for (const long of ["cc7f", "cd00ff", "ce0000ffff", "cf00000000ffffffff", "d0e0", "d001", "d1ff80", "d2ffff8000", "d3ffffffff80000000"]) {
    assert.throws(() => unpack(unhex(long)), Malformed, long);
  }
});
