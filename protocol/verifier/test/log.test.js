import assert from "node:assert/strict";
import { test } from "node:test";

import { unhex } from "../lib/bytes.js";
import { REASONS } from "../lib/malformed.js";
import { EXIT, verify, verifyAll } from "../lib/verify.js";
import { vectors } from "./vectors.js";

const FIELDS = ["game_id", "rounds", "basis", "contested", "unrevealed", "other_results", "left"];

/** Votes and claims of which only a reader who knows who owes what sees that they are in order. */
const VOTES = /vote-(about|ahead|in-a-pause|of-other-seats|on-)/;
const isOver = (expect) => expect.grade === EXIT.finished;

for (const { name, given, expect } of vectors("log")) {
  test(name, () => {
    const verdict = verify(unhex(given.file));
    assert.ok(verdict.grade === "invalid" ? REASONS.includes(verdict.reason) : verdict.reason === null);
    if (verdict.mode === "full") return sameAs(verdict, expect);
    if (VOTES.test(name)) return undefined;
    if (verdict.grade === "running" && isOver(expect)) return undefined; // that it is over is not seen without the rules
    assert.equal(EXIT[verdict.grade], expect.grade, verdict.why);
    if (isOver(expect)) samePlaces(verdict, expect);
    return undefined;
  });
}

function sameAs(verdict, expect) {
  assert.equal(EXIT[verdict.grade], expect.grade, verdict.why);
  if (!isOver(expect) && expect.grade !== EXIT.running) return;
  const left = verdict.left.map(({ seat, round, why }) => [seat, round, why]);
  for (const field of FIELDS) assert.deepEqual({ ...verdict, left }[field], expect[field], field);
  samePlaces(verdict, expect);
  if (expect.by) assert.deepEqual(verdict.by.map(({ seat, round, name, key }) => [seat, round, name, key]), expect.by);
}

function samePlaces(verdict, expect) {
  const none = verdict.seats.map(() => null);
  assert.deepEqual(verdict.seats.map((seat) => seat.place), expect.places ?? none);
  assert.deepEqual(verdict.seats.map((seat) => seat.score), expect.scores ?? none);
}

for (const { name, given, expect } of vectors("proof")) {
  test(name, () => assert.equal(EXIT[verify(unhex(given.file)).grade], expect.grade));
}

for (const { name, given, expect } of vectors("series").filter(({ name }) => !/another-begins|the-coin/.test(name))) {
  test(name, () => assert.equal(verifyAll(given.files.map(unhex)).at(-1).follows, expect));
}

/** Faults that only the rules can see: what was asked for, and which face a card has. */
const BY_RULES = /slot-for-another-seat|another-face/;

for (const { name, given, expect } of vectors("log").filter(({ name }) => name.startsWith("log/six-"))) {
  test(`${name}, faults`, () => {
    const verdict = verify(unhex(given.file));
    const atFault = expect.left.filter(([, , why]) => why === "fault").map(([seat]) => seat);
    if (name.includes("own-choice")) atFault.push(...expect.unrevealed);
    assert.deepEqual(verdict.faults.map(({ seat }) => seat), BY_RULES.test(name) ? [] : atFault);
    assert.ok(["finished", "running"].includes(verdict.grade));
  });
}

test("a fast audit looks at the signatures that carry the rest", () => {
  const { given } = vectors("log").find(({ name }) => name === "log/event-not-signed.json");
  assert.equal(verify(unhex(given.file), { fast: true }).grade, "finished");
  assert.equal(verify(unhex(given.file)).grade, "invalid");
});

test("no damage to a byte of a file makes the verifier fail, and none stays unseen", () => {
  const whole = unhex(vectors("log").find(({ name }) => name === "log/finished.json").given.file);
  for (let at = 0; at < whole.length; at += 97) {
    assert.equal(verify(whole.with(at, whole[at] ^ 1)).grade, "invalid", `byte ${at}`);
    if (at > 0) assert.ok(Object.hasOwn(EXIT, verify(whole.subarray(0, at)).grade));
  }
});
