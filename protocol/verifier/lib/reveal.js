// What seats give at the end: their secrets, and the result that they sign (SPEC 9).

import { compare, equal } from "./bytes.js";
import { tipOf } from "./coin.js";
import { commitment } from "./digest.js";
import * as form from "./forms.js";
import { pack } from "./wire.js";

const BASES = ["played", "agreed", "resigned", "voted", "fault"];
const KEY = form.array(form.digest, form.digest, () => true, () => true);
const REVEAL = form.array(form.bytes(32), () => true);

/** What a seat's key event says, as { commitment, tip }, or undefined where it is no key. */
export function keyOfEvent(event) {
  return event?.act === "key" && KEY(event.body) ? { commitment: event.body[0], tip: event.body[1] } : undefined;
}

/** Whether a reveal gives the secret to which its seat has committed, and from which its coins follow. */
export function isRight(game, event, key) {
  if (key === undefined || event.act !== "reveal" || !REVEAL(event.body)) return false;
  const [secret] = event.body;
  return equal(commitment(game, event.seat, secret), key.commitment) && equal(tipOf(game, event.seat, secret), key.tip);
}

/** The result that all of some reveals name, as { places, scores, basis }, or undefined if they differ or it has not its form; a wrong secret is a fault, and signs all the same. */
export function signedResult(reveals, seats) {
  if (reveals.length === 0 || reveals.some((event) => event.body.length !== 2)) return undefined;
  const named = reveals.map((event) => pack(event.body[1]));
  const [, result] = reveals[0].body;
  if (named.some((each) => compare(each, named[0]) !== 0) || !isResult(result, seats)) return undefined;
  const [places, scores, basis] = result;
  return { places, scores, basis };
}

/** The seats of those events of a round that reveal, rightly or not, and name another result than `over`; nobody where some may have revealed before a late event came. */
export function namedOtherwise(events, over) {
  if (over.places === null && over.basis === "voted") return [];
  const right = pack([over.places, over.scores, over.basis]);
  const reveals = events.filter(({ act, body }) => act === "reveal" && body.length === 2);
  return reveals.filter(({ body }) => !equal(pack(body[1]), right)).map(({ seat }) => seat);
}

function isResult(result, seats) {
  const each = (one) => form.array(...Array(seats).fill(one));
  const shape = form.array(
    form.either(form.nil, each(form.integer(1, seats))),
    form.either(form.nil, each(form.anyInteger)),
    form.exactly(...BASES),
  );
  return shape(result);
}
