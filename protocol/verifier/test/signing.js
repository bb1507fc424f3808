// Signatures for tests, and keys to make them with.

import { ed25519 } from "@noble/curves/ed25519.js";

import { pre } from "../lib/digest.js";

export const publicKey = (seed) => ed25519.getPublicKey(seed);
export const sign = (seed, tag, scope, body) => ed25519.sign(pre(tag, scope, body), seed);
