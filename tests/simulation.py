"""Simulated tables: links that come and go, clients that die, one cheat and its helpers; the honest must agree.

Every seat is a whole `Signer` with a store. Between them run links like those of `Peer`: in order, each beginning with
both ends asking for what they lack, lost with all that is under way when they break. The product's relaying decides
who is sent what; now and then somebody rests, confirms and asks around. A seat with a modified client signs, withholds,
relays and names as links what it likes. Everything follows from one seed.

    python -m tests.simulation 5000 --rules dice
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from time import process_time

from p2pgames.contract import Illegal, Why
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Have, Kind, Note, Record, Vote, author, sign
from p2pgames_protocol.log.rounds import COIN, KEYS, REKEY, REST, ROUNDS, SHARE, SHUFFLE, TURN
from p2pgames_protocol.log.signer import Signer, SigningKey
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.net.connections import seats_spared
from p2pgames_protocol.testing.room import identity, load, make_genesis
from tests.dice import DICE
from tests.six import SIX

RULES = {"dice": (DICE, range(2, 7)), "six": (SIX, range(2, 5))}

CRIMES = ("illegal", "fork", "haves", "withhold", "double", "votes", "turn", "lie")
"""What the one cheat may do; each is rolled for at random moments."""
FAVOURS = ("votes", "mute", "relay", "withhold haves", "names")
"""What its helpers may do: nothing that proves them cheats but false votes, which nobody can prove."""

EVERYTHING = frozenset({*(kind.act for kind in ROUNDS), *CONSENTS, RESIGN})
"""All that an event may do."""
JUNK = b"x" * 32


class Crook(Signer):
    """A modified client: honest in its own eyes, but for what its ``tricks`` make of it."""

    def __init__(self, genesis, rules, who, tricks, random):
        super().__init__(genesis, rules, who)
        self.who = genesis.own(who)
        self.auto_signer.signing_key = CrookedPen(self, self.who)
        self.tricks, self.random = tricks, random
        self.twins: dict[int, Record] = {}
        """By round: the other event or have that some of the others get."""
        self.fooled = {seat for seat in range(len(genesis.keys)) if random.random() < 0.5}
        """Who gets the other one; who is not told what others say."""
        self.silent_from = (
            random.randrange(1, 25) if tricks & {"withhold", "mute", "withhold haves"} else 10**6
        )
        self.withheld = random.choice(
            [EVERYTHING, {COIN.act}, {SHARE.act}, {TURN.act}, {SHUFFLE.act, REKEY.act}]
        )
        self.done: set[str] = set()
        """What it has done."""

    def resign(self):
        """Leave with its deck keys, without them, or with false ones; each is a resignation."""
        false = self.random.choice((None, (), (JUNK,)))
        if false is not None and self._plays() and not self.voting.has_resigned():
            self.done.add(f"keys {'false' if false else 'kept'}")
            self.auto_signer.sign_beside(Note(self.seat, RESIGN, keys=false))
        super().resign()

    def dares(self, trick, chance):
        """Whether it does this now."""
        return trick in self.tricks and self.random.random() < chance

    def falsified(self, act, body):
        """Return another event than this one, if it dares."""
        position = self.replica.position
        if act == KEYS.act or not self.dares("illegal", 0.1):
            return None
        self.tricks = self.tricks - {"illegal"}
        self.done.add("illegal")
        state, inside, wrong = position.state_digest, position.inside, self.random.randrange(5)
        false = {
            0: (JUNK, inside, act, body),
            1: (state, inside, "dance", body),
            2: (state, inside, act, ()),
            3: (state, inside, act, self._false(body)),
            4: (state, inside ^ {self.random.randrange(7)}, act, body),
        }
        digest, inside, kind, content = false[wrong]
        return Event(position.round, self.seat, position.previous, digest, inside, kind, content)

    def _false(self, body):
        """Something of the right form where it can be: a false value, a false proof, false shares."""
        if self.replica.position.kind in (COIN, REST):
            return (*body[:3], JUNK)
        if not body:
            return ("fly", (), ())
        if self.replica.position.kind is SHARE and body[1]:
            (points, proof), *rest = body[1]
            return (body[0], ((points[32:] + points[:32], proof[::-1]), *rest))
        if self.replica.position.kind is SHUFFLE:
            (name, size, left, right, *proof), *rest = body
            return ((name, size, left[32:64] + left[:32] + left[64:], right, *proof), *rest)
        return ("fly", (), ())

    def letters(self, to, record):
        """Return what it sends to a seat in place of this record."""
        mine = author(record) == self.seat
        if record.kind is Kind.EVIDENCE:
            return []
        if not mine:
            return [] if "relay" in self.tricks and to in self.fooled else [record]
        if record.kind is Kind.EVENT:
            return self._own_event(to, record)
        if record.kind is Kind.HAVE and self._hushed({"withhold haves"}):
            return []
        if record.kind is Kind.HAVE and to in self.fooled and self._doubled("haves", record):
            have = Have.read(record.body)
            return [self._forged(Kind.HAVE, Have(self.seat, have.round, JUNK))]
        if record.kind is Kind.VOTE and self._hushed({"mute"}):
            return []
        return [record]

    def _own_event(self, to, record):
        event = Event.read(record.body)
        if self._hushed({"withhold"}) and event.act in self.withheld:
            self.done.add("withhold")
            return []
        if to in self.fooled and self._doubled("fork", record):
            body = ("stop", (), ()) if event.body != ("stop", (), ()) else ("roll", (), ())
            return [self._forged(Kind.EVENT, replace(event, act="move", body=body, notes=()))]
        return [record]

    def _hushed(self, tricks):
        return bool(self.tricks & tricks) and len(self.replica.log) >= self.silent_from

    def _doubled(self, trick, record):
        """Whether this message has a twin, decided once."""
        if record.id not in self.twins:
            self.twins[record.id] = trick not in self.done and self.dares(trick, 0.1)
            if self.twins[record.id]:
                self.done.add(trick)
        return self.twins[record.id]

    def mischief(self):
        """Return records that it makes up now."""
        position, made = self.replica.position, []
        others = [seat for seat in position.seats if seat != self.seat]
        if not others or position.over or self.replica.accusations.verdict is not None:
            return []
        about = self.random.choice(others)
        ballots = [Ballot.ABSENT, Ballot.PRESENT]
        if self.dares("double", 0.1):
            made = ballots
        elif self.dares("votes", 0.3) and self.replica.ballots.says(position, self.seat, about) is None:
            made = [self.random.choice(ballots)]
        self.done |= {f"votes {ballot}" for ballot in made}
        votes = [self._forged(Kind.VOTE, self._ballot(ballot, about)) for ballot in made]
        if self.dares("lie", 0.1) and (lie := self._lie()) is not None:
            votes.append(lie)
        if self.dares("turn", 0.1) and self.seat not in position.due:
            header = position.round, self.seat, position.previous, position.state_digest, position.inside
            event = Event(*header, "move", ("roll", (), ()))
            self.done.add("turn")
            votes.append(self._forged(Kind.EVENT, event))
        return votes

    def _lie(self):
        """A vote that an event is absent which it has, in one of the newest rounds."""
        at = self.random.choice(self.replica.positions[-3:])
        here = [s for s in at.due if s != self.seat and self.replica.branch.event(s, at.round) is not None]
        if not here or self.seat not in at.seats or at.over:
            return None
        self.done.add(f"lies {'between two' if len(at.seats) == 2 else 'among more'}")
        return self._forged(Kind.VOTE, self._vote_at(at, Ballot.ABSENT, self.random.choice(here)))

    def _ballot(self, ballot, about):
        at = (
            self.replica.position
            if self.random.random() < 0.7
            else self.random.choice(self.replica.positions[-4:])
        )
        return self._vote_at(at, ballot, about)

    def _vote_at(self, at, ballot, about):
        inside = at.inside if self.random.random() < 0.9 else at.inside ^ {self.random.randrange(7)}
        event = JUNK if ballot is Ballot.PRESENT else b""
        return Vote(ballot, self.seat, about, at.round, at.previous, inside, event)

    def _forged(self, kind, message):
        return sign(self.who, kind, self.replica.genesis.game_id, message.pack())


class CrookedPen(SigningKey):
    """Signs what its crook makes of an event."""

    def __init__(self, crook, who):
        super().__init__(crook.replica, crook.seat, who)
        self.crook = crook

    def event(self, act, body, consents=(), own=None):
        event = self.crook.falsified(act, body)
        if event is None:
            return super().event(act, body, consents, own)
        return self.sign(event), validate(self.crook.replica.position, event, event.pack())


@dataclass
class Link:
    """One end of a link: what it has under way, heard and sent, what the other end names, what it asked for."""

    under_way: deque = field(default_factory=deque)
    heard: set = field(default_factory=set)
    sent: set = field(default_factory=set)
    answered: bool = False
    named: frozenset = frozenset()
    asked: int = -1
    doubted: set = field(default_factory=set)


class Sea:
    """A table on a bad network."""

    def __init__(self, seed, rules="dice", seats=None, crooks=None):
        self.random = Random(f"{seed} {rules}")
        self.rules, fits = RULES[rules]
        self.seats = seats or self.random.choice(fits)
        self.genesis = make_genesis(self.rules, self.seats)
        self.crooks = self._hire(crooks)
        self.signers = [self._seat(seat) for seat in range(self.seats)]
        self.stores: list[list[Record]] = [[] for _ in self.signers]
        self.links: dict[tuple[int, int], Link] = {}
        self.lossy = self.random.random() < 0.3
        self.closed: set[int] = set()
        """Who has resigned and closed the client, for ever."""
        self.count: Counter[str] = Counter()
        self.rested: dict[int, tuple[int, int]] = {}
        """By seat, how much of the log there was when it last asked around."""
        for one, other in combinations(range(self.seats), 2):
            self.connect(one, other)
        for table in self.signers:
            table.auto_signer.sign_from_now_on()
            self.flush(table)

    def _hire(self, crooks):
        """Choose one cheat, and up to n-2 helpers; at two seats there is only the cheat."""
        if crooks is None:
            crooks = self.random.randrange(self.seats)
        chosen = self.random.sample(range(self.seats), crooks)
        hired = {}
        for seat in chosen:
            kinds, most = (CRIMES, 3) if not hired else (FAVOURS, 2)
            hired[seat] = frozenset(self.random.sample(kinds, self.random.randint(1, most)))
        return hired

    def _seat(self, seat):
        if seat in self.crooks:
            table = Crook(self.genesis, self.rules, identity(seat), self.crooks[seat], self.random)
        else:
            table = Signer(self.genesis, self.rules, identity(seat))
        table.auto_signer.confirming.later = True
        return table

    @property
    def honest(self):
        """The tables with unmodified clients that run."""
        return [table for table in self.signers if table.seat not in {*self.crooks, *self.closed}]

    # -- the network --

    def connect(self, one, other):
        """Begin a link: both ends say how far they are."""
        for frm, to in ((one, other), (other, one)):
            self.links[frm, to] = Link()
            self.links[frm, to].under_way.append(len(self.signers[frm].replica.log))
        self.tell_links(one, other)

    def cut(self, one, other):
        """End a link; what is under way is lost, and both ends ask everybody else for it."""
        if self.links.pop((one, other), None) is None:
            return
        self.links.pop((other, one))
        self.tell_links(one, other)
        for seat in (one, other):
            self.ask(self.signers[seat])

    def ends(self, seat):
        """The ends of its links by seat."""
        return {to: link for (frm, to), link in self.links.items() if frm == seat}

    def tell_links(self, *seats):
        """Let these seats name their links; some name what they do not have."""
        for seat in seats:
            ends = self.ends(seat)
            named = range(self.seats) if "names" in self.crooks.get(seat, ()) else sorted(ends)
            for link in ends.values():
                link.under_way.append(tuple(named))

    def ask(self, table):
        """Ask everybody linked for what may be missing."""
        for link in self.ends(table.seat).values():
            link.under_way.append(len(table.replica.log))

    def flush(self, table):
        """Store what is fresh, and pass it on to everybody linked who is not known to have or get it."""
        fresh = table.replica.outbox.drain()
        table.auto_signer.shares.drain()
        self.stores[table.seat] += [r for r in fresh if r.kind is not Kind.HAVE or author(r) == table.seat]
        ends = self.ends(table.seat)
        named = {to: link.named for to, link in ends.items()}
        for record in fresh:
            out = seats_spared(record, [to for to, link in ends.items() if record.id in link.heard], named)
            self._send(record, [link for to, link in ends.items() if link.answered and to not in out])
        for record in table.replica.outbox.take_shown():
            self._send(record, ends.values())

    def _send(self, record, ends):
        for link in ends:
            if record.id not in link.heard and record.id not in link.sent:
                link.sent.add(record.id)
                link.under_way.append(record)

    def deliver(self, frm, to):
        """Let the next message of a link arrive."""
        link, table = self.links[frm, to], self.signers[to]
        index = self.random.randrange(min(len(link.under_way), 4)) if self.lossy else 0
        message = link.under_way[index]
        if not self.lossy or self.random.random() < 0.95:  # else it comes twice
            del link.under_way[index]
        back = self.links[to, frm]
        if isinstance(message, tuple):
            back.named = frozenset(message)
            return
        if isinstance(message, int):
            self._answer(table, back, message)
            return
        crook = self.signers[frm]
        for record in crook.letters(to, message) if isinstance(crook, Crook) else (message,):
            back.heard.add(record.id)
            outcome = table.receive(record)
            self.count["messages"] += 1
            # What is early is asked for a moment later, if it still is.
            missing = outcome.status is Status.STRAY or (
                outcome.status is Status.EARLY and self.random.random() < 0.5
            )
            if missing and back.asked != len(table.replica.log):
                back.asked = len(table.replica.log)
                back.under_way.append(back.asked)
            self.flush(table)
            self._ask_for_proof(table)

    def _answer(self, table, back, since):
        """Answer a want; the first with the have of the newest round."""
        if not back.answered:
            table.auto_signer.confirm()
            self.flush(table)
            back.answered = True
        back.under_way.extend(
            record for record in table.replica.records(since) if record.id not in back.heard
        )

    def _ask_for_proof(self, table):
        """Ask for the whole log where a seat is on another branch, as `Peer` does."""
        for (frm, _), link in self.links.items():
            if (
                frm == table.seat
                and table.replica.accusations.verdict is None
                and not table.replica.side_records.strays <= link.doubted
            ):
                link.doubted |= table.replica.side_records.strays
                link.under_way.append(0)

    def busy(self):
        """The links on which something is under way."""
        return [ends for ends, link in self.links.items() if link.under_way]

    def calm(self):
        """Deliver until nothing is under way, and nobody who rests has anything new to say or to ask."""
        for _ in range(200_000):
            if busy := self.busy():
                self.deliver(*self.random.choice(busy))
            elif not any(self.rest(table) for table in self.signers):
                return
        raise AssertionError("The messages never end.")

    def rest(self, table):
        """Let somebody confirm what is closed and ask around; tell whether that is news for its part of the log."""
        if table.seat in self.closed:
            return False
        self.try_to(table, lambda table: table.auto_signer.confirm())
        before, self.rested[table.seat] = (
            self.rested.get(table.seat),
            (len(table.replica.log), len(table.replica.branch.open)),
        )
        if before != self.rested[table.seat]:
            self.ask(table)
        return before != self.rested[table.seat]

    def restart(self, seat):
        """Kill a client and begin it again from its store; its links break."""
        if seat in self.closed:
            return
        old = self.signers[seat]
        for other in range(self.seats):
            self.cut(seat, other)
        again = self._seat(seat)
        if isinstance(again, Crook):
            again.__dict__.update(
                {name: vars(old)[name] for name in ("tricks", "twins", "fooled", "done", "silent_from")}
            )
        load(again, self.stores[seat])
        again.auto_signer.shares.restore(old.auto_signer.shares.given.values())
        again.auto_signer.sign_from_now_on()
        self.signers[seat] = again
        self.flush(again)

    # -- what happens --

    def step(self):
        """Let one thing happen, mostly that a message arrives."""
        luck, busy = self.random.random(), self.busy()
        if luck < 0.8 and busy:
            self.deliver(*self.random.choice(busy))
        elif luck < 0.83:
            one, other = self.random.sample(range(self.seats), 2)
            if {one, other} & self.closed or (one, other) in self.links:
                self.cut(one, other)
            else:
                self.connect(one, other)
        elif luck < 0.84:
            self.restart(self.random.randrange(self.seats))
        elif luck < 0.85:
            self.somebody_votes()
        elif luck < 0.851:
            self.rest(self.random.choice(self.signers))
        elif luck < 0.852:
            self.try_to(self.random.choice(self.signers), lambda table: table.resign())
        elif luck < 0.853:
            self.somebody_closes()
        elif luck < 0.93:
            self.somebody_cheats()
        else:
            self.somebody_moves()

    def somebody_votes(self):
        """An honest player loses patience, however wrongly; of two, only seldom."""
        table = self.random.choice(self.signers)
        votable = table.voting.votable()
        if votable and (len(table.replica.position.seats) > 2 or self.random.random() < 0.1):
            self.try_to(table, lambda t: t.vote(self.random.choice(votable)))

    def somebody_cheats(self):
        """A crook makes something up, and sends it to everybody linked, or to some."""
        if self.crooks:
            crook = self.signers[self.random.choice(list(self.crooks))]
            for record in crook.mischief():
                for (frm, to), link in self.links.items():
                    if frm == crook.seat and (to not in crook.fooled or self.random.random() < 0.5):
                        link.under_way.append(record)

    def somebody_moves(self):
        """Whoever is to move moves."""
        for table in self.signers:
            if table.my_turn:
                moves = self.rules.moves(table.replica.position.state, table.seat, table.replica.known)
                self.try_to(table, lambda t, moves=moves: t.act(self.random.choice(moves)))
                return True
        return False

    def somebody_closes(self):
        """Somebody honest resigns out of turn and closes the client once what it has said is under way."""
        table = self.random.choice(self.signers)
        if table.seat in self.crooks or table.my_turn or self.closed or len(self.honest) < 2:
            return
        self.try_to(table, Signer.resign)
        if not table.replica.finished:
            self.try_to(table, Signer.leave_votes)
            table.auto_signer.signing = False
            self.closed.add(table.seat)

    def try_to(self, table, what):
        """Let somebody do something, if it may."""
        try:
            what(table)
        except Illegal:
            return
        self.flush(table)

    # -- the end --

    def heal(self):
        """Link everybody, directly or through the honest: a random tree of these, and the crooks to some of them."""
        if self.random.random() < 0.5:
            self.calm()  # else what is under way is lost, the last words of who has closed the client among it
        for one, other in list(self.links):
            self.cut(one, other)
        order = [table.seat for table in self.honest]
        self.random.shuffle(order)
        for at, seat in enumerate(order):
            if at:
                self.connect(seat, self.random.choice(order[:at]))
        for crook in self.crooks:
            for seat in self.random.sample(order, self.random.randint(1, len(order))):
                self.connect(crook, seat)
        for one, other in combinations(range(self.seats), 2):
            apart = (one, other) not in self.links and not {one, other} & self.closed
            if apart and self.random.random() < 0.3:
                self.connect(one, other)

    def settle(self):
        """The network heals, and the game is played to its end: who is silent for too long is voted out."""
        self.lossy = False
        self.heal()
        self.calm()
        for _ in range(2_000):
            if all(table.replica.finished for table in self.honest):
                return
            self.somebody_cheats()
            if not (self.somebody_moves() or self.patience_ends()) and not self.busy():
                return
            self.calm()

    def patience_ends(self):
        """Every honest player votes on whom the table waits for; tell whether anybody could."""
        done = False
        for table in self.honest:
            for seat in table.voting.votable():
                if seat in table.replica.held_up_by:
                    self.try_to(table, lambda t, seat=seat: t.vote(seat))
                    done = True
        return done

    def run(self):
        """Play one game to its end and check it; return how it ended."""
        for _ in range(self.random.randrange(50, 400)):
            self.step()
        self.settle()
        return self.check()

    def check(self):
        """All the honest agree, blame nobody honest, and none of them holds the table up; return how it ended."""
        honest = self.honest
        for table in honest:
            assert {verdict.seat for verdict in table.replica.accusations.found} <= set(self.crooks), (
                "an honest seat is blamed"
            )
            faulty = {d.seat for d in table.replica.position.departures if d.why is Why.FAULT}
            assert faulty <= set(self.crooks), "an honest seat is at fault"
        verdicts = {
            None
            if t.replica.accusations.verdict is None
            else (t.replica.accusations.verdict.round, t.replica.accusations.verdict.seat)
            for t in honest
        }
        assert len(verdicts) == 1, f"some have evidence and others not, or another: {verdicts}"
        if verdicts != {None}:
            return "evidence"
        common = min((len(table.replica.log) for table in honest), default=0)
        assert len({table.replica.positions[common].previous for table in honest}) <= 1, (
            "the honest have different logs"
        )
        if any(len(table.replica.log) > common for table in honest):
            self._check_unanswered(next(table for table in honest if len(table.replica.log) == common))
            return "suspended"
        doubted = [
            seat
            for table in honest
            if not table.replica.ballots.contested
            for seat in table.replica.haves.diverged
        ]
        assert set(doubted) <= set(self.crooks), "one honest seat doubts another"
        if not honest:
            return "left to crooks"
        if all(table.replica.finished for table in honest):
            endings = {(t.replica.position.ending, t.replica.ballots.contested) for t in honest}
            assert len(endings) == 1, f"the honest tell of different ends: {endings}"
            basis = honest[0].replica.position.ending.basis.value
            # who was voted out, or out before, may have signed for the round of the reveals what was taken back
            closed = zip(honest[0].replica.positions, honest[0].replica.log, strict=False)
            out = {seat for position, given in closed for seat in position.due if seat not in given}
            at = honest[0].replica.position.round
            out |= {t.seat for t in honest if t.replica.side_records.event(t.seat, at) is not None}
            waits = set(honest[0].replica.held_up_by)
            assert waits <= {*self.crooks, *out, *self.closed}, "an honest seat does not reveal"
            return basis
        return self._check_standstill()

    def _check_unanswered(self, table):
        """Who is behind has voted somebody absent too soon, and nobody but crooks could answer."""
        replica, position = table.replica, table.replica.position
        silent = [
            s for s in replica.branch.open if replica.ballots.says(position, table.seat, s) is Ballot.ABSENT
        ]
        asked = {voter for s in silent for voter in position.seats if voter not in (s, table.seat)}
        assert silent, "an honest seat is behind, and waits for nothing"
        assert asked <= {*self.crooks, *self.closed}, "an honest seat does not answer"

    def _check_standstill(self):
        """A table may stand still only because of two crooks: one silent, one who does not vote it out.

        Where all the honest are out, the crooks may do as they like.
        """
        if not {table.seat for table in self.honest} & set(self.honest[0].replica.position.seats):
            return "left to crooks"
        for table in self.honest:
            position, waits = table.replica.position, table.replica.held_up_by
            assert set(waits) <= {*self.crooks, *self.closed}, "an honest seat holds the table up"
            for seat in waits:
                voters = [other for other in position.seats if other != seat]
                mute = {
                    v for v in voters if table.replica.ballots.says(position, v, seat) is not Ballot.ABSENT
                }
                assert mute, "all have voted, and the vote does not stand"
                assert mute & {*self.crooks, *self.closed}, "an honest seat does not vote"
                if not mute & set(self.crooks):
                    return "suspended by one who resigned"
        return "suspended"


def simulate(games, rules="dice", first=0, **more):
    """Play so many games; return how they ended, and what was done in them."""
    ends, crimes, messages = Counter(), Counter(), 0
    for seed in range(first, first + games):
        sea = Sea(seed, rules, **more)
        try:
            ends[sea.run()] += 1
        except Exception as wrong:
            wrong.add_note(f"seed {seed}, {rules}, {sea.seats} seats, crooks {sea.crooks}")
            raise
        messages += sea.count["messages"]
        for seat in sea.crooks:
            crimes.update(sea.signers[seat].done)
    return ends, crimes, messages


def main():
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("--rules", choices=RULES, default="dice")
    parser.add_argument("--seats", type=int, help="always so many")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    begun = process_time()
    ends, crimes, messages = simulate(chosen.games, chosen.rules, chosen.first, seats=chosen.seats)
    print(
        f"{chosen.games} games of {chosen.rules}, {messages} messages, {process_time() - begun:.0f} CPU seconds"
    )
    print("ended:", ", ".join(f"{end} {number}" for end, number in ends.most_common()))
    print("done by crooks:", ", ".join(f"{crime} {number}" for crime, number in sorted(crimes.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
