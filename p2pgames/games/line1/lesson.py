"""How Line 1 is learnt by two: you have line 1, from 1W to 1E, and stop at F, I and K."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from p2pgames.contract import resolve_options
from p2pgames.game import LessonPosition
from p2pgames.games import read_lesson
from p2pgames.games.line1 import board
from p2pgames.games.line1.rules import Line1
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, Line1State, Line1Task, Trip

YOU, SEATS = 0, 2
LINE, CARD = 1, 4
"""The line, and the route card with its stops at F, I and K."""
NAMED: Final = "a6 b6 c6 c5 c4 c3 d3 e3 e4 e5 e6 e7 f7 g7 g8 h8 h7 i7 j7 j6 j5 j4 j3 k3 l3"
WAY: Final = tuple(board.SPACES[name] for name in NAMED.split())
"""The cells of the track, from 1W to 1E."""
ROUTE: Final[board.Route] = (
    board.CELLS + board.TERMINAL_NAMES.index("1W"),
    *WAY,
    board.CELLS + board.TERMINAL_NAMES.index("1E"),
)
SIDES: Final = {-12: 0, 1: 1, 12: 2, -1: 3}
"""By the step from a cell to the next: the side it is left by."""
HAND: Final = ("straight", "straight", "straight", "curve", "curve")


def _pieces() -> dict[board.Cell, int]:
    """Return the piece that leads each cell's track on: a straight or a curve."""
    before, after = (WAY[0] - 1, *WAY[:-1]), (*WAY[1:], WAY[-1] + 1)
    found = {}
    for come, cell, go in zip(before, WAY, after, strict=True):
        sides = sorted((SIDES[come - cell], SIDES[go - cell]))
        found[cell] = next(piece for piece in board.PIECES if board.LINKS[piece] == {(sides[0], sides[1])})
    return found


def _at(cells: int, hand: tuple[str, ...] = HAND, **changes: Any) -> LessonPosition:
    """Return a position in which so many cells of the track are laid, and you hold these tiles."""
    rules = Line1()
    state: Line1State = rules.start(SEATS, resolve_options(rules, SEATS, {}), YOU)
    track, signs, pieces = state.track, list(state.signs), _pieces()
    for cell in WAY[:cells]:
        track = track.put(cell, pieces[cell])
        if (letter := board.STOP_OF.get(cell)) and signs[board.LETTERS.index(letter)] < 0:
            signs[board.LETTERS.index(letter)] = cell
    hands = (tuple(sorted(board.BY_NAME[tile] for tile in hand)), state.hands[1])
    state = replace(state, task=Line1Task.TURN, track=track, signs=tuple(signs), hands=hands, **changes)
    return LessonPosition(
        state, _cards(), {slot: seat for seat in range(SEATS) for slot in state.slots(seat)}
    )


def _cards() -> dict[tuple[str, int], str]:
    """Return where the cards lie: yours first."""
    lines = (LINE_FACES[LINE - 1], *(face for face in LINE_FACES if face != LINE_FACES[LINE - 1]))
    routes = (CARD_FACES[CARD - 1], *(face for face in CARD_FACES if face != CARD_FACES[CARD - 1]))
    decks = {"lines": lines, "routes": routes}
    return {(name, at): face for name, faces in decks.items() for at, face in enumerate(faces)}


def _under_way(at: int) -> LessonPosition:
    """Return a position in which your tram has come so many spaces."""
    return _at(len(WAY), trips=(Trip(LINE, CARD, ROUTE, at), None))


LESSON: Final = read_lesson(
    __package__,
    {
        "aim": partial(_at, 0),
        "sign": partial(_at, WAY.index(board.SPACES["d3"])),
        "blank": partial(_at, WAY.index(board.SPACES["e3"])),
        "exchange": partial(_at, 2, ("cross", *HAND[1:])),
        "pair": partial(_at, WAY.index(board.SPACES["j7"]), ("branch-left", "branch-right", *HAND[2:])),
        "whole": partial(_at, len(WAY) - 1),
        "go": partial(_at, len(WAY)),
        "roll": partial(_under_way, 9),
        "end": partial(_under_way, len(ROUTE) - 4),
    },
)
