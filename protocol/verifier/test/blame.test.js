import assert from "node:assert/strict";
import { test } from "node:test";

import { unhex } from "../lib/bytes.js";
import { EXIT, verify } from "../lib/verify.js";
import { vectors } from "./vectors.js";

for (const { name, given, expect } of vectors("blame")) {
  test(name, () => {
    const verdict = verify(unhex(given.file));
    assert.equal(verdict.mode, "full");
    assert.equal(EXIT[verdict.grade], expect.grade, verdict.why);
    assert.deepEqual(verdict.faults.map(({ round, seat }) => [round, seat]), expect.blame);
  });
}
