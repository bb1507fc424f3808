// What coins and hidden cards prove without the rules: every value, key, shuffle, share and card that is shown (SPEC 13.12).

import { hex } from "./bytes.js";
import { LAST_ROLL, onChain } from "./coin.js";
import * as form from "./forms.js";
import { Malformed, need } from "./malformed.js";
import { keyOfEvent } from "./reveal.js";
import { has, listOf } from "./seats.js";
import { Table } from "./table.js";
import { pack } from "./wire.js";

const COIN = form.array(
  form.integer(1, LAST_ROLL),
  form.many(form.integer(1, 2n ** 64n - 1n)),
  form.either(form.nil, form.seat),
  form.digest,
);

/**
 * What the rounds of a log say of coins and cards: { faults, disputed, checks, follows }. Signatures are not looked at.
 *
 * `disputed` are the rounds whose events name different things; `follows` says whether a seat's cards follow from its secret.
 */
export function auditCards(log, rounds) {
  const reader = new Reader(log);
  rounds[0]?.events.forEach((event) => reader.commit(event));
  rounds.forEach((round, at) => reader.round(round, rounds[at + 1]?.seats));
  const { faults, disputed, rolls, table } = reader;
  return { faults, disputed, checks: { rolls: rolls.size, ...table.checks }, follows: (seat, secret) => table.follows(seat, secret) };
}

class Reader {
  faults = [];
  disputed = [];
  rolls = new Set();
  #game;
  #decks;
  #fallen = new Set(); // who was at fault: nothing more is read of it
  #chains = new Map(); // seat -> { roll, value } of its newest coin
  #last = 0; // the number of the newest roll
  #begun; // what the coin of a roll for one seat names, while the others owe theirs

  constructor({ genesis, proofs }) {
    this.#game = genesis.id;
    this.#decks = genesis.proposal.group !== null;
    this.table = new Table(genesis.id, proofs);
  }

  /** Takes in a round; `after` are the seats in after it, undefined where that is not seen. */
  round({ number, seats, events, absent, resignations, atFault }, after) {
    const inside = listOf(seats);
    const handed = new Map(resignations.map(({ seat, keys }) => [seat, keys]));
    const read = events.filter(({ seat }) => !this.#fallen.has(seat) && !has(atFault, seat));
    const proved = read.map((event) => ({ event, brought: this.#tried(event, inside) })).filter(({ brought }) => brought !== undefined);
    const named = proved.filter(({ event }) => event.act !== "resign");
    if (new Set(named.map(({ event }) => namedBy(event))).size > 1) this.disputed.push(number);
    const counted = proved.filter(({ event: { seat } }) => after === undefined || has(after, seat) || handed.has(seat));
    const whole = counted.length === events.length && absent.length === 0 && events.every(({ act }) => act !== "resign");
    this.#take(number, counted, whole);
    const failed = read.filter((event) => !proved.some((each) => each.event === event)).map(({ seat }) => seat);
    const unseen = [...absent, ...handed.keys(), ...failed];
    const left = inside.filter((seat) => (after === undefined ? unseen.includes(seat) : !has(after, seat)));
    this.#noteRolls(counted, whole && left.length === 0);
    this.table.leave(inside, left, handed);
  }

  #take(number, counted, whole) {
    const [first, ...others] = counted.filter(({ event }) => event.act !== "resign").map(({ event }) => event);
    const alike = first !== undefined && others.every((event) => namedBy(event) === namedBy(first)) ? first : undefined;
    const brought = counted.map(({ event, brought }) => [event.seat, brought]);
    this.table.give(brought, alike?.act === "rekey" ? alike.body[0] : undefined);
    if (!whole || this.table.close(brought, alike?.act === "share" ? alike.body[0] : undefined)) return;
    for (const { event } of counted) this.#blame(number, event.seat);
  }

  #noteRolls(counted, closed) {
    const coins = counted.map(({ event }) => event).filter(({ act }) => act === "coin");
    this.#begun = undefined;
    for (const event of coins) {
      this.#last = Math.max(this.#last, event.body[0]);
      if (closed && coins.length === 1 && event.body[2] === event.seat) this.#begun = namedBy(event);
    }
  }

  #blame(round, seat) {
    this.#fallen.add(seat);
    this.faults.push({ round, seat, kind: "illegal" });
  }

  /** What an event brings, or undefined where it is at fault. */
  #tried(event, inside) {
    try {
      return this.#read(event, inside);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#blame(event.round, event.seat);
      return undefined;
    }
  }

  #read(event, inside) {
    const { round, act } = event;
    if (act === "resign") return {};
    need(Object.hasOwn(READ, act) && (act === "key") === (round === 0), "there is no such act in this round");
    return READ[act](this, event, inside);
  }

  /** Notes the tip of a key event, which binds its seat even if the event is at fault for something else (9.2). */
  commit(event) {
    const key = keyOfEvent(event);
    if (key !== undefined) this.#chains.set(event.seat, { roll: 0, value: key.tip });
  }

  key(event) {
    need(keyOfEvent(event) !== undefined, "a key is not of its form");
    const [, , ...fields] = event.body;
    if (this.#decks) return this.table.key(event.seat, fields);
    need(fields.every((field) => field === null), "a key has a deck key in a game without decks");
    return {};
  }

  coin(event, inside) {
    need(COIN(event.body), "a coin is not of its form");
    const [number, , to, value] = event.body;
    const due = this.#begun === undefined ? number > this.#last : namedBy(event) === this.#begun && to !== event.seat;
    need(due && (to === null || inside.includes(to)), "a coin is for another roll");
    const newest = this.#chains.get(event.seat);
    need(newest !== undefined && number > newest.roll, "a seat gives two values for a roll");
    need(onChain(this.#game, event.seat, newest, number, value), "a value is not on its chain");
    this.#chains.set(event.seat, { roll: number, value });
    this.rolls.add(number);
    return {};
  }
}

const NAMED = { coin: 3, rekey: 1, share: 1 };

/** What an event names of its round, in a text: its act, and the number, sides and seat of a roll, an epoch, all decks or slots. */
function namedBy({ act, body }) {
  const named = act === "shuffle" ? body.map(([name, size]) => [name, size]) : body.slice(0, NAMED[act] ?? 0);
  return `${act} ${hex(pack(named))}`;
}

const nothing = () => ({});

const READ = {
  key: (reader, event) => reader.key(event),
  coin: (reader, event, inside) => reader.coin(event, inside),
  rekey: ({ table }, { seat, body }) => table.rekey(seat, body),
  shuffle: ({ table }, { seat, body }, inside) => table.shuffle(seat, body, inside),
  share: ({ table }, { seat, body }, inside) => table.share(seat, body, inside),
  move: ({ table }, { seat, body }) => table.move(seat, body),
  reveal: nothing,
  takeback: nothing,
  draw: nothing,
  pause: nothing,
};
