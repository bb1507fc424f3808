// Ed25519 signatures by the exact equation of SPEC 3.2: R is the encoding of s B - k A, byte for byte.

import { sha512 } from "@noble/hashes/sha2.js";

import { concat, littleEndian } from "./bytes.js";
import { pre } from "./digest.js";
import { G, Q, decode, modQ } from "./group.js";

/**
 * Whether a signature over a tag, scope and body is by a key, as `proofs` finds; `key` is the point of a valid key and `bytes`
 * its encoding.
 *
 * s B - k A is in the subgroup, and so R, if it is its canonical encoding, is a point there: the equation between points says
 * the same as the one between bytes, and can wait for others.
 */
export function signs(proofs, { point, bytes }, tag, scope, body, signature) {
  if (signature.length !== 64) return false;
  const announced = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  const R = s < Q ? decode(announced) : undefined;
  if (R === undefined) return false;
  const k = modQ(littleEndian(sha512(concat([announced, bytes, pre(tag, scope, body)]))));
  return proofs.holds([R], [[[1n, R], [k, point], [Q - s, G]]]);
}

/** A key as signs() takes it, if its 32 bytes are a valid one, else undefined. */
export function keyOf(bytes) {
  const point = bytes.length === 32 ? decode(bytes) : undefined;
  const valid = point !== undefined && !point.is0() && point.isTorsionFree();
  return valid ? Object.freeze({ point, bytes }) : undefined;
}
