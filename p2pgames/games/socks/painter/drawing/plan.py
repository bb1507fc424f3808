"""How hexagons lie: their upper corner points up, and rows interlock."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from p2pgames.drawing.paths import ring
from p2pgames.drawing.shapes import Point, Shape, Text
from p2pgames.games.socks.board import Cell
from p2pgames.games.socks.hex_names import Frame, row_name

R: Final = 40
"""From the middle of a hexagon to a corner."""
ACROSS: Final = R * 3**0.5 / 2
"""From one column of names to the next: half a hexagon."""
DOWN: Final = R * 1.5
SIDE: Final = 78
ABOVE: Final = 74
SOCK: Final = 29
"""The disc of a sock."""
STATION: Final = 6.5


@dataclass(frozen=True, slots=True)
class Plan:
    """A part of the plane: this many rows and columns, from one of its frame on."""

    frame: Frame
    top: int
    left: int
    rows: int
    columns: int

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return 2 * SIDE + (self.columns - 1) * ACROSS

    @property
    def height(self) -> float:
        """How high it is drawn."""
        return 2 * ABOVE + (self.rows - 1) * DOWN

    def at(self, cell: Cell) -> Point:
        """Return the middle of a hexagon."""
        row, column = self.frame.place(cell)
        return SIDE + (column - self.left) * ACROSS, ABOVE + (row - self.top) * DOWN

    def hexagon(self, cell: Cell, r: float = R) -> tuple[Point, ...]:
        """Return the corners of a hexagon, from the upper one on."""
        return ring(6, r, *self.at(cell))


@lru_cache(16)
def rulers(plan: Plan) -> tuple[Shape, ...]:
    """Return the names of rows, and of every second column."""
    rows = (Text(22, ABOVE + row * DOWN, row_name(plan.top + row), 16, "muted") for row in range(plan.rows))
    columns = ((SIDE + k * ACROSS, plan.left + k + 1) for k in range(0, plan.columns, 2))
    return (*rows, *(Text(x, 17, str(number), 14, "muted") for x, number in columns))
