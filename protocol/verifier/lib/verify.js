// The verdict on a file (SPEC 11).

import { sha256 } from "@noble/hashes/sha2.js";

import { hex } from "./bytes.js";
import { linja } from "../rules/linja.js";
import { isArmoured, packsIn } from "./armour.js";
import { auditFast } from "./fast.js";
import { auditFull, auditProof } from "./full.js";
import { openLog } from "./log.js";
import { Malformed, need } from "./malformed.js";
import { AtOnce, Together } from "./proofs.js";
import { auditPack } from "./pack.js";
import { followed } from "./series.js";

/** The rules that are here; who adds some adds them to this list. */
const RULES = [linja];

/** `part` is said of packs alone: all in it is signed, and it does not hold a game from its beginning. */
export const EXIT = { finished: 0, invalid: 3, cheated: 4, running: 5, part: 5 };

/**
 * The verdict on a game file or proof file, a plain object that JSON can hold; never throws, whatever the bytes are.
 *
 * With the rules if they are here, else every signature, coin, shuffle and share without. With `fast` as p2pgames audit --fast does.
 * `progress` hears how much of the work on a file is done, from 0 to 1.
 */
export const verify = (bytes, options) => verifyAll([bytes], options)[0];

/** The verdicts on several files, of which some may be games of one series; `file` says by its number which each is of: a text may hold several packs. */
export function verifyAll(files, options) {
  const found = files.flatMap((bytes, file) => contents(bytes).map((content) => ({ file, content })));
  const verdicts = followed(found.map(({ content }) => audit(content, options)));
  return verdicts.map((verdict, at) => ({ file: found[at].file, ...verdict }));
}

/** What is to be judged of a file: itself, or each of the packs in a text, or why these cannot be read. */
function contents(bytes) {
  if (!isArmoured(bytes)) return [bytes];
  try {
    return packsIn(bytes);
  } catch (error) {
    if (error instanceof Malformed) return [error];
    throw error;
  }
}

/** All proofs of a file are checked together first; only if one of them does not hold each is checked by itself. */
function audit(bytes, options) {
  if (bytes instanceof Malformed) return { verdict: refused(undefined, bytes, "full") };
  const proofs = new Together(bytes.length / BYTES_A_PROOF, options?.progress);
  const audited = judge(bytes, proofs, options);
  return proofs.settle() ? audited : judge(bytes, new AtOnce(), options);
}

function judge(bytes, proofs, { fast = false } = {}) {
  let log;
  try {
    log = openLog(bytes, proofs);
    const { end, ...said } = auditOf(log, fast);
    return { verdict: verdictOf(log, said), genesis: log.genesis, end };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    // A fast audit does not read proof files.
    const read = fast && log?.kind === "proof" ? undefined : log;
    return { verdict: refused(read, error, modeOf(log, fast)) };
  }
}

const refused = (log, { message, reason }, mode) => verdictOf(log, { grade: "invalid", why: message, reason, mode });

/** About so many bytes of a file go with one equation. */
const BYTES_A_PROOF = 256;

function auditOf(log, fast) {
  if (log.kind === "pack") return auditPack(log, (whole) => auditLog(whole, fast));
  return auditLog(log, fast);
}

const rulesOf = ({ game, version }) => RULES.find((each) => each.name === game && each.version === version);

/** How a file is read: with the rules, without them but with every signature, or fast. */
function modeOf(log, fast) {
  if (fast) return "fast";
  return log === undefined || rulesOf(log.genesis.proposal) !== undefined ? "full" : "every";
}

function auditLog(log, fast) {
  const rules = rulesOf(log.genesis.proposal);
  if (log.kind === "proof") {
    need(!fast, "a proof file is judged by a full audit", "fast");
    return auditProof(log, rules);
  }
  return fast || rules === undefined ? auditFast(log, { every: !fast }) : auditFull(log, rules);
}

const NOTHING = { mode: "fast", faults: [], disputed: [], rounds: 0, reveals: 0, result: undefined, unrevealed: [], other: [], left: [], basis: null };

function verdictOf(log, audited) {
  const said = { ...NOTHING, ...audited };
  return {
    grade: said.grade,
    why: said.why ?? "",
    reason: said.reason ?? null,
    game: log?.genesis.proposal.game ?? null,
    rules: log?.genesis.proposal.version ?? null,
    options: log === undefined ? {} : optionsOf(log.genesis.proposal),
    game_id: log === undefined ? null : hex(log.genesis.id),
    seats: log === undefined ? [] : seatsOf(log.genesis, said.result),
    rounds: said.rounds,
    events: log?.of("event").length ?? 0,
    checks: { signatures: log?.signatures ?? 0, links: said.rounds, reveals: said.reveals, ...said.checks },
    mode: said.mode,
    basis: said.result?.basis ?? said.basis,
    contested: said.contested ?? false,
    previous: log?.genesis.proposal.previous ? hex(log.genesis.proposal.previous[0]) : null,
    follows: null,
    by: log === undefined || said.grade === "invalid" ? [] : log.of("by").map(byOf).sort(bySeat),
    left: said.left.map(([seat, round, why]) => ({ seat, round, why })),
    unrevealed: said.unrevealed,
    other_results: said.other,
    disputed: said.disputed,
    faults: said.faults.map((fault) => ({ ...fault, records: recordsOf(log, fault).map(shown) })),
  };
}

/** What shows a fault: the records that a cheat lies in, else the event at fault. */
const recordsOf = (log, { round, seat, records }) => records ?? log.events(round).filter((event) => event.seat === seat);

/** A record in a form that JSON can hold: what it says, the hash of its bytes, and its signature. */
function shown({ kind, bytes, signature, act, body, word }) {
  const says = act === undefined ? [word ?? kind] : [act, readable(body)];
  return { kind, says, hash: hex(sha256(bytes)), signature: hex(signature) };
}

function readable(value) {
  if (value instanceof Uint8Array) return hex(value);
  return Array.isArray(value) ? value.map(readable) : value;
}

/** The options of game and table by name, as texts; of bots and league nothing is said where there is none. */
function optionsOf({ options, table }) {
  const said = [...options, ...table].filter(([, value]) => value !== 0 && value !== null);
  return Object.fromEntries(said.map(([name, value]) => [name, value instanceof Uint8Array ? hex(value) : String(value)]));
}

function seatsOf(genesis, result) {
  return genesis.joins.map((join, seat) => ({
    seat,
    name: join.name,
    key: hex(join.identity.bytes),
    seat_key: hex(join.key.bytes),
    score: result?.scores?.[seat] ?? null,
    place: result?.places?.[seat] ?? null,
  }));
}

const bySeat = (a, b) => a.seat - b.seat || a.round - b.round || (a.key < b.key ? -1 : 1);

const byOf = ({ seat, round, name, identity }) => ({ seat, round, name, key: hex(identity) });
