// Tagged hashes (SPEC 2.5), and what is derived from a seed (3.3).

import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

import { concat, u32, u64, utf8 } from "./bytes.js";

const PREFIX = "p2pgames/1/";

const lp = (part) => [u32(part.length), part];

/** The bytes that stand for a tag and parts wherever something is hashed or signed. */
export function pre(tag, ...parts) {
  return concat([utf8(PREFIX + tag), ...parts].flatMap(lp));
}

/** The digest of a tag and parts, 32 bytes. */
export const H = (tag, ...parts) => sha256(pre(tag, ...parts));

/** HMAC-SHA-512 under a key of a tag, parts and an index, 64 bytes (SPEC B.1). */
export const F = (key, tag, ...parts) => hmac(sha512, key, pre(tag, ...parts.slice(0, -1), u64(parts.at(-1))));

/** What a seed gives under a tag and scope, 32 bytes. */
export const derive = (seed, tag, scope) => hkdf(sha256, seed, undefined, pre(tag, scope), 32);

/** What each seat commits to in its key event (6.3). */
export const commitment = (game, seat, secret) => H("commitment", game, u64(seat), secret);
