"""The draw that all agree to."""

from __future__ import annotations

from typing import Final

from p2pgames.changed import changed
from p2pgames.contract import Result
from p2pgames.text import Message, message
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consents.consent import Consent, Wording
from p2pgames_protocol.log.position import Basis, Ending, Position

OFFERED: Final = message("log.draw-offered", "offers a draw")()


class Draw(Consent):
    """Ends the game as a draw: ``[]``."""

    name = "draw"
    ends_game = True
    wording = Wording(
        message("log.draw", "draw")(),
        message("log.draw-about", "end the game as a draw")(),
        message("log.draw-help", "offer to end the game as a draw")(),
        message("log.draw-question", "Offer a draw")(),
        message("log.draw-at-once", "End the game as a draw")(),
    )

    def offered(self, position: Position, to: int | None) -> Message:  # noqa: ARG002
        """Return that a draw is offered."""
        return OFFERED

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:  # noqa: ARG002
        """Return the position with the game ended; the moves before stay."""
        return changed(closed, past=before.past, ending=Ending(Basis.AGREED, drawn(closed)))


def drawn(position: Position) -> Result:
    """Return the result of a draw: all still in share the first place, all who left the one after them."""
    seats = range(len(position.genesis.keys))
    places = tuple(1 if seat in position.seats else len(position.seats) + 1 for seat in seats)
    return Result(places, None, messages.AGREED_DRAW)


DRAW = Draw()
