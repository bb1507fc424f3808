"""A position of Linja, as the rules keep it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Final, TypeAlias

from p2pgames.contract import Seat

NOBODY: Final = -1


class LinjaEnd(StrEnum):
    """Why the game has ended. The values stand in the digest of the state, so they never change."""

    NOT_YET = ""
    """It goes on."""
    RED_LEFT = "Red has left the game."
    BLACK_LEFT = "Black has left the game."
    THIRD_TIME = "The same position stands for the third time."
    ALL_PASSED = "All pawns have passed each other."
    NO_MOVES = "Neither player can move."


LEFT: Final = (LinjaEnd.RED_LEFT, LinjaEnd.BLACK_LEFT)
"""By seat."""


# The board: eight rows of pawns without columns, seen from either side.
#
# Row 0 is Red's start line, row 7 Black's. Red (seat 0) moves up, Black (seat 1) down. A position is two tuples of
# eight counts, one for each colour.

Counts: TypeAlias = tuple[int, ...]
"""Pawns of one colour on rows 0 to 7."""
Pawns: TypeAlias = tuple[Counts, Counts]
"""The counts of Red and of Black."""

DATA: Final = (files("p2pgames.games.linja") / "data" / "board.json").read_bytes()
_DATA: Final = json.loads(DATA)

ROWS: Final = 8
FULL: Final[int] = _DATA["inner_row_max"]
SETUP: Final[Pawns] = (tuple(_DATA["setup"]["red"]), tuple(_DATA["setup"]["black"]))
WEIGHTS: Final[tuple[Counts, Counts]] = (tuple(_DATA["weights"]), tuple(reversed(_DATA["weights"])))
"""What a pawn on each row is worth to Red, and to Black."""
STEP: Final = (1, -1)
"""Which way each colour moves."""
GOAL: Final = (ROWS - 1, 0)
"""The row each colour wants to reach: the other's start line."""


def has_room(pawns: Pawns, row: int) -> bool:
    """Tell whether one more pawn may stand on the row; the start lines hold any number."""
    return row in (0, ROWS - 1) or pawns[0][row] + pawns[1][row] < FULL


def shifted(counts: Counts, start: int, end: int) -> Counts:
    """Return the counts after one pawn has gone from one row to another."""
    changed = list(counts)
    changed[start] -= 1
    changed[end] += 1
    return tuple(changed)


def moved(pawns: Pawns, seat: Seat, start: int, end: int) -> Pawns:
    """Return the position after one pawn of the seat has gone from one row to another."""
    counts = shifted(pawns[seat], start, end)
    return (counts, pawns[1]) if seat == 0 else (pawns[0], counts)


def have_passed(pawns: Pawns) -> bool:
    """Tell whether all pawns have passed each other: every Red one stands on a higher row than every Black."""
    red, black = pawns
    lowest_red = 0
    while not red[lowest_red]:
        lowest_red += 1
    return not any(black[lowest_red:])


def points(pawns: Pawns) -> tuple[int, int]:
    """Return the points of Red and of Black, if the game ended now."""
    red, black = (
        sum(count * weight for count, weight in zip(counts, weights, strict=True))
        for counts, weights in zip(pawns, WEIGHTS, strict=True)
    )
    return red, black


@dataclass(frozen=True, slots=True)
class LinjaState:
    """``turn`` is the seat to move, -1 before the roll."""

    any_pawn: bool
    pawns: Pawns = SETUP
    turn: Seat = NOBODY
    passed: bool = False
    """Whether the turn before was a pass."""
    seen: tuple[bytes, ...] = ()
    """The position at the start of every turn so far, for counting repetitions."""
    gone: Seat = NOBODY
    why: LinjaEnd = LinjaEnd.NOT_YET
