"""Who plays on for whom, and that one's own seat was handed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.news.news import News
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown


@dataclass
class Successors:
    """Remembers which of them were told."""

    _told: frozenset[bytes] = frozenset()
    _given: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for every seat that was handed over, and one when that is one's own."""
        new = [record for record in handle.replica.successors if record.id not in self._told]
        self._told |= {record.id for record in new}
        for record in new:
            by = By.read(record.body)
            said = line(handle.replica, by)
            yield News("by", (said,), as_data(by), ("Info", said), urgent=True)
        if handle.handing is not None and handle.handing.arrived and not self._given:
            self._given = True
            said = taken()
            yield News("handed_over", (said,), {}, ("Info", said), urgent=True)


def taken() -> str:
    """Return what somebody is told whose seat was handed over."""
    return _("Your seat is taken. You can close the client.")


def line(replica: Replica, by: By) -> str:
    """Return who plays on for whom, and what everybody should know of that."""
    said = _(
        "{name} has handed seat {seat} over to {successor} (key {key}). {name} still knows its cards and rolls, and"
        " could end the game by signing for it."
    )
    name = replica.successors.before(by, replica.genesis)
    return said.format(name=name, seat=by.seat + 1, successor=shown(by.name), key=short(by.key))


def as_data(by: By) -> dict[str, object]:
    """Return the same for programs."""
    return {
        "seat": by.seat,
        "round": by.round,
        "name": by.name,
        "shown": shown(by.name),
        "key": by.key.hex(),
    }
