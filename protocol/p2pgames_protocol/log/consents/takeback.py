"""What a takeback undoes."""

from __future__ import annotations

from p2pgames_protocol.log.position import Made, Position


def undone(position: Position, to: int | None) -> tuple[Made, ...]:
    """Return the moves that a takeback to before a round would undo, oldest first."""
    return tuple(made for made in position.past if to is not None and made.round >= to)
