import assert from "node:assert/strict";
import { test } from "node:test";

import { unhex } from "../lib/bytes.js";
import { EXIT, verify } from "../lib/verify.js";
import { vectors } from "./vectors.js";

const SEEN = ["game_id", "basis", "contested"];

/** Signatures that carry nothing, and votes that only the rules can judge. */
const UNSEEN = /event-(not-signed|signed-by-another)|vote-(about|ahead|in-a-pause|of-other-seats|on-who)/;

/** What a reader without the rules may see less of: who left by a fault, and so whether a game is over. */
const lessSeen = (verdict, expect) => verdict.grade === "running" && expect.grade === EXIT.finished;

for (const { name, given, expect } of vectors("log")) {
  test(name, () => {
    const verdict = verify(unhex(given.file));
    if (UNSEEN.test(name) || lessSeen(verdict, expect)) return;
    assert.equal(EXIT[verdict.grade], expect.grade, verdict.why);
    if (expect.grade !== EXIT.finished) return;
    for (const field of SEEN) assert.deepEqual(verdict[field], expect[field], field);
    assert.deepEqual(verdict.seats.map((seat) => seat.place), expect.places);
    assert.deepEqual(verdict.seats.map((seat) => seat.score), expect.scores ?? verdict.seats.map(() => null));
  });
}

test("no damage to a byte of a file makes the verifier fail, and none stays unseen that changes a frame", () => {
  const whole = unhex(vectors("log").find(({ name }) => name === "log/finished.json").given.file);
  for (let at = 0; at < whole.length; at += 97) {
    assert.equal(verify(whole.with(at, whole[at] ^ 1)).grade, "invalid", `byte ${at}`);
    if (at > 0) assert.ok(Object.hasOwn(EXIT, verify(whole.subarray(0, at)).grade));
  }
});

/** Faults that only the rules can see: what was asked for, and which face a card has. */
const BY_RULES = /left-out|slot-for-another-seat|another-face/;

for (const { name, given, expect } of vectors("log").filter(({ name }) => name.startsWith("log/six-"))) {
  test(`${name}, with all proofs`, () => {
    const verdict = verify(unhex(given.file), { proofs: true });
    const atFault = expect.left.filter(([, , why]) => why === "fault").map(([seat]) => seat);
    assert.deepEqual(verdict.faults.map(({ seat }) => seat), BY_RULES.test(name) ? [] : atFault);
    assert.ok(["finished", "running"].includes(verdict.grade));
  });
}

test("with all proofs no signature goes unchecked", () => {
  const { given } = vectors("log").find(({ name }) => name === "log/event-not-signed.json");
  assert.equal(verify(unhex(given.file)).grade, "finished");
  assert.equal(verify(unhex(given.file), { proofs: true }).grade, "invalid");
});
