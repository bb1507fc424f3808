// Rolls that nobody can know or choose: each seat reveals a chain of hashes from its tip on (SPEC 8).

import { sha256 } from "@noble/hashes/sha2.js";

import { equal, exact, u64 } from "./bytes.js";
import { H, pre } from "./digest.js";

export const LAST_ROLL = 65536;

/** The value before `value` on a seat's chain, whose number is `number`. */
const before = (game, seat, number, value) => H("coin", game, u64(seat), u64(number), value);

/** The tip of the chain that follows from a seat's game secret. */
export function tipOf(game, seat, secret) {
  let value = H("coin seed", secret);
  const message = pre("coin", game, u64(seat), u64(0), value);
  const number = new DataView(message.buffer, message.length - 44, 8);
  for (let at = LAST_ROLL; at > 0; at--) {
    number.setUint32(4, at);
    message.set(value, message.length - 32);
    value = sha256(message);
  }
  return value;
}

/**
 * Whether a value of roll k is on the chain that leads to `newest`, the value of the seat's newest roll `then`, or its tip, roll 0.
 */
export function onChain(game, seat, { roll: then, value: newest }, k, value) {
  let at = value;
  for (let number = k; number > then; number--) at = before(game, seat, number, at);
  return equal(at, newest);
}

/** What a roll comes to: `values` are [seat, value] of each seat still in, in order; one number for each of the sides. */
export function outcome(game, roll, values, sides) {
  const seed = H("roll", game, u64(roll), ...values.flatMap(([seat, value]) => [u64(seat), value]));
  let block = 0;
  const next = () => new DataView(H("draw", seed, u64(block++)).buffer).getBigUint64(0);
  return sides.map((side) => exact(drawn(BigInt(side), next)));
}

function drawn(side, next) {
  const limit = (2n ** 64n / side) * side;
  let number = next();
  while (number >= limit) number = next();
  return number % side;
}
