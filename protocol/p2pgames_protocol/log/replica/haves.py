"""Who has confirmed which round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Record


class Haves:
    """The haves of all seats, by round."""

    def __init__(self) -> None:
        self._by_seat: defaultdict[Seat, dict[int, Record]] = defaultdict(dict)
        self.diverged: dict[Seat, int] = {}
        """Seats that signed another digest for a round than this copy has, with the first such round."""

    def find(self, seat: Seat, number: int) -> Record | None:
        """Return the have of a seat for a round."""
        return self._by_seat[seat].get(number)

    def add(self, record: Record, have: Have) -> None:
        """Keep a have."""
        self._by_seat[have.seat][have.round] = record

    def last(self, seat: Seat) -> int:
        """Return the newest round that a seat has confirmed; -1 for none."""
        return max(self._by_seat[seat], default=-1)

    def confirms(self, seat: Seat, number: int, digest: bytes) -> bool:
        """Tell whether a seat has signed this digest of a round."""
        record = self._by_seat[seat].get(number)
        return record is not None and Have.read(record.body).digest == digest

    def of(self, seat: Seat, since: int = 0) -> Iterator[Record]:
        """Yield the haves of a seat for the rounds from ``since`` on."""
        return (record for number, record in self._by_seat[seat].items() if number >= since)

    def newest(self) -> Iterator[Record]:
        """Yield the newest have of every seat."""
        return (haves[max(haves)] for _, haves in sorted(self._by_seat.items()) if haves)

    def compare(self, number: int, digest: bytes, out: Collection[Seat]) -> frozenset[Seat]:
        """Note and return who has confirmed a closed round with another digest than this, but for some seats."""
        others = frozenset(
            seat
            for seat, haves in self._by_seat.items()
            if seat not in out and number in haves and Have.read(haves[number].body).digest != digest
        )
        for seat in others:
            self.diverged.setdefault(seat, number)
        return others

    def rewind(self, number: int) -> None:
        """Forget who diverged in the rounds from ``number`` on, which are taken back."""
        self.diverged = {seat: at for seat, at in self.diverged.items() if at < number}
