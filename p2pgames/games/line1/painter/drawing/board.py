"""What stands on the board: grounds, trees, buildings, terminals, stop signs and trams."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import dist
from p2pgames.drawing.seats import sign
from p2pgames.drawing.shapes import Circle, Group, Paint, Rect, Shape, Text, Use, area, stroke
from p2pgames.drawing.widths import fitted
from p2pgames.games.line1.board import (
    BUILDINGS,
    CELLS,
    COLS,
    GROUND,
    LETTERS,
    ROWS,
    STREETS,
    TERMINAL_NAMES,
    Cell,
    Space,
    Terminal,
    across,
)
from p2pgames.games.line1.painter.drawing.plan import (
    ARCS,
    CELL,
    HALF,
    LINE,
    MARGIN,
    OUTWARD,
    bullet,
    corner,
    doors,
    middle,
    on_line,
    place,
)
from p2pgames.games.line1.painter.scene import Scene
from p2pgames.games.line1.tiles import TILE, TREES

STREET: Final = 190
"""The room for the name of a street."""


@cache
def rulers() -> tuple[Shape, ...]:
    """Return the names of columns and rows."""
    letters = (Text(MARGIN + k * CELL + HALF, 12, "abcdefghijkl"[k], 13, "muted") for k in range(COLS))
    return (*letters, *(Text(13, MARGIN + k * CELL + HALF, str(k + 1), 13, "muted") for k in range(ROWS)))


def grounds(cells: bytes) -> tuple[Shape, ...]:
    """Return what lies below everything in each cell: grass until a tile lies there."""
    return tuple(_ground(cell, "tile" if cells[cell] else "grass") for cell in GROUND)


@cache
def _ground(cell: Cell, ink: str) -> Rect:
    x, y = corner(cell)
    return Rect(x + 0.8, y + 0.8, CELL - 1.6, CELL - 1.6, area(ink), 5)


def trees(cells: bytes) -> tuple[Shape, ...]:
    """Return two crowns on every tile with trees, which is never exchanged."""
    return tuple(
        crown for cell in GROUND if cells[cell] and TREES[TILE[cells[cell]]] for crown in _crowns(cell)
    )


@cache
def _crowns(cell: Cell) -> tuple[Shape, ...]:
    x, y = corner(cell)
    places = ((x + 9, y + 9), (x + CELL - 9, y + CELL - 9))
    return tuple(
        Circle(*at, 4.6, area("leaf", 0.85))
        for at in places
        if all(dist(at, bullet(end)) > 34 for end in ARCS)
    )


def buildings(stops: str) -> tuple[Shape, ...]:
    """Return all buildings, those at which the viewer must stop yellow with a double frame."""
    return tuple(_building(letter, letter in stops) for letter in LETTERS)


@cache
def _building(letter: str, own: bool) -> Group:
    x, y = corner(BUILDINGS[letter])
    ink = "onsign" if own else "stone"
    frame = (Rect(-1.5, -1.5, CELL + 3, CELL + 3, stroke("text", 3), 12),) if own else ()
    parts: tuple[Shape, ...] = (
        Rect(3, 3, CELL - 6, CELL - 6, Paint("sign" if own else "house", "sign" if own else "rule", 2.4), 9),
        *frame,
        Use(f"building-{letter}{'-own' if own else ''}", 37, 37, 1.02, ink),
        Circle(15, 15, 11, area("onsign" if own else "text")),
        Text(15, 15, letter, 15, "sign" if own else "board", bold=True),
    )
    return Group(parts, f"house-{letter}", x, y)


# -- terminals --


def terminals(shown: Scene, cursor: str) -> tuple[Shape, ...]:
    """Return all bullets with the numbers of their lines and the names of their streets."""
    return tuple(_terminal(at, CELLS + at in shown.ends, cursor == TERMINAL_NAMES[at]) for at in ARCS)


@cache
def _terminal(at: Terminal, own: bool, hot: bool) -> Group:
    x, y = bullet(at)
    dx, dy = doors(at)[2]
    line = at // 2 + 1
    ring = (Circle(0, 0, 23, Paint("board", LINE[line - 1], 3)),) if own else ()
    size = fitted(STREETS[at], 13.5, STREET, bold=own)
    turn = 0 if dx == 0 else -90 if dx < 0 else 90
    parts: tuple[Shape, ...] = (
        *ring,
        Circle(0, 0, 17.5, Paint(LINE[line - 1], "text" if own else "board", 4 if own else 2.5)),
        Text(0, 0, str(line), 20, on_line(line), bold=True),
        Text(dx * 57, dy * 57, STREETS[at], size, "text" if own else "muted", bold=own, turn=turn),
    )
    if hot:
        parts = (*parts, Group((Circle(0, 0, 27, stroke("accent", 4, (7, 5))),), "cursor", role="cursor"))
    return Group(parts, f"terminal-{TERMINAL_NAMES[at]}", x, y)


# -- stop signs and trams --


def signs(shown: Scene) -> tuple[Shape, ...]:
    """Return the stop signs, each at the side of its building, where there is never a rail."""
    return tuple(_sign(cell, letter, letter in shown.stops) for cell, letter in shown.signs.items())


@cache
def _sign(cell: Cell, letter: str, own: bool) -> Group:
    side = next(side for side in range(4) if across(cell, side) == BUILDINGS[letter])
    (x, y), (dx, dy) = middle(cell), OUTWARD[side]
    disc = Circle(0, 0, 10.5, Paint("sign", "text" if own else "onsign", 3 if own else 2))
    return Group(
        (disc, Text(0, 0, letter, 13.5, "onsign", bold=True)), f"stop-{letter}", x + dx * 23, y + dy * 23
    )


def trams(there: Mapping[Space, tuple[Seat, ...]]) -> tuple[Shape, ...]:
    """Return all trams, side by side where several stand on a space."""
    found: list[Shape] = []
    for space, seats in there.items():
        x, y = place(space)
        for k, seat in enumerate(seats):
            found.append(Group(_tram(seat), f"tram-{seat}", x + (k - (len(seats) - 1) / 2) * 21, y))
    return tuple(found)


@cache
def _tram(seat: Seat) -> tuple[Shape, ...]:
    return (
        Rect(-13, -17, 26, 34, Paint(f"seat{seat}", "board", 3), 8),
        Rect(-8.5, -12.5, 17, 9, area(f"on{seat}"), 2.5),
        sign(seat, 0, 6, 7.5, f"on{seat}"),
    )
