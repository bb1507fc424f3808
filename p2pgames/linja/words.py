"""The position in sentences, for plain mode and screen readers."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames.linja.board import COLOURS, FULL, GOAL, ROWS, Pawns, points


def position(pawns: Pawns, turn: Seat, seat: Seat | None, why: str) -> tuple[str, ...]:
    """Return who is to move, every row from the far end to the near one, and the points."""
    near_first = seat == 1
    rows = range(ROWS) if near_first else range(ROWS - 1, -1, -1)
    red, black = points(pawns)
    return (
        why or _turn(turn, seat),
        *(_row(pawns, row) for row in rows),
        f"If the game ended now, Red would have {red} points and Black {black}.",
    )


def _turn(turn: Seat, seat: Seat | None) -> str:
    if turn < 0:
        return "It is not yet known who begins."
    return f"{COLOURS[turn]} is to move" + (", that is you." if turn == seat else ".")


def _row(pawns: Pawns, row: int) -> str:
    name = {GOAL[1]: ", Red's start line", GOAL[0]: ", Black's start line"}.get(row, "")
    there = [f"{counts[row]} {colour}" for colour, counts in zip(COLOURS, pawns, strict=True) if counts[row]]
    full = ", full" if not name and pawns[0][row] + pawns[1][row] == FULL else ""
    return f"Row {row}{name}: {' and '.join(there) or 'empty'}{full}."
