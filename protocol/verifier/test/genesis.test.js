import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, unhex } from "../lib/bytes.js";
import { readGenesis } from "../lib/genesis.js";
import { Malformed } from "../lib/malformed.js";
import { AtOnce, Together } from "../lib/proofs.js";
import { vectors } from "./vectors.js";

for (const { name, given, expect } of vectors("genesis")) {
  test(name, () => {
    const read = () => readGenesis(unhex(given.genesis), new AtOnce());
    if (expect === "refused") assert.throws(read, Malformed);
    else assert.equal(hex(read().id), expect.game_id);
  });
}

test("signatures of a genesis can be checked together", () => {
  const refused = vectors("genesis").filter(({ name }) => name.endsWith("not-signed.json"));
  assert.equal(refused.length, 2);
  for (const { given } of refused) {
    const proofs = new Together();
    assert.throws(() => {
      readGenesis(unhex(given.genesis), proofs);
      if (!proofs.settle()) throw new Malformed("a signature is wrong");
    }, Malformed);
  }
});
