"""Names of hexagons: rows are letters, columns numbers, neighbours in a row two apart and in the next row one.

While tiles are being laid the first one stands at `ORIGIN` and names never change. A finished city is named anew: from
row a and column 1, and turned so that it has the fewest rows. A city the players laid is turned only if it is high.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from p2pgames.games.socks.board import Cell, Tile, turned
from p2pgames.games.socks.city import City
from p2pgames.games.socks.tiling import cells

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
ORIGIN: Final = "n50"
HIGH: Final = 11
"""Rows that a small screen shows at once."""
_AXES: Final = 3


@dataclass(frozen=True, slots=True)
class Frame:
    """How a plane of hexagons is turned, and which row and column come first."""

    sixths: int
    top: int
    left: int

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return row and column of a cell, from 0 on where the frame was made for it."""
        q, r = turned(cell, self.sixths)
        return r - self.top, 2 * q + r - self.left

    def cell(self, row: int, column: int) -> Cell | None:
        """Return the cell there; None if row and column meet on none."""
        return _cell(self, row, column)

    def name(self, cell: Cell) -> str:
        """Return the name of a cell, as ``f20``."""
        return _name(self, cell)


# A board is named anew for every drawing, a hundred stations and twice as many links.


@lru_cache(1024)
def _cell(frame: Frame, row: int, column: int) -> Cell | None:
    r = row + frame.top
    twice = column + frame.left - r
    return None if twice % 2 else turned((twice // 2, r), -frame.sixths)


@lru_cache(1024)
def _name(frame: Frame, cell: Cell) -> str:
    row, column = frame.place(cell)
    return f"{row_name(row)}{column + 1}"


def row_name(row: int) -> str:
    """Return the letter of a row; rows before a and after z have more than one."""
    around = row // len(LETTERS)
    return ("z" * around if around >= 0 else "a" * -around) + LETTERS[row % len(LETTERS)]


def row_number(name: str) -> int:
    """Return the row of a name made of letters, of which all but the last are z, or all are a."""
    around = len(name) - 1 if name.startswith("z") else 1 - len(name)
    return around * len(LETTERS) + LETTERS.index(name[-1])


LAYING: Final = Frame(0, -LETTERS.index(ORIGIN[0]), 1 - int(ORIGIN[1:]))


def fitted(laid: Iterable[Cell], *, by_hand: bool) -> Frame:
    """Return the frame of a finished city."""
    known = tuple(laid)
    frames = [_around(known, sixths) for sixths in range(_AXES)]
    heights = [max(frame.place(cell)[0] for cell in known) + 1 for frame in frames]
    if by_hand and heights[0] <= HIGH:
        return frames[0]
    return frames[heights.index(min(heights))]


def _around(known: Iterable[Cell], sixths: int) -> Frame:
    there = [turned(cell, sixths) for cell in known]
    return Frame(sixths, min(r for _, r in there), min(2 * q + r for q, r in there))


@lru_cache(maxsize=64)
def of_tiles(tiles: tuple[Tile, ...]) -> Frame:
    """Return the frame of a city whose tiles the players have laid."""
    return fitted(cells(tiles), by_hand=True)


@lru_cache(maxsize=64)
def of_city(town: City) -> Frame:
    """Return the frame of a city."""
    return fitted(cells(town.layout.tiles), by_hand=town.layout.by_hand)
