// Games that follow each other (SPEC 4.6, 11.3).

import { compare, equal, hex } from "./bytes.js";

/**
 * The verdicts on files checked together: a game that names another one as the one before it, and follows none of the files in which
 * that is over, is invalid. `audits` are { verdict, genesis, end }; who begins only rules can say.
 */
export function followed(audits) {
  const over = audits.filter(({ verdict }) => verdict.grade === "finished");
  return audits.map((audit) => (isSound(audit) ? judged(audit, over) : audit.verdict));
}

const isSound = ({ verdict }) => verdict.grade === "finished" || verdict.grade === "running";

function judged({ verdict, genesis }, over) {
  const { previous } = genesis.proposal;
  const before = previous === null ? [] : over.filter((audit) => audit.verdict.game_id === hex(previous[0]));
  if (before.length === 0) return { ...verdict, follows: null };
  const reasons = before.map((audit) => follows(genesis, previous[1], audit));
  if (reasons.includes(undefined)) return { ...verdict, follows: true };
  const [why] = reasons;
  const seats = verdict.seats.map((seat) => ({ ...seat, score: null, place: null }));
  return { ...verdict, grade: "invalid", why, reason: "series", seats, basis: null, follows: false };
}

function follows(genesis, end, before) {
  const [now, then] = [genesis.proposal, before.genesis.proposal];
  if (!equal(end, before.end)) return "it names another end of the game before it than that game has";
  if (now.game !== then.game || now.seats !== then.seats) return "the game before it has other rules or seats";
  if (people(genesis).some((key, at) => !equal(key, people(before.genesis)[at]))) return "other people played the game before it";
  return undefined;
}

const people = (genesis) => genesis.joins.map((join) => join.identity.bytes).sort(compare);
