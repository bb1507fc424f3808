// What coins and hidden cards prove without the rules: every value, key, shuffle, share and card that is shown (SPEC 8, 13).

import { equal } from "./bytes.js";
import { LAST_ROLL, onChain } from "./coin.js";
import * as form from "./forms.js";
import { Malformed, need } from "./malformed.js";
import { keyOfEvent } from "./reveal.js";
import { listOf } from "./seats.js";
import { pack } from "./wire.js";
import { Table } from "./table.js";

const COIN = form.array(
  form.integer(1, LAST_ROLL),
  form.many(form.integer(1, 2n ** 64n - 1n)),
  form.either(form.nil, form.seat),
  form.digest,
);

/** The faults of events by their coins and cards, and what was checked: { faults, checks }. Signatures are not looked at. */
export function auditCards(log, rounds) {
  const reader = new Reader(log);
  const faults = rounds.flatMap((round) => reader.round(round));
  return { faults, checks: { rolls: reader.rolls, ...reader.table.checks } };
}

class Reader {
  constructor(log) {
    this.game = log.genesis.id;
    this.decks = log.genesis.proposal.group !== null;
    this.table = new Table(this.game, log.proofs);
    this.chains = new Map();
    this.roll = { number: 0, ask: undefined };
    this.rolls = 0;
  }

  /** The faults of a round, whose seats then are out. */
  round({ number, seats, events, resignations, out }) {
    const faults = events.filter((event) => this.#isAtFault(event, listOf(seats))).map(({ seat }) => ({ round: number, seat, kind: "illegal" }));
    if (faults.length > 0 || out > 0) this.table.anew();
    for (const { seat, keys } of resignations) this.table.left(seat, keys);
    return faults;
  }

  #isAtFault(event, seats) {
    try {
      need(Object.hasOwn(READ, event.act), "there is no such act");
      READ[event.act](this, event, seats);
      return false;
    } catch (error) {
      if (error instanceof Malformed) return true;
      throw error;
    }
  }

  key(event) {
    const key = keyOfEvent(event);
    need(key !== undefined, "a key is not of its form");
    const [, , ...fields] = event.body;
    this.chains.set(event.seat, { roll: 0, value: key.tip });
    if (this.decks) this.table.key(event.seat, fields, 0);
    else need(fields.every((field) => field === null), "a key has a deck key in a game without decks");
  }

  coin(event) {
    need(COIN(event.body), "a coin is not of its form");
    const [number, sides, seat, value] = event.body;
    const ask = pack([number, sides, seat]);
    const same = number === this.roll.number && equal(this.roll.ask, ask);
    need(same || number > this.roll.number, "a coin is for another roll");
    const newest = this.chains.get(event.seat);
    need(newest !== undefined && number > newest.roll, "a seat gives two values for a roll");
    this.chains.delete(event.seat);
    need(onChain(this.game, event.seat, newest, number, value), "a value is not on its chain");
    this.chains.set(event.seat, { roll: number, value });
    if (!same) this.rolls++;
    this.roll = { number, ask };
  }
}

const READ = {
  key: (reader, event) => reader.key(event),
  coin: (reader, event) => reader.coin(event),
  rekey: (reader, event) => reader.table.rekey(event.seat, event.body),
  shuffle: (reader, event, seats) => reader.table.shuffle(event.seat, event.body, seats),
  share: (reader, event) => reader.table.share(event.seat, event.body),
  move: (reader, event) => reader.table.move(event.seat, event.body),
  reveal: (reader, event) => event.body[0] instanceof Uint8Array && reader.table.reveal(event.seat, event.body[0]),
  resign: () => {},
  takeback: () => {},
  draw: () => {},
  pause: () => {},
};
