"""Whole tables of participants in one process, with a network that delivers what the test lets it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, TypeAlias

from p2pgames.contract import AnyRules, Choose, Seat
from p2pgames.text import as_it_is
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.signer.signer import Signer
from p2pgames_protocol.testing import forgery
from p2pgames_protocol.testing.table import identity, make_genesis
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import Identity

Sit: TypeAlias = Callable[[Genesis, AnyRules, Identity], Signer]
"""Takes a seat: `Signer` itself where nothing else is said."""


class Room:
    """Seats and a network between them: what they sign waits in ``mail`` until it is delivered.

    ``kinds`` says by seat what sits there in place of an honest signer. What is left to chance follows from ``seed``.
    Take something out of ``mail`` and it is lost; append it once more and it comes twice.
    """

    def __init__(
        self,
        rules: AnyRules,
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 0,
        kinds: Mapping[Seat, Sit] | None = None,
        **more: Any,
    ) -> None:
        """Seat everybody, and post their first records; ``more`` goes to `make_genesis`, and raises as it does."""
        self.genesis = make_genesis(rules, seats, options, **more)
        self.rules = rules
        self.random = Random(seed)
        self._kinds = kinds or {}
        self.signers = [self._sit(seat) for seat in range(seats)]
        self.stores: list[list[Record]] = [[] for _ in self.signers]
        """By seat, what it accepted or signed, in order."""
        self.mail: list[tuple[Seat, Record]] = []
        """To whom something is under way, and what."""
        self.outcomes: list[tuple[Seat, Reception]] = []
        """Who received something that was not accepted at once, and what became of it."""
        self.cut: set[Seat] = set()
        """Who can neither send nor be sent anything; what is under way to it stays so."""
        for signer in self.signers:
            signer.duty.sign_from_now_on()
        self.collect()

    def _sit(self, seat: Seat) -> Signer:
        return self._kinds.get(seat, Signer)(self.genesis, self.rules, identity(seat))

    @property
    def replicas(self) -> list[Replica]:
        """By seat, the game as it knows it."""
        return [signer.replica for signer in self.signers]

    # -- the network --

    def collect(self) -> None:
        """Put everything fresh into the stores, and into the mail to everybody else."""
        for number, replica in enumerate(self.replicas):
            for record in replica.outbox.take():
                self.stores[number].append(record)
                if number not in self.cut:
                    self.mail += [(to, record) for to in self._others(number)]

    def _others(self, seat: Seat) -> list[Seat]:
        return [to for to in range(len(self.signers)) if to not in (seat, *self.cut)]

    def deliver(self, index: int = 0) -> Reception:
        """Deliver one message of the mail, and put into it what is signed in answer; return what became of it."""
        to, record = self.mail.pop(index)
        outcome = self.signers[to].receive(record)
        if outcome.status not in (Status.ACCEPTED, Status.KNOWN):
            self.outcomes.append((to, outcome))
        self.collect()
        return outcome

    def deliver_all(self, *, shuffled: bool = True) -> None:
        """Deliver until nothing is under way, in an order of chance or in that in which it was sent."""
        while self.mail:
            self.deliver(self.random.randrange(len(self.mail)) if shuffled else 0)

    def send_missing(self) -> None:
        """Have everybody send to everybody all that the other may lack."""
        replicas = self.replicas
        for number, replica in enumerate(replicas):
            if number not in self.cut:
                for to in self._others(number):
                    self.mail += [(to, record) for record in replica.records(len(replicas[to].log))]

    def sync(self) -> None:
        """Let everybody have all that anybody else has, and deliver until nothing is under way."""
        self.send_missing()
        self.deliver_all()

    def broadcast(self, record: Record, to: Iterable[Seat] | None = None) -> list[Reception]:
        """Let some, or all, receive a record at once; return what became of it at each."""
        outcomes = [
            self.signers[seat].receive(record) for seat in (range(len(self.signers)) if to is None else to)
        ]
        self.collect()
        return outcomes

    # -- what goes wrong --

    def restart(self, seat: Seat) -> None:
        """Kill a participant: it comes back with what a client keeps, and what was under way to it is lost."""
        again = self._sit(seat)
        again.duty.shares.restore(self.signers[seat].duty.shares.given.values())
        load(again, [record for record in self.stores[seat] if _is_kept(record, seat)])
        again.duty.sign_from_now_on()
        self.signers[seat] = again
        self.mail = [(to, record) for to, record in self.mail if to != seat]
        self.collect()

    def bump(self) -> None:
        """Deliver, lose or double one message, or kill somebody; where nothing is under way, send what is missing."""
        chance = self.random.random()
        if chance < 0.02:
            self.restart(self.random.randrange(len(self.signers)))
        elif not self.mail:
            self.send_missing()
        elif chance < 0.3:
            del self.mail[self.random.randrange(len(self.mail))]
        elif chance < 0.35:
            self.mail.append(self.random.choice(self.mail))
        else:
            self.deliver(self.random.randrange(len(self.mail)))

    def forge(self, seat: Seat, act: str = "move", **changes: Any) -> Record:
        """Return a validly signed event of a seat for the open round of seat 0; see `forgery.forge`."""
        return forgery.forge(self.replicas[0], seat, act, **changes)

    # -- the game --

    def turn(self) -> Signer | None:
        """Return the signer whose player is to move; None while something is under way first, and at the end."""
        return next((signer for signer in self.signers if signer.my_turn), None)

    def move(self) -> None:
        """Make a random move for whoever is to move; nothing happens if that is nobody."""
        signer = self.turn()
        if signer is None:
            return
        position, known = signer.replica.position, signer.replica.known
        if isinstance(position.ask, Choose):
            signer.act(self.random.choice(self.rules.moves(position.state, signer.seat, known)))
            self.collect()

    def play(self, moves: int = 10**6) -> None:
        """Play at random, delivering everything after each move, until the game is over or so many moves are made."""
        self.deliver_all()
        for _ in range(moves):
            if self.turn() is None:
                return
            self.move()
            self.deliver_all()

    def digests(self) -> set[bytes]:
        """Return the digests that the participants have of their newest closed round: one, where they agree."""
        return {replica.position.previous for replica in self.replicas}


def load(signer: Signer, records: Iterable[Record]) -> None:
    """Feed what a store holds; raise `Malformed` if that is not what a replica would have accepted."""
    for record in records:
        reception = signer.receive(record)
        if reception.status is Status.SENDER:
            raise Malformed(reception.why or as_it_is(""))
    signer.replica.outbox.take()


def _is_kept(record: Record, seat: Seat) -> bool:
    """Tell whether a client keeps this in its store: of what others say that they have, it keeps nothing."""
    return record.kind is not Kind.HAVE or Have.read(record.body).seat == seat
