"""Which players need not be sent a record, because somebody else sends it to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.record import Kind, Record

FREQUENT: Final = (Kind.EVENT, Kind.HAVE)
"""What is sent only where nobody else sends it. Votes, notes and evidence are rare and go everywhere."""


def spared(record: Record, sources: Iterable[Seat], named: Mapping[Seat, frozenset[Seat]]) -> frozenset[Seat]:
    """Return the seats to which somebody a record came from is linked, as both of them say.

    ``named`` has by seat the links that it names. One liar alone cannot name a link. Whoever signed the record is
    never spared: a player whose store was lost must hear from everybody what it has signed.
    """
    if record.kind not in FREQUENT:
        return frozenset()
    reached = {seat for source in sources for seat in named.get(source, ()) if source in named.get(seat, ())}
    return frozenset(reached - {author(record)})
