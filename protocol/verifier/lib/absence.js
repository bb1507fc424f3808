// Who gives nothing to a round, as the others have signed (SPEC 7.8, 7.12).

import { equal } from "./bytes.js";
import { need } from "./malformed.js";

/** The seats of `among` (a list) that stand as absent from a round built on `previous`, if exactly these seats were in. */
export function absentFrom(log, number, previous, among) {
  const word = among.length === 2 ? "claim" : "absent";
  const votes = log.votes(number).filter((vote) => vote.word === word && equal(vote.previous, previous));
  const voted = new Set(votes.map((vote) => `${vote.seat} ${vote.on}`));
  const stands = (seat) => among.length > 1 && among.every((voter) => voter === seat || voted.has(`${voter} ${seat}`));
  return among.filter(stands);
}

/** Refuses the file if a vote could never be one. */
export function needSound(vote, seats) {
  need(vote.on !== vote.seat && vote.on < seats, `seat ${vote.seat + 1} votes on seat ${vote.on + 1} and may not`);
}
