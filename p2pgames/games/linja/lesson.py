"""How Linja is learnt: you are Red, and go up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from p2pgames.contract import Move
from p2pgames.game import Exercise, Lesson, LessonPosition
from p2pgames.games.linja.state import SETUP, LinjaState, Pawns, points
from p2pgames.games.linja.turns import legal_turns, play_turn, turn_text
from p2pgames.text import message

YOU: Final = 0
CROWD: Final = (5, 1, 2, 1, 1, 1, 1, 0), (0, 1, 1, 3, 1, 1, 0, 5)
HOLE: Final = (6, 1, 1, 1, 2, 1, 0, 0), (1, 1, 1, 1, 1, 1, 0, 6)
FULL_ROW: Final = (5, 1, 2, 1, 1, 1, 1, 0), (0, 1, 4, 1, 1, 1, 0, 4)
SHUT_IN: Final = (6, 0, 0, 0, 0, 0, 0, 6), (0, 6, 0, 0, 0, 0, 0, 6)
LATE: Final = (0, 0, 0, 1, 2, 2, 2, 5), (5, 2, 2, 2, 1, 0, 0, 0)
LAST: Final = (0, 0, 0, 1, 2, 2, 2, 5), (6, 2, 2, 2, 0, 0, 0, 0)


def _at(pawns: Pawns) -> LessonPosition:
    return LessonPosition(LinjaState(any_pawn=False, pawns=pawns, turn=YOU))


def _turns(pawns: Pawns, fits: Callable[[Move], bool]) -> tuple[str, ...]:
    return tuple(turn_text(move) for move in legal_turns(pawns, YOU, any_pawn=False) if fits(move))


def _begin(pawns: Pawns, steps: str) -> tuple[str, ...]:
    """Return the notation of all turns that begin so."""
    return _turns(pawns, lambda move: turn_text(move).startswith(steps))


def _wins(move: Move) -> bool:
    red, black = points(play_turn(LAST, YOU, move, any_pawn=False).pawns)
    return red > black


LESSON: Final = Lesson(
    (
        Exercise(
            message(
                "linja.learn-aim",
                "You are Red. Move your pawns as far as you can towards row 7, Black's start line. A turn "
                "opens with one of your pawns moving one row forward.",
            )(),
            message(
                "linja.do-aim",
                "Move a pawn from row 0 to row 1. Click row 0 (or arrows and Enter), or type 0-1;"
                " then send it.",
            )(),
            _begin(SETUP, "0-1"),
            at=partial(_at, SETUP),
        ),
        Exercise(
            message(
                "linja.learn-follow-up",
                "Two pawns stood on row 1 before you came, one of each colour. So you may go on: any one "
                "of your pawns moves exactly two rows forward. This is the follow-up.",
            )(),
            message(
                "linja.do-follow-up", "Open from row 0 again, and follow up with the pawn on row 4 (0-1 4-6)."
            )(),
            ("0-1 4-6",),
            message(
                "linja.why-follow-up",
                "Legal, but let the pawn on row 4 follow up this time: 0-1 4-6.",
            )(),
            at=partial(_at, SETUP),
        ),
        Exercise(
            message(
                "linja.learn-strength",
                "The more pawns stand on the row you open to, yours or Black's, the farther the follow-up goes."
                " The pawn that opens does not count.",
            )(),
            message(
                "linja.do-strength",
                "Find the opening that gives you four rows, and use it to take one of your pawns to row 6.",
            )(),
            ("2-3 2-6",),
            message(
                "linja.why-strength",
                "Legal, but look for the row that holds four pawns: open to it from row 2, and follow"
                " up with the other pawn from there.",
            )(),
            at=partial(_at, CROWD),
        ),
        Exercise(
            message(
                "linja.learn-empty",
                "After an opening onto an empty row there is no follow-up: the turn is over.",
            )(),
            message("linja.do-empty", "Row 6 is empty. Take the pawn on row 5 there.")(),
            ("5-6",),
            at=partial(_at, HOLE),
        ),
        Exercise(
            message(
                "linja.learn-full",
                "The inner rows 1 to 6 hold at most six pawns each. No move may end on a full row, but it "
                "may pass over one.",
            )(),
            message(
                "linja.do-full", "Row 2 is full. Open from row 0, and follow up from row 1 over it (0-1 1-3)."
            )(),
            ("0-1 1-3",),
            message("linja.why-full", "Legal, but here a pawn should pass over the full row: 0-1 1-3.")(),
            at=partial(_at, FULL_ROW),
        ),
        Exercise(
            message(
                "linja.learn-lapse",
                "Row 7 is your goal line. A pawn that could go farther stops there, and the rest of its rows is lost.",
            )(),
            message(
                "linja.do-lapse",
                "You have two rows after 0-1. Use them to take the pawn on row 6 to the goal line.",
            )(),
            ("0-1 6-7",),
            at=partial(_at, SETUP),
        ),
        Exercise(
            message(
                "linja.learn-bonus",
                "Whoever reaches the goal line with exactly the rows allowed earns a bonus: one more row, "
                "forward or backward, with any of their own pawns.",
            )(),
            message(
                "linja.do-bonus",
                "Open from row 0, take the pawn on row 5 home with your two rows, and add a bonus: a"
                " pawn's row, then the row beside it (0-1 5-7 +6-7).",
            )(),
            _begin(SETUP, "0-1 5-7 +"),
            message(
                "linja.why-bonus",
                "Legal, but earn a bonus, and use it: open with 0-1, follow up with 5-7, then + and a step.",
            )(),
            at=partial(_at, SETUP),
        ),
        Exercise(
            message(
                "linja.learn-home",
                "The single row of an opening can be exact, too: from row 6 it earns a bonus at once, and "
                "no follow-up.",
            )(),
            message("linja.do-home", "Open onto the goal line, and take a bonus.")(),
            _begin(SETUP, "6-7 +"),
            message("linja.why-home", "Legal, but open with 6-7, then add a bonus, such as +5-6.")(),
            at=partial(_at, SETUP),
        ),
        Exercise(
            message(
                "linja.learn-pass",
                "You may pass only if none of your pawns can open. Two passes in a row end the game, and "
                "so does a position that comes up for the third time.",
            )(),
            message(
                "linja.do-pass",
                "Row 1 is full of Black's pawns, so you are shut in. Pass: choose row 0, or type pass.",
            )(),
            ("pass",),
            at=partial(_at, SHUT_IN),
        ),
        Exercise(
            message(
                "linja.learn-points",
                "At the end a pawn on the goal line is worth 5 points; on the three rows before it, 3, 2 "
                "and 1. Each pawn on your own half costs you 1.",
            )(),
            message(
                "linja.do-points",
                "One pawn is still on your half, on row 3. Open with it, and go on as you like.",
            )(),
            _begin(LATE, "3-4"),
            message("linja.why-points", "Legal, but the pawn on row 3 costs you a point: open with 3-4.")(),
            at=partial(_at, LATE),
        ),
        Exercise(
            message(
                "linja.learn-end",
                "The game ends when all pawns have passed each other. You may finish the turn that does "
                "it; Black gets no other. The most points win.",
            )(),
            message(
                "linja.do-end",
                "With 3-4 your last pawn gets past. Black has 42 points: win with what you do after it.",
            )(),
            _turns(LAST, _wins),
            message(
                "linja.why-end",
                "Legal, but it does not win: open with 3-4, follow up to the goal line with exactly"
                " two rows, and take a bonus.",
            )(),
            at=partial(_at, LAST),
        ),
    )
)
