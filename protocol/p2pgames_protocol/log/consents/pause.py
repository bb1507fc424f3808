"""The pause that all agree to."""

from __future__ import annotations

from p2pgames.changed import changed
from p2pgames.text import Every, Message, SeatName, message
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consents.consent import Consent, Wording
from p2pgames_protocol.log.position import Position

OFFERED = message(
    "log.pause-offered", "offers a pause: until {name} moves, nobody can be put out for silence", name=Every
)


class Pause(Consent):
    """Stops the time until the next event: ``[]``."""

    name = "pause"
    wording = Wording(
        message("log.pause", "pause")(),
        message("log.pause-about", "stop the clock until the next move, if all agree")(),
        message("log.pause-help", "offer to stop the clock until the next move")(),
        message("log.pause-question", "Offer a pause: the clock stops until the next move")(),
    )

    def offered(self, position: Position, to: int | None) -> Message:  # noqa: ARG002
        """Return that a pause is offered, which ends with the move that is awaited."""
        return OFFERED(name=Every(tuple(map(SeatName, position.due))))

    def refusal(self, position: Position, to: int | None) -> Message | None:  # noqa: ARG002
        """Return why not, if the game is paused already."""
        return messages.PAUSED_ALREADY if position.paused else None

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:  # noqa: ARG002
        """Return the position with the time stopped; what could be taken back still can."""
        return changed(closed, past=before.past, paused=True)


PAUSE = Pause()
