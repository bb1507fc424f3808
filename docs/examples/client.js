// A whole client for Linja that joins a table, in the order of docs/build/client.md: node client.js INVITE
//
// It makes the first legal move whenever it is to move. Reading is that of the verifier; signing, storing and talking are here.

import { createHash, createPrivateKey, createPublicKey, randomBytes, sign as signBytes, timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { connect } from "node:tls";

import { absences, absentFrom } from "../../protocol/verifier/lib/absence.js";
import { compare, concat, equal, hex, u32, u64 } from "../../protocol/verifier/lib/bytes.js";
import { closed } from "../../protocol/verifier/lib/closing.js";
import { H, commitment, derive, pre } from "../../protocol/verifier/lib/digest.js";
import { readFile } from "../../protocol/verifier/lib/file.js";
import * as form from "../../protocol/verifier/lib/forms.js";
import { readGenesis } from "../../protocol/verifier/lib/genesis.js";
import { Malformed, need } from "../../protocol/verifier/lib/malformed.js";
import { begin, stateDigest } from "../../protocol/verifier/lib/position.js";
import { insideOf, messageOf, readRecord, signedForGame } from "../../protocol/verifier/lib/records.js";
import { digestOfRound } from "../../protocol/verifier/lib/rounds.js";
import { keyOf, signs } from "../../protocol/verifier/lib/signature.js";
import { judge } from "../../protocol/verifier/lib/verdict.js";
import { pack, unpack } from "../../protocol/verifier/lib/wire.js";
import { linja } from "../../protocol/verifier/rules/linja.js";

const NOTHING = new Uint8Array(0);
const [LONGEST_FRAME, LONGEST_CHAIN] = [66560, 65536];
const [SEED, GAME] = ["seed", "game.p2pg"]; // in the folder in which it is started
const FIRST_LINE = "p2pgames log 1\n";

// -- keys (SPEC 3) --

/** An Ed25519 key pair from its seed: { seed, key, sign(tag, scope, body) }. */
function pair(seed) {
  const own = createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]), format: "der", type: "pkcs8" });
  const key = new Uint8Array(createPublicKey(own).export({ format: "der", type: "spki" }).subarray(-32));
  return { seed, key, sign: (tag, scope, body) => new Uint8Array(signBytes(null, pre(tag, scope, body), own)) };
}

const isSigned = (key, ...said) => {
  const by = keyOf(key);
  return by !== undefined && signs(by, ...said);
};

// -- files (SPEC 10.1, 10.3): what is written is on the disk when this returns --

function append(name, bytes) {
  const file = openSync(name, "a");
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const framed = (payload) => concat([u32(payload.length), sha256(payload).subarray(0, 8), payload]);

// -- an invite (SPEC 16) --

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(text) {
  let [bits, held, bytes] = [0, 0, []];
  for (const letter of text) {
    const digit = BASE32.indexOf(letter);
    need(digit >= 0, "a letter that is not of base32");
    bits = ((bits << 5) | digit) & 0xfff;
    held += 5;
    if (held >= 8) bytes.push((bits >> (held -= 8)) & 0xff);
  }
  need((bits & ((1 << held) - 1)) === 0 && held < 5, "bits are left over");
  return Uint8Array.from(bytes);
}

const INVITE = form.array(form.integer(1, 1), form.digest, form.either(form.bytes(0), form.bytes(16)), form.text(32), form.many(form.text(256), 8));

/** What an invite says: the host's key, the token, and the addresses with the pins that are written only once. */
function readInvite(line) {
  const text = line.replace(/\s/g, "").toUpperCase();
  need(text.startsWith("P2PGAMES:") && text.length <= 4096, "this is no invite");
  const bytes = base32(text.slice("P2PGAMES:".length));
  const [body, check] = [bytes.subarray(0, -4), bytes.subarray(-4)];
  need(equal(H("invite", body).subarray(0, 4), check), "the invite is mistyped");
  const said = unpack(body);
  need(INVITE(said) && said[4].length > 0, "this is no invite");
  let pin = "";
  const addresses = said[4].map((address) => {
    const [place, own] = address.split("#");
    pin = own || pin;
    return { place, pin };
  });
  return { host: said[1], token: said[2], addresses };
}

// -- a link (SPEC 12, 14, 15) --

const SHAPES = {
  ping: form.array(() => true),
  bye: form.either(form.array(() => true), form.array(() => true, (said) => typeof said === "string")),
  proposal: form.array(() => true, form.anyBytes),
  lobby: form.array(() => true, form.many(form.text(32), 16)),
  genesis: form.array(() => true, form.anyBytes),
  welcome: form.array(() => true),
  want: form.array(() => true, form.round),
  record: form.array(() => true, form.anyBytes),
  address: form.array(() => true, form.anyBytes),
  chats: form.array(() => true, form.many(form.round, 16)),
  chat: form.array(() => true, form.anyBytes),
  links: form.array(() => true, form.many(form.seat, 16)),
  rematch: form.either(form.array(() => true), form.array(() => true, form.text(4096))),
  hello: form.array(() => true, form.integer(1, 1), form.digest, form.digest),
  proof: form.array(() => true, form.bytes(64)),
};

/** One connection after TLS: `hear` gets each message; whatever is not as SPEC says ends it. */
class Link {
  #held = NOTHING;
  #began = Date.now();
  #heardAt = Date.now();
  #sentAt = Date.now();
  #pings = 0;

  constructor(socket, hear, ended) {
    this.socket = socket;
    this.hear = hear;
    this.greeted = false;
    this.timer = setInterval(() => this.#tick(), 1000);
    socket.on("data", (data) => this.#take(data));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => (clearInterval(this.timer), ended()));
  }

  send(...message) {
    const body = pack(message);
    this.socket.write(concat([u32(body.length), body]));
    this.#sentAt = Date.now();
  }

  end() {
    this.socket.destroy();
  }

  #tick() {
    if (Date.now() - this.#heardAt > (this.greeted ? 15_000 : 10_000)) this.end();
    else if (this.greeted && Date.now() - this.#sentAt >= 5_000) this.send("ping");
  }

  #take(data) {
    this.#heardAt = Date.now();
    this.#held = concat([this.#held, data]);
    try {
      while (!this.socket.destroyed && this.#held.length >= 4) {
        const length = Buffer.from(this.#held).readUInt32BE(0);
        need(length >= 1 && length <= LONGEST_FRAME, "a frame has not its length");
        if (this.#held.length < 4 + length) return;
        const message = unpack(this.#held.slice(4, 4 + length), LONGEST_FRAME);
        this.#held = this.#held.slice(4 + length);
        this.#one(message);
      }
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.end();
    }
  }

  #one(message) {
    need(Array.isArray(message) && Object.hasOwn(SHAPES, message[0]) && SHAPES[message[0]](message), "a message is not of its form");
    if (message[0] === "bye") return this.end();
    if (message[0] !== "ping") return this.hear(message);
    need(++this.#pings <= 16 + (Date.now() - this.#began) / 1000, "too many pings");
  }
}

/** Dials an address by TLS, compares its pin, does the hello, and calls `begun` once both are proved. */
function dial({ place, pin }, own, wanted, begun, ended) {
  const [, host, port] = /^tls:(.*):(\d+)$/.exec(place) ?? [];
  if (host === undefined) return setImmediate(ended); // a transport that is not here
  const socket = connect({ host: host.replace(/^\[|\]$/g, ""), port: Number(port), minVersion: "TLSv1.3", rejectUnauthorized: false, servername: "" });
  const nonce = new Uint8Array(randomBytes(32));
  let both; // what both sign, but for the role
  const link = new Link(socket, hello, ended);
  socket.setNoDelay(true);
  socket.once("secureConnect", () => {
    const key = sha256(socket.getPeerX509Certificate().publicKey.export({ format: "der", type: "spki" }));
    if (!timingSafeEqual(key, base32(pin))) return link.end();
    both = [1, "tls", new Uint8Array(key), own.key, nonce];
    link.send("hello", 1, own.key, nonce, wanted);
  });

  function hello([kind, format, key, theirs]) {
    need(kind === "hello" && format === 1 && equal(key, wanted), "somebody else answers");
    both.push(key, theirs);
    link.send("proof", own.sign("hello", NOTHING, pack(["dial", ...both])));
    link.hear = proof;
  }

  function proof([kind, signature]) {
    need(kind === "proof" && isSigned(wanted, "hello", NOTHING, pack(["listen", ...both]), signature), "the other end is not proved");
    link.greeted = true;
    begun(link);
  }
}

// -- a game (SPEC 5 to 11) --

const EXCLUDING = ["event", "have", "vote"];
const placeOf = (record) => [record.kind, record.seat, record.round, record.on].join();

/** What is known of a game, and where it stands by that. `sign` is undefined for one that is only read. */
class Game {
  constructor(bytes) {
    this.genesis = readGenesis(bytes);
    this.genesisBytes = bytes;
    this.records = new Map(); // by what they say, in the order in which they came
    this.places = new Map(); // who has signed what excludes anything else
    this.signatures = 0; // counted by the verifier's judge
    this.evidence = undefined;
    this.early = new Map();
    this.replay();
  }

  signed = (record) => signedForGame(record, this.genesis);
  all = (kind, round) => [...this.records.values()].filter((each) => each.kind === kind && (round === undefined || each.round === round));
  votes = (round) => this.all("vote", round).filter((vote) => vote.on !== vote.seat && vote.on < this.genesis.keys.length);

  /** Hears a record: "new", "known", "early", "stray" or "refused"; throws Malformed where its sender is to blame. */
  hear(bytes) {
    const record = { ...readRecord(bytes), packed: bytes };
    if (record.kind === "genesis") return need(equal(record.bytes, this.genesisBytes), "another genesis"), "known";
    if (record.kind === "evidence") return this.#prove(insideOf(record), record);
    need(record.seat < this.genesis.keys.length && this.signed(record), "a record is not signed by whom it names");
    if (this.records.has(messageOf(record))) return "known";
    const before = EXCLUDING.includes(record.kind) ? this.places.get(placeOf(record)) : undefined;
    if (before !== undefined) return this.#prove([before, record].sort((a, b) => compare(a.bytes, b.bytes)));
    if (this.evidence !== undefined) return "refused";
    if (record.kind === "event") {
      const { round, previous, step } = this.position;
      if (record.round > round) return this.#keepEarly(record);
      if (record.round < round) return "stray";
      if (!equal(record.previous, previous)) return "stray";
      if (!step.owing.includes(record.seat)) return "refused";
    }
    if (record.kind === "have") {
      if (record.round >= this.position.round) return "early";
      if (!equal(this.rounds[record.round].digest, record.digest)) return "stray";
    }
    return this.#take(record);
  }

  #take(record) {
    this.records.set(messageOf(record), record);
    if (EXCLUDING.includes(record.kind)) this.places.set(placeOf(record), record);
    if (record.kind === "vote") this.replay(); // it may undo rounds
    if (record.kind === "event") this.advance();
    return "new";
  }

  #keepEarly(record) {
    const kept = this.early.get(record.seat) ?? [];
    this.early.set(record.seat, [...kept, record].slice(-2));
    return "early";
  }

  /** Two records of which nobody may sign both end the game (7.10). */
  #prove([first, second], evidence) {
    const same = placeOf(first) === placeOf(second) && EXCLUDING.includes(first.kind) && compare(first.bytes, second.bytes) < 0;
    need(same && this.signed(first) && this.signed(second), "an evidence proves nothing");
    const packed = ({ kind, bytes, signature }) => pack([kind, bytes, signature]);
    const body = pack([packed(first), packed(second)]);
    this.evidence ??= evidence ?? { kind: "evidence", bytes: body, packed: pack(["evidence", body, NOTHING]) };
    return "new";
  }

  replay() {
    this.position = begin(this.genesis, linja);
    this.rounds = [];
    this.advance();
  }

  /** Closes rounds as long as everything for them is there (7.2, 7.5). */
  advance() {
    while (this.evidence === undefined && this.position.step.owing.length > 0) {
      const { round, previous, seats, step, paused } = this.position;
      const owed = this.all("event", round).filter((event) => equal(event.previous, previous) && step.owing.includes(event.seat));
      const votable = step.name !== "REVEAL" && !paused;
      const absent = votable ? absentFrom(absences(this, round, previous), seats).filter((seat) => step.owing.includes(seat)) : [];
      const events = owed.filter((event) => !absent.includes(event.seat)).sort((a, b) => a.seat - b.seat);
      if (events.length + absent.length < step.owing.length) return;
      const judged = events.map((event) => judge(this, this.position, event));
      const digest = digestOfRound(this.genesis.id, round, previous, seats, events, absent);
      this.rounds.push({ digest });
      const before = step.name === "REVEAL" ? { ...this.position, revealed: judged } : this.position;
      this.position = closed(before, digest, judged, absent, owed.length > events.length);
      const waited = [...this.early.values()].flat();
      this.early.clear();
      waited.forEach((record) => this.hear(record.packed));
    }
  }

  /** What a want for a round is answered with, in the order of 18.3. */
  since(from) {
    const inOrder = (a, b) => a.round - b.round || (a.kind === b.kind ? 0 : a.kind === "event" ? -1 : 1) || (a.on ?? 0) - (b.on ?? 0) || a.seat - b.seat;
    const ofRounds = [...this.all("event"), ...this.all("vote")].filter((each) => each.round >= from).sort(inOrder);
    const bySeat = (kind) => this.all(kind).sort((a, b) => a.seat - b.seat);
    const newest = bySeat("have").filter((have) => !this.all("have").some((other) => other.seat === have.seat && other.round > have.round));
    return [...ofRounds, ...bySeat("note"), ...bySeat("by"), ...newest, ...(this.evidence ? [this.evidence] : [])];
  }
}

/** A legal move of Linja: of the openings the first, with all that may follow it. */
function legalMove(state) {
  const rows = [...Array(8).keys()];
  const steps = (...kinds) => kinds.flatMap((kind) => rows.flatMap((from) => rows.map((to) => [kind, from, to])));
  let [move, kinds] = [[], [["open"], ["follow", "bonus", "theirs"], ["bonus", "theirs"]]];
  for (const kind of kinds) {
    const step = steps(...kind).find((each) => linja.move(state, [...move, each]) !== undefined);
    if (step === undefined) break;
    move = [...move, step];
  }
  return move;
}

// -- a seat: what it owes (SPEC 6.3, 7.9, 7.11, 8, 9) --

class Seat {
  constructor(game, own) {
    this.game = game;
    this.own = own;
    this.number = game.genesis.keys.findIndex((key) => equal(key.bytes, own.key));
    need(this.number >= 0, "the game has no such seat");
    const { id } = game.genesis;
    this.secret = derive(own.seed, "game secret", id);
    this.chain = [H("coin seed", this.secret)]; // its last value first
    for (let at = LONGEST_CHAIN; at > 0; at--) this.chain.push(H("coin", id, u64(this.number), u64(at), this.chain.at(-1)));
  }

  #record(kind, said) {
    const body = pack(said);
    return pack([kind, body, this.own.sign(kind, this.game.genesis.id, body)]);
  }

  /** The event that is due from this seat, or undefined. */
  event() {
    const { evidence, position, places } = this.game;
    const { round, step, previous, seats } = position;
    const given = places.has(placeOf({ kind: "event", seat: this.number, round }));
    if (evidence !== undefined || given || !step.owing.includes(this.number)) return undefined;
    const noted = this.game.all("note").filter((note) => note.word === "resign" && note.seat !== this.number && seats & (1 << note.seat));
    const notes = step.name === "TURN" || step.name === "COIN" || step.name === "REST" ? noted.slice(0, 1) : [];
    const [act, body] = step.name === "TURN" && notes.length > 0 ? ["resign", []] : this.#due(position);
    return this.#record("event", [round, this.number, previous, stateDigest(position), seats, act, body, notes.map((note) => note.packed)]);
  }

  #due({ step, rolls, state, over }) {
    if (step.name === "KEYS") return ["key", [commitment(this.game.genesis.id, this.number, this.secret), this.chain.at(-1), null, null]];
    if (step.name === "TURN") return ["move", [legalMove(state), [], []]];
    if (step.name === "REVEAL") return ["reveal", [this.secret, [over.places, over.scores, over.basis]]];
    return ["coin", [rolls, step.sides, step.seat, this.chain.at(-1 - rolls)]];
  }

  /** The have for the newest closed round, or undefined where it is signed. */
  have() {
    const round = this.game.rounds.length - 1;
    const given = this.game.places.has(placeOf({ kind: "have", seat: this.number, round }));
    return round < 0 || given || this.game.evidence ? undefined : this.#record("have", [this.number, round, this.game.rounds[round].digest]);
  }

  get mayWait() {
    return this.game.places.has(placeOf({ kind: "event", seat: this.number, round: this.game.position.round }));
  }

  address() {
    const body = pack([this.own.key, 0, []]); // nobody can dial it
    return pack([body, this.own.sign("address", this.game.genesis.id, body)]);
  }
}

// -- the client (SPEC 17 to 19) --

class Client {
  constructor(invite) {
    this.invite = invite;
    if (!existsSync(SEED)) append(SEED, randomBytes(32));
    this.identity = pair(readFileSync(SEED));
    this.wait = 500;
    this.tried = 0;
    if (existsSync(GAME)) this.#open();
  }

  /** Goes on from what is on the disk. */
  #open() {
    const [genesis, ...records] = readFile(new Uint8Array(readFileSync(GAME))).payloads;
    this.game = new Game(readRecord(genesis).bytes);
    this.#sit(this.#nonce(this.game.genesis.proposal.bytes));
    for (const record of records) this.game.hear(record);
  }

  // Without the device of SPEC 14.8: its seed is made in this folder for one table, and on no other device.
  #nonce = (proposal) => derive(this.identity.seed, "join nonce", H("table", proposal));

  #sit(nonce) {
    this.seat = new Seat(this.game, pair(derive(this.identity.seed, "seat", nonce)));
  }

  dial() {
    const own = this.seat?.own ?? this.identity;
    const wanted = this.game?.genesis.keys[1 - this.seat.number].bytes ?? this.invite.host;
    const { addresses } = this.invite;
    dial(addresses[this.tried++ % addresses.length], own, wanted, (link) => this.#greeted(link), () => this.#again());
  }

  /** Waits, each time longer, and less again once a game went on (19.5). */
  #again() {
    this.link = undefined;
    clearTimeout(this.quiet);
    setTimeout(() => this.dial(), this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, 30_000);
  }

  #greeted(link) {
    this.link = link;
    link.hear = (message) => this.#lobby(message);
    if (this.game) link.send("game", this.game.genesis.id);
    else link.send("table", this.invite.token);
  }

  /** Until the game goes on (17, 18.1). */
  #lobby([kind, said]) {
    if (kind === "proposal" && !this.game) return this.#join(said);
    if (kind === "lobby" && this.joined) return;
    if (kind === "genesis" && this.joined) return this.#begin(said);
    need(kind === "welcome" && this.game, `"${kind}" is not due`);
    this.#inGame();
  }

  #join(signed) {
    const [proposal, signature] = unpack(signed);
    const [, , host, name, version, data] = unpack(proposal);
    need(equal(host, this.invite.host) && isSigned(host, "proposal", NOTHING, proposal, signature), "the proposal is not the host's");
    need(name === linja.name && version === linja.version && equal(data, linja.data), "another game");
    const nonce = this.#nonce(proposal);
    const body = pack([H("proposal", signed), this.identity.key, pair(derive(this.identity.seed, "seat", nonce)).key, "Example", nonce]);
    this.joined = { signed, proposal, nonce, join: pack([body, this.identity.sign("join", NOTHING, body)]) };
    this.link.send("join", this.joined.join);
  }

  #begin(bytes) {
    const [signed, joins] = unpack(bytes);
    const own = (each) => equal(each, this.joined.join);
    const game = new Game(bytes); // throws where SPEC 4 refuses it
    need(equal(signed, this.joined.signed) && joins.some(own), "the game is another than was joined");
    this.game = game;
    this.#sit(this.joined.nonce);
    append(GAME, concat([new TextEncoder().encode(FIRST_LINE), framed(pack(["genesis", bytes, NOTHING]))]));
    this.#inGame();
  }

  #inGame() {
    const { link } = this;
    link.hear = (message) => this.#hear(message);
    link.answered = link.told = false;
    link.bad = 0;
    link.send("want", this.game.rounds.length);
    link.send("address", this.seat.address());
    link.send("chats", this.game.genesis.keys.map(() => 0));
    link.send("links", [1 - this.seat.number]);
    this.#act();
  }

  #hear([kind, said]) {
    if (kind === "want") return this.#answer(said);
    if (kind === "record") return this.#record(said);
    if (kind === "rematch" && said !== undefined) {
      const { host, token } = readInvite(said);
      need(token.length > 0 && equal(host, this.game.genesis.joins[1 - this.seat.number].identity.bytes), "another table's invite");
    }
    need(["address", "chats", "chat", "links", "rematch"].includes(kind), `"${kind}" is not due`);
  }

  #answer(from) {
    if (!this.link.answered) this.#give(this.seat.have(), false);
    this.link.answered = true;
    for (const record of this.game.since(from)) this.link.send("record", record.packed);
  }

  #record(bytes) {
    const { link, game } = this;
    const proved = game.evidence;
    let heard;
    try {
      heard = game.hear(bytes);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return need(++link.bad <= 16, "too much that nobody signed");
    }
    if (heard === "new") {
      append(GAME, framed(bytes));
      this.wait = 500;
      if (game.evidence && !proved) link.send("record", game.evidence.packed);
      this.#act();
    } else if (heard === "early") {
      const open = game.rounds.length;
      setTimeout(() => game.rounds.length === open && this.link === link && link.send("want", open), 300);
    } else if (heard === "stray" && !link.told) {
      link.told = true;
      link.send("want", 0);
    }
  }

  /** Signs whatever is due, and confirms a round when nothing comes for a while (7.11). */
  #act() {
    for (let due; (due = this.seat.event()) !== undefined; ) this.#give(due);
    if (this.game.position.step.name === "DONE") this.#give(this.seat.have());
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.seat.mayWait || this.#give(this.seat.have()), 200);
  }

  /** Stores what was signed, and only then sends it. */
  #give(record, now = this.link?.answered) {
    if (record === undefined) return;
    append(GAME, framed(record));
    this.game.hear(record);
    if (now) this.link.send("record", record);
  }
}

new Client(readInvite(process.argv.at(-1))).dial();
