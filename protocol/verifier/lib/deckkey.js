// Deck keys: what each seat encrypts cards with, and the proof that it knows it (SPEC B.3).

import { littleEndian, u64 } from "./bytes.js";
import { F } from "./digest.js";
import * as form from "./forms.js";
import { G, NAME, Q, S, ZERO, encode, modQ, pieces, point, scalar, times } from "./group.js";
import { need } from "./malformed.js";

const FIELDS = form.array(form.bytes(32), form.bytes(64));

/** Where a deck key belongs: parts of every hash about it. */
const place = (game, epoch, seat) => [NAME, game, u64(epoch), u64(seat)];

/** The point of a deck key whose proof holds, as `proofs` finds; throws Malformed. */
export function readDeckKey(game, epoch, seat, fields, proofs) {
  need(FIELDS(fields), "a deck key is not of its form");
  const [key, proof] = fields;
  const [announced, response] = pieces(proof);
  const [X, W, s] = [point(key), point(announced), scalar(response)];
  const e = S("deck key proof", ...place(game, epoch, seat), key, announced);
  need(proofs.holds([X, W], [[[1n, W], [e, X], [Q - s, G]]]), "the proof of a deck key does not hold");
  return Object.freeze({ bytes: key, point: X });
}

/** The secret deck key that follows from a game secret. */
export const secretKey = (secret, game, epoch, seat) => modQ(littleEndian(F(secret, "deck key", ...place(game, epoch, seat), 0)));

/** Whether 32 bytes are the secret of a deck key. */
export function opens(bytes, key) {
  const number = littleEndian(bytes);
  return number < Q && times(number, G).equals(key.point);
}

/** The sum of the keys of all seats, or undefined where it is neutral. */
export function jointKey(keys) {
  const sum = keys.reduce((total, key) => total.add(key.point), ZERO);
  return sum.equals(ZERO) ? undefined : Object.freeze({ bytes: encode(sum), point: sum });
}
