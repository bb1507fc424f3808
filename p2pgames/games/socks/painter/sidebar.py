"""What stands beside the map where a part of it is shown, or the screen is small: an overview, and the pairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Ink, Picture, Row, Spot, View
from p2pgames.picture.window import inside, joined

COLUMNS: Final = 19
FIRST: Final = 4
"""The column of the overview's first hexagon."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A hexagon in the overview; row and column are those of its frame, from 0 on."""

    name: str
    row: int
    column: int
    sign: str
    ink: Ink = ""
    legal: bool = False


def join(seen: Picture, marks: Iterable[Mark], below: Iterable[Row], view: View) -> Picture:
    """Return the map with the overview and further rows at its right; what is off the map is pointed at there.

    A bar marks the rows of which the map shows something.
    """
    canvas = Canvas(COLUMNS, view.rows)
    shown = inside(seen)
    width = max(map(len, seen.lines))
    spots, lowest = [], 0
    for mark in marks:
        if mark.row >= view.rows or FIRST + mark.column // 2 >= COLUMNS:
            continue
        at, lowest = FIRST + mark.column // 2, max(lowest, mark.row)
        is_in = mark.name in shown
        ink = f"{mark.ink} ground" if is_in else mark.ink
        canvas.put(
            mark.row, at, mark.sign, f"{ink} reverse".strip() if mark.name == view.cursor else ink.strip()
        )
        if is_in:
            canvas.put(mark.row, FIRST - 2, "│")
        else:
            spots.append(Spot(mark.name, mark.row, width + at, legal=mark.legal))
    told = tuple(below)
    if lowest + len(told) < view.rows:
        for number, row in enumerate(told, lowest + 1):
            canvas.put_row(number, 2, row)
    blank: Row = (("", " " * width),)
    left = (*seen.rows, *[blank] * (view.rows - len(seen.rows)))
    rows = tuple((*one, *two) for one, two in zip(left, canvas.picture().rows, strict=True))
    return Picture(rows, joined(seen.spots, spots))
