"""Whole tables of participants in one process, with a network that delivers what the test lets it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from p2pgames.contract import AnyRules, Choose, Seat
from p2pgames.text import as_it_is
from p2pgames_protocol.log.genesis import Genesis, Proposal, assemble, sign_join, sign_proposal
from p2pgames_protocol.log.proof_jobs import Reception, Status
from p2pgames_protocol.log.records import Event, Have, Kind, Record, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import Identity

Sit: TypeAlias = Callable[[Genesis, AnyRules, Identity], Signer]
"""Takes a seat: `Signer` itself where nothing else is said."""


# Records that an honest table would not sign.


# Who sits at a table of a test, and how it begins.


def identity(number: int) -> Identity:
    """Return a throwaway identity, the same for the same number, from 0 to 254."""
    return Identity(bytes([number + 1]) * 32)


def seated(number: int) -> Identity:
    """Return the key pair of the seat that ``identity(number)`` has in every game of `make_genesis`."""
    return identity(number).seat(_nonce(number))


def _nonce(number: int) -> bytes:
    return bytes([number]) * 32


def make_genesis(
    rules: AnyRules,
    seats: int = 2,
    options: Mapping[str, str] | None = None,
    *,
    nonce: int = 7,
    previous: tuple[bytes, bytes] | None = None,
    first: Seat | None = None,
    bots: int = 0,
    league: bytes | None = None,
) -> Genesis:
    """Return a genesis that every seat has signed: seat 0 is ``identity(0)``, and so on.

    Another ``nonce``, from 0 to 255, makes another game. The rest are fields of `Proposal`. Raises
    ValueError where the rules do not have these seats or options.
    """
    host = identity(0)
    proposal = Proposal.of(host.key, rules, seats, bytes([nonce]) * 32, options, previous, first)
    signed = sign_proposal(host, replace(proposal, bots=bots, league=league))
    joins = (sign_join(identity(seat), signed, f"Player{seat}", _nonce(seat)) for seat in range(seats))
    return assemble(signed, tuple(joins))


def forge(replica: Replica, seat: Seat, act: str = "move", **changes: Any) -> Record:
    """Return a validly signed event of a seat for the round that is open in the replica, with some fields changed.

    The fields are those of `Event`. Without ``body`` it makes the first move that is legal now, whoever is to make it.
    """
    position = replica.position
    header = position.round, seat, position.previous, position.state_digest, position.inside
    event = Event(*header, act, (_first_move(replica), (), ()))
    packed = replace(event, **changes).pack()
    return sign(seated(seat), Kind.EVENT, replica.genesis.game_id, packed)


def _first_move(replica: Replica) -> Any:
    position, ask = replica.position, replica.position.ask
    moves = replica.rules.moves(position.state, ask.seat, replica.known) if isinstance(ask, Choose) else ()
    return next(iter(moves), None)


def forge_sized(replica: Replica, seat: Seat, size: int, filling: int) -> Record:
    """Return a forbidden event of this many bytes, from 1,000 on, filled with a byte."""
    small = forge(replica, seat, body=(bytes([filling]) * 500, (), ()))
    return forge(replica, seat, body=(bytes([filling]) * (500 + size - len(small.body)), (), ()))


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
            signer.auto_signer.sign_from_now_on()
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
            for record in replica.outbox.drain():
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
        again.auto_signer.shares.restore(self.signers[seat].auto_signer.shares.given.values())
        load(again, [record for record in self.stores[seat] if _is_kept(record, seat)])
        again.auto_signer.sign_from_now_on()
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
        """Return a validly signed event of a seat for the open round of seat 0; see `forge`."""
        return forge(self.replicas[0], seat, act, **changes)

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
    signer.replica.outbox.drain()


def _is_kept(record: Record, seat: Seat) -> bool:
    """Tell whether a client keeps this in its store: of what others say that they have, it keeps nothing."""
    return record.kind is not Kind.HAVE or Have.read(record.body).seat == seat
