// The group of signatures and of sealed decks: the subgroup of prime order q of edwards25519 (SPEC 3.1, B.2).

import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";

import { littleEndian, toLittleEndian } from "./bytes.js";
import { H, pre } from "./digest.js";
import { need } from "./malformed.js";

export const { Point } = ed25519;
export const NAME = new TextEncoder().encode("ed25519");
export const G = Point.BASE;
export const ZERO = Point.ZERO;
export const Q = Point.Fn.ORDER;
const P = Point.Fp.ORDER;
const D = Point.CURVE().d;

export const modQ = (number) => {
  const rest = number % Q;
  return rest < 0n ? rest + Q : rest;
};

/** The point that 32 bytes encode, canonically, or undefined. Whether it is in the subgroup is not looked at. */
export function decode(bytes) {
  try {
    return Point.fromBytes(bytes, false);
  } catch {
    return undefined;
  }
}

/** A point of a message; throws Malformed where it is no canonical encoding of one, or neutral. Subgroup as in decode(). */
export function point(bytes) {
  const decoded = decode(bytes);
  need(decoded !== undefined && !decoded.equals(ZERO), "what should be a point is none");
  return decoded;
}

/** A scalar of a message: 32 bytes, below q. */
export function scalar(bytes) {
  const number = littleEndian(bytes);
  need(bytes.length === 32 && number < Q, "what should be a scalar is none");
  return number;
}

/** Bytes in pieces of 32. */
export function pieces(bytes) {
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(32 * at, 32 * at + 32));
}

export const encode = (computed) => computed.toBytes();
export const scalarBytes = toLittleEndian;

/** number times a point; the number may be secret to nobody, and 0. */
export const times = (number, base) => base.multiplyUnsafe(modQ(number));

/** A scalar out of a tag and parts (B.1). */
export const S = (tag, ...parts) => modQ(littleEndian(sha512(pre(tag, ...parts))));

/** A point out of a tag and parts whose logarithm nobody knows (B.2). */
export function hashToPoint(tag, ...parts) {
  const digest = H(tag, ...parts);
  const sign = digest[31] >> 7;
  const r = littleEndian(digest) & (2n ** 255n - 1n);
  const u = elligator(modP(r));
  const y = modP((u - 1n) * inverse(u + 1n));
  const x = root(modP((y * y - 1n) * inverse(D * y * y + 1n)));
  return Point.fromAffine({ x: (x & 1n) === BigInt(sign) ? x : modP(-x), y }).clearCofactor();
}

const A = 486662n;
const modP = (number) => Point.Fp.create(number);
const inverse = (number) => (modP(number) === 0n ? 0n : Point.Fp.inv(modP(number)));

function elligator(r) {
  const u = modP(-A * inverse(1n + 2n * r * r));
  return isSquare(modP(u * (u * u + A * u + 1n))) ? u : modP(-A - u);
}

const isSquare = (number) => number === 0n || Point.Fp.pow(number, (P - 1n) / 2n) === 1n;

const root = (square) => Point.Fp.sqrt(square);

