"""The draw that all agree to."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Result
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consents.consent import Consent
from p2pgames_protocol.log.position import Basis, Ending, Position


class Draw(Consent):
    """Ends the game as a draw: ``[]``."""

    name = "draw"
    ends_game = True

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:  # noqa: ARG002
        """Return the position with the game ended; the moves before stay."""
        return replace(closed, past=before.past, ending=Ending(Basis.AGREED, drawn(closed)))


def drawn(position: Position) -> Result:
    """Return the result of a draw: all still in share the first place, all who left the one after them."""
    seats = range(len(position.genesis.keys))
    places = tuple(1 if seat in position.seats else len(position.seats) + 1 for seat in seats)
    return Result(places, None, messages.AGREED_DRAW)


DRAW = Draw()
