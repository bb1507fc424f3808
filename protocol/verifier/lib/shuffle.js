// Shuffles, and the proof that one did nothing but mask cards and change their order (SPEC B.5).

import { littleEndian, u64 } from "./bytes.js";
import { F, H } from "./digest.js";
import { G, NAME, Q, S, hashToPoint, modQ, pieces, point, scalar } from "./group.js";
import { need } from "./malformed.js";

const generators = [];

/** The i-th generator of B.5.1; 0 is h, i + 1 is h_i. */
function generator(index) {
  while (generators.length <= index) generators.push(hashToPoint("shuffle generator", NAME, u64(generators.length)));
  return generators[index];
}

export const generatorsFor = (size) => Array.from({ length: size + 1 }, (_, index) => generator(index));

const codedPoints = (bytes) => pieces(bytes).map((each) => Object.freeze({ point: point(each), bytes: each }));
const negative = (number) => modQ(-number);
const inBytes = (list) => list.map((each) => each.bytes);
const inPoints = (list) => list.map((each) => each.point);

/**
 * The cards after a shuffle of `cards` by a seat, if its proof holds, as `proofs` finds; throws Malformed.
 *
 * `deck` is { digest, joint } with the deck's digest and the joint key; cards are as in firstCards().
 */
export function readShuffle(deck, seat, cards, strings, proofs) {
  const size = cards.a.length;
  const lengths = [size, size, size, 2 * size + 5, 2 * size + 4];
  need(strings.length === 5 && strings.every((each, at) => each instanceof Uint8Array && each.length === 32 * lengths[at]), "a shuffle has not its length");
  const [a, b, c, chain] = strings.slice(0, 4).map(codedPoints);
  const proof = { c, links: chain.slice(0, size), t: chain.slice(size), s: pieces(strings[4]).map(scalar) };
  const challenge = challengeOf(deck, seat, cards, { a, b }, proof);
  const points = inPoints([...a, ...b, ...c, ...chain]);
  need(proofs.holds(points, equations(deck, cards, { a, b }, proof, challenge)), "the proof of a shuffle does not hold");
  return { a, b };
}

/** e and the vector u, from the statement and what was announced (B.5.2). */
function challengeOf(deck, seat, before, after, { c, links, t }) {
  const lists = [before.a, before.b, after.a, after.b].flatMap(inBytes);
  const B1 = H("shuffle", deck.digest, u64(seat), u64(c.length), deck.joint.bytes, ...lists);
  const B2 = H("shuffle commitments", B1, ...inBytes(c));
  const B3 = H("shuffle chain", B2, ...inBytes(links));
  return { u: c.map((_, i) => S("shuffle vector", B2, u64(i))), e: S("shuffle challenge", B3, ...inBytes(t)) };
}

function equations(deck, before, after, { c, links, t, s }, { u, e }) {
  const size = c.length;
  const [h, ...hs] = generatorsFor(size);
  const [t1, t2, t3, t4a, t4b, ...ts] = inPoints(t);
  const [s1, s2, s3, s4] = s;
  const [chained, permuted] = [s.slice(4, 4 + size), s.slice(4 + size)];
  const product = u.reduce((total, each) => modQ(total * each), 1n);
  const weighed = (list) => list.map(({ point }, i) => [modQ(e * u[i]), point]);
  const answered = (list) => list.map((point, i) => [negative(permuted[i]), point]);
  const row = [[1n, t1], [negative(s1), G], ...inPoints(c).map((point) => [e, point]), ...hs.map((point) => [negative(e), point])];
  const whole = [[1n, t2], [e, links[size - 1].point], [negative(e * product), h], [negative(s2), G]];
  const link = [[1n, t3], ...weighed(c), [negative(s3), G], ...answered(hs)];
  const left = [[1n, t4a], ...weighed(before.a), ...answered(inPoints(after.a)), [s4, G]];
  const right = [[1n, t4b], ...weighed(before.b), ...answered(inPoints(after.b)), [s4, deck.joint.point]];
  const steps = ts.map((announced, i) => {
    const last = i === 0 ? h : links[i - 1].point;
    return [[1n, announced], [e, links[i].point], [negative(chained[i]), G], [negative(permuted[i]), last]];
  });
  return [row, whole, link, left, right, ...steps];
}

/** Order and factors that follow from a seat's game secret, for the cards before its shuffle (B.5.3). */
export function fromSecret(secret, deck, seat, cards) {
  const place = [deck.digest, u64(seat), H("deck cards", ...inBytes(cards.a), ...inBytes(cards.b))];
  const factors = cards.a.map((_, i) => modQ(littleEndian(F(secret, "deck factor", ...place, i))));
  return { factors, order: orderOf(cards.a.length, words(secret, place)) };
}

function* words(secret, place) {
  for (let block = 0; ; block++) {
    const view = new DataView(F(secret, "deck order", ...place, block).buffer);
    for (let at = 0; at < 64; at += 8) yield view.getBigUint64(at);
  }
}

function orderOf(size, from) {
  const order = Array.from({ length: size }, (_, i) => i);
  for (let last = size - 1; last >= 1; last--) {
    const choices = BigInt(last + 1);
    const limit = (2n ** 64n / choices) * choices;
    let word = from.next().value;
    while (word >= limit) word = from.next().value;
    const chosen = Number(word % choices);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/** Whether a seat's shuffle is the one that follows from its secret, as `proofs` finds; it has no points of its own to check. */
export function followsFrom(secret, deck, seat, before, after, proofs) {
  const { factors, order } = fromSecret(secret, deck, seat, before);
  const rows = order.flatMap((from, i) => [
    [[1n, before.a[from].point], [factors[i], G], [Q - 1n, after.a[i].point]],
    [[1n, before.b[from].point], [factors[i], deck.joint.point], [Q - 1n, after.b[i].point]],
  ]);
  return proofs.holds([], rows);
}
