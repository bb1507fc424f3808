"""Where everything of Metro's board lies, and the way of a line through a cell.

A cell is 100 wide. Tracks enter and leave at a third and two thirds of a side, on the right of their way.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from p2pgames.drawing.paths import mix, quarter
from p2pgames.drawing.shapes import Point, Step
from p2pgames.games.metro.board import COLS, DOORS, Cell, End, Side, Station
from p2pgames.games.metro.lines import Link

CELL: Final = 100
MARGIN: Final = 92
FIELD: Final = COLS * CELL
SIDE: Final = 2 * MARGIN + FIELD
NEAR, FAR = CELL / 3, CELL * 2 / 3
ENTER: Final[tuple[Point, ...]] = ((NEAR, 0), (CELL, NEAR), (FAR, CELL), (0, FAR))
"""Where a line comes into a cell, by side."""
LEAVE: Final[tuple[Point, ...]] = ((FAR, 0), (CELL, FAR), (NEAR, CELL), (0, NEAR))
INWARD: Final[tuple[Point, ...]] = ((0, 1), (-1, 0), (0, -1), (1, 0))
PLATFORM: Final = 14
"""How far a line begins or ends outside the board."""
BEND: Final = (FAR - NEAR) / 2


def corner(cell: Cell) -> Point:
    """Return a cell's top left."""
    return MARGIN + cell % COLS * CELL, MARGIN + cell // COLS * CELL


def entry(end: End, inside: float = 0) -> Point:
    """Return the point so far inside a cell where a line that is about to enter it comes in."""
    (x, y), (ex, ey), (dx, dy) = corner(end >> 2), ENTER[end & 3], INWARD[end & 3]
    return x + ex + dx * inside, y + ey + dy * inside


def exit_(cell: Cell, side: Side, outside: float = 0) -> Point:
    """Return the point so far outside a cell where a line comes out of it."""
    (x, y), (ex, ey), (dx, dy) = corner(cell), LEAVE[side], INWARD[side]
    return x + ex - dx * outside, y + ey - dy * outside


@cache
def link_steps(cell: Cell, enter: Side, leave: Side) -> tuple[Step, ...]:
    """Return the way of a line through a cell, without its first point."""
    x, y = corner(cell)
    return tuple(_moved(step, x, y) for step in _inner(enter, leave))


@cache
def _inner(enter: Side, leave: Side) -> tuple[Step, ...]:
    start, end = ENTER[enter], LEAVE[leave]
    if (enter - leave) % 4 == 2:
        return (("L", *end),)
    if enter == leave:
        return _back(enter)
    meet = (start[0], end[1]) if enter in (0, 2) else (end[0], start[1])
    return (quarter(start, end, meet),)


def _back(side: Side) -> tuple[Step, ...]:
    """Return half a circle close to the side: deeper it would lie on the straight tracks."""
    start, end, (dx, dy) = ENTER[side], LEAVE[side], INWARD[side]
    here, there = (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)
    middle = mix(here, there, 0.5)
    tip = middle[0] + dx * BEND, middle[1] + dy * BEND
    first, second = (here[0] + dx * BEND, here[1] + dy * BEND), (there[0] + dx * BEND, there[1] + dy * BEND)
    return (("L", *here), quarter(here, tip, first), quarter(tip, there, second), ("L", *end))


def _moved(step: Step, x: float, y: float) -> Step:
    numbers = step[1:]
    return (step[0], *(n + (y if at % 2 else x) for at, n in enumerate(numbers)))


def piece_steps(exits: tuple[Side, ...]) -> tuple[Step, ...]:
    """Return all tracks of a tile whose top left is (0, 0)."""
    return tuple(
        step for enter, leave in enumerate(exits) for step in (("M", *ENTER[enter]), *_inner(enter, leave))
    )


def way(links: tuple[Link, ...], end: End) -> tuple[Step, ...]:
    """Return the way along links; over the edge of the first and of the last cell where a platform is."""
    first, last = links[0], links[-1]
    begin = 4 * first.cell + first.enter
    steps: list[Step] = [("M", *entry(begin, -PLATFORM if begin in _DOORS else 0)), ("L", *entry(begin))]
    for link in links:
        steps.extend(link_steps(link.cell, link.enter, link.leave))
    if end < 0:
        steps.append(("L", *exit_(last.cell, last.leave, PLATFORM)))
    return tuple(steps)


_DOORS: Final = frozenset(DOORS.values())


def plate(station: Station) -> tuple[float, float, float, float]:
    """Return middle, width and height of a station's plate."""
    door = DOORS[station]
    (x, y), (dx, dy) = corner(door >> 2), INWARD[door & 3]
    px, py = x + CELL / 2 - dx * 86, y + CELL / 2 - dy * 86
    return (px, py, 76, 40) if dx == 0 else (px, py, 40, 76)
