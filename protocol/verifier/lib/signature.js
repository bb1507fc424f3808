// Ed25519 signatures by the exact equation of SPEC 3.2: R is the encoding of s B - k A, byte for byte.

import { sha512 } from "@noble/hashes/sha2.js";

import { concat, equal, littleEndian } from "./bytes.js";
import { pre } from "./digest.js";
import { G, Q, decode, encode, modQ } from "./group.js";
import { Multiples } from "./multiples.js";

const BASE = new Multiples(G);

/** Whether a signature over a tag, scope and body is by a key, as keyOf() gives it. */
export function signs({ bytes, multiples }, tag, scope, body, signature) {
  if (signature.length !== 64) return false;
  const announced = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (s >= Q) return false;
  const k = modQ(littleEndian(sha512(concat([announced, bytes, pre(tag, scope, body)]))));
  return equal(announced, encode(BASE.times(s).subtract(multiples.times(k))));
}

/** A key as signs() takes it, if its 32 bytes are a valid one, else undefined. */
export function keyOf(bytes) {
  const point = bytes.length === 32 ? decode(bytes) : undefined;
  if (point === undefined || point.is0()) return undefined;
  const multiples = new Multiples(point);
  return multiples.inSubgroup() ? Object.freeze({ bytes, multiples }) : undefined;
}
