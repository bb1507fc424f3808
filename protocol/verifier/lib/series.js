// Games that follow each other (SPEC 4.6, 11.3).

import { compare, equal, hex } from "./bytes.js";

/**
 * The verdicts on files checked together: a game that names another one of them as the one before it, and does not follow it, is
 * invalid. `audits` are { verdict, genesis, end }; who begins only rules can say.
 */
export function followed(audits) {
  const byId = new Map(audits.filter(isSound).map((audit) => [audit.verdict.game_id, audit]));
  return audits.map((audit) => (isSound(audit) ? judged(audit, byId) : audit.verdict));
}

const isSound = ({ verdict }) => verdict.grade === "finished" || verdict.grade === "running";

function judged({ verdict, genesis }, byId) {
  const { previous } = genesis.proposal;
  const before = previous === null ? undefined : byId.get(hex(previous[0]));
  if (before === undefined || before.verdict.grade !== "finished") return { ...verdict, follows: null };
  const why = follows(genesis, previous[1], before);
  if (why === undefined) return { ...verdict, follows: true };
  const seats = verdict.seats.map((seat) => ({ ...seat, score: null, place: null }));
  return { ...verdict, grade: "invalid", why, reason: "series", seats, basis: null, follows: false };
}

function follows(genesis, end, before) {
  const [now, then] = [genesis.proposal, before.genesis.proposal];
  if (!equal(end, before.end)) return "it names another end of the game before it than that game has";
  if (now.game !== then.game || now.version !== then.version || now.seats !== then.seats) return "the game before it has other rules or seats";
  if (people(genesis).some((key, at) => !equal(key, people(before.genesis)[at]))) return "other people played the game before it";
  return undefined;
}

const people = (genesis) => genesis.joins.map((join) => join.identity.bytes).sort(compare);
