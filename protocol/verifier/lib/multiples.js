// Multiples of a point that is multiplied often: the base point, and a key that signs all that its seat says.

import { Q, ZERO } from "./group.js";

const WIDTH = 4;
const HALF = 2 ** (WIDTH - 1);
const WINDOWS = 256 / WIDTH;

/** A point that is multiplied: by a table, which costs as much as two multiples without, and pays from the third one on. */
export class Multiples {
  #table;

  constructor(point) {
    this.#table = tableOf(point);
  }

  /** The point a number of times, from 0 to q; it may be secret to nobody. */
  times(number) {
    return digitsOf(number).reduce((total, digit, window) => {
      if (digit === 0) return total;
      const part = this.#table[window][Math.abs(digit) - 1];
      return digit > 0 ? total.add(part) : total.subtract(part);
    }, ZERO);
  }

  /** Whether the point is in the subgroup of order q. */
  inSubgroup() {
    return this.times(Q).is0();
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

/** The digits of a number up to q, the lowest first, each from 1 - HALF to HALF. */
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
