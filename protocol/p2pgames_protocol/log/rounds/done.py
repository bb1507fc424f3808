"""After the last round."""

from __future__ import annotations

from p2pgames.contract import Illegal, Seat
from p2pgames.replace import replace
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.position import Given, Position, Proved, RoundKind
from p2pgames_protocol.log.records import Event


class DoneRound(RoundKind):
    """All seats have published their secrets, or nobody has committed to one; nothing is owed any more."""

    name, act = "done", ""
    carries = False
    after_end = True

    def opened(self, position: Position) -> Position | None:
        """Open it where the game has ended, and no secrets are to be shown."""
        return replace(position, kind=self) if position.ending is not None else None

    def due(self, position: Position) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return nobody."""
        return ()

    def check(self, position: Position, event: Event) -> Proved:  # noqa: ARG002
        """Refuse every event: the game is over."""
        raise Illegal(sentences.ALL_IS_SAID)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:  # noqa: ARG002
        """It never closes: nobody owes it anything."""
        raise TypeError("a game that is done does not go on")


DONE = DoneRound()
