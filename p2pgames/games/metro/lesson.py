"""How Metro is learnt by two: you are Yellow."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from p2pgames.game import Exercise, Lesson, LessonPosition
from p2pgames.games.metro.board import ALL, CELLS, NAMES, allowed_places, put_piece
from p2pgames.games.metro.state import Held, MetroState, changes
from p2pgames.text import message

YOU, BLUE = 0, 1
SEATS: Final = 2
STRAIGHT, BACK = "aaaa", "dacc"
ONE: Final = f"f1 {STRAIGHT}"
CROSSED: Final = "c1 cddb, a6 adbb, c2 cdac, e1 bcbc, a8 cbcb, b6 dacc, a3 dada, d2 cbaa"
COMING: Final = "a2 badb, a3 aacb, h3 bcdd, c1 aacb, a5 dacc, b5 cbaa, b4 ccda, h7 cbaa"
TO_CENTRE: Final = f"d1 {STRAIGHT}, d2 {STRAIGHT}"
BLUES: Final = f"e1 {STRAIGHT}"
FULL: Final = """
baac baac aaaa cbaa dbcd aaaa acba cddb
cbaa dada baac dacc cbaa badb dbcd cccc
acba ddbc acba accd ccda dbba bcbc bcdd
dacc aaaa cccc .... .... aacb accd aaaa
acba cbcb bcbc .... .... bbad adbb aacb
dbba adad dada baac cddb dddd bcdd ccda
cbaa cdac bcbc dddd bbad aacb bbbb badb
aacb ddbc cdac adbb bbbb adad cbcb ....
"""
"""All tiles but the last, row by row."""
LAST: Final = ", ".join(
    f"{name} {face}" for name, face in zip(NAMES, FULL.split(), strict=True) if face != "...."
)


def _at(laid: str, tile: str, *, drawn: str = "") -> LessonPosition:
    """Return a position with these tiles laid and this one in your hand; ``drawn`` is the next of the pile."""
    lays = [tuple(each.split()) for each in laid.split(", ") if each]
    faces = [face for _cell, face in lays]
    rest = list((Counter(ALL) - Counter([*faces, tile, *([drawn] if drawn else [])])).elements())
    hand = [tile, *rest[:1], *([drawn] if drawn else []), *rest[1:]]
    held = islice(((("tiles", at), seat) for at, seat in enumerate((YOU, BLUE), len(lays))), len(hand))
    slots = dict(held)
    state = _laid(lays)
    state = replace(
        state,
        hands=tuple(tuple(Held(slot) for slot, seat in slots.items() if seat == own) for own in range(SEATS)),
        top=len(lays) + len(slots),
        pile=len(ALL) - len(lays) - len(slots),
    )
    return LessonPosition(state, {("tiles", at): face for at, face in enumerate([*faces, *hand])}, slots)


def _laid(lays: list[tuple[str, ...]]) -> MetroState:
    """Return the position with these tiles laid, and with what the lines have scored on them."""
    state = MetroState(SEATS, False, 1, (), turn=YOU, hands=((), ()), points=(0,) * SEATS, sealed=True)
    for name, face in lays:
        cell, piece = CELLS[name], f"{face}0"
        ends, lengths, points = list(state.ends), list(state.lengths), list(state.points)
        for change in changes(state, cell, piece):
            ends[change.station - 1], lengths[change.station - 1] = change.end, change.after
            points[change.owner] += change.points
        cells = put_piece(state.cells, cell, piece)
        state = replace(state, cells=cells, ends=tuple(ends), lengths=tuple(lengths), points=tuple(points))
    return state


def _anywhere(laid: str, tile: str) -> tuple[str, ...]:
    """Return every cell on which the tile may be laid."""
    cells = _at(laid, tile).state.cells
    return tuple(NAMES[cell] for _turns, cell in allowed_places(cells, tile, free=False))


LESSON: Final = Lesson(
    (
        Exercise(
            message(
                "metro.learn-aim",
                "You are Yellow. Your trains wait at every second station. Tiles give them lines to run "
                "on: you score a point for each tile that a line crosses.",
            )(),
            message(
                "metro.do-aim",
                "Your tile goes straight on from every side. Lay it on f1, below your station 3."
                " Click f1 (or arrows and Enter), or type f1; then send it.",
            )(),
            ("f1",),
            at=partial(_at, "", STRAIGHT),
        ),
        Exercise(
            message(
                "metro.learn-place",
                "A tile goes on the edge of the board, or beside a tile already laid. Its arrow points "
                "up: you may not turn it.",
            )(),
            message("metro.do-place", "Line 3 runs on into f2. Lay your tile there.")(),
            ("f2",),
            at=partial(_at, ONE, STRAIGHT),
        ),
        Exercise(
            message(
                "metro.learn-loop",
                "A line that crosses the same tile again counts it again. Before you send a move, the "
                "line below the board says what it would bring.",
            )(),
            message(
                "metro.do-loop",
                "Your line 5, at the top, has not begun. Find the cell where your tile brings it to 4.",
            )(),
            ("d1",),
            message(
                "metro.why-loop",
                "Legal, but line 5 begins at d1: lay the tile there, and it crosses d2 twice.",
            )(),
            at=partial(_at, CROSSED, STRAIGHT),
        ),
        Exercise(
            message(
                "metro.learn-arrive",
                "A line that reaches a station is complete. Its owner scores a point for each crossing, "
                "no matter who laid the tile, and the train leaves.",
            )(),
            message(
                "metro.do-arrive", "Complete your line 11, at the left edge, for 6 points: find the cell."
            )(),
            ("a4",),
            message("metro.why-arrive", "Legal, but line 11 is waiting for a tile on a4.")(),
            at=partial(_at, COMING, "acba"),
        ),
        Exercise(
            message(
                "metro.learn-centre",
                "A line that ends in the block in the middle of the board counts double.",
            )(),
            message(
                "metro.do-centre",
                "Your line 5 comes down over d1 and d2. Lead it into the block for 6 points.",
            )(),
            ("d3",),
            at=partial(_at, TO_CENTRE, STRAIGHT),
        ),
        Exercise(
            message(
                "metro.learn-theirs",
                "Tiles belong to nobody. End the others' lines while they are short.",
            )(),
            message(
                "metro.do-theirs",
                "Blue's line 4 comes down over e1. Your tile sends back whatever comes from above: lay it on e2.",
            )(),
            ("e2",),
            at=partial(_at, BLUES, BACK),
        ),
        Exercise(
            message(
                "metro.learn-short",
                "No line may lead from one station to another over just one tile. Only a tile that fits "
                "nowhere else may do so.",
            )(),
            message(
                "metro.do-short",
                "So your tile may not go on the top edge: it would send trains straight back. Lay it anywhere else.",
            )(),
            _anywhere("", BACK),
            at=partial(_at, "", BACK),
        ),
        Exercise(
            message(
                "metro.learn-draw",
                "If you do not like your tile, you may draw another one from the pile, once a turn. Then "
                "you must lay that one; the first stays in your hand.",
            )(),
            message("metro.do-draw", "Draw one: choose the pile (draw).")(),
            ("draw",),
            message("metro.why-draw", "Legal, but see what the pile has this time: draw.")(),
            at=partial(_at, ONE, BACK, drawn=STRAIGHT),
        ),
        Exercise(
            message(
                "metro.learn-drawn",
                "You have drawn a tile that goes straight on. Normally you refill your hand at the end of "
                "your turn, as long as the pile lasts.",
            )(),
            message("metro.do-drawn", "Lay the new tile on f2, to make line 3 longer.")(),
            ("f2",),
        ),
        Exercise(
            message(
                "metro.learn-end",
                "The game ends when all 60 tiles are laid; then every line is complete. The most points win.",
            )(),
            message(
                "metro.do-end", "You and Blue have 105 points each, and you hold the last tile. Lay it on h8."
            )(),
            ("h8",),
            at=partial(_at, LAST, "cbcb"),
        ),
    )
)
