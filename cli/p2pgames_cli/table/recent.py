"""The newest moves of a game, as boards mark them."""

from __future__ import annotations

from typing import Any, Final

from p2pgames.contract import Move, Seat
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.log.rounds.turn import TURN

NEW: Final = 12
"""Moves that are marked on the board at most, however long the player was away."""


def recent_moves(handle: SeatHandle, shown: int, looked: int) -> tuple[tuple[Any, Seat, Move], ...]:
    """Return the newest moves of this many steps, newest last, each with the state it was made in.

    They are as many as there are seats, and all that were made since the step at which the player looked.
    """
    found: list[tuple[Any, Seat, Move]] = []
    history, seats = handle.history, len(handle.replica.names)
    for number in history.effective(shown):
        if _laid(handle, number):
            break
        if (made := history.move(number)) is not None:
            found.insert(0, (made.state, made.seat, made.move))
        if len(found) >= seats and (number <= looked or len(found) >= NEW):
            break
    return tuple(found)


def _laid(handle: SeatHandle, number: int) -> bool:
    """Tell whether a round led to a position that no event leads to, as in lessons."""
    replica = handle.replica
    return replica.positions[number].kind is TURN and not replica.log[number]
