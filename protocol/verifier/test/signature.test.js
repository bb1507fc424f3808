import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, unhex, utf8 } from "../lib/bytes.js";
import { H, derive, pre } from "../lib/digest.js";
import { encode, hashToPoint, S, scalarBytes } from "../lib/group.js";
import { keyOf, signs } from "../lib/signature.js";
import { publicKey, sign } from "./signing.js";
import { vectors } from "./vectors.js";

for (const { name, given, expect } of vectors("key")) {
  test(name, () => assert.equal(keyOf(unhex(given.key)) !== undefined, expect));
}

for (const { name, given, expect } of vectors("signature")) {
  test(name, () => {
    const key = keyOf(unhex(given.key));
    const valid = () => key !== undefined && signs(key, given.tag, unhex(given.scope), unhex(given.body), unhex(given.signature));
    for (let often = 0; often < 6; often++) assert.equal(valid(), expect, "however often the key is used");
  });
}

for (const { name, given, expect } of vectors("digest")) {
  test(name, () => {
    if (given.parts !== undefined) {
      const parts = given.parts.map(unhex);
      assert.equal(hex(pre(given.tag, ...parts)), expect.preimage);
      assert.equal(hex(H(given.tag, ...parts)), expect.digest);
    } else if (given.tag !== undefined) {
      assert.equal(hex(publicKey(unhex(given.seed))), expect.key);
      assert.equal(hex(sign(unhex(given.seed), given.tag, unhex(given.scope), unhex(given.body))), expect.signature);
    } else assert.equal(hex(derive(unhex(given.seed), "game secret", unhex(given.game_id))), expect.secret);
  });
}

test("derive/seat-key.json", () => {
  const { given, expect } = vectors("derive").find((vector) => vector.expect.seat_key !== undefined);
  const seed = derive(unhex(given.seed), "seat", unhex(given.join_nonce));
  assert.equal(hex(publicKey(seed)), expect.seat_key);
  assert.equal(hex(derive(seed, "game secret", unhex(given.game_id))), expect.game_secret);
});

test("the examples of SPEC B.2", () => {
  assert.equal(hex(encode(hashToPoint("example"))), "4cc899eb2e4e011efcb61fbb728cefa8333407bce4b697af613a1dfeb4885c17");
  assert.equal(hex(scalarBytes(S("example"))), "3d46fa798b8b5095fa3044337209b1835c7f76d42db4a200be4312b8b212c108");
  assert.notEqual(hex(H("example", utf8(""))), hex(H("example")));
});
