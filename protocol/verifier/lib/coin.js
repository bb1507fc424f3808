// Rolls that nobody can know or choose: each seat reveals a chain of hashes from its tip on (SPEC 8).

import { _SHA256 } from "@noble/hashes/sha2.js";

import { equal, exact, u64 } from "./bytes.js";
import { H, pre } from "./digest.js";

export const LAST_ROLL = 65536;

/** The value before `value` on a seat's chain, whose number is `number`. */
const before = (game, seat, number, value) => H("coin", game, u64(seat), u64(number), value);

/**
 * The tip of the chain that follows from a seat's game secret.
 *
 * Of the two blocks that are hashed for a value the first is the same all along the chain, so it is taken in once only.
 */
export function tipOf(game, seat, secret) {
  const message = pre("coin", game, u64(seat), u64(0), H("coin seed", secret));
  const block = new DataView(padded(message).buffer);
  const hash = new _SHA256();
  hash.process(block, 0);
  const first = hash.get();
  for (let number = LAST_ROLL; number > 0; number--) {
    block.setUint32(message.length - VALUE - LENGTH - 4, number);
    hash.set(...first);
    hash.process(block, BLOCK);
    hash.get().forEach((word, at) => block.setUint32(message.length - VALUE + 4 * at, word));
  }
  return new Uint8Array(block.buffer, message.length - VALUE, VALUE).slice();
}

const [BLOCK, VALUE, LENGTH] = [64, 32, 4];

/** A message as SHA-256 takes it: with a bit, zeros and its length in bits. */
function padded(message) {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  blocks.set(message);
  blocks[message.length] = 0x80;
  new DataView(blocks.buffer).setUint32(blocks.length - 4, 8 * message.length);
  return blocks;
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
