"""Where everything of Line 1's board lies, and the way of a track through a cell."""

from __future__ import annotations

from functools import cache
from typing import Final

from p2pgames.drawing.paths import mix, quarter
from p2pgames.drawing.shapes import Ink, Point, Step
from p2pgames.games.line1.board import CELLS, COLS, OUT, TERMINALS, Cell, Side, Space, Terminal
from p2pgames.games.line1.tiles import Link

CELL: Final = 64
HALF: Final = CELL / 2
MARGIN: Final = 92
FIELD: Final = COLS * CELL
SIDE: Final = 2 * MARGIN + FIELD
TRAY: Final = 118
"""The height of the hand below the board."""
HEIGHT: Final = SIDE + TRAY
MID: Final[tuple[Point, ...]] = ((HALF, 0), (CELL, HALF), (HALF, CELL), (0, HALF))
"""Where tracks cross the sides of a cell."""
OUTWARD: Final[tuple[Point, ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
STUB: Final = 4
"""How far the arc of a terminal runs straight before it bends."""
SEAM: Final = 0.6
"""How far tracks reach over the side of their cell, so that no gap shows."""
LINE: Final[tuple[Ink, ...]] = ("seat5", "seat0", "seat3", "seat1", "seat4", "grey")
"""The colour of each line; its bullets carry its number too."""


def on_line(line: int) -> Ink:
    """Return what stands on the colour of a line, 1 to 6."""
    return f"on{LINE[line - 1].removeprefix('seat')}"


def corner(cell: Cell) -> Point:
    """Return a cell's top left."""
    return MARGIN + cell % COLS * CELL, MARGIN + cell // COLS * CELL


def middle(cell: Cell) -> Point:
    """Return a cell's middle."""
    x, y = corner(cell)
    return x + HALF, y + HALF


def door(cell: Cell, side: Side) -> Point:
    """Return where a track crosses a side of a cell."""
    (x, y), (dx, dy) = corner(cell), MID[side]
    return x + dx, y + dy


def bend(link: Link, x: float, y: float) -> Step:
    """Return the way of a track from its first to its second side, in a cell whose top left is (x, y)."""
    (ax, ay), (bx, by) = MID[link[0]], MID[link[1]]
    if (link[0] - link[1]) % 4 == 2:
        return ("L", x + bx, y + by)
    return quarter((x + ax, y + ay), (x + bx, y + by), (x + HALF, y + HALF))


@cache
def link_steps(link: Link) -> tuple[Step, ...]:
    """Return a track in a cell about (0, 0), reaching over both sides."""
    (ax, ay), (bx, by) = ((x - HALF, y - HALF) for x, y in (MID[link[0]], MID[link[1]]))
    (ox, oy), (px, py) = ((dx * SEAM, dy * SEAM) for dx, dy in (OUTWARD[link[0]], OUTWARD[link[1]]))
    return (("M", ax + ox, ay + oy), ("L", ax, ay), bend(link, -HALF, -HALF), ("L", bx + px, by + py))


# -- terminals --


@cache
def doors(at: Terminal) -> tuple[Point, Point, Point]:
    """Return both points where a terminal's arc meets the board, and the way out of the board."""
    one, other = (door(out >> 2, out & 3) for out in OUT[at])
    return one, other, OUTWARD[OUT[at][0] & 3]


@cache
def bullet(at: Terminal) -> Point:
    """Return the middle of a terminal's bullet."""
    one, other, (dx, dy) = doors(at)
    x, y = mix(one, other, 0.5)
    return x + dx * 6, y + dy * 6


def arc(at: Terminal, *, half: bool = False, back: bool = False) -> tuple[Step, ...]:
    """Return the way around a terminal from its first end, or ``back`` from the other; or only ``half`` of it."""
    one, other, (dx, dy) = doors(at)
    if back:
        one, other = other, one
    p, q = ((x + dx * STUB, y + dy * STUB) for x, y in (one, other))
    (mx, my), r = mix(p, q, 0.5), HALF
    tip = mx + dx * r, my + dy * r
    first = quarter(p, tip, (p[0] + dx * r, p[1] + dy * r))
    begin: tuple[Step, ...] = (("M", *one), ("L", *p), first)
    return begin if half else (*begin, quarter(tip, q, (q[0] + dx * r, q[1] + dy * r)), ("L", *other))


def place(space: Space) -> Point:
    """Return where a tram stands on a space."""
    if space < CELLS:
        return middle(space)
    (x, y), (dx, dy) = bullet(space - CELLS), doors(space - CELLS)[2]
    return x + dx * 30, y + dy * 30


ARCS: Final = range(TERMINALS)
