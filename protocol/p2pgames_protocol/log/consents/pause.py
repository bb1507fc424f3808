"""The pause that all agree to."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.text import Message
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consents.consent import Consent
from p2pgames_protocol.log.position import Position


class Pause(Consent):
    """Stops the time until the next event: ``[]``."""

    name = "pause"

    def refusal(self, position: Position, to: int | None) -> Message | None:  # noqa: ARG002
        """A game is paused once."""
        return messages.PAUSED_ALREADY if position.paused else None

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:  # noqa: ARG002
        """Return the position with the time stopped; what could be taken back still can."""
        return replace(closed, past=before.past, paused=True)


PAUSE = Pause()
