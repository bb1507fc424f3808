/** What was received is not as SPEC says; whoever sent it is to blame, and no seat. `reason` is a word for what people are told, one of REASONS. */
export class Malformed extends Error {
  constructor(sentence, reason = "form") {
    super(sentence);
    this.reason = reason;
  }
}

/** Throws Malformed with this sentence unless something holds. */
export function need(holds, sentence, reason) {
  if (!holds) throw new Malformed(sentence, reason);
}

/** Why a file is refused, in one word for each thing that its reader can do about it. */
export const REASONS = [
  "damaged", // bytes were changed
  "torn", // its end is missing
  "large",
  "foreign", // it is nothing of p2pgames
  "text", // a pack as text whose lines are not whole
  "parts", // a pack as text of which parts are missing
  "empty", // without a genesis
  "form", // a record that no client writes
  "genesis", // the beginning does not hold
  "unsigned", // a record that is not signed by whom it names
  "branch", // a part is missing, or of another branch
  "rules", // other rules under the same name
  "unproved", // a proof file that proves nothing
  "unjudged", // a proof file that only the rules could judge
  "fast", // a proof file, in a fast audit
  "series", // it does not follow the game that it names
];
