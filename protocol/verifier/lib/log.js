// What a file consists of: its genesis, and its other records in the order in which they are heard (SPEC 10.5).

import { compare } from "./bytes.js";
import { readFile } from "./file.js";
import { readGenesis } from "./genesis.js";
import { need } from "./malformed.js";
import { insideOf, messageOf, readRecord, signedForGame } from "./records.js";

const OF_A_ROUND = new Set(["event", "have", "vote"]);

/** The log that bytes hold, of which nothing but the genesis is read and verified yet; throws Malformed. */
export function openLog(bytes, proofs) {
  const { kind, payloads } = readFile(bytes);
  need(payloads.length > 0, "the file has no genesis");
  const first = readRecord(payloads[0]);
  need(first.kind === "genesis", "the file does not begin with a genesis");
  return new Log(kind, readGenesis(first.bytes, proofs), payloads.slice(1), proofs);
}

class Log {
  #payloads;
  #byKind = new Map();
  #haves = new Map();
  #votes = new Map();

  constructor(kind, genesis, payloads, proofs) {
    this.kind = kind;
    this.genesis = genesis;
    this.proofs = proofs;
    this.records = [];
    this.signatures = 1 + genesis.joins.length;
    this.#payloads = payloads;
  }

  /** Read all records; throws Malformed where one is not of its form. No signature of theirs is looked at. */
  read() {
    this.records = this.#payloads.map(readRecord).sort(inOrder);
    for (const record of this.records) {
      need(record.kind !== "genesis", "the file has a second genesis");
      add(this.#byKind, record.kind, record);
      if (record.kind === "have") add(this.#haves, record.round, record);
      if (record.kind === "vote") add(this.#votes, record.round, record);
    }
  }

  of(kind) {
    return this.#byKind.get(kind) ?? [];
  }

  haves(round) {
    return this.#haves.get(round) ?? [];
  }

  votes(round) {
    return this.#votes.get(round) ?? [];
  }

  /** Refuses the file unless a record is signed by the seat it names. */
  verify(record) {
    this.signatures += record.kind === "by" ? 2 : 1;
    need(this.signed(record), `a record that names seat ${record.seat + 1} is not signed by it for this game`);
  }

  signed(record) {
    return signedForGame(record, this.genesis, this.proofs);
  }

  /** Whether a message stands in the file twice. */
  get doubled() {
    return this.records.some((record, at) => at > 0 && messageOf(record) === messageOf(this.records[at - 1]));
  }
}

function add(lists, key, record) {
  if (!lists.has(key)) lists.set(key, []);
  lists.get(key).push(record);
}

const RANK = { genesis: 0, event: 0, vote: 0, note: 1, by: 2, have: 3, evidence: 4 };

/** Round by round votes and events; after all rounds notes, bys, haves and evidence; what is equal in this by body, then by signature. */
function inOrder(a, b) {
  const ranked = RANK[a.kind] - RANK[b.kind];
  if (ranked !== 0) return ranked;
  const placed = OF_A_ROUND.has(a.kind) && OF_A_ROUND.has(b.kind) ? inRound(a, b) : 0;
  return placed || compare(a.bytes, b.bytes) || compare(a.signature, b.signature);
}

function inRound(a, b) {
  if (a.round !== b.round) return a.round - b.round;
  if (a.kind !== b.kind) return a.kind === "vote" ? -1 : 1;
  return (a.on ?? 0) - (b.on ?? 0) || a.seat - b.seat;
}

/** The two messages of which no seat may sign both, wherever records hold such: [[first, second], ...]. */
export function conflicts(log) {
  const heard = new Map();
  const found = [];
  for (const record of log.records) {
    if (!OF_A_ROUND.has(record.kind)) continue;
    const place = [record.kind, record.seat, record.round, record.on].join();
    const before = heard.get(place);
    if (before === undefined) heard.set(place, record);
    else if (compare(before.bytes, record.bytes) !== 0) found.push([before, record]);
  }
  return found;
}

/** The messages inside of an evidence, if it is one: two that exclude each other, the smaller first; throws Malformed. */
export function readEvidence(evidence) {
  const [first, second] = insideOf(evidence);
  need(first.kind === second.kind && OF_A_ROUND.has(first.kind), "an evidence does not hold two messages of one kind");
  const same = first.seat === second.seat && first.round === second.round && first.on === second.on;
  need(same, "the messages of an evidence are not of one seat and round");
  need(compare(first.bytes, second.bytes) < 0, "an evidence does not hold two messages, the smaller first");
  return [first, second];
}
