"""How Linja is learnt: you are Red, and go up."""

from __future__ import annotations

from functools import partial
from typing import Final

from p2pgames.game import LessonPosition
from p2pgames.games import read_lesson
from p2pgames.games.linja.state import SETUP, LinjaState, Pawns

YOU: Final = 0
CROWD: Final = (5, 1, 2, 1, 1, 1, 1, 0), (0, 1, 1, 3, 1, 1, 0, 5)
HOLE: Final = (6, 1, 1, 1, 2, 1, 0, 0), (1, 1, 1, 1, 1, 1, 0, 6)
FULL_ROW: Final = (5, 1, 2, 1, 1, 1, 1, 0), (0, 1, 4, 1, 1, 1, 0, 4)
SHUT_IN: Final = (6, 0, 0, 0, 0, 0, 0, 6), (0, 6, 0, 0, 0, 0, 0, 6)
LATE: Final = (0, 0, 0, 1, 2, 2, 2, 5), (5, 2, 2, 2, 1, 0, 0, 0)
LAST: Final = (0, 0, 0, 1, 2, 2, 2, 5), (6, 2, 2, 2, 0, 0, 0, 0)


def _at(pawns: Pawns) -> LessonPosition:
    return LessonPosition(LinjaState(any_pawn=False, pawns=pawns, turn=YOU))


LESSON: Final = read_lesson(
    __package__,
    {
        name: partial(_at, pawns)
        for name, pawns in {
            **dict.fromkeys(("aim", "follow-up", "lapse", "bonus", "home"), SETUP),
            "strength": CROWD,
            "empty": HOLE,
            "full": FULL_ROW,
            "pass": SHUT_IN,
            "points": LATE,
            "end": LAST,
        }.items()
    },
)
