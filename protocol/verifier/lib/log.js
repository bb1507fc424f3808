// What a file consists of: its genesis, and its other records in the order in which they are heard (SPEC 10.4).

import { isSound } from "./absence.js";
import { compare, equal } from "./bytes.js";
import { readFile } from "./file.js";
import { readGenesis } from "./genesis.js";
import { Malformed, need } from "./malformed.js";
import { messageOf, partsOf, readRecord, signedForGame } from "./records.js";

const OF_A_ROUND = new Set(["event", "have", "vote"]);

/** The log that bytes hold, of which nothing but the genesis is read and verified yet; throws Malformed. */
export function openLog(bytes, proofs) {
  const { kind, payloads } = readFile(bytes);
  need(payloads.length > 0, "the file has no genesis", "empty");
  const first = readRecord(payloads[0]);
  need(first.kind === "genesis", "the file does not begin with a genesis", "empty");
  payloads.forEach(partsOf);
  return new Log(kind, first.bytes, payloads.slice(1), proofs);
}

class Log {
  #genesis;
  #payloads;
  #byKind = new Map();
  #events = new Map();
  #haves = new Map();
  #votes = new Map();

  constructor(kind, genesis, payloads, proofs) {
    this.kind = kind;
    this.genesis = readGenesis(genesis);
    this.#genesis = genesis;
    this.proofs = proofs;
    this.records = [];
    this.signatures = 1 + this.genesis.joins.length;
    this.#payloads = payloads;
  }

  /** Read all records, each message once; throws Malformed where one is not of its form. Of signatures only those of copies are looked at. */
  read() {
    if (this.records.length > 0) return;
    const all = this.#payloads.map(readRecord).filter((record) => !this.#isGenesis(record)).sort(inOrder);
    this.records = all.filter((record, at) => at === 0 || messageOf(record) !== messageOf(all[at - 1]));
    for (const record of this.records) {
      need(record.kind !== "genesis", "the file has a second genesis");
      add(this.#byKind, record.kind, record);
      if (record.kind === "event") add(this.#events, record.round, record);
      if (record.kind === "have") add(this.#haves, record.round, record);
      if (record.kind === "vote" && isSound(record, this.genesis.keys.length)) add(this.#votes, record.round, record);
    }
    const isCopied = (record, at) => [all[at - 1], all[at + 1]].some((other) => other !== undefined && isCopy(other, record));
    all.filter(isCopied).forEach((record) => this.verify(record));
  }

  #isGenesis(record) {
    return record.kind === "genesis" && equal(record.bytes, this.#genesis);
  }

  of(kind) {
    return this.#byKind.get(kind) ?? [];
  }

  events(round) {
    return this.#events.get(round) ?? [];
  }

  haves(round) {
    return this.#haves.get(round) ?? [];
  }

  votes(round) {
    return this.#votes.get(round) ?? [];
  }

  /** The seats that a vote or a resignation of the file shows to be out, as a sum. */
  get shownOut() {
    const voted = [...this.#votes.values()].flat().filter((vote) => vote.word !== "present").map((vote) => vote.on);
    const embedded = this.of("event").flatMap((event) => event.notes).map(tried);
    const notes = [...this.of("note"), ...embedded.filter((each) => each?.kind === "note" && this.signed(each))];
    const resigned = notes.filter((note) => note.word === "resign").map((note) => note.seat);
    return [...voted, ...resigned].reduce((sum, seat) => sum | (1 << seat), 0);
  }

  /** Refuses the file unless a record is signed by the seat it names. */
  verify(record) {
    this.signatures += record.kind === "by" ? 2 : 1;
    need(this.signed(record), `a record that names seat ${record.seat + 1} is not signed by it for this game`, "unsigned");
  }

  signed(record) {
    return signedForGame(record, this.genesis);
  }
}

/** Whether the second of two records is the same message as the first, signed otherwise. */
const isCopy = (one, other) => messageOf(one) === messageOf(other) && !equal(one.signature, other.signature);

/** The record that bytes hold, or undefined. */
function tried(payload) {
  try {
    return readRecord(payload);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
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
