// Rolls that nobody can know or choose: each seat reveals a chain of hashes from its tip on (SPEC 8).

import { equal, exact, hex, u64 } from "./bytes.js";
import { walk } from "./chain.js";
import { H, pre } from "./digest.js";

export const LAST_ROLL = 65536;

/** What is hashed for the value before `value` on a seat's chain, whose number is `number`. */
const link = (game, seat, number, value) => pre("coin", game, u64(seat), u64(number), value);

const tips = new Map();
const MOST_TIPS = 64;

/** The tip of the chain that follows from a seat's game secret. Of several files of a game it is worked out once. */
export function tipOf(game, seat, secret) {
  const name = `${hex(game)} ${seat} ${hex(secret)}`;
  if (!tips.has(name)) {
    if (tips.size === MOST_TIPS) tips.delete(tips.keys().next().value);
    tips.set(name, walk(link(game, seat, LAST_ROLL, H("coin seed", secret)), LAST_ROLL, 1));
  }
  return tips.get(name);
}

/**
 * Whether a value of roll k is on the chain that leads to `newest`, the value of the seat's newest roll `then`, or its tip, roll 0.
 */
export const onChain = (game, seat, { roll: then, value: newest }, k, value) => equal(walk(link(game, seat, k, value), k, then + 1), newest);

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
