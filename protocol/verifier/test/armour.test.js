import assert from "node:assert/strict";
import { test } from "node:test";

import { hex, unhex, utf8 } from "../lib/bytes.js";
import { isArmoured, packsIn } from "../lib/armour.js";
import { Malformed } from "../lib/malformed.js";
import { verifyAll } from "../lib/verify.js";
import { vectors } from "./vectors.js";

for (const { name, given, expect } of vectors("armour")) {
  test(name, () => {
    const text = utf8(given.text);
    if (expect === "refused" && !isArmoured(text)) return;
    if (expect === "refused") assert.throws(() => packsIn(text), Malformed);
    else assert.deepEqual(packsIn(text).map(hex), expect);
  });
}

test("a file is judged by the packs that its text holds, and no game file is taken for a text", () => {
  const twice = vectors("armour").find(({ name }) => name.endsWith("two-packs.json"));
  const verdicts = verifyAll([utf8("nothing"), utf8(twice.given.text)]);
  assert.deepEqual(verdicts.map(({ file, reason }) => [file, reason]), [[0, "foreign"], [1, "foreign"], [1, "foreign"]]);
  const cut = vectors("armour").find(({ name }) => name.endsWith("missing-part.json"));
  assert.equal(verifyAll([utf8(cut.given.text)])[0].reason, "parts");
  const log = unhex(vectors("log").find(({ name }) => name.endsWith("/finished.json")).given.file);
  assert.ok(!isArmoured(log));
});
