import assert from "node:assert/strict";
import { test } from "node:test";

import { unhex } from "../lib/bytes.js";
import { EXIT, verify } from "../lib/verify.js";
import { vectors } from "./vectors.js";

const ofGames = vectors("game").map((one) => ({ ...one, expect: one.expect.fast }));

for (const { name, given, expect } of [...vectors("fast"), ...ofGames]) {
  test(name, () => {
    const verdict = verify(unhex(given.file), { fast: true });
    assert.equal(EXIT[verdict.grade], expect.grade, verdict.why);
    if (verdict.grade === "invalid") return;
    assert.deepEqual(verdict.faults.map(({ round, seat }) => [round, seat]), expect.blame);
    if (verdict.grade === "cheated") return;
    const [places, scores] = [expect.places, expect.scores].map((each) => each ?? verdict.seats.map(() => null));
    assert.deepEqual(verdict.seats.map(({ place }) => place), places);
    assert.deepEqual(verdict.seats.map(({ score }) => score), scores);
    for (const field of ["rounds", "contested", "basis"]) assert.deepEqual(verdict[field], expect[field], field);
  });
}
