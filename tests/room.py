"""Whole tables of participants in one process, with a network that delivers what the test lets it."""

from __future__ import annotations

from random import Random

from p2pgames.contract import Choose, settle
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.reception import Status
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.replica.receive import Ledger
from p2pgames_protocol.log.signer.signer import Table
from p2pgames_protocol.wire.identity import Identity
from tests.dice import DICE


def identity(number: int) -> Identity:
    """A throwaway identity, the same for the same number."""
    return Identity(bytes([number + 1]) * 32)


def make_genesis(seats=2, rules=DICE, options=None, nonce=7, **more) -> gen.Genesis:
    """A signed genesis of throwaway identities."""
    proposal = gen.Proposal.of(
        identity(0).key,
        rules,
        seats,
        bytes([nonce]) * 32,
        options or {},
        more.get("previous"),
        more.get("first"),
    )
    signed = gen.sign_proposal(identity(0), proposal)
    joins = [
        gen.sign_join(identity(seat), signed, f"Player{seat}", bytes([nonce, seat]) * 16)
        for seat in range(seats)
    ]
    return gen.assemble(signed, tuple(joins))


class Room:
    """Tables and a network between them: messages wait in ``mail`` until they are delivered."""

    def __init__(self, seats=2, rules=DICE, options=None, seed=0, kinds=None, **more):
        self.genesis = make_genesis(seats, rules, options, **more)
        self.rules = rules
        self.random = Random(seed)
        kinds = kinds or {}  # by seat: what sits there in place of an honest table
        self.tables: list[Ledger] = [
            kinds.get(seat, Table)(self.genesis, rules, identity(seat)) for seat in range(seats)
        ]
        self.stores: list[list[Record]] = [[] for _ in self.tables]
        self.mail: list[tuple[int, Record]] = []
        self.outcomes: list[tuple[int, object]] = []
        self.cut: set[int] = set()
        for table in self.tables:
            table.sign_from_now_on()
        self.collect()

    def collect(self):
        """Put everything fresh into the stores and into the mail to everybody else."""
        for number, table in enumerate(self.tables):
            for record in table.outbox.take():
                self.stores[number].append(record)
                if number not in self.cut:
                    self.mail += [
                        (to, record) for to in range(len(self.tables)) if to not in (number, *self.cut)
                    ]

    def deliver(self, index=0):
        """Deliver one message; what is early is asked for again from everybody."""
        to, record = self.mail.pop(index)
        outcome = self.tables[to].receive(record)
        if outcome.status not in (Status.ACCEPTED, Status.KNOWN):
            self.outcomes.append((to, outcome))
        self.collect()
        return outcome

    def deliver_all(self, shuffled=True):
        """Deliver until nothing is under way; then let everybody greet everybody, until that brings nothing."""
        while self.mail:
            self.deliver(self.random.randrange(len(self.mail)) if shuffled else 0)

    def sync(self):
        """Let everybody send everybody all that the other may lack."""
        for number, table in enumerate(self.tables):
            if number not in self.cut:
                for to, other in enumerate(self.tables):
                    if to not in (number, *self.cut):
                        self.mail += [(to, record) for record in table.records(len(other.log))]
        self.deliver_all()

    def turn(self) -> Table | None:
        """The table whose player is to move."""
        return next((t for t in self.tables if isinstance(t, Table) and t.my_turn), None)

    def play(self, moves=10**6):
        """Let random moves be made until the game is over or so many are made."""
        self.deliver_all()
        for _ in range(moves):
            table = self.turn()
            if table is None:
                return
            ask = table.position.ask
            assert isinstance(ask, Choose)
            table.act(self.random.choice(self.rules.moves(table.position.state, ask.seat, table.known)))
            self.collect()
            self.deliver_all()

    def digests(self):
        """The digest every participant has of the newest closed round."""
        return {table.position.previous for table in self.tables}


def options_of(rules, seats=2):
    """The default options."""
    return settle(rules, seats, {})


def forge(room, seat, act=None, **changes):
    """A validly signed event of a seat for the open round of table 0, with some fields changed."""
    from p2pgames_protocol.log.records.event import Event
    from p2pgames_protocol.log.records.record import Kind, sign

    position = room.tables[0].position
    fields = {
        "round": position.round,
        "seat": seat,
        "previous": position.previous,
        "state": position.state_digest,
        "act": act or "move",
        "body": ("roll", ()),
        "notes": (),
    } | changes
    return sign(identity(seat), Kind.EVENT, room.genesis.game_id, Event(**fields).pack())


def forge_sized(room, seat, size, letter):
    """A forbidden event of so many bytes, from 1,000 on."""
    small = forge(room, seat, body=(bytes([letter]) * 500, ()))
    return forge(room, seat, body=(bytes([letter]) * (500 + size - len(small.body)), ()))


def broadcast(room, record, to=None):
    """Let some, or all others, hear a record; return the outcomes."""
    outcomes = [
        room.tables[number].receive(record) for number in (to if to is not None else range(len(room.tables)))
    ]
    room.collect()
    return outcomes
