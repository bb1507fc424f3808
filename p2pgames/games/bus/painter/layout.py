"""Where things stand in the picture of a city, at three sizes: labels of crossings, and the cells of each street.

The printed map is not to scale here: crossings are moved on a lattice so that no streets cross, and none runs through
a label. All sizes have the same lattice, so a city looks the same at each. A street is a thin line of braille dots;
a line that uses it hangs beads on it, the sign of its seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.games.bus.board import CITIES, Crossing

At: TypeAlias = tuple[int, int]
"""A row and a column."""
Size: TypeAlias = tuple[int, int]
"""Columns and rows."""

_PRINTED: Final[dict[str, Any]] = json.loads(
    (files("p2pgames.games.bus") / "data" / "drawing.json").read_bytes()
)
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each braille dot, by row and column within a character."""
LATTICE: Final = (17, 72)
"""The rows and columns of the lattice; columns are counted from 1."""
LABEL: Final = (2, 5)
"""Rows and columns of a label that is pointed at: a number with passengers, and the sites below."""
EDGE: Final = 8
"""Columns that the lattice leaves to the labels at its right, and one at the left."""
FEWEST: Final = 2
"""Beads by which a street is seen to be used."""


@dataclass(frozen=True, slots=True)
class Way:
    """One street as it is drawn."""

    dots: dict[At, int]
    """The braille dots of each cell it runs through, as bits."""
    cells: tuple[At, ...]
    """The cells outside the labels at its ends, from the lower crossing on: one for every column or row."""
    beads: tuple[At, ...]
    """Those of them that hold beads, evenly spaced to the eye."""

    def spot(self, part: float) -> At:
        """Return the cell after that part of the way, 0 to 1."""
        return self.cells[round(part * (len(self.cells) - 1))]


@dataclass(frozen=True, slots=True)
class Layout:
    """One city at one size."""

    large: bool
    columns: int
    rows: int
    labels: tuple[At, ...]
    """The first character of each crossing's number; its sites stand in the row below."""
    room: tuple[int, ...]
    """For each label the characters before the next one to the right."""
    ways: tuple[Way, ...]
    """The streets, by number."""
    box: At
    """Where the clock and the stocks stand on the small layout; the large one has them above the map."""


HUGE: Final = (115, 52)
LARGE: Final = (88, 36)
SMALL: Final = (80, 20)
"""Columns and rows of a layout."""


@cache
def layout(city: str, size: Size) -> Layout:
    """Return a city's layout, with two rows above the map, or on the small one with one row above it."""
    printed, large = _PRINTED[city], size != SMALL
    top = 2 if large else 1
    columns, rows = size
    high, wide = rows - top - LABEL[0], columns - EDGE
    labels = tuple(
        (top + round(row * high / LATTICE[0]), 1 + round((column - 1) * wide / LATTICE[1]))
        for column, row in printed["labels"]
    )
    column, row = printed["box"]
    ways = tuple(_way(labels, one, other) for one, other in CITIES[city].streets)
    return Layout(
        large=large,
        columns=columns,
        rows=rows,
        labels=labels,
        room=tuple(_room(labels, each, columns) for each in labels),
        ways=ways,
        box=(row + top, column),
    )


def _room(labels: tuple[At, ...], label: At, columns: int) -> int:
    row, column = label
    beside = [right - 1 for down, right in labels if right > column and down in (row - 1, row)]
    return min([columns, *beside]) - column


def _way(labels: tuple[At, ...], one: Crossing, other: Crossing) -> Way:
    (top, left), (bottom, right) = labels[one], labels[other]
    flat = abs(right - left) >= 2 * abs(bottom - top)
    steps = list(_steps((top, left + 1), (bottom, right + 1)))
    ends = labels[one], labels[other]
    # On a slope a bead right beside a number would look like a head.
    for beside in (LABEL[1] - 1, 1) if top != bottom else (1,):
        outside = [at for at in steps if not any(_covered(end, at, beside) for end in ends)]
        if len(outside) > FEWEST:
            break
    spaced = outside[len(outside) % 2 :: 2] if flat else outside
    return Way(
        dots=_dots((4 * top + 2, 2 * left + 2), (4 * bottom + 2, 2 * right + 2)),
        cells=tuple(outside),
        beads=tuple(spaced if len(spaced) >= FEWEST else outside),
    )


def _covered(label: At, at: At, beside: int) -> bool:
    """Whether a cell lies within a label: its number with this many columns after it, or the sites below."""
    down, right = at[0] - label[0], at[1] - label[1]
    return (down == 0 and -1 <= right <= beside) or (down == 1 and 0 <= right <= 3)


def _steps(begin: At, end: At) -> Iterator[At]:
    """Yield the cells from one to another, both included: one for each column of a flat way, else for each row."""
    down, right = end[0] - begin[0], end[1] - begin[1]
    count = abs(right) if abs(right) >= 2 * abs(down) else abs(down)
    for number in range(count + 1):
        yield begin[0] + round(down * number / count), begin[1] + round(right * number / count)


def _dots(begin: At, end: At) -> dict[At, int]:
    """Return the cells of a thin line from dot to dot, with the bits of their dots."""
    down, right = end[0] - begin[0], end[1] - begin[1]
    count = max(abs(down), abs(right))
    cells: dict[At, int] = {}
    for number in range(count + 1):
        row, column = begin[0] + round(down * number / count), begin[1] + round(right * number / count)
        at = row // 4, column // 2
        cells[at] = cells.get(at, 0) | _DOTS[row % 4][column % 2]
    return cells
