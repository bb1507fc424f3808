"""The result of an agreed draw."""

from __future__ import annotations

from p2pgames.contract import Result
from p2pgames_protocol.log.position import Position


def drawn(position: Position) -> Result:
    """Return the result of a draw: all still in share the first place, all who left the one after them."""
    seats = range(len(position.genesis.keys))
    places = tuple(1 if seat in position.seats else len(position.seats) + 1 for seat in seats)
    return Result(places, None, "All players agreed to a draw.")
