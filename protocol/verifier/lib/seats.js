// Sets of seats, as the sum of 2^s over their numbers s (SPEC 6.1).

/** All seats of a table of n. */
export const all = (n) => 2 ** n - 1;

export const has = (sum, seat) => seat < 32 && ((sum >>> seat) & 1) === 1; // a shift by 32 is none

/** The seats of a sum, the lowest first. */
export function listOf(sum) {
  const seats = [];
  for (let seat = 0; 2 ** seat <= sum; seat++) if (has(sum, seat)) seats.push(seat);
  return seats;
}
