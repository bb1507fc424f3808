import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, unhex } from "../lib/bytes.js";
import { readGenesis } from "../lib/genesis.js";
import { Malformed } from "../lib/malformed.js";
import { vectors } from "./vectors.js";

for (const { name, given, expect } of vectors("genesis")) {
  test(name, () => {
    const read = () => readGenesis(unhex(given.genesis));
    if (expect === "refused") assert.throws(read, Malformed);
    else assert.equal(hex(read().id), expect.game_id);
    if (expect === "refused") assert.throws(read, Malformed, "also when it was met before");
  });
}
