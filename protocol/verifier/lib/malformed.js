/** What was received is not of the form that SPEC says; whoever sent it is to blame, and no seat. */
export class Malformed extends Error {}

/** Throws Malformed with this sentence unless something holds. */
export function need(holds, sentence) {
  if (!holds) throw new Malformed(sentence);
}
