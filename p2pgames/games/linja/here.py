"""What stands in a row, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.games.linja import messages
from p2pgames.games.linja.board import FULL, GOAL, ROWS, WEIGHTS, Pawns
from p2pgames.messages import joined
from p2pgames.text import Count, Every, Message, PlaceName, counted, message, whole_number

ROW_HERE = message("linja.row-here", "row {row}: {what}", row=PlaceName, what=Message)
THERE = message("linja.there", "{pawns}", pawns=Every)
START_LINES: Final = (
    message("linja.red-start", "Red's start line, Black's goal")(),
    message("linja.black-start", "Black's start line, Red's goal")(),
)
IS_FULL = message("linja.is-full", "full: no pawn may stop here")
ROOM = counted("linja.room", "room for {count} more", "room for {count} more")
WORTH_HERE = message("linja.worth-here", "worth {red} to Red, {black} to Black", red=Count, black=Count)


def here(pawns: Pawns, spot: str) -> Message | None:
    """Return the pawns of a row, the room in it and what a pawn scores there; None for no row."""
    row = whole_number(spot)
    if row is None or row >= ROWS:
        return None
    return ROW_HERE(row=messages.place(row), what=joined(tuple(_told(pawns, row))))


def _told(pawns: Pawns, row: int) -> Iterator[Message]:
    red, black = pawns[0][row], pawns[1][row]
    yield THERE(pawns=messages.pawns((red, black)))
    if row in GOAL:
        yield START_LINES[GOAL.index(row) ^ 1]
    elif red + black >= FULL:
        yield IS_FULL()
    else:
        yield ROOM(count=Count(FULL - red - black))
    yield WORTH_HERE(red=Count(WEIGHTS[0][row]), black=Count(WEIGHTS[1][row]))
