// Records: the messages that a file consists of (SPEC 5, 6.1).

import { hex } from "./bytes.js";
import { H } from "./digest.js";
import * as form from "./forms.js";
import { Malformed, need } from "./malformed.js";
import { keyOf, signs } from "./signature.js";
import { pack, unpack } from "./wire.js";

const LONGEST_EVENT = 32640;
const RECORD = form.array(form.text(LONGEST_EVENT), form.anyBytes, form.anyBytes);

const EVENT = form.array(
  form.round,
  form.seat,
  form.digest,
  form.digest,
  form.integer(0, 2n ** 64n - 1n),
  form.text(16),
  form.anyArray,
  form.many(form.anyBytes, 64),
);
const HAVE = form.array(form.seat, form.round, form.digest);
const VOTE = form.either(
  form.array(form.exactly("absent"), form.seat, form.seat, form.round, form.digest, form.integer(0, 2n ** 64n - 1n)),
  form.array(form.exactly("present"), form.seat, form.seat, form.round, form.digest, form.integer(0, 2n ** 64n - 1n), form.digest),
);
const NOTE = form.either(
  form.array(form.seat, form.exactly("resign"), form.many(form.bytes(32), 16)),
  form.array(form.seat, form.exactly("draw", "pause", "decline"), form.digest),
  form.array(form.seat, form.exactly("takeback"), form.digest, form.round),
);
const BY = form.array(form.seat, form.digest, form.text(32), form.round, form.bytes(64));
const EVIDENCE = form.array(form.anyBytes, form.anyBytes);

/** For each kind its form, the names of its fields, and whether a seat signs it. */
const KINDS = new Map([
  ["genesis", { shape: form.anyArray, fields: () => [] }],
  ["event", { shape: EVENT, signed: true, fields: () => ["round", "seat", "previous", "state", "in", "act", "body", "notes"] }],
  ["have", { shape: HAVE, signed: true, fields: () => ["seat", "round", "digest"] }],
  ["vote", { shape: VOTE, signed: true, fields: () => ["word", "seat", "on", "round", "previous", "in", "event"] }],
  ["note", { shape: NOTE, signed: true, fields: (said) => ["seat", "word", said[1] === "resign" ? "keys" : "digest", "back"] }],
  ["by", { shape: BY, signed: true, fields: () => ["seat", "identity", "name", "round", "agreed"] }],
  ["evidence", { shape: EVIDENCE, fields: () => ["first", "second"] }],
]);

/** Kind, body and signature of the record that bytes hold (5.1); throws Malformed. What the body says is not looked at. */
export function partsOf(payload) {
  const value = unpack(payload);
  need(RECORD(value), "a record is not of its form");
  const [kind, bytes, signature] = value;
  const known = KINDS.get(kind);
  if (known === undefined) throw new Malformed(`there is no kind of record "${kind}"`);
  need(signature.length === (known.signed ? 64 : 0), "a signature has not its length");
  need(kind !== "event" || bytes.length <= LONGEST_EVENT, "an event is too long");
  return [kind, bytes, signature];
}

/**
 * The record that bytes hold, with the fields of its kind; throws Malformed. No signature is looked at.
 *
 * `bytes` is its body, `key` is equal for two records that are the same message (5.1).
 */
export function readRecord(payload) {
  const [kind, bytes, signature] = partsOf(payload);
  const known = KINDS.get(kind);
  const said = unpack(bytes);
  need(known.shape(said), `a record "${kind}" is not of its form`);
  const named = Object.fromEntries(known.fields(said).map((field, at) => [field, said[at]]));
  return Object.freeze({ kind, bytes, signature, ...named });
}

/** What is equal for two records exactly if they are the same message. */
export const messageOf = (record) => `${record.kind} ${hex(record.bytes)}`;

/** Whether the seat that a record names signed it for a game; for a by also whether the identity agreed (7.15). */
export function signedForGame(record, genesis) {
  const key = genesis.keys[record.seat];
  if (key === undefined || !signs(key, record.kind, genesis.id, record.bytes, record.signature)) return false;
  return record.kind !== "by" || agreed(record, genesis);
}

function agreed(by, genesis) {
  const identity = keyOf(by.identity);
  const body = pack([by.seat, by.identity, by.name, by.round]);
  return identity !== undefined && signs(identity, "by", genesis.id, body, by.agreed);
}

/** The hash by which a round and a vote name an event. */
export const eventHash = (event) => H("event", event.bytes);

/** The two records of an evidence; throws Malformed. */
export const insideOf = (evidence) => [readRecord(evidence.first), readRecord(evidence.second)];
