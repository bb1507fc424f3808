// Who checks equations between points: each at once, or all together at the end (SPEC B.5.2, Batch).
//
// An equation is a list of [scalar, point] whose sum must be neutral. A proof holds if all its points are in the subgroup
// and all its equations hold.

import { Q, ZERO, modQ, times } from "./group.js";
import { inSubgroup, random128, sum } from "./msm.js";

/** Checks every proof when it is met. */
export class AtOnce {
  holds(points, equations) {
    return points.every((point) => point.isTorsionFree()) && equations.every(isNeutral);
  }

  settle() {
    return true;
  }
}

const OFTEN = 16;

/** Takes every proof for good until it is asked to settle: then says whether all of them held. */
export class Together {
  #points = new Set();
  #equations = [];
  #expected;
  #tell;

  /** `tell` hears how much of the work is done, from 0 to 1, where about so many proofs are expected. */
  constructor(expected = 1, tell = () => {}) {
    this.#expected = expected;
    this.#tell = tell;
  }

  holds(points, equations) {
    for (const point of points) this.#points.add(point);
    for (const equation of equations) this.#equations.push(equation);
    if (this.#equations.length % OFTEN === 0) this.#tell(Math.min(0.5, this.#equations.length / this.#expected / 2));
    return true;
  }

  settle() {
    if (!inSubgroup([...this.#points], (done) => this.#tell(0.5 + done / 4))) return false;
    const weights = new Map();
    for (const equation of this.#equations) {
      const delta = random128();
      for (const [scalar, point] of equation) weights.set(point, (weights.get(point) ?? 0n) + delta * scalar);
    }
    const scalars = [...weights.values()].map((weight) => weight % Q);
    return sum([...weights.keys()], scalars, (done) => this.#tell(0.75 + done / 4)).equals(ZERO);
  }
}

function isNeutral(equation) {
  return equation.reduce((total, [scalar, point]) => total.add(times(modQ(scalar), point)), ZERO).equals(ZERO);
}
