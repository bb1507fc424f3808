"""The action board: its areas, their spaces, and the order in which they are carried out."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.games.bus import board


class Area(IntEnum):
    """An action, numbered as it lies on the board from left to right."""

    LINE = 0
    BUS = 1
    RIDERS = 2
    BUILD = 3
    CLOCK = 4
    VROOMM = 5
    START = 6

    @property
    def label(self) -> str:
        """The word for the area in moves."""
        return self.name.lower()


Board: TypeAlias = tuple[tuple[Seat, ...], ...]
"""For each area the seats whose markers lie on its spaces from a on; `NOBODY` on a free one."""

NOBODY: Final = -1
BY_LABEL: Final = {area.label: area for area in Area}
SIZES: Final = tuple(board.SPACES[area.label] for area in Area)
EMPTY: Final[Board] = tuple((NOBODY,) * size for size in SIZES)

LETTERS: Final = "abcdef"
"""Of an area's spaces."""

BACKWARDS: Final = (Area.LINE, Area.BUILD)
"""Carried out from the last space to the first."""

ORDER: Final = tuple(
    (area, space)
    for area in Area
    for space in (reversed(range(SIZES[area])) if area in BACKWARDS else range(SIZES[area]))
)
"""All spaces in the order in which they are carried out."""


def free(spaces: Board, area: Area) -> int:
    """Return the first free space of an area, or -1."""
    return spaces[area].index(NOBODY) if NOBODY in spaces[area] else -1


def put(spaces: Board, area: Area, space: int, seat: Seat) -> Board:
    """Return the board with the seat's marker on a space, or none with `NOBODY`."""
    row = spaces[area]
    return (*spaces[:area], (*row[:space], seat, *row[space + 1 :]), *spaces[area + 1 :])


def count(spaces: Board, seat: Seat) -> int:
    """Return how many markers of the seat lie on the board."""
    return sum(row.count(seat) for row in spaces)


def without(spaces: Board, seat: Seat) -> Board:
    """Return the board without the markers of the seat; the others stay where they are."""
    return tuple(tuple(NOBODY if each == seat else each for each in row) for row in spaces)
