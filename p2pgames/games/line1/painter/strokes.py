"""Tiles as characters: each connection takes a way of its own through the five by three characters of a cell.

A character is a set of arms, a mask of the sides it reaches. What several connections share is the union of
their arms, so every piece has a picture of its own, and a branch shows which sides it joins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Final, TypeAlias

from p2pgames.games.line1.board import Sides
from p2pgames.games.line1.tiles import LINKS, RAILS, Link, Piece

WIDTH: Final = 5
HEIGHT: Final = 3
Place: TypeAlias = tuple[int, int]
"""Row and column within a cell."""

_STEPS: Final = {(-1, 0): 0, (0, 1): 1, (1, 0): 2, (0, -1): 3}
_ENDS: Final[tuple[Place, ...]] = ((-1, 2), (1, 5), (3, 2), (1, -1))
"""Just outside the middle of each side."""
_WAYS: Final[dict[Link, tuple[Place, ...]]] = {
    (0, 2): ((0, 2), (1, 2), (2, 2)),
    (1, 3): ((1, 4), (1, 3), (1, 2), (1, 1), (1, 0)),
    (0, 3): ((0, 2), (0, 1), (1, 1), (1, 0)),
    (0, 1): ((0, 2), (0, 3), (1, 3), (1, 4)),
    (1, 2): ((1, 4), (1, 3), (2, 3), (2, 2)),
    (2, 3): ((2, 2), (2, 1), (1, 1), (1, 0)),
}

_LIGHT: Final = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""By arms: north 1, east 2, south 4, west 8."""
_HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_MIXED: Final = {
    (15, 10): "┿", (15, 5): "╂", (7, 2): "┝", (13, 8): "┥", (14, 10): "┯", (11, 10): "┷", (7, 5): "┠", (13, 5): "┨",
    (14, 4): "┰", (11, 1): "┸",
}  # fmt: skip
"""By all arms and the heavy ones."""


def _arms(link: Link) -> dict[Place, Sides]:
    """The arms of one connection, from its first side to its second."""
    path = (_ENDS[link[0]], *_WAYS[link], _ENDS[link[1]])
    found: dict[Place, Sides] = {}
    for (row, column), (down, right) in pairwise(path):
        side = _STEPS[down - row, right - column]
        found[row, column] = found.get((row, column), 0) | 1 << side
        found[down, right] = found.get((down, right), 0) | 1 << (side + 2) % 4
    return {place: arms for place, arms in found.items() if place not in _ENDS}


_ARMS: Final = {link: _arms(link) for link in _WAYS}


def union(links: Iterable[Link]) -> dict[Place, Sides]:
    """Return the arms of several connections together."""
    found: dict[Place, Sides] = {}
    for link in links:
        for place, arms in _ARMS[link].items():
            found[place] = found.get(place, 0) | arms
    return found


def glyphs(piece: Piece, heavy: Collection[Link] = ()) -> dict[Place, tuple[str, bool]]:
    """Return the characters of a piece and whether each is part of a heavy connection, drawn thicker."""
    thick = union(heavy)
    return {place: _glyph(arms, thick.get(place, 0)) for place, arms in union(LINKS[piece]).items()}


def _glyph(arms: Sides, thick: Sides) -> tuple[str, bool]:
    if not thick:
        return _LIGHT[arms], False
    if thick == arms:
        return _HEAVY[arms], True
    return _MIXED.get((arms, thick), _HEAVY[thick]), True


def mini(piece: Piece) -> str:
    """Return one character for a piece: the sides at which it has rails."""
    return _LIGHT[RAILS[piece]]
