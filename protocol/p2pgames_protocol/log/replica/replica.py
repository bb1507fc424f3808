"""The log as one participant knows it: what it has heard, what it made of it, whom it blames. Sans-I/O.

It has no clock, no sockets and no randomness, and it signs nothing: spectators and auditors need no more. What arrives
is taken in by a `Hearing`; the outbox holds what is to be stored and passed on.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from p2pgames.contract import AnyRules, Known, Seat
from p2pgames_protocol.log.consent_rules import Offer
from p2pgames_protocol.log.genesis import Genesis, check_rules
from p2pgames_protocol.log.misconduct import Fault, evidence
from p2pgames_protocol.log.open_round import start
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.replica.accusations import Accusations
from p2pgames_protocol.log.replica.ahead import Ahead
from p2pgames_protocol.log.replica.ballots import Ballots
from p2pgames_protocol.log.replica.branch import Branch
from p2pgames_protocol.log.replica.faces import Faces
from p2pgames_protocol.log.replica.haves import Haves
from p2pgames_protocol.log.replica.notes import Notes
from p2pgames_protocol.log.replica.off_log import OffLog
from p2pgames_protocol.log.replica.outbox import Outbox
from p2pgames_protocol.log.replica.successors import Successors
from p2pgames_protocol.log.rounds.done import DONE


class Replica:
    """The log of one game as one participant knows it, with what belongs beside the log.

    ``own`` is the participant's seat: after voting another one absent, it waits for the answers of the others. The
    signatures of ``verified`` were checked before, as those of a whole file are.
    """

    def __init__(
        self,
        genesis: Genesis,
        rules: AnyRules,
        own: Seat | None = None,
        verified: Container[Record] = frozenset(),
    ) -> None:
        """Begin an empty log; raise `Refused` if the genesis is not for these rules."""
        check_rules(genesis, rules)
        self.genesis = genesis
        self.rules = rules
        self.own = own
        self.verified = verified
        self.branch = Branch(start(genesis, rules))
        self.ahead = Ahead()
        self.off_log = OffLog()
        self.haves = Haves()
        self.ballots = Ballots()
        self.notes = Notes()
        self.successors = Successors()
        self.accusations = Accusations()
        self.outbox = Outbox()
        self.faces = Faces()

    @property
    def names(self) -> tuple[str, ...]:
        """The name of whoever plays each seat now, as it is shown; two that look alike are told apart."""
        return self.successors.names(self.genesis)

    @property
    def positions(self) -> list[Position]:
        """The positions before all rounds, the last one open."""
        return self.branch.positions

    @property
    def position(self) -> Position:
        """The position before the open round."""
        return self.branch.position

    @property
    def log(self) -> list[dict[Seat, Record]]:
        """The events of the closed rounds."""
        return self.branch.log

    @property
    def known(self) -> Known:
        """The faces of hidden cards that whoever has this copy has seen."""
        return self.faces.known(self.position.decks_state)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose event the open round still lacks."""
        if self.accusations.verdict is not None:
            return ()
        return tuple(seat for seat in self.position.due if seat not in self.branch.open)

    @property
    def held_up_by(self) -> tuple[Seat, ...]:
        """The seats on which the open round depends: where shares or secrets wait for an echo, those that lack in it.

        The others owe their events as well, and give them by themselves once the echo is whole.
        """
        position = self.position
        absent = self.ballots.absent(position)
        waiting = tuple(seat for seat in self.waiting_for if seat not in absent)
        if not position.kind.after_echo or len(position.seats) < 3:
            return waiting
        return tuple(s for s in waiting if s in position.seats and not self.confirms(s)) or waiting

    @property
    def finished(self) -> bool:
        """Whether the game has ended, by its rules or by evidence; reveals may still be missing."""
        return self.position.over or self.accusations.verdict is not None

    @property
    def complete(self) -> bool:
        """Whether nothing is to come any more: all secrets are revealed, and every seat confirmed the last round."""
        if self.accusations.verdict is not None:
            return True
        last, seats = len(self.log) - 1, range(len(self.genesis.keys))
        return self.position.kind is DONE and all(self.haves.find(seat, last) is not None for seat in seats)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What is offered in the open round, and by whom."""
        return self.notes.offers(self.position)

    def confirms(self, seat: Seat) -> bool:
        """Tell whether a seat has signed the digest of the newest closed round, in a have or an event built on it."""
        position = self.position
        if self.branch.event(seat, position.round) is not None:
            return True
        return self.haves.confirms(seat, position.round - 1, position.previous)

    def records(self, since: int = 0) -> Iterator[Record]:
        """Yield what another participant needs who has closed all rounds before ``since``, each once.

        That is every event of these rounds and every vote in the order of rounds and seats, pending notes, who plays on
        for whom, the newest have of every seat, and the evidence.
        """
        seen: set[bytes] = set()
        for record in self._needed(since):
            if record.id not in seen:
                seen.add(record.id)
                yield record

    def _needed(self, since: int) -> Iterator[Record]:
        for number, given in enumerate([*self.log, self.branch.open]):
            if number >= since:
                yield from (given[seat] for seat in sorted(given))
            # a seat that is further on may lack the answer for which another in the open round waits
            yield from self.ballots.of_round(self.positions[number])
            # a seat that was voted out may have gone on with its own event
            if number < len(self.log) and (number >= since or len(given) < len(self.positions[number].due)):
                yield from self.off_log.late(self.positions[number], given)
        yield from (record for record, _ in self.notes.pending(self.position))
        yield from self.successors
        yield from self.haves.newest()
        if (verdict := self.accusations.verdict) is not None:
            yield from [evidence(*verdict.records)] if verdict.fault is Fault.EQUIVOCATION else verdict.beside
