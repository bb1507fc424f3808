"""Who plays on for whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.by import By, in_order
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.wire.names import shown, told_apart

MAX_BYS: Final = 8
"""Of one seat: more often nobody hands a seat over, and whoever signs more must not fill our disk."""


class Successors:
    """The bys that were heard, of each seat the first few."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Record] = {}

    def add(self, record: Record, by: By) -> bool:
        """Keep a by that is signed; tell whether it is new and there was room."""
        if record.id in self._kept or len(self.of(by.seat)) >= MAX_BYS:
            return False
        self._kept[record.id] = record
        return True

    def holds(self, record: Record) -> bool:
        """Tell whether just this record is here, with the same signature."""
        return self._kept.get(record.id) == record

    def __iter__(self) -> Iterator[Record]:
        """Yield all records, in an order that does not depend on when they were heard."""
        return iter(sorted(self._kept.values(), key=lambda record: record.body))

    def of(self, seat: Seat) -> tuple[By, ...]:
        """Return who has taken a seat over, the newest last."""
        bys = (By.read(record.body) for record in self)
        return in_order(by for by in bys if by.seat == seat)

    def names(self, genesis: Genesis) -> tuple[str, ...]:
        """Return the name of whoever plays each seat now, as it is shown at the table."""
        if not self._kept:
            return genesis.names
        newest = [self.of(seat)[-1:] for seat in range(len(genesis.given))]
        return told_apart(
            tuple(by[0].name if by else name for by, name in zip(newest, genesis.given, strict=True))
        )

    def before(self, by: By, genesis: Genesis) -> str:
        """Return the name, as it is shown, of who played a seat before a successor did."""
        bys = self.of(by.seat)
        at = bys.index(by)
        return shown(bys[at - 1].name) if at else genesis.names[by.seat]
