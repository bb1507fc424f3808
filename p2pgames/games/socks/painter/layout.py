"""Where hexagons and links stand at a size, and how each is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Ink

At: TypeAlias = tuple[int, int]
"""Row and column of a station's character."""
Place: TypeAlias = tuple[int, int]
"""Row and column of a hexagon in its frame."""

STICKS: Final = ("─╱╲", "━▞▚")
"""A level, a rising and a falling stick of each seat: thin and thick."""
PRINTED: Final = ":::"


@dataclass(frozen=True, slots=True)
class Layout:
    """A size: lines from one row of hexagons to the next, and characters from one column to the next."""

    height: int
    width: int

    def at(self, place: Place) -> At:
        """Return where a hexagon's station stands."""
        return place[0] * self.height, place[1] * self.width + 1

    def extent(self, rows: int, columns: int) -> At:
        """Return the lines and characters that so many rows and columns of hexagons take."""
        return (rows - 1) * self.height + 1, (columns - 1) * self.width + 3

    def link(self, one: At, other: At) -> tuple[tuple[int, int, int, int], str]:
        """Return the rectangle of a link, as row, column, rows and columns, and its way: level, rising or falling."""
        (row, column), (below, further) = sorted((one, other))
        if row == below:
            return (row, column + 1 + (self.width > 2), 1, further - column - 1 - 2 * (self.width > 2)), "-"
        lines = below - row - 1
        if further > column:
            return (row + 1, column + 1, lines, further - column - 1), "\\"
        return (row + 1, further + 1, lines, column - further - 1), "/"


LARGE: Final = (Layout(5, 5), Layout(4, 4), Layout(3, 3))
"""The largest first."""
NARROW: Final = Layout(2, 2)


def draw_link(canvas: Canvas, layout: Layout, one: At, other: At, signs: str, ink: Ink) -> None:
    """Draw a stick or printed link between two stations; ``signs`` are its level, rising and falling characters."""
    (row, column, rows, columns), way = layout.link(one, other)
    if way == "-":
        canvas.put(row, column, signs[0] * columns, ink)
        return
    for step in range(rows):
        where = columns - 1 - step if way == "/" else step
        canvas.put(row + step, column + where, signs[1 if way == "/" else 2], ink)


def draw_free(canvas: Canvas, layout: Layout, one: At, other: At, sign: str, ink: Ink) -> None:
    """Draw one character for a link nobody has built."""
    (row, column, _, columns), way = layout.link(one, other)
    where = columns // 2 if way == "-" else columns - 1 if way == "/" else 0
    canvas.put(row, column + where, sign, ink)
