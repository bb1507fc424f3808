"""SPEC 4 to 11 and 13: the full audit of a game file or proof file of Linja or Six."""

import copy
from functools import cache
from hashlib import sha256

from tests.independent import linja, six
from tests.independent.basics import (
    Wrong,
    array,
    check_key,
    digest,
    number,
    octets,
    pack,
    pre,
    signed,
    text,
    u64,
    unpack,
)
from tests.independent.cards import Cards
from tests.independent.linja import Forbidden

LOG, PROOF = b"p2pgames log 1\n", b"p2pgames proof 1\n"
LENGTH = 65536
RULES = {(rules.NAME, rules.VERSION): rules for rules in (linja, six)}


def judge(data):
    """The audit's verdict on any bytes."""
    said = {"grade": 3, "why": "", "game_id": None, "rounds": 0, "basis": None, "scores": None, "places": None,
            "contested": False, "unrevealed": [], "other_results": [], "left": [],
            "by": []}  # fmt: skip
    try:
        is_proof = data.startswith(PROOF)
        records = frames(data, PROOF if is_proof else LOG)
        game = Game(records[0])
        said["game_id"] = game.id.hex()
        judge_proof(said, game, records[1:]) if is_proof else judge_log(said, game, records[1:])
    except Wrong as wrong:
        said["why"] = str(wrong)
    return said


def judge_log(said, game, records):
    log, heard = hear_all(game, records)
    said["grade"], said["why"] = graded(log, heard)
    bodies = {record[1] for record, what in heard if record[0] == "by" and what != "sender"}
    bys = sorted((by["seat"], by["round"], body, by) for body, by in ((one, read_by(one)) for one in bodies))
    said["by"] = [[seat, at, by["name"], by["key"].hex()] for seat, at, _, by in bys]
    said.update(rounds=len(log.rounds), contested=log.contested and not log.evidence, left=log.left)
    if log.evidence:
        said["basis"] = "fault"
    elif log.over():
        said["basis"] = log.basis
        said["unrevealed"], said["other_results"] = log.unrevealed(), log.other_results()
        said["places"], said["scores"], _ = log.result()
    if said["grade"] == 3:
        said.update(basis=None, scores=None, places=None)


def graded(log, heard):
    """SPEC 11.1: what a log is worth, and the first thing that is wrong with it."""
    wrong = [(record, what) for record, what in heard if not explained(log, record, what)]
    if log.evidence:
        return 4, ""
    if wrong:
        return 3, f"{wrong[0][0][0]}: {wrong[0][1]}"
    if log.differs():
        return 3, "a have differs"
    return (0 if log.over() else 5), ""


def explained(log, record, heard):
    """SPEC 11.1: whether a record has its place."""
    if record[0] == "by" and heard == "known":
        return True
    if record[0] == "note" and heard in ("known", "early"):
        return log.game.signed_by(read_note(record[1])[0], record)
    if heard in ("stray", "early", "uncounted"):
        return log.contested and about(record)[0] >= log.since
    return heard not in ("sender", "known", "out of turn")


def hear_all(game, records):
    """SPEC 10.4: a log that has heard all records in the order of the protocol, and what became of each."""
    kept, pairs, first = [], [], {}
    for record in once(game, records):
        other = first.setdefault(about(record), record)
        pairs.append((other, record)) if other[1] != record[1] else kept.append(record)
    log = Log(game)
    heard = [(record, log.hear(record)) for record in kept]
    unsound = [
        what == "sender" or (record[0] == "note" and not explained(log, record, what))
        for record, what in heard
    ]
    if any(unsound):
        raise Wrong("a record that is not signed")
    for one, other in pairs:
        seat = about(one)[2]
        if not (game.signed_by(seat, one) and game.signed_by(seat, other)):
            raise Wrong("a record that is not signed")
        heard.append((other, log.caught(about(one)[0], seat)))
    if log.evidence is None:
        for (at, seat), record in sorted(log.alone.items()):
            if false_absence(game, log, kept, read_vote(record[1]), record):
                log.caught(at, seat)
    return log, heard


def once(game, records):
    """SPEC 10.4: every message once, with the smallest signature; each signature counts."""
    found = {}
    for record in sorted(set(records), key=place):
        first = found.setdefault(record[:2], record)
        if first is not record and about(record)[0] >= 0:
            about_seat = about(record)[2]
            if not game.signed_by(about_seat, record):
                raise Wrong("a copy that is not signed")
    return [record for record in found.values() if record != game.record]


def false_absence(game, log, kept, vote, record):
    """SPEC 7.12: whether the voter signed what names a digest of the log without the vote."""
    without = Log(game)
    for other in kept:
        if other is not record:
            without.hear(other)
    digests = {without.digest_of(at) for at in range(vote["round"], len(without.rounds))}
    said = [read_have(body) for kind, body, _ in kept if kind == "have"]
    named = {have["digest"] for have in said if have["seat"] == vote["voter"]}
    events = [read_event(body) for kind, body, _ in kept if kind == "event"]
    return bool(digests & (named | {one["previous"] for one in events if one["seat"] == vote["voter"]}))


def about(record):
    """Round, kind, signer, and of a vote the seat it is on: a signer signs one such message; else the record."""
    try:
        if record[0] in ("event", "have"):
            read = (read_event if record[0] == "event" else read_have)(record[1])
            return read["round"], record[0], read["seat"]
        if record[0] == "vote":
            vote = read_vote(record[1])
            return vote["round"], "vote", vote["voter"], vote["seat"]
    except Wrong:
        pass
    return -1, record[0], record[1]


def place(record):
    """SPEC 10.4: what records are sorted by."""
    subject = about(record)
    if subject[0] < 0:
        last = {"note": 0, "by": 1, "evidence": 3}.get(record[0], 4)
        return 2**32, last, 0, 0, record[1], record[2]
    if record[0] == "have":
        return 2**32, 2, subject[0], subject[2], record[1], record[2]
    if record[0] == "vote":
        return subject[0], 0, subject[3], subject[2], record[1], record[2]
    return subject[0], 1, subject[2], 0, record[1], record[2]


def follows(before, after):
    """SPEC 4.6 and 11.3: whether a game that is over follows another one; None where that cannot be said."""
    games = []
    for data in (before, after):
        records = frames(data, LOG)
        log, heard = hear_all(Game(records[0]), records[1:])
        if graded(log, heard)[0] != 0:
            return None
        games.append(log)
    old, new = games[0].game, games[1].game
    if new.previous is None or new.previous[0] != old.id:
        return None
    same = (new.rules.NAME, new.seats, set(new.people)) == (old.rules.NAME, old.seats, set(old.people))
    begins = beginner(games[0])
    first = None if begins is None else new.people.index(begins) if begins in new.people else -1
    return same and new.previous[1] == games[0].end and new.first == first


def beginner(log):
    """SPEC 4.6: the key of who begins the next game; None where the coin decides."""
    if log.game.rules is not linja or log.abandoned or log.stuck or log.chose is None:
        return None
    places = log.draw if log.draw is not None else log.position.places()
    seat = 1 - log.chose if places[0] == places[1] else places.index(2)
    return log.game.people[seat]


def judge_proof(said, game, records):
    log, both = hear_all(game, records)
    heard = [what for _, what in both]
    if "fault" in heard or "out of turn" in heard or log.evidence:
        said["grade"] = 4


def frames(data, magic):
    """SPEC 10.1 and 5.1: the records of a file."""
    found = list(map(read_record, payloads(data, magic)))
    if not found or found[0][0] != "genesis":
        raise Wrong("no genesis")
    return found


def payloads(data, magic):
    """SPEC 10.1: what stands in the frames of a file."""
    if not data.startswith(magic):
        raise Wrong("not a file of ours")
    at, found = len(magic), []
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        check, payload = data[at + 4 : at + 12], data[at + 12 : at + 12 + size]
        if not 1 <= size <= 65536 or len(payload) != size or sha256(payload).digest()[:8] != check:
            raise Wrong("torn or damaged")
        found.append(payload)
        at += 12 + size
    return found


def read_record(payload):
    kind, body, signature = array(unpack(payload), 3)
    if kind not in ("genesis", "event", "have", "vote", "note", "by", "evidence"):
        raise Wrong("unknown kind of record")
    octets(signature, 0 if kind in ("genesis", "evidence") else 64)
    return kind, octets(body), signature


class Game:
    """SPEC 4: what the genesis says."""

    def __init__(self, record):
        self.record = record
        signed_proposal, joins = array(unpack(record[1]), 2)
        self.proposal_bytes = self.read_proposal(octets(signed_proposal))
        if not isinstance(joins, list) or len(joins) != self.seats:
            raise Wrong("not as many joins as seats")
        read = [self.read_join(octets(join), signed_proposal) for join in joins]
        self.people, self.keys = [key for key, _, _, _ in read], [own for _, own, _, _ in read]
        if len({*self.people, *self.keys}) != 2 * self.seats or len({one[2] for one in read}) != self.seats:
            raise Wrong("a key or nonce twice")
        if self.people[0] != self.host:
            raise Wrong("the host is not first")
        seats = b"".join(u64(s) + key + nonce + h for s, (key, _, nonce, h) in enumerate(read))
        self.id = digest("game id", u64(1), self.proposal_bytes, seats, b"ed25519")

    def read_proposal(self, both):
        body, signature = array(unpack(both), 2)
        fields = array(unpack(octets(body)), 12)
        if type(fields[0]) is not int or fields[0] != 1 or fields[1] not in ("ed25519", None):
            raise Wrong("another format")
        self.host = octets(fields[2], 32)
        if not signed(self.host, octets(signature, 64), "proposal", b"", body):
            raise Wrong("the host did not sign")
        self.rules = rules = RULES.get((text(fields[3], 32), number(fields[4], 65536)))
        if rules is None or (fields[1] is not None) != rules.DECKS:
            raise Wrong("another game")
        if octets(fields[5], 32) != digest("data", rules.NAME.encode(), u64(rules.VERSION), rules.DATA):
            raise Wrong("other data")
        own = self.pairs(fields[7])
        options = rules.OPTIONS
        if [name for name, _ in own] != list(options) or any(v not in options[n] for n, v in own):
            raise Wrong("other options")
        self.options = dict(own)
        self.seats = number(fields[8], 16)
        if self.seats not in rules.SEATS:
            raise Wrong("not for so many")
        self.check_table(fields[6])
        octets(fields[9], 32)
        self.previous = fields[10]
        if fields[10] is not None:
            for part in array(fields[10], 2):
                octets(part, 32)
        self.first = None if fields[11] is None else number(fields[11], self.seats - 1)
        return body

    def pairs(self, value):
        if not isinstance(value, list) or len(value) > 32:
            raise Wrong("options are no array")
        return [(text(array(pair, 2)[0], 32), text(pair[1], 64)) for pair in value]

    def check_table(self, value):
        options = [array(pair, 2) for pair in array(value, 4)]
        if [name for name, _ in options] != ["time", "watchers", "bots", "league"]:
            raise Wrong("other options of the table")
        (_, time), (_, watchers), (_, bots), (_, league) = options
        text(time, 64), text(watchers, 64)
        self.bots = number(bots, self.seats - 1)
        if league is not None:
            octets(league, 32)
        digits = time[:-1]
        lasting = (
            digits.isascii()
            and digits.isdigit()
            and digits[0] != "0"
            and len(digits) <= 4
            and time[-1] in "mhd"
        )
        if watchers not in ("yes", "no") or not (time == "none" or lasting):
            raise Wrong("a wrong option of the table")

    def read_join(self, both, signed_proposal):
        body, signature = array(unpack(both), 2)
        fields = array(unpack(octets(body)), 5)
        key, own, nonce = octets(fields[1], 32), octets(fields[2], 32), octets(fields[4], 32)
        text(fields[3], 32)
        if octets(fields[0], 32) != digest("proposal", signed_proposal):
            raise Wrong("a join for another table")
        if not signed(key, octets(signature, 64), "join", b"", body):
            raise Wrong("a join that is not signed")
        if not check_key(own):
            raise Wrong("a seat key that is refused")
        return key, own, nonce, digest("join", body)

    def signed_by(self, seat, record):
        return seat < len(self.keys) and signed(self.keys[seat], record[2], record[0], self.id, record[1])

    def evidence(self, record):
        """SPEC 7.10: the seat and round that the evidence proves."""
        one, other = (read_record(octets(part)) for part in array(unpack(record[1]), 2))
        if one[0] != other[0] or one[0] not in ("event", "have", "vote") or not one[1] < other[1]:
            raise Wrong("the evidence is no pair")
        if one[0] == "vote":
            left, right = read_vote(one[1]), read_vote(other[1])
            if left["seat"] != right["seat"]:
                raise Wrong("the votes are on two seats")
            left["seat"], right["seat"] = left["voter"], right["voter"]
        else:
            read = read_event if one[0] == "event" else read_have
            left, right = read(one[1]), read(other[1])
        if (left["seat"], left["round"]) != (right["seat"], right["round"]):
            raise Wrong("the evidence is of two seats or rounds")
        if not (self.signed_by(left["seat"], one) and self.signed_by(left["seat"], other)):
            raise Wrong("the evidence is not signed")
        return left["round"], left["seat"]


def read_event(body):
    """SPEC 6.1."""
    fields = array(unpack(body, 32640), 8)
    if not isinstance(fields[6], list) or not isinstance(fields[7], list) or len(fields[7]) > 64:
        raise Wrong("an event of another form")
    return {
        "round": number(fields[0], 2**32 - 1),
        "seat": number(fields[1], 63),
        "previous": octets(fields[2], 32),
        "state": octets(fields[3], 32),
        "in": number(fields[4], 2**64 - 1),
        "act": text(fields[5], 16),
        "body": fields[6],
        "notes": [octets(note) for note in fields[7]],
        "bytes": body,
    }


def read_have(body):
    seat, round_, closed = array(unpack(body), 3)
    return {"seat": number(seat, 63), "round": number(round_, 2**32 - 1), "digest": octets(closed, 32)}


def read_vote(body):
    fields = unpack(body)
    if not isinstance(fields, list) or not fields or fields[0] not in ("absent", "present"):
        raise Wrong("an unknown vote")
    says, voter, seat, round_, previous, inside, *event = array(fields, 7 if fields[0] == "present" else 6)
    return {
        "says": says,
        "voter": number(voter, 63),
        "seat": number(seat, 63),
        "round": number(round_, 2**32 - 1),
        "previous": octets(previous, 32),
        "in": number(inside, 2**64 - 1),
        "event": octets(event[0], 32) if event else None,
    }


def read_by(body):
    """SPEC 7.15."""
    seat, key, name, round_, signature = array(unpack(body), 5)
    number(seat, 63), octets(key, 32), text(name, 32), number(round_, 2**32 - 1), octets(signature, 64)
    own = pack([seat, key, name, round_])
    return {"seat": seat, "key": key, "name": name, "round": round_, "signature": signature, "said": own}


def read_note(body):
    fields = unpack(body)
    if not isinstance(fields, list) or len(fields) < 2:
        raise Wrong("a note of another form")
    if fields[1] not in ("resign", "takeback", "draw", "pause", "decline"):
        raise Wrong("an unknown note")
    seat, says, after, *to = array(fields, 4 if fields[1] == "takeback" else 3)
    if says == "resign":
        if not isinstance(after, list) or len(after) > 16:
            raise Wrong("keys that are none")
        return number(seat, 63), says, tuple(octets(key, 32) for key in after), None
    return number(seat, 63), says, octets(after, 32), number(to[0], 2**32 - 1) if to else None


class Past(tuple):
    """Pairs of a round and the position before its move; nobody changes them, so copies are the same."""

    def __deepcopy__(self, memo):
        return self


class Log:
    """SPEC 7 to 9: the rounds so far. Votes are heard before the events of their round, so nothing is taken back."""

    KEPT = (
        *("position", "step", "inside", "abandoned", "commitments", "tips", "coins"),
        *("rolls", "left", "basis", "ended", "revealed", "previous", "cards", "stuck"),
        *("past", "paused", "draw", "end", "chose", "rest"),
    )

    def __init__(self, game):
        self.game = game
        self.position = game.rules.Position(game.options, game.first, game.seats)
        self.cards, self.stuck = Cards(game.id), False
        self.step, self.inside = "keys", list(range(game.seats))
        self.abandoned = self.ended = False
        self.commitments, self.tips, self.coins = {}, {}, {}
        self.rolls, self.rest, self.left, self.basis, self.revealed = 0, False, [], None, []
        self.previous = digest("start", game.id)
        self.rounds, self.open, self.before = [], {}, []
        self.votes, self.out = {}, {}
        self.alone, self.haves, self.aside, self.notes = {}, {}, {}, {}
        self.past, self.paused, self.draw = Past(), False, None
        self.end = self.chose = None
        self.evidence, self.since, self.undecided, self.successors = None, None, False, set()

    def over(self):
        return self.ended

    @property
    def contested(self):
        return self.since is not None

    def contest(self, at, inside):
        self.undecided = self.undecided or len(inside) == 2
        self.since = at if self.since is None else min(at, self.since)

    def unrevealed(self):
        if self.step == "done":
            return [seat for seat in range(self.game.seats) if seat not in self.revealed]
        return [seat for seat in self.due() if seat not in self.open]

    def result(self):
        """SPEC 9.3: what an honest seat signs at the end."""
        if self.draw is not None and not self.undecided:
            return [self.draw, None, self.basis]
        if self.abandoned or self.stuck or self.undecided:
            return [None, None, self.basis]
        return [self.position.places(), self.position.scores(), self.basis]

    def other_results(self):
        """SPEC 9.3: who has signed another result with its reveal."""
        if self.basis == "voted" and self.result()[0] is None:
            return []
        given = self.rounds[-1] if self.step == "done" else self.open
        said = {seat: event["body"] for seat, event in sorted(given.items()) if event["act"] == "reveal"}
        right = pack(self.result())
        return [seat for seat, body in said.items() if len(body) == 2 and pack(body[1]) != right]

    def due(self):
        if self.step in ("keys", "reveal"):
            return list(range(self.game.seats))
        if self.step == "done":
            return []
        if self.step == "shuffle":
            return [self.cards.shuffler()]
        ask = self.position.ask()
        if ask[0] == "turn":
            return [ask[1]]
        roller = self.roller()
        return list(self.inside) if roller is None else [s for s in self.inside if (s == roller) != self.rest]

    def roller(self):
        """SPEC 7.1: the seat of a roll, if it is still in."""
        ask = self.position.ask()
        return ask[2] if ask[0] == "roll" and len(ask) > 2 and ask[2] in self.inside else None

    # -- hearing --

    def hear(self, record):
        try:
            hear = {"event": self.hear_event, "have": self.hear_have, "vote": self.hear_vote,
                    "note": self.hear_note, "by": self.hear_by, "evidence": self.hear_evidence}[record[0]]  # fmt: skip
            return hear(record)
        except KeyError:
            return "known"
        except Wrong:
            return "sender"

    def hear_event(self, record):
        event = read_event(record[1])
        seat, at = event["seat"], event["round"]
        given = self.rounds[at] if at < len(self.rounds) else self.open if at == len(self.rounds) else {}
        other = given.get(seat) or self.aside.get((seat, at))
        if other is not None and other["bytes"] == record[1]:
            return "known"
        if not self.game.signed_by(seat, record):
            return "sender"
        if other is not None:
            return self.caught(at, seat)
        if self.evidence:
            return "stray"
        if at > len(self.rounds):
            return "early"
        previous, due = (
            (self.before[at]["previous"], self.due_of(at))
            if at < len(self.rounds)
            else (self.previous, self.due())
        )
        if event["previous"] != previous:
            self.aside[seat, at] = event
            return "stray"
        if seat not in due:
            self.aside[seat, at] = event
            return "out of turn"
        if at < len(self.rounds):
            self.aside[seat, at] = event
            self.contest(at, self.before[at]["inside"])
            return "accepted"
        event["fault"] = self.fault(event)
        self.open[seat] = event
        fault = event["fault"]
        self.close_if_full()
        return "fault" if fault else "accepted"

    def due_of(self, at):
        now = self.keep()
        self.restore(self.before[at])
        due = self.due()
        self.restore(now)
        return due

    def caught(self, at, seat):
        if self.evidence is None or (at, seat) < self.evidence:
            self.evidence = (at, seat)
        return "evidence"

    def hear_evidence(self, record):
        return self.caught(*self.game.evidence(record))

    def hear_have(self, record):
        have = read_have(record[1])
        key = have["seat"], have["round"]
        if self.haves.get(key) == have["digest"]:
            return "known"
        if not self.game.signed_by(have["seat"], record):
            return "sender"
        if key in self.haves:
            return self.caught(have["round"], have["seat"])
        self.haves[key] = have["digest"]
        if have["round"] >= len(self.rounds):
            return "early"
        return "accepted"

    def digest_of(self, at):
        return self.before[at + 1]["previous"] if at + 1 < len(self.before) else self.previous

    def differs(self):
        """SPEC 11.1: whether a have names another digest than the log, where nothing excuses it."""
        end = len(self.rounds) if self.since is None else self.since
        return any(
            at < end and digest_ != self.digest_of(at) and self.out.get(seat, at + 1) > at
            for (seat, at), digest_ in self.haves.items()
        )

    def hear_by(self, record):
        """SPEC 7.15: both the seat and who plays on have signed."""
        by, game = read_by(record[1]), self.game
        own = signed(by["key"], by["signature"], "by", game.id, by["said"])
        known = record[1] in self.successors
        self.successors.add(record[1])
        return (
            "sender" if not (own and game.signed_by(by["seat"], record)) else "known" if known else "accepted"
        )

    def hear_note(self, record):
        note = read_note(record[1])
        seat, says, after, _ = note
        if self.live(self.notes.get((seat, says))):
            return "known"
        if not self.game.signed_by(seat, record):
            return "sender"
        digests = [before["previous"] for before in self.before] + [self.previous]
        if says != "resign" and after not in digests:
            return "early"
        if not self.live(note):
            return "known"
        self.notes[seat, says] = note
        return "accepted"

    def live(self, note):
        """SPEC 7.9 and 7.14: whether a note may still take effect."""
        if note is None or note[0] not in self.inside or self.ended:
            return False
        return note[1] == "resign" or (note[2] == self.previous and self.possible(*note[1::2]))

    def possible(self, says, to):
        """SPEC 7.14: what can be offered now."""
        turn = self.step == "round" and not self.ended and self.position.ask()[0] == "turn"
        back = says != "takeback" or to in [at for at, _ in self.past]
        return turn and back and not (says == "pause" and self.paused)

    def hear_vote(self, record):
        """SPEC 7.12."""
        vote = read_vote(record[1])
        at, voter, seat = vote["round"], vote["voter"], vote["seat"]
        other = self.votes.get((at, seat, voter))
        if other is not None and other[1] == record[1]:
            return "known"
        if not self.game.signed_by(voter, record):
            return "sender"
        if other is not None:
            return self.caught(at, voter)
        if self.evidence:
            return "stray"
        if at > len(self.rounds):
            return "early"
        if at < len(self.rounds) or vote["previous"] != self.previous:
            return "stray"
        allowed = voter in self.inside and seat in self.inside and voter != seat
        allowed = allowed and vote["in"] == self.inside_number()
        if not allowed or seat not in self.due() or self.ended or self.paused:
            return "uncounted"
        self.votes[at, seat, voter] = record
        self.close_if_full()
        return "accepted"

    def voted_out(self):
        """SPEC 7.12: the seats against which an absence stands in the open round."""
        out = []
        for seat in self.due() if not self.ended else []:
            votes = {v: self.votes.get((len(self.rounds), seat, v)) for v in self.inside if v != seat}
            if votes and all(v is not None and read_vote(v[1])["says"] == "absent" for v in votes.values()):
                out.append(seat)
                if len(votes) == 1:
                    self.alone |= {(len(self.rounds), voter): record for voter, record in votes.items()}
        return out

    def keep(self):
        return {name: copy.deepcopy(getattr(self, name)) for name in self.KEPT}

    def restore(self, kept):
        for name, value in copy.deepcopy(kept).items():
            setattr(self, name, value)

    # -- the verdict on one event: SPEC 7.3 --

    def fault(self, event):
        """Whether the event is at fault; a legal move is tried on a copy of the position."""
        rules = self.game.rules
        state = digest("state", rules.NAME.encode(), u64(rules.VERSION), pack(self.position.wire()))
        if event["state"] != state or event["in"] != self.inside_number():
            return True
        try:
            notes = [self.embedded(note) for note in event["notes"]]
            if event["act"] in ("takeback", "draw", "pause"):
                event["leaving"], event["after"] = [], self.agreed(event, notes)
                event["key"], event["decks"], event["shares"] = None, None, {}
                return False
            if any(note[1] != "resign" or not self.live(note) for note in notes):
                raise Wrong("not a note that acts")
            if notes and event["act"] in ("key", "reveal"):
                raise Wrong("notes where there may be none")
            event["leaving"] = notes
            event["after"] = self.tried(event)
        except (Wrong, Forbidden):
            return True
        return False

    def inside_number(self):
        """SPEC 6.1: `in`."""
        return sum(2**seat for seat in self.inside)

    def embedded(self, packed):
        record = read_record(packed)
        if record[0] != "note":
            raise Wrong("not a note")
        note = read_note(record[1])
        if not self.game.signed_by(note[0], record):
            raise Wrong("not a note that is signed")
        return note

    def agreed(self, event, notes):
        """SPEC 7.14: the position to go back to, or None."""
        act = event["act"]
        to = number(array(event["body"], 1)[0], 2**32 - 1) if act == "takeback" else None
        if act != "takeback" and event["body"] != []:
            raise Wrong("a body too many")
        if not self.possible(act, to):
            raise Wrong("not possible now")
        wanted = [[seat, act, self.previous, to] for seat in self.inside if seat != event["seat"]]
        if sorted(map(list, notes), key=lambda note: note[0]) != wanted:
            raise Wrong("not the consents of all others")
        return copy.deepcopy(dict(self.past)[to]) if act == "takeback" else None

    def tried(self, event):
        act, body, step, seat = event["act"], event["body"], self.step, event["seat"]
        event["key"], event["decks"], event["shares"] = None, None, {}
        turn = step == "round" and self.position.ask()[0] == "turn"
        if act == "resign":
            return self.resigned(event, turn)
        roll = step == "round" and not turn
        if step == "keys" and act == "key":
            committed, tip, none, nothing = array(body, 4)
            octets(committed, 32), octets(tip, 32)
            if self.game.rules.DECKS:
                event["key"] = self.cards.key(seat, body[2:])
            elif none is not None or nothing is not None:
                raise Wrong("keys of a deck")
        elif step == "rekey" and act == "rekey":
            event["key"] = self.cards.rekeyed(seat, *array(body, 3))
        elif step == "shuffle" and act == "shuffle":
            event["decks"] = self.cards.shuffled(seat, body)
        elif step == "share" and act == "share":
            event["shares"] = self.shared(seat, *array(body, 2))
        elif turn and act == "move":
            move, named, shares = array(body, 3)
            if has_nil(move):
                raise Wrong("not a move")
            event["shares"] = self.cards.check_shown(seat, self.position.shows(seat, move), named, shares)
            after = copy.deepcopy(self.position)
            after.play(event["seat"], move)
            return after
        elif roll and act == "coin":
            self.coin(event["seat"], *array(body, 4))
        elif step == "reveal" and act == "reveal":
            self.check_reveal(event["seat"], octets(array(body, 2)[0]))
        else:
            raise Wrong("an act that does not fit")
        return None

    def shared(self, seat, named, sent):
        """SPEC 13.5: the shares of a seat."""
        wanted = self.position.ask()[1]
        if pack(named) != pack([[deck, at, to] for (deck, at), to in wanted]):
            raise Wrong("other slots")
        return self.cards.shares(seat, self.cards.owed(seat, wanted), sent)

    def resigned(self, event, turn):
        """SPEC 7.9."""
        own = any(note[0] == event["seat"] for note in event["leaving"])
        if event["body"] != [] or not event["notes"] or self.step in ("reveal", "done") or not (turn or own):
            raise Wrong("something else is owed")

    # -- coin: SPEC 8 --

    def coin(self, seat, roll, sides, for_seat, value):
        """The seat's coin after this value, or an error."""
        if pack([roll, sides, for_seat]) != pack([self.rolls + 1, self.position.ask()[1], self.roller()]):
            raise Wrong("another roll")
        newest, place = self.coins[seat]
        if back(self.game.id, seat, octets(value, 32), roll, place) != newest:
            raise Wrong("not the value that was committed to")
        return value, roll

    def check_reveal(self, seat, secret):
        if (
            digest("commitment", self.game.id, u64(seat), secret) != self.commitments[seat]
            or tip(secret, self.game.id, seat) != self.tips[seat]
        ):
            raise Wrong("another secret")
        self.cards.check_secret(seat, secret)

    # -- closing: SPEC 7.4 and 7.5 --

    def close_if_full(self):
        at = len(self.rounds)
        gone = self.voted_out()
        due = self.due()
        if not due or any(seat not in self.open and seat not in gone for seat in due):
            return
        for absent in gone:
            if absent in self.open:
                self.aside[absent, at] = self.open.pop(absent)
                self.contest(at, self.inside)
        self.out |= dict.fromkeys(gone, at)
        hashes = [
            u64(s)
            if odd == 0
            else digest("event", self.open[s]["bytes"])
            if s in self.open
            else digest("absent")
            for s in due
            for odd in (0, 1)
        ]
        closed = digest("round", self.game.id, u64(at), self.previous, u64(self.inside_number()), *hashes)
        self.before.append(self.keep())
        self.rounds.append(self.open)
        given, self.open = self.open, {}
        self.previous = closed
        self.close(given, due, at)

    def close(self, given, due, at):
        if self.step == "reveal":
            self.step = "done"
            self.revealed = [seat for seat in given if not given[seat]["fault"]]
            return
        for seat, event in given.items():
            if not event["fault"]:
                self.cards.give(seat, event["shares"])
                self.cards.log_key(seat, event["key"])
        leave = list(leaving(given, due))
        roll = self.step == "round" and self.position.ask()[0] == "roll"
        keys = {seat: event.get("key") for seat, event in given.items()}
        if not leave and self.step in ("keys", "rekey") and self.game.rules.DECKS and self.cards.cancel(keys):
            leave = [(seat, "fault") for seat in due]
        self.paused = any(event["act"] == "pause" and not event["fault"] for event in given.values())
        if not leave:
            before = self.position
            self.advance(given, roll)
            self.remember(given, before, at)
        elif roll:
            self.rest = True  # it is void
        noted = handed_out(given)
        leave += [(seat, "resigned") for seat in sorted(noted) if seat not in [s for s, _ in leave]]
        if leave:
            self.past = Past()
            self.rolls, self.rest = self.rolls + self.rest, False
        if leave and not self.ended and not self.position.why:
            self.all_go(leave, at, noted)
        self.next(at)
        if self.ended and self.end is None:
            self.end = self.previous
        if not self.ended and self.chose is None and self.position.ask()[0] == "turn":
            self.chose = self.position.ask()[1]

    def advance(self, given, roll):
        if self.step == "keys":
            for seat, event in given.items():
                self.commitments[seat], self.tips[seat] = event["body"][:2]
                self.coins[seat] = event["body"][1], 0
            if self.game.rules.DECKS:
                self.cards.keys = {seat: event["key"] for seat, event in given.items()}
        elif self.step == "rekey":
            self.cards.keys = {seat: event["key"] for seat, event in given.items()}
        elif self.step == "shuffle":
            (event,) = given.values()
            self.cards.take(event["decks"])
            if self.cards.sealed_now():
                self.position.shuffled()
        elif self.step == "share":
            self.opened(self.position.ask()[1])
        elif roll:
            self.roll(given)
        else:
            for event in given.values():
                if event["after"] is not None:
                    self.position = event["after"]

    def roll(self, given):
        """SPEC 8: the values of a round, and what they come to with those of the other one."""
        for seat, event in given.items():
            self.coins[seat] = self.coin(seat, *event["body"])
        self.rest = not self.rest and self.roller() is not None
        if self.rest:
            return
        values = [(seat, self.coins[seat][0]) for seat in self.inside]
        sides = self.position.ask()[1]
        self.rolls += 1
        self.position.rolled(outcome(self.game.id, self.rolls, values, sides))

    def remember(self, given, before, at):
        """SPEC 7.14: the moves that can be taken back, and the draw."""
        for event in given.values():
            act = event["act"]
            if act == "move" and event["body"][1] == []:
                self.past = Past([*self.past, (at, before)])
            elif act == "takeback":
                self.past = Past((made, kept) for made, kept in self.past if made < event["body"][0])
            elif act == "draw":
                self.draw = [1 if s in self.inside else len(self.inside) + 1 for s in range(self.game.seats)]
                self.ended, self.basis = True, "agreed"
            elif act != "pause":
                self.past = Past()

    def all_go(self, leave, at, noted):
        """SPEC 7.5: in the first round, and where nobody stays, the rules are not told."""
        if not self.commitments or {seat for seat, _ in leave} == set(self.inside):
            self.left += [[seat, at, why] for seat, why in leave]
            self.inside = [seat for seat in self.inside if seat not in dict(leave)]
            self.abandoned = self.ended = True
            self.basis = leave[-1][1]
            return
        for seat, why in leave:
            if not self.position.why:
                self.go(seat, why, at, noted.get(seat))

    def go(self, seat, why, at, handed):
        """SPEC 7.5 and 7.9."""
        self.left.append([seat, at, why])
        self.inside.remove(seat)
        opened = handed is not None and self.cards.open(seat, handed)
        before = self.position.ask()
        self.position.leave(seat, opened)
        if not (opened and self.position.ask() == before and self.cards.serve(self.inside)):
            self.cards.shuffling = []

    def next(self, at):
        self.open_at_once()
        if self.ended:
            self.step = "reveal" if self.commitments else "done"
        elif self.position.ask()[0] == "over":
            self.ended, self.step = True, "reveal"
            last = self.left[-1] if self.left else None
            self.basis = last[2] if last and last[1] == at else "played"
        else:
            self.step = {"open": "share", "shuffle": "shuffle"}.get(self.position.ask()[0], "round")
            if self.position.ask()[0] == "roll" and self.rolls == LENGTH:
                self.give_up()
            if self.step == "share" and not self.cards.can_open(self.position.ask()[1], self.inside):
                self.give_up()
            elif self.step == "shuffle":
                self.to_shuffle(at)

    def open_at_once(self):
        """SPEC 13.6: what is opened without a round."""
        while not self.ended and self.position.ask()[0] == "open":
            wanted = self.position.ask()[1]
            if not self.cards.can_open(wanted, self.inside):
                return
            if any(self.cards.owed(seat, wanted) for seat in self.inside):
                return
            self.opened(wanted)
            self.past = Past()

    def opened(self, wanted):
        self.cards.held |= {slot: to for slot, to in wanted if to is not None}
        self.position.opened([self.cards.public[slot] if to is None else None for slot, to in wanted])

    def to_shuffle(self, at):
        """SPEC 13.2 and 13.4."""
        if not self.cards.serve(self.inside):
            self.step = "rekey"
            self.cards.rekey()
            return
        if not self.cards.shuffling:
            self.cards.start(self.position.ask()[1])
        if self.cards.sealed_now():
            self.past = Past()
            self.position.shuffled()
            self.next(at)

    def give_up(self):
        """SPEC 13.8."""
        self.stuck = self.ended = True
        self.step, self.basis = "reveal", self.left[-1][2] if self.left else "played"


def leaving(given, due):
    """SPEC 7.5 (1): who leaves by this round, and why."""
    for seat in due:
        event = given.get(seat)
        if event is None:
            yield seat, "voted"
        elif event["fault"]:
            yield seat, "fault"
        elif event["act"] == "resign" and any(note[0] == seat for note in event["leaving"]):
            yield seat, "resigned"


def handed_out(given):
    """SPEC 7.9: by seat that resigns, its deck keys; of several notes the first acts."""
    noted = {}
    for _, event in sorted(given.items()):
        for seat, _, handed, _ in event["leaving"] if not event["fault"] else []:
            noted.setdefault(seat, handed)
    return noted


def has_nil(value):
    return value is None or (isinstance(value, list) and any(map(has_nil, value)))


def back(game, seat, value, place, to):
    """SPEC 8.1: the value at a place of a chain that follows from one further on."""
    # digest("coin", game, seat, at, value) 65,536 times: what is the same in all is put together once
    head, eight, hashed = pre("coin", game, u64(seat)), (8).to_bytes(4, "big"), (32).to_bytes(4, "big")
    for at in range(place, to, -1):
        value = sha256(b"".join((head, eight, at.to_bytes(8, "big"), hashed, value))).digest()
    return value


@cache
def tip(secret, game, seat):
    """SPEC 8.1."""
    return back(game, seat, digest("coin seed", secret), LENGTH, 0)


def outcome(game_id, roll, values, sides):
    """SPEC 8.4."""
    seed = digest(
        "roll", game_id, u64(roll), *(part for seat, value in values for part in (u64(seat), value))
    )
    drawn, block = [], 0
    for side in sides:
        while True:
            word = int.from_bytes(digest("draw", seed, u64(block))[:8], "big")
            block += 1
            if word < 2**64 // side * side:
                break
        drawn.append(word % side)
    return drawn
