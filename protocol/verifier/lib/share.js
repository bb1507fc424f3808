// Shares: what each seat gives to open cards, with the proof that it used its own key (SPEC B.6).

import { u64 } from "./bytes.js";
import { H } from "./digest.js";
import * as form from "./forms.js";
import { G, Q, S, modQ, pieces, point, scalar } from "./group.js";
import { need } from "./malformed.js";

const BATCH = form.array(form.anyBytes, form.bytes(96));

/**
 * The shares of a seat in slots, as points, if their proof holds, as `proofs` finds; throws Malformed.
 *
 * `key` is the seat's deck key; a slot is { digest, position, a } with the digest of its deck and the coded point of its card.
 */
export function readShares(seat, key, slots, batch, proofs) {
  need(BATCH(batch), "a batch is not of its form");
  const [shares, proof] = batch;
  need(slots.length > 0 && shares.length === 32 * slots.length, "shares have not their length");
  const given = pieces(shares).map((bytes) => ({ point: point(bytes), bytes }));
  const [first, second, response] = pieces(proof);
  const [t, tt, s] = [point(first), point(second), scalar(response)];
  const parts = slots.flatMap(({ digest, position, a }, j) => [digest, u64(position), a.bytes, given[j].bytes]);
  const B = H("shares", u64(seat), key.bytes, ...parts);
  const e = S("share proof", B, first, second);
  const weights = slots.map((_, j) => S("share weight", B, u64(j)));
  const composite = [
    [1n, tt],
    ...given.map((each, j) => [modQ(e * weights[j]), each.point]),
    ...slots.map(({ a }, j) => [modQ(-s * weights[j]), a.point]),
  ];
  const own = [[1n, t], [e, key.point], [Q - s, G]];
  need(proofs.holds([...given.map((each) => each.point), t, tt], [own, composite]), "the proof of shares does not hold");
  return given.map((each) => each.point);
}
