"""Travellers on their way along line 2."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Moved, Rolled
from p2pgames.games.line1.board import DIE
from tests.p2pgames.games.line1.tables import (
    RULES,
    cards,
    position,
    typed,
)

ROW = ", ".join(f"straight {col}10 r1" for col in "abcdefghij")


EAST = "curve k10 r1, straight k9, straight k8, curve k7 r3, straight l7 r1"


LINE2 = f"{ROW}, {EAST}"


ROUTE = "2W a10 b10 c10 d10 e10 f10 g10 h10 i10 j10 k10 k9 k8 k7 l7 2E"


SIGNS = "B i10, D b10, M e10"


def ready(board=LINE2, signs=SIGNS, seats=2, **changes):
    """Seat 0 has line 2 with the stops B, D and M (or B and M), and begins its turn."""
    state = position(board, signs=signs, seats=seats, **changes)
    return state, cards(state, *[(2, 1), (5, 2), (1, 3), (3, 4), (4, 5)][:seats])


def announce(state, route=ROUTE, line=2, card=1):
    return RULES.apply(state, Moved(state.turn, ("go", line, card, typed(route))))


def roll(state, face):
    return RULES.apply(state, Rolled((DIE.index(face),)))


def riding(face=None, **changes):
    """Seat 0 is under way, and at turn again after the other has passed the turn on."""
    state, known = ready(**changes)
    state = announce(state)
    if face is not None:
        state = replace(roll(state, face), turn=0)
    return state, known


BACK = " ".join(reversed(ROUTE.split()))
