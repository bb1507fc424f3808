// How a game begins: the proposal, and who joined with which keys (SPEC 4).

import { sha256 } from "@noble/hashes/sha2.js";

import { compare, concat, equal, hex, u64, utf8 } from "./bytes.js";
import { H } from "./digest.js";
import * as form from "./forms.js";
import { Malformed, need } from "./malformed.js";
import { keyOf, signs } from "./signature.js";
import { unpack } from "./wire.js";

export const FORMAT = 1;
const NOTHING = new Uint8Array(0);
const TIME = /^(none|[1-9][0-9]{0,3}[mhd])$/;
const OF_TABLE = form.array(
  form.array(form.exactly("time"), (value) => typeof value === "string" && TIME.test(value)),
  form.array(form.exactly("watchers"), form.exactly("yes", "no")),
  form.array(form.exactly("bots"), form.integer(0, 15)),
  form.array(form.exactly("league"), form.either(form.nil, form.digest)),
);
const OPTIONS = form.many(form.array(form.text(32), form.text(64)), 32);
const PROPOSAL = form.array(
  form.integer(FORMAT, FORMAT),
  form.exactly("ed25519", null),
  form.digest,
  form.text(32),
  form.integer(0, 65536),
  form.digest,
  OF_TABLE,
  OPTIONS,
  form.integer(1, 16),
  form.digest,
  form.either(form.nil, form.array(form.digest, form.digest)),
  form.either(form.nil, form.integer(0, 15)),
);
const JOIN = form.array(form.digest, form.digest, form.digest, form.text(32), form.digest);
const SIGNED = form.array(form.anyBytes, form.bytes(64));
const GENESIS = form.array(form.anyBytes, form.many(form.anyBytes, 16));

const known = new Map();
const MOST_KNOWN = 32;

/** The genesis that bytes hold; throws Malformed where SPEC 4 refuses it. Of several files of a game it is verified once. */
export function readGenesis(bytes) {
  const name = hex(sha256(bytes));
  if (!known.has(name)) {
    const genesis = whole(bytes);
    if (known.size === MOST_KNOWN) known.delete(known.keys().next().value);
    known.set(name, genesis);
  }
  return known.get(name);
}

function whole(bytes) {
  try {
    return verified(bytes);
  } catch (error) {
    throw error instanceof Malformed ? new Malformed(error.message, "genesis") : error;
  }
}

function verified(bytes) {
  const [signedProposal, signedJoins] = formed(GENESIS, bytes, "genesis");
  const proposal = readProposal(signedProposal);
  const named = H("proposal", signedProposal);
  need(signedJoins.length === proposal.seats, "a genesis has not as many joins as seats");
  const joins = signedJoins.map((signed) => readJoin(signed, named));
  need(equal(joins[0].identity.bytes, proposal.host), "the first join is not the host's");
  need(distinct(joins.map((join) => join.nonce)), "two joins have one nonce");
  need(distinct(joins.flatMap((join) => [join.identity.bytes, join.key.bytes])), "two keys of a genesis are the same");
  return Object.freeze({ proposal, joins: Object.freeze(joins), id: gameId(proposal, joins), keys: joins.map((join) => join.key) });
}

function formed(shape, bytes, what) {
  const value = unpack(bytes);
  need(shape(value), `a ${what} is not of its form`);
  return value;
}

function readProposal(signed) {
  const [bytes, signature] = formed(SIGNED, signed, "signed proposal");
  const said = formed(PROPOSAL, bytes, "proposal");
  const [, group, host, game, version, data, table, options, seats, nonce, previous, begins] = said;
  need(begins === null || begins < seats, "a proposal names a seat that is not there");
  need(Object.fromEntries(table).bots < seats, "a proposal names more bots than seats");
  signedBy(host, "proposal", bytes, signature);
  return Object.freeze({ bytes, group, host, game, version, data, table, options, seats, nonce, previous, begins });
}

function readJoin(signed, proposal) {
  const [bytes, signature] = formed(SIGNED, signed, "signed join");
  const [of, identity, seatKey, name, nonce] = formed(JOIN, bytes, "join");
  need(equal(of, proposal), "a join is for another table");
  const key = keyOf(seatKey);
  need(key !== undefined, "a seat key is not valid");
  return Object.freeze({ bytes, identity: signedBy(identity, "join", bytes, signature), key, name, nonce });
}

function signedBy(key, tag, body, signature) {
  const by = keyOf(key);
  need(by !== undefined, "a key of a genesis is not valid");
  if (!signs(by, tag, NOTHING, body, signature)) throw new Malformed(`a ${tag} is not signed by its key`);
  return by;
}

function distinct(strings) {
  const sorted = strings.slice().sort(compare);
  return sorted.every((each, at) => at === 0 || !equal(each, sorted[at - 1]));
}

function gameId(proposal, joins) {
  const seats = joins.map((join, seat) => concat([u64(seat), join.identity.bytes, join.nonce, H("join", join.bytes)]));
  return H("game id", u64(FORMAT), proposal.bytes, concat(seats), utf8("ed25519"));
}
