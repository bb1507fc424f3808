"""How Metro is learnt by two: you are Yellow."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from p2pgames.game import LessonPosition
from p2pgames.games import read_lesson
from p2pgames.games.metro.board import ALL, CELLS, NAMES, put_piece
from p2pgames.games.metro.state import Held, MetroState, changes

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


LESSON: Final = read_lesson(
    __package__,
    {
        "aim": partial(_at, "", STRAIGHT),
        "place": partial(_at, ONE, STRAIGHT),
        "loop": partial(_at, CROSSED, STRAIGHT),
        "arrive": partial(_at, COMING, "acba"),
        "centre": partial(_at, TO_CENTRE, STRAIGHT),
        "theirs": partial(_at, BLUES, BACK),
        "short": partial(_at, "", BACK),
        "draw": partial(_at, ONE, BACK, drawn=STRAIGHT),
        "end": partial(_at, LAST, "cbcb"),
    },
)
