"""The chain of rounds that a copy of the log follows."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames.changed import changed
from p2pgames.contract import Seat
from p2pgames_protocol.log.advance import advance
from p2pgames_protocol.log.position import Ending, Position
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.log.validated_event import ValidatedEvent


class Branch:
    """Closed rounds, and the open one. ``positions[r]`` is the position before round r, the last one being open."""

    def __init__(self, first: Position) -> None:
        self.positions = [first]
        self.log: list[dict[Seat, Record]] = []
        """The events of the closed rounds."""
        self.open: dict[Seat, Record] = {}
        """The events of the open round so far."""
        self.rewinds: list[int] = []
        """The rounds from which on the log was taken back: what was told of it since no longer holds."""
        self._validated: dict[Seat, ValidatedEvent] = {}
        self._unproved: dict[Seat, Record] = {}
        self._before: dict[bytes, int] = {first.previous: 0}
        """The round that follows a digest, also if it was taken back: to look through all rounds for each note
        would cost the square of a log."""

    @property
    def position(self) -> Position:
        """The position before the open round."""
        return self.positions[-1]

    @property
    def in_order(self) -> frozenset[Seat]:
        """The seats whose event of the open round is here, and not at fault."""
        return frozenset(seat for seat, given in self._validated.items() if given.fault is None)

    def event(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat that is part of this round, be its proofs verified or not."""
        if number < len(self.log):
            return self.log[number].get(seat)
        if number > len(self.log):
            return None
        return self.open.get(seat) or self._unproved.get(seat)

    def holds(self, have: Have) -> bool:
        """Tell whether the have is for a round that is closed here, with the same digest."""
        return have.round < len(self.log) and have.digest == self.positions[have.round + 1].previous

    def opened_by(self, digest: bytes) -> bool:
        """Tell whether a round of this branch follows this digest."""
        number = self._before.get(digest, len(self.positions))
        return number < len(self.positions) and self.positions[number].previous == digest

    def await_proof(self, seat: Seat, record: Record) -> None:
        """Keep an event of the open round until its proofs are verified and `enter` takes it."""
        self._unproved[seat] = record

    def unproved(self) -> Record | None:
        """Return the first event of the open round whose proofs are not verified yet."""
        return next(iter(self._unproved.values()), None)

    def enter(self, record: Record, validated: ValidatedEvent) -> None:
        """Make an event of a due seat part of the open round."""
        seat = validated.event.seat
        self._unproved.pop(seat, None)
        self.open[seat] = record
        self._validated[seat] = validated

    def close(self, absent: Iterable[Seat]) -> dict[Seat, Record]:
        """Close the open round without those who are absent; return their events, which are out of it now."""
        late = {}
        for seat in absent:
            if (record := self.event(seat, len(self.log))) is not None:
                late[seat] = record
            for given in (self.open, self._validated, self._unproved):
                given.pop(seat, None)
        self.positions.append(advance(self.position, self._validated))
        self._before[self.position.previous] = len(self.positions) - 1
        self.log.append(self.open)
        self.open, self._validated, self._unproved = {}, {}, {}
        return late

    def end_after(self, number: int, ending: Ending) -> None:
        """Let the game end otherwise in all positions after a closed round, which stay closed."""
        self.positions[number + 1 :] = [
            changed(after, ending=ending) for after in self.positions[number + 1 :]
        ]

    def rewind(self, number: int) -> list[tuple[Seat, int, Record]]:
        """Take back all rounds from ``number`` on; its events stay, those of later rounds are returned."""
        later = [
            (seat, at, record)
            for at, given in enumerate([*self.log[number + 1 :], self.open], number + 1)
            for seat, record in given.items()
        ]
        self.rewinds.append(number)
        self.open, self._unproved = self.log[number], {}
        del self.log[number:], self.positions[number + 1 :]
        self._validated = {
            seat: validate(self.position, Event.read(record.body), record.body)
            for seat, record in self.open.items()
        }
        return later
