"""Moves that all agree to take back."""

from __future__ import annotations

from p2pgames.changed import changed
from p2pgames.text import Count, Message, counted
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consents.consent import Consent
from p2pgames_protocol.log.position import Made, Position

OFFERED = counted(
    "log.takeback-offered", "offers to take back {count} move", "offers to take back {count} moves"
)


class Takeback(Consent):
    """Goes back to before a round: ``[round]``."""

    name = "takeback"
    names_round = True

    def offered(self, position: Position, to: int | None) -> Message:
        """Return how many moves would be undone."""
        return OFFERED(count=Count(len(undone(position, to))))

    def refusal(self, position: Position, to: int | None) -> Message | None:
        """Return why not, unless everything since the round showed nothing hidden."""
        if any(made.round == to for made in position.past):
            return None
        return messages.ONLY_SHOWN_MOVES

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:
        """Return the position with the state from before the round; moves before it can still be taken back."""
        first, *_ = undone(before, to)
        kept = tuple(made for made in before.past if made.round < first.round)
        return changed(closed, state=first.state, past=kept)


def undone(position: Position, to: int | None) -> tuple[Made, ...]:
    """Return the moves that a takeback to before a round would undo, oldest first."""
    return tuple(made for made in position.past if to is not None and made.round >= to)


TAKEBACK = Takeback()
