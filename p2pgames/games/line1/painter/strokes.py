"""Tiles as characters: each connection takes a way of its own through the characters of a cell, at two sizes.

A character is a set of arms, a mask of the sides it reaches. What several connections share is the union of
their arms, so every piece has a picture of its own, and a branch shows which sides it joins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from p2pgames.games.line1.board import Sides
from p2pgames.games.line1.tiles import LINKS, RAILS, Link, Piece

Place: TypeAlias = tuple[int, int]
"""Row and column within a cell."""

_STEPS: Final = {(-1, 0): 0, (0, 1): 1, (1, 0): 2, (0, -1): 3}


@dataclass(frozen=True, slots=True)
class Size:
    """How many characters a cell has; the width is odd."""

    width: int
    height: int

    @property
    def across(self) -> int:
        """The row of the way from left to right."""
        return (self.height - 1) // 2

    @property
    def down(self) -> int:
        """The column of the way from top to bottom."""
        return self.width // 2

    def ways(self) -> dict[Link, tuple[Place, ...]]:
        """Return the way of each connection, from just outside its first side to just outside its second."""
        row, column = self.across, self.down
        top = tuple((each, column) for each in range(-1, row))
        right = tuple((row, each) for each in range(self.width, column, -1))
        bottom = tuple((each, column) for each in range(self.height, row, -1))
        left = tuple((row, each) for each in range(-1, column))
        return {
            (0, 2): (*top, (row, column), *reversed(bottom)),
            (1, 3): (*right, (row, column), *reversed(left)),
            (0, 3): (*top, (row - 1, column - 1), *reversed(left)),
            (0, 1): (*top, (row - 1, column + 1), *reversed(right)),
            (1, 2): (*right, (row + 1, column + 1), *reversed(bottom)),
            (2, 3): (*bottom, (row + 1, column - 1), *reversed(left)),
        }

    def within(self, place: Place) -> bool:
        """Tell whether a place lies in the cell."""
        return 0 <= place[0] < self.height and 0 <= place[1] < self.width


SMALL: Final = Size(5, 3)
LARGE: Final = Size(7, 4)

_LIGHT: Final = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""By arms: north 1, east 2, south 4, west 8."""
_HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_MIXED: Final = {
    (15, 10): "┿", (15, 5): "╂", (7, 2): "┝", (13, 8): "┥", (14, 10): "┯", (11, 10): "┷", (7, 5): "┠", (13, 5): "┨",
    (14, 4): "┰", (11, 1): "┸",
}  # fmt: skip
"""By all arms and the heavy ones."""


def _arms(size: Size, path: tuple[Place, ...]) -> dict[Place, Sides]:
    """The arms of one connection at a size."""
    found: dict[Place, Sides] = {}
    for (row, column), (down, right) in pairwise(path):
        side = _STEPS[down - row, right - column]
        found[row, column] = found.get((row, column), 0) | 1 << side
        found[down, right] = found.get((down, right), 0) | 1 << (side + 2) % 4
    return {place: arms for place, arms in found.items() if size.within(place)}


_ARMS: Final = {
    size: {link: _arms(size, way) for link, way in size.ways().items()} for size in (SMALL, LARGE)
}


def union(links: Iterable[Link], size: Size = SMALL) -> dict[Place, Sides]:
    """Return the arms of several connections together."""
    found: dict[Place, Sides] = {}
    for link in links:
        for place, arms in _ARMS[size][link].items():
            found[place] = found.get(place, 0) | arms
    return found


def glyphs(piece: Piece, heavy: Collection[Link] = (), size: Size = SMALL) -> dict[Place, tuple[str, bool]]:
    """Return the characters of a piece and whether each is part of a heavy connection, drawn thicker."""
    thick = union(heavy, size)
    return {place: _glyph(arms, thick.get(place, 0)) for place, arms in union(LINKS[piece], size).items()}


def _glyph(arms: Sides, thick: Sides) -> tuple[str, bool]:
    if not thick:
        return _LIGHT[arms], False
    if thick == arms:
        return _HEAVY[arms], True
    return _MIXED.get((arms, thick), _HEAVY[thick]), True


def mini(piece: Piece) -> str:
    """Return one character for a piece: the sides at which it has rails."""
    return _LIGHT[RAILS[piece]]
