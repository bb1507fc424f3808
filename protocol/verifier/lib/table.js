// What lies on the table face down: keys by epoch, decks as they were shuffled, and who has given which share (SPEC 13).

import { equal, littleEndian } from "./bytes.js";
import { deckDigest, facePoint, firstCards } from "./deck.js";
import { jointKey, opens, readDeckKey, secretKey } from "./deckkey.js";
import * as form from "./forms.js";
import { need } from "./malformed.js";
import { Q, scalarBytes, times } from "./group.js";
import { readShares } from "./share.js";
import { followsFrom, readShuffle } from "./shuffle.js";
import { pack } from "./wire.js";

const DECK = form.text(64);
const POSITION = form.integer(0, 111);
const REKEY = form.array(form.round, form.anyBytes, form.anyBytes);
const SHUFFLE = form.many(form.array(DECK, form.integer(1, 112), ...Array(5).fill(form.anyBytes)), 8);
const SLOTS = form.many(form.array(DECK, POSITION, form.either(form.nil, form.seat)));
const SHARE = form.array(SLOTS, form.anyArray);
const MOVE = form.array(() => true, form.many(form.array(DECK, POSITION, POSITION)), form.anyArray);
const MOST_CARDS = 112;

export class Table {
  #game;
  #proofs;
  #keys = new Map(); // epoch -> seat -> deck key
  #decks = new Map(); // name -> { digest, joint, epoch, cards, last, layers }
  #given = new Map(); // "name position" -> seat -> point
  #shownCards = new Map(); // "name position" -> [point, card] of what was proved once
  #underWay; // what the seats still to shuffle have to shuffle
  #opened = new Map(); // seat -> [secret, ...] of those whose layer is open
  checks = { shuffles: 0, shares: 0 };

  constructor(game, proofs) {
    this.#game = game;
    this.#proofs = proofs;
  }

  /** The epoch of the newest keys, -1 before there are any. */
  get epoch() {
    return Math.max(-1, ...this.#keys.keys());
  }

  /** Takes the key of a seat in a round of keys; throws Malformed where it is a fault. */
  key(seat, fields, epoch) {
    const key = readDeckKey(this.#game, epoch, seat, fields, this.#proofs);
    if (!this.#keys.has(epoch)) this.#keys.set(epoch, new Map());
    this.#keys.get(epoch).set(seat, key);
  }

  rekey(seat, body) {
    need(REKEY(body), "a rekey is not of its form");
    const [epoch, ...fields] = body;
    need(epoch > 0 && epoch >= this.epoch, "a rekey names an epoch that is over");
    this.key(seat, fields, epoch);
  }

  /** Takes the shuffle of a seat, while `seats` are in. */
  shuffle(seat, body, seats) {
    need(SHUFFLE(body), "a shuffle is not of its form");
    const ask = pack(body.map(([name, size]) => [name, size]));
    need(this.#underWay === undefined || equal(this.#underWay, ask), "a seat shuffles other decks than the one before it");
    const sizes = body.map(([, size]) => size).reduce((total, size) => total + size, 0);
    need(body.length > 0 && sizes <= MOST_CARDS, "a shuffle has too many cards or none");
    need(new Set(body.map(([name]) => name)).size === body.length, "a shuffle names a deck twice");
    const shuffled = body.map(([name, size, ...strings]) => {
      const deck = this.#deck(name, size);
      need(deck.cards.a.length === size, "a deck has changed its size");
      need(!(deck.last >= seat), "a seat shuffles out of its turn");
      const cards = readShuffle(deck, seat, deck.cards, strings, this.#proofs);
      return [name, { ...deck, last: seat, cards, layers: [...deck.layers, { seat, before: deck.cards, after: cards }] }];
    });
    this.#underWay = seats.some((each) => each > seat) ? ask : undefined;
    for (const [name, deck] of shuffled) this.#decks.set(name, deck);
    this.checks.shuffles += shuffled.length;
  }

  #deck(name, size) {
    const known = this.#decks.get(name);
    if (known?.epoch === this.epoch) return known;
    const joint = jointKey([...(this.#keys.get(this.epoch) ?? new Map()).values()]);
    need(joint !== undefined, "there are no keys for a shuffle");
    const digest = deckDigest(this.#game, this.epoch, name);
    return { digest, joint, epoch: this.epoch, cards: firstCards(digest, size, joint), last: -1, layers: [] };
  }

  /** Takes the shares of a seat in the slots that are asked for. */
  share(seat, body) {
    need(SHARE(body), "shares are not of their form");
    const [slots, batches] = body;
    const owed = slots.filter(([, , to]) => to !== seat);
    this.#take(seat, owed, batches);
  }

  /** Takes what a move shows: shares of the mover, and which card each slot holds. */
  move(seat, body) {
    need(MOVE(body), "a move is not of its form");
    const [move, shows, batches] = body;
    need(!holdsNil(move), "a move holds nil");
    this.#take(seat, shows, batches);
    for (const [name, position, card] of shows) this.#shown(name, position, card);
  }

  #take(seat, slots, batches) {
    const owed = slots.map(([name, position]) => this.#slot(name, position)).filter(({ given }) => !given.has(seat));
    const epochs = [...new Set(owed.map(({ epoch }) => epoch))].sort((a, b) => a - b);
    need(batches.length === epochs.length, "an event has not just the batches that are owed");
    const taken = epochs.map((epoch, at) => {
      const group = owed.filter((slot) => slot.epoch === epoch);
      const key = this.#keys.get(epoch).get(seat);
      need(key !== undefined, "a seat without a key gives a share");
      return [group, readShares(seat, key, group, batches[at], this.#proofs)];
    });
    for (const [group, shares] of taken) group.forEach(({ given }, at) => given.set(seat, shares[at]));
    this.checks.shares += owed.length;
  }

  #slot(name, position) {
    const deck = this.#decks.get(name);
    need(deck !== undefined && position < deck.cards.a.length, "a slot is of no sealed deck");
    const place = `${deck.epoch} ${name} ${position}`;
    if (!this.#given.has(place)) this.#given.set(place, new Map());
    const [a, b] = [deck.cards.a[position], deck.cards.b[position]];
    return { deck, position, digest: deck.digest, epoch: deck.epoch, a, b, given: this.#given.get(place) };
  }

  #shown(name, position, card) {
    const { deck, epoch, a, b, given } = this.#slot(name, position);
    const [known, proved] = this.#shownCards.get(`${epoch} ${name} ${position}`) ?? [];
    if (known === a && proved === card) return; // a file may name it in every move
    need(card < deck.cards.a.length, "a move shows a card that is not in the deck");
    const shares = [...this.#keys.get(epoch).keys()].map((seat) => given.get(seat) ?? this.#computed(seat, epoch, a));
    need(shares.every((share) => share !== undefined), "a move shows a card of which shares are missing");
    const equation = [[1n, b.point], [Q - 1n, facePoint(deck.digest, card)], ...shares.map((share) => [Q - 1n, share])];
    need(this.#proofs.holds([], [equation]), "a move shows another card than its slot holds");
    this.#shownCards.set(`${epoch} ${name} ${position}`, [a, card]);
  }

  #computed(seat, epoch, a) {
    const secret = this.#opened.get(seat)?.get(epoch);
    return secret === undefined ? undefined : times(secret, a.point);
  }

  /** Refuses a secret from which a key or shuffle of the seat does not follow (13.11). */
  reveal(seat, secret) {
    for (const [epoch, keys] of this.#keys) {
      const x = scalarBytes(secretKey(secret, this.#game, epoch, seat));
      need(!keys.has(seat) || opens(x, keys.get(seat)), "a deck key does not follow from the secret");
    }
    for (const deck of this.#decks.values()) {
      for (const layer of deck.layers.filter((each) => each.seat === seat)) {
        const follows = followsFrom(secret, deck, seat, layer.before, layer.after, this.#proofs);
        need(follows, "a shuffle does not follow from the secret");
      }
    }
  }

  /** Somebody has left: an unfinished shuffle may begin anew. */
  anew() {
    this.#underWay = undefined;
  }

  /** A seat has left with what may be its secret deck keys, the oldest first; whether its layer is open now (7.9). */
  left(seat, secrets) {
    const epochs = [...this.#keys].filter(([, keys]) => keys.has(seat)).sort(([a], [b]) => a - b);
    const right = epochs.length === secrets.length && epochs.every(([, keys], at) => opens(secrets[at], keys.get(seat)));
    if (right) this.#opened.set(seat, new Map(epochs.map(([epoch], at) => [epoch, littleEndian(secrets[at])])));
    return right;
  }
}

/** Whether nil stands anywhere in a value. */
export const holdsNil = (value) => value === null || (Array.isArray(value) && value.some(holdsNil));
