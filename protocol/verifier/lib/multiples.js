// Multiples of a point that is multiplied often: the base point, and a key that signs all that its seat says.

import { mulAddUnsafe } from "@noble/curves/abstract/curve.js";

import { Point, ZERO } from "./group.js";

const WIDTH = 5;
const HALF = 2 ** (WIDTH - 1);
const WINDOWS = Math.ceil(254 / WIDTH);
const OFTEN = 4;

/** A point that is multiplied; after a few times by a table, which costs as much as three multiples without. */
export class Multiples {
  #point;
  #table;
  #times = 0;

  constructor(point) {
    this.#point = point;
  }

  /** The point a number of times, from 0 below q; it may be secret to nobody. */
  times(number) {
    if (++this.#times < OFTEN) return mulAddUnsafe(Point, [this.#point], [number]);
    this.#table ??= tableOf(this.#point);
    return digitsOf(number).reduce((total, digit, window) => {
      if (digit === 0) return total;
      const part = this.#table[window][Math.abs(digit) - 1];
      return digit > 0 ? total.add(part) : total.subtract(part);
    }, ZERO);
  }
}

/** For each window the multiples of the point that its digits, from 1 to HALF, stand for. */
function tableOf(point) {
  const table = [];
  for (let base = point; table.length < WINDOWS; base = table.at(-1).at(-1).double()) {
    const row = [base];
    while (row.length < HALF) row.push(row.at(-1).add(base));
    table.push(row);
  }
  return table;
}

/** The digits of a number below q, the lowest first, each from 1 - HALF to HALF. */
function digitsOf(number) {
  const digits = [];
  let rest = number;
  const mask = BigInt(2 * HALF - 1);
  for (let carry = 0; digits.length < WINDOWS; rest >>= BigInt(WIDTH)) {
    const digit = Number(rest & mask) + carry;
    carry = digit > HALF ? 1 : 0;
    digits.push(digit - 2 * HALF * carry);
  }
  return digits;
}
