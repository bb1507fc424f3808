import assert from "node:assert/strict";
import { test } from "node:test";

import { equal, hex, unhex } from "../lib/bytes.js";
import { cardOf, deckDigest, facePoint, firstCards } from "../lib/deck.js";
import { jointKey, opens, readDeckKey, secretKey } from "../lib/deckkey.js";
import { encode, scalarBytes, times } from "../lib/group.js";
import { Malformed, need } from "../lib/malformed.js";
import { AtOnce, Together } from "../lib/proofs.js";
import { readShares } from "../lib/share.js";
import { followsFrom, fromSecret, generatorsFor, readShuffle } from "../lib/shuffle.js";
import { vectors } from "./vectors.js";

/** What a vector gives, read and checked as far as it goes. */
function read(given, proofs) {
  const game = unhex(given.game);
  const keys = given.keys.map((fields, seat) => readDeckKey(game, given.epoch, seat, fields.map(unhex), proofs));
  const deck = { digest: deckDigest(game, given.epoch, given.deck), joint: jointKey(keys) };
  const layers = [firstCards(deck.digest, given.size, deck.joint)];
  given.shuffles.forEach((strings, seat) => layers.push(readShuffle(deck, seat, layers[seat], strings.map(unhex), proofs)));
  return { game, keys, deck, layers };
}

function shares(given, proofs) {
  const { deck, keys, layers } = read(given, proofs);
  const slots = given.positions.map((position) => ({ digest: deck.digest, position, a: layers.at(-1).a[position] }));
  if (slots.length === 0) need(given.fields.length === 0, "shares where none are owed");
  else readShares(given.seat, keys[given.seat], slots, given.fields.map(unhex), proofs);
}

const KINDS = {
  "deck-key": (given, proofs) => readDeckKey(unhex(given.game), given.epoch, given.seat, given.fields.map(unhex), proofs),
  "deck-shuffle": read,
  "deck-share": shares,
};

for (const [kind, judge] of Object.entries(KINDS)) {
  for (const { name, given, expect } of vectors(kind)) {
    for (const Proofs of [AtOnce, Together]) {
      test(`${name}, ${Proofs.name}`, () => {
        const judged = () => {
          const proofs = new Proofs();
          judge(given, proofs);
          need(proofs.settle(), "a proof does not hold");
        };
        if (expect === "ok") judged();
        else assert.throws(judged, Malformed);
      });
    }
  }
}

for (const { name, given, expect } of vectors("deck-points")) {
  test(name, () => {
    const digest = deckDigest(unhex(given.game), given.epoch, given.deck);
    assert.equal(hex(digest), expect.digest);
    assert.deepEqual(generatorsFor(given.size).map((point) => hex(encode(point))), expect.generators);
    assert.deepEqual(expect.faces.map((_, face) => hex(encode(facePoint(digest, face)))), expect.faces);
  });
}

for (const { name, given, expect } of vectors("deck-secrets")) {
  test(name, () => {
    const { game, keys, deck, layers } = read(given, new AtOnce());
    const secrets = given.secrets.map(unhex);
    const right = secrets.every((secret, seat) => {
      const x = scalarBytes(secretKey(secret, game, given.epoch, seat));
      return opens(x, keys[seat]) && followsFrom(secret, deck, seat, layers[seat], layers[seat + 1], new AtOnce());
    });
    assert.equal(right, expect !== "refused");
    if (right) assert.deepEqual(faces(secrets, deck, layers), expect);
  });
}

/** The faces by position, from the secrets of all (B.8). */
function faces(secrets, deck, layers) {
  const start = layers[0].a.map((_, card) => card);
  return secrets.reduce((list, secret, seat) => fromSecret(secret, deck, seat, layers[seat]).order.map((from) => list[from]), start);
}

test("every equation of a proof is asked for, and holds", () => {
  const { given } = vectors("deck-share").find((vector) => vector.name.endsWith("/valid.json"));
  const asked = [];
  const proofs = { holds: (points, equations) => asked.push(equations.length) && new AtOnce().holds(points, equations) };
  shares(given, proofs);
  const shuffled = given.shuffles.map(() => 5 + given.size);
  assert.deepEqual(asked, [...given.keys.map(() => 1), ...shuffled, 2]);
});

test("all shares of a card leave the point of its face", () => {
  const { given, expect } = vectors("deck-secrets").find((vector) => vector.name.endsWith("/valid.json"));
  const { game, deck, layers } = read(given, new AtOnce());
  const x = given.secrets.map((secret, seat) => secretKey(unhex(secret), game, given.epoch, seat));
  const { a, b } = layers.at(-1);
  const cards = a.map(({ point }, at) => cardOf(deck.digest, given.size, b[at].point, x.map((each) => times(each, point))));
  assert.deepEqual(cards, expect);
  assert.equal(cardOf(deck.digest, given.size, b[0].point, []), undefined);
  assert.ok(!equal(a[0].bytes, b[0].bytes));
});
