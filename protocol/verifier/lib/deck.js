// Cards of a sealed deck: pairs of points, the same cards in another order after every shuffle (SPEC B.4).

import { compare, u64, utf8 } from "./bytes.js";
import { H } from "./digest.js";
import { G, NAME, encode, hashToPoint } from "./group.js";

/** The digest that stands for a deck in hashes. */
export const deckDigest = (game, epoch, name) => H("deck", NAME, game, u64(epoch), utf8(name));

/** The point of a face of a deck, by its number. */
export const facePoint = (digest, face) => hashToPoint("deck card", digest, u64(face));

/** Points with the bytes that encode them. */
export const coded = (points) => points.map((point) => Object.freeze({ point, bytes: encode(point) }));

/** The cards of a deck before the first shuffle, as { a: [coded point, ...], b: [...] }. */
export function firstCards(digest, size, joint) {
  const faces = Array.from({ length: size }, (_, face) => facePoint(digest, face).add(joint.point));
  const [base] = coded([G]);
  return { a: new Array(size).fill(base), b: coded(faces) };
}

/** The number of the card that is left of a card's b when all shares are taken off, or undefined. */
export function cardOf(digest, size, b, shares) {
  const left = encode(shares.reduce((total, share) => total.subtract(share), b));
  for (let face = 0; face < size; face++) if (compare(encode(facePoint(digest, face)), left) === 0) return face;
  return undefined;
}
