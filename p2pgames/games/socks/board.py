"""The printed matter: hexagons, the tile, and the numbers of pieces.

A ``Cell`` is a hexagon in axial coordinates (q, r); its six neighbours lie at `DIRECTIONS`. A ``Tile`` is laid with
its first cell on (q, r) and turned by some sixths of a circle; the first two of its four cells are the twins.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
Tile: TypeAlias = tuple[int, int, int]
"""The column and row of the first cell, and how often the tile is turned by a sixth."""
Colour: TypeAlias = int
"""A colour of socks, 0 to 5, named by a letter from A on."""

DATA: Final = (files("p2pgames.games.socks") / "data" / "board.json").read_bytes()
_PRINTED: Final[dict[str, Any]] = json.loads(DATA)

TILES: Final[int] = _PRINTED["tiles"]
STICKS: Final[int] = _PRINTED["sticks_each"]
COLOURS: Final[int] = _PRINTED["colours"]
DIRECTIONS: Final[tuple[Cell, ...]] = tuple((q, r) for q, r in _PRINTED["axial_dirs"])
SIXTHS: Final[int] = _PRINTED["rotations"]

NEAREST, FARTHEST = 6, 10
"""Stations between the two socks of a colour, at least and at most."""
FEWEST, MOST = 5, 8
"""Hexagons the layout encloses, at least and at most."""
VACANT: Final = 3
"""Neighbouring stations without a sock that every sock keeps."""


def turned(cell: Cell, sixths: int) -> Cell:
    """Return where a cell comes to when the plane is turned about (0, 0)."""
    q, r = cell
    for _ in range(sixths % SIXTHS):
        q, r = -r, q + r
    return q, r


SHAPES: Final[tuple[tuple[Cell, ...], ...]] = tuple(
    tuple(turned((q, r), sixths) for q, r in _PRINTED["base_tile"]["cells"]) for sixths in range(SIXTHS)
)
"""The cells of a tile on (0, 0), for every way to turn it; the first two are the twins."""


def cells_of(tile: Tile) -> tuple[Cell, ...]:
    """Return the four cells of a tile, the twins first."""
    q, r, sixths = tile
    return tuple((q + dq, r + dr) for dq, dr in SHAPES[sixths])


def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the six hexagons that share a side with this one."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def between(one: Cell, other: Cell) -> int:
    """Return how many hexagons lie between two, as the crow flies: the steps from one to the other, less one."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2 - 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A box of hexagons as the bits of a number, row by row, with a margin so that no step leaves the box.

    A step along a row is one bit; the two steps to the next row are ``width`` bits, and one less.
    """

    left: int
    top: int
    width: int

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit."""
        return (cell[1] - self.top) * self.width + cell[0] - self.left

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit's number."""
        row, column = divmod(bit, self.width)
        return column + self.left, row + self.top

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the number in which the bits of these cells are set."""
        mask = 0
        for cell in cells:
            mask |= 1 << self.bit(cell)
        return mask

    @property
    def steps(self) -> tuple[int, int, int]:
        """The bits from a cell to its neighbours at (1, 0), (0, 1) and (-1, 1)."""
        return 1, self.width, self.width - 1


def grid(cells: Iterable[Cell], margin: int) -> tuple[Grid, int]:
    """Return a grid that holds the cells with this many hexagons to spare on each side, and all of its bits set."""
    known = tuple(cells)
    left, right = min(q for q, _ in known) - margin, max(q for q, _ in known) + margin
    top, bottom = min(r for _, r in known) - margin, max(r for _, r in known) + margin
    width = right - left + 1
    return Grid(left, top, width), (1 << width * (bottom - top + 1)) - 1


def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)
