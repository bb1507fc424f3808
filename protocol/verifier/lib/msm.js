// Sums of many multiples of points, by buckets (Pippenger), and whether many points are all in the subgroup.

import { Q, ZERO } from "./group.js";

/** The sum of each point times its scalar; scalars are from 0 below 2^256. `tell` hears how much is done, from 0 to 1. */
export function sum(points, scalars, tell = () => {}) {
  const width = windowOf(points.length);
  const digits = scalars.map((scalar) => digitsOf(scalar, width));
  const windows = digits.reduce((most, each) => Math.max(most, each.length), 0);
  let total = ZERO;
  for (let window = windows - 1; window >= 0; window--) {
    for (let doubled = 0; doubled < width; doubled++) total = total.double();
    total = total.add(ofWindow(points, digits, window, width));
    tell(1 - window / windows);
  }
  return total;
}

/** The width in bits with which the fewest additions are needed, about. */
function windowOf(count) {
  let best = 2;
  const cost = (width) => Math.ceil(256 / width) * (count + 2 ** (width + 1));
  while (cost(best + 1) < cost(best)) best++;
  return best;
}

function digitsOf(scalar, width) {
  const digits = [];
  const bits = scalar.toString(2);
  for (let end = bits.length; end > 0; end -= width) digits.push(parseInt(bits.slice(Math.max(0, end - width), end), 2));
  return digits;
}

function ofWindow(points, digits, window, width) {
  const buckets = new Array(2 ** width);
  for (let at = 0; at < points.length; at++) {
    const digit = digits[at][window];
    if (digit) buckets[digit] = buckets[digit] === undefined ? points[at] : buckets[digit].add(points[at]);
  }
  let running = ZERO;
  let total = ZERO;
  for (let digit = buckets.length - 1; digit > 0; digit--) {
    if (buckets[digit] !== undefined) running = running.add(buckets[digit]);
    total = total.add(running);
  }
  return total;
}

const TRIES = 128;
const GROUP = 6;
const OFTEN = 50 * GROUP;

/**
 * Whether all points are in the subgroup; a wrong yes has a chance of 2^-128, whoever chose the points.
 *
 * A sum over a random half of the points leaves the subgroup with a chance of at least one half if any of them is outside.
 */
export function inSubgroup(points, tell = () => {}) {
  if (points.length < TRIES) return points.every((each) => each.isTorsionFree());
  const sums = new Array(TRIES).fill(ZERO);
  for (let from = 0; from < points.length; from += GROUP) {
    const subsets = subsetsOf(points.slice(from, from + GROUP));
    const chosen = globalThis.crypto.getRandomValues(new Uint8Array(TRIES));
    for (let at = 0; at < TRIES; at++) sums[at] = sums[at].add(subsets[chosen[at] % subsets.length]);
    if (from % OFTEN === 0) tell(from / points.length);
  }
  return sums.every((each) => each.isTorsionFree());
}

/** The sums of all subsets of some points, numbered by their bits. */
function subsetsOf(points) {
  const sums = [ZERO];
  for (const each of points) for (const sum of sums.slice()) sums.push(sum.add(each));
  return sums;
}

/** A random number from 1 to 2^128, which nobody knew before. */
export function random128() {
  const [high, low] = globalThis.crypto.getRandomValues(new BigUint64Array(2));
  return 1n + (high << 64n) + low;
}

export const negated = (scalar) => (scalar === 0n ? 0n : Q - scalar);
