// What lies on the table face down, as far as events show it without the rules: keys, decks, and who has given which share (SPEC 13).

import { littleEndian } from "./bytes.js";
import { deckDigest, facePoint, firstCards } from "./deck.js";
import { jointKey, opens, readDeckKey, secretKey } from "./deckkey.js";
import * as form from "./forms.js";
import { Q, scalarBytes, times } from "./group.js";
import { Malformed, need } from "./malformed.js";
import { readShares } from "./share.js";
import { followsFrom, readShuffle } from "./shuffle.js";

const NAME = form.text(64);
const POSITION = form.integer(0, 111);
const REKEY = form.array(form.round, form.anyBytes, form.anyBytes);
const SHUFFLE = form.many(form.array(NAME, form.integer(1, 112), ...Array(5).fill(form.anyBytes)), 8);
const SLOTS = form.many(form.array(NAME, POSITION, form.either(form.nil, form.seat)));
const SHARE = form.array(SLOTS, form.anyArray);
const MOVE = form.array(() => true, form.many(form.array(NAME, POSITION, POSITION)), form.anyArray);
const MOST_CARDS = 112;

/**
 * Reading an event gives what it brings, and changes nothing; throws Malformed where that is a fault. `give`, `close` and `leave` are
 * for a round: what is given counts whatever becomes of the round, the rest only if it closed, and last come those who left.
 */
export class Table {
  #game;
  #proofs;
  #epoch = 0;
  #keys; // seat -> deck key of the newest epoch; undefined while there are none
  #logged = new Map(); // seat -> [{ epoch, key }, ...]: all keys that it has given
  #secrets = new Map(); // seat -> epoch -> secret key of those whose layer is open
  #shuffling = []; // decks that are being shuffled
  #sealed = new Map(); // name -> deck
  #resumed = false; // whether an open seat left a shuffle, which may begin anew
  #assumed = new Set(); // names of decks that are sealed only if such a shuffle went on
  #given = new Map(); // "name position" -> seat -> share, a point
  #held = new Map(); // "name position" -> the seat that alone sees it
  checks = { shuffles: 0, shares: 0 };

  constructor(game, proofs) {
    this.#game = game;
    this.#proofs = proofs;
  }

  key(seat, fields) {
    return { key: this.#readKey(seat, fields, 0) };
  }

  rekey(seat, body) {
    need(REKEY(body), "a rekey is not of its form");
    const [epoch, ...fields] = body;
    need(epoch > this.#epoch, "a rekey names an epoch that was");
    return { key: this.#readKey(seat, fields, epoch) };
  }

  #readKey(seat, fields, epoch) {
    return { epoch, ...readDeckKey(this.#game, epoch, seat, fields, this.#proofs) };
  }

  shuffle(seat, body, inside) {
    need(SHUFFLE(body), "a shuffle is not of its form");
    const anew = this.#resumed || this.#shuffling.length === 0 ? this.#begun(body, inside) : [];
    const fitting = [this.#shuffling, anew].filter((decks) => fits(decks, seat, body));
    need(fitting.length > 0, "a seat shuffles other decks than are to be shuffled, or out of its turn");
    return { decks: this.#shuffled(fitting, seat, body) };
  }

  /** The decks after a shuffle of the first of these for which its proof holds. */
  #shuffled([first, ...others], seat, body) {
    try {
      return first.map((deck, at) => this.#layered(deck, seat, body[at].slice(2)));
    } catch (error) {
      if (!(error instanceof Malformed) || others.length === 0) throw error;
      return this.#shuffled(others, seat, body);
    }
  }

  #layered(deck, seat, strings) {
    const cards = readShuffle(deck, seat, deck.cards, strings, this.#proofs);
    const layers = [...deck.layers, { seat, before: deck.cards, after: cards }];
    return { ...deck, cards, layers, waiting: deck.waiting.filter((each) => each !== seat) };
  }

  /** The decks that an event names as a shuffle of them begins, or none where it cannot. */
  #begun(body, inside) {
    const names = body.map(([name]) => name);
    const isNew = (name, at) => names.indexOf(name) === at && (!this.#sealed.has(name) || this.#assumed.has(name));
    const size = body.reduce((sum, [, count]) => sum + count, 0);
    if (!this.#serves(inside) || size > MOST_CARDS || !names.every(isNew)) return [];
    const joint = jointKey([...this.#keys.values()]);
    const waiting = [...this.#keys.keys()].filter((seat) => !this.#secrets.has(seat)).sort((a, b) => a - b);
    return body.map(([name, count]) => {
      const digest = deckDigest(this.#game, this.#epoch, name);
      return { name, digest, joint, epoch: this.#epoch, keys: this.#keys, cards: firstCards(digest, count, joint), layers: [], waiting };
    });
  }

  /** Whether decks can be sealed with the newest keys: each is of a seat that is in, or open. */
  #serves(inside) {
    return this.#keys !== undefined && [...this.#keys.keys()].every((seat) => inside.includes(seat) || this.#secrets.has(seat));
  }

  share(seat, body, inside) {
    need(SHARE(body), "shares are not of their form");
    const [named, batches] = body;
    const slots = named.map(([name, position, to]) => ({ to, ...this.#slot(name, position) }));
    for (const { place, to, lacking } of slots) {
      need(lacking.every((each) => inside.includes(each)), "a slot cannot be opened without a seat that left");
      need(to === null || (this.#held.get(place) ?? to) === to, "a slot is held by another seat");
    }
    return { shares: this.#owed(seat, slots.filter(({ to }) => to !== seat), batches) };
  }

  move(seat, body) {
    need(MOVE(body), "a move is not of its form");
    const [move, shows, batches] = body;
    need(!holdsNil(move), "a move holds nil");
    const slots = shows.map(([name, position]) => this.#slot(name, position));
    need(new Set(slots.map(({ place }) => place)).size === slots.length, "a move shows a slot twice");
    for (const { lacking } of slots) need(lacking.every((each) => each === seat), "a move shows a card of which shares are missing");
    const shares = this.#owed(seat, slots, batches);
    slots.forEach((slot, at) => this.#shown(slot, shows[at][2], shares.find(({ place }) => place === slot.place)));
    return { shares };
  }

  /** A slot of a sealed deck, and who has neither given a share in it nor is open. */
  #slot(name, position) {
    const deck = this.#sealed.get(name);
    need(deck !== undefined && position < deck.cards.a.length, "a slot is of no sealed deck");
    const place = `${name} ${position}`;
    const given = this.#given.get(place) ?? new Map();
    const lacking = [...deck.keys.keys()].filter((seat) => !given.has(seat) && !this.#secrets.has(seat));
    const [a, b] = [deck.cards.a[position], deck.cards.b[position]];
    return { place, deck, position, given, lacking, digest: deck.digest, a, b };
  }

  /** The shares of a seat in those slots in which it has given none yet: [{ place, point }, ...]. */
  #owed(seat, slots, batches) {
    const owed = slots.filter(({ given }) => !given.has(seat));
    const epochs = [...new Set(owed.map(({ deck }) => deck.epoch))].sort((a, b) => a - b);
    need(batches.length === epochs.length, "an event has not just the batches that are owed");
    return epochs.flatMap((epoch, at) => {
      const group = owed.filter(({ deck }) => deck.epoch === epoch);
      const key = group[0].deck.keys.get(seat);
      need(key !== undefined, "a seat without a key gives a share");
      const points = readShares(seat, key, group, batches[at], this.#proofs);
      return group.map(({ place }, each) => ({ place, point: points[each] }));
    });
  }

  #shown({ deck, position, given, a, b }, card, own) {
    if (deck.shown.get(position) === card) return; // a file may name it in every move
    need(card < deck.cards.a.length, "a move shows a card that is not in the deck");
    const computed = [...deck.keys.keys()].filter((seat) => !given.has(seat) && this.#secrets.has(seat));
    const shares = [...given.values(), ...(own === undefined ? [] : [own.point])];
    for (const seat of computed) shares.push(times(this.#secrets.get(seat).get(deck.epoch), a.point));
    const equation = [[1n, b.point], [Q - 1n, facePoint(deck.digest, card)], ...shares.map((share) => [Q - 1n, share])];
    need(this.#proofs.holds([], [equation]), "a move shows another card than its slot holds");
    deck.shown.set(position, card);
  }

  /** Takes the keys and shares that seats have given in a round, whose events name an epoch alike if it is one of fresh keys. */
  give(brought, epoch) {
    if (epoch !== undefined) [this.#keys, this.#epoch] = [undefined, epoch];
    for (const [seat, { key, shares = [] }] of brought) {
      if (key !== undefined) this.#logged.set(seat, [...(this.#logged.get(seat) ?? []), key]);
      for (const { place, point } of shares) {
        if (!this.#given.has(place)) this.#given.set(place, new Map());
        this.#given.get(place).set(seat, point);
      }
      this.checks.shares += shares.length;
    }
  }

  /** Closes a round to which all gave what they owe, with the slots that it names alike; whether its keys are keys together. */
  close(brought, slots) {
    const keys = brought.filter(([, { key }]) => key !== undefined).map(([seat, { key }]) => [seat, key]);
    if (keys.length > 0) {
      if (jointKey(keys.map(([, key]) => key)) === undefined) return false;
      if (keys.every(([, { epoch }]) => epoch === this.#epoch)) this.#keys = new Map(keys);
    }
    for (const [, { decks }] of brought) {
      if (decks === undefined) continue;
      [this.#shuffling, this.#resumed] = [decks, false];
      this.checks.shuffles += decks.length;
      this.#seal();
    }
    for (const [name, position, to] of slots ?? []) if (to !== null) this.#held.set(`${name} ${position}`, to);
    return true;
  }

  #seal() {
    if (this.#shuffling.some(({ waiting }) => waiting.length > 0)) return;
    for (const deck of this.#shuffling) this.#sealed.set(deck.name, { ...deck, shown: new Map() });
    this.#shuffling = [];
  }

  /** Seats of those `inside` have left, some of whom `handed` out what may be their secret keys, the oldest first. */
  leave(inside, left, handed) {
    if (left.length === 0) return;
    for (const seat of left) if (handed.has(seat)) this.#open(seat, handed.get(seat));
    if (!this.#serves(inside.filter((seat) => !left.includes(seat)))) this.#shuffling = [];
    const still = (waiting) => waiting.filter((seat) => !this.#secrets.has(seat));
    this.#shuffling = this.#shuffling.map((deck) => ({ ...deck, waiting: still(deck.waiting) }));
    this.#resumed = this.#shuffling.length > 0;
    if (this.#resumed && this.#shuffling[0].waiting.length === 0) {
      for (const { name } of this.#shuffling) this.#assumed.add(name);
      this.#seal();
    }
  }

  #open(seat, secrets) {
    const logged = this.#logged.get(seat) ?? [];
    if (logged.length !== secrets.length || !logged.every((key, at) => opens(secrets[at], key))) return;
    this.#secrets.set(seat, new Map(logged.map(({ epoch }, at) => [epoch, littleEndian(secrets[at])])));
  }

  /** Whether keys and shuffles of a seat follow from its secret, in all decks that are sealed (13.11). */
  follows(seat, secret) {
    return [...this.#sealed.values()].filter(({ keys }) => keys.has(seat)).every((deck) => {
      const x = scalarBytes(secretKey(secret, this.#game, deck.epoch, seat));
      if (!opens(x, deck.keys.get(seat))) return false;
      const layers = deck.layers.filter((each) => each.seat === seat);
      return layers.every(({ before, after }) => followsFrom(secret, deck, seat, before, after, this.#proofs));
    });
  }
}

/** Whether it is a seat's turn to shuffle decks, and these are what an event shuffles. */
const fits = (decks, seat, body) =>
  decks.length > 0 && decks.length === body.length && decks[0].waiting[0] === seat && decks.every(({ name, cards }, at) => body[at][0] === name && body[at][1] === cards.a.length);

/** Whether nil stands anywhere in a value. */
export const holdsNil = (value) => value === null || (Array.isArray(value) && value.some(holdsNil));
