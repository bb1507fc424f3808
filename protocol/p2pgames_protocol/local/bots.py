"""The bots at a table of one computer: their names, which are kept beside the game, and when they agree to a draw."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Verbatim
from p2pgames_protocol.local import messages
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.wire.codec import Plain

KEPT: Final = "bots"
"""The name by which they are kept."""
NONE: Final[Mapping[Seat, str]] = MappingProxyType({})


def read(kept: Plain, seats: int) -> dict[Seat, str]:
    """Return the bots by seat as they were kept; what is something else is left out."""
    return {
        pair[0]: pair[1]
        for pair in (kept if isinstance(kept, tuple) else ())
        if isinstance(pair, tuple) and len(pair) == 2
        if type(pair[0]) is int and 0 <= pair[0] < seats and isinstance(pair[1], str)
    }


def check_draw(position: Position, bots: Collection[Seat]) -> None:
    """Raise `Illegal` if a bot is ahead of all others still in, or where the game counts no points to tell."""
    scores = position.rules.scores(position.state)
    for seat in sorted(set(position.seats) & set(bots)):
        name = position.genesis.names[seat]
        if scores is None:
            raise Illegal(messages.NO_POINTS(name=Verbatim(name)))
        if scores[seat] > max((scores[other] for other in position.seats if other != seat), default=0):
            raise Illegal(messages.AHEAD(name=Verbatim(name)))
