"""A position of Linja, as the rules keep it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.linja.board import SETUP, Pawns

NOBODY: Final = -1


class End(StrEnum):
    """Why the game has ended. The values stand in the digest of the state, so they never change."""

    NOT_YET = ""
    """It goes on."""
    RED_LEFT = "Red has left the game."
    BLACK_LEFT = "Black has left the game."
    THIRD_TIME = "The same position stands for the third time."
    ALL_PASSED = "All pawns have passed each other."
    NO_MOVES = "Neither player can move."


LEFT: Final = (End.RED_LEFT, End.BLACK_LEFT)
"""By seat."""


@dataclass(frozen=True, slots=True)
class State:
    """``turn`` is the seat to move, -1 before the roll."""

    any_pawn: bool
    pawns: Pawns = SETUP
    turn: Seat = NOBODY
    passed: bool = False
    """Whether the turn before was a pass."""
    seen: tuple[bytes, ...] = ()
    """The position at the start of every turn so far, for counting repetitions."""
    gone: Seat = NOBODY
    why: End = End.NOT_YET
