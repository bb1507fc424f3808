"""Signed events that are no part of the branch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from p2pgames.contract import Seat
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.record import Record


class OffLog:
    """Events that are late, superseded, stray or out of turn, by seat and round."""

    def __init__(self) -> None:
        self._kept: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self.strays: set[Seat] = set()
        """Seats that signed something, be it an event or not, that belongs to another branch than this one."""

    def put(self, seat: Seat, number: int, record: Record) -> None:
        """Keep an event."""
        self._kept[seat][number] = record

    def event(self, seat: Seat, number: int) -> Record | None:
        """Return the event of a seat for a round."""
        return self._kept[seat].get(number)

    def rounds(self, seat: Seat) -> Collection[int]:
        """Return the rounds of which an event of this seat is here."""
        return self._kept[seat].keys()

    def since(self, number: int) -> Iterator[Record]:
        """Yield the events for the rounds from one on."""
        return (record for kept in self._kept.values() for at, record in kept.items() if at >= number)

    def take(self, seat: Seat, number: int, previous: bytes) -> Record | None:
        """Return and drop the event that names this digest: it was stray, and belongs to the open round by now."""
        record = self._kept[seat].get(number)
        if record is None or Event.read(record.body).previous != previous:
            return None
        return self._kept[seat].pop(number)

    def late(self, position: Position, given: Mapping[Seat, Record]) -> Iterator[Record]:
        """Yield the events that turned up after they were voted absent from a closed round, by seat."""
        for seat in sorted(self._kept):
            record = self._kept[seat].get(position.round)
            if record is None or seat not in position.due or seat in given:
                continue
            if Event.read(record.body).previous == position.previous:
                yield record
