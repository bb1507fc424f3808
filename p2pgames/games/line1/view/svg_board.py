"""What stands on the board: grounds, trees, buildings, terminals, stop signs and trams."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import dist
from p2pgames.drawing.seats import sign
from p2pgames.drawing.shapes import (
    Circle,
    Group,
    Ink,
    Paint,
    Path,
    Point,
    Poly,
    Rect,
    Shape,
    Text,
    Use,
    area,
    stroke,
)
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
    TILE,
    TREES,
    Cell,
    Space,
    Terminal,
    across,
)
from p2pgames.games.line1.view.scene import Scene
from p2pgames.games.line1.view.svg_plan import (
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


# A small picture of each building, in a box of 40 by 34 about (0, 0) with its feet at y = 17.

_INK: Final = area("self")


def _poly(*points: Point) -> Poly:
    return Poly(points, _INK)


def _rect(x: float, y: float, w: float, h: float, paint: Paint = _INK, r: float = 0) -> Rect:
    return Rect(x, y, w, h, paint, r)


def _disc(x: float, y: float, r: float, paint: Paint = _INK) -> Circle:
    return Circle(x, y, r, paint)


def _wave(y: float) -> Path:
    steps = (
        ("M", -18, y),
        ("C", -14, y - 5, -10, y - 5, -6, y),
        ("C", -2, y + 5, 2, y + 5, 6, y),
        ("C", 10, y - 5, 14, y - 5, 18, y),
    )
    return Path(steps, stroke("self", 3.6))


def _houses(hole: Paint) -> tuple[Shape, ...]:
    """Return gabled houses."""
    return (
        _poly((-19, 17), (-19, -2), (-12, -13), (-5, -2), (-5, 17)),
        _poly((-4, 17), (-4, -6), (3, -17), (10, -6), (10, 17)),
        _poly((11, 17), (11, 3), (15, -4), (19, 3), (19, 17)),
        _rect(-14, 2, 4, 5, hole),
        _rect(1, -3, 4, 5, hole),
        _rect(1, 7, 4, 10, hole),
        _rect(13, 6, 4, 5, hole),
    )


def _hall(hole: Paint) -> tuple[Shape, ...]:
    """Return station hall with a clock."""
    return (
        Path((("M", -19, 17), ("L", -19, 0), ("C", -19, -20, 19, -20, 19, 0), ("L", 19, 17), ("Z",)), _INK),
        _disc(0, -3, 6, hole),
        Path((("M", 0, -6.5), ("L", 0, -3), ("L", 2.6, -1.6)), stroke("self", 1.8)),
        _rect(-14, 8, 6, 9, hole),
        _rect(-3, 8, 6, 9, hole),
        _rect(8, 8, 6, 9, hole),
    )


def _mug(hole: Paint) -> tuple[Shape, ...]:
    """Return beer mug."""
    return (
        _rect(-12, -8, 19, 25, _INK, 3),
        Path((("M", 8, -2), ("C", 19, -2, 19, 12, 8, 12)), stroke("self", 4.5)),
        _disc(-9, -10, 5),
        _disc(-2, -13, 6),
        _disc(5, -10, 5),
        _rect(-8, -2, 2.6, 13, hole),
        _rect(-3, -2, 2.6, 13, hole),
        _rect(2, -2, 2.6, 13, hole),
    )


def _cathedral(hole: Paint) -> tuple[Shape, ...]:
    """Return cathedral with two towers."""
    return (
        _poly((-15, 17), (-15, -6), (-10, -19), (-5, -6), (-5, 17)),
        _poly((5, 17), (5, -6), (10, -19), (15, -6), (15, 17)),
        _poly((-6, 17), (-6, 2), (0, -5), (6, 2), (6, 17)),
        _disc(0, 4, 2.6, hole),
        _rect(-2.5, 10, 5, 7, hole, 2),
        _rect(-11.5, -3, 3, 6, hole),
        _rect(8.5, -3, 3, 6, hole),
    )


def _power(hole: Paint) -> tuple[Shape, ...]:
    """Return power: a flash on a works with a chimney."""
    return (
        _poly((-18, 17), (-18, -1), (-8, -1), (-7, -18), (-1, -18), (0, -1), (18, -1), (18, 17)),
        Poly(((9, 1), (1, 10), (6.5, 10), (3.5, 17), (13, 7), (7.5, 7)), hole),
        _rect(-14, 4, 5, 4, hole),
        _rect(-14, 11, 5, 4, hole),
    )


def _fish(hole: Paint) -> tuple[Shape, ...]:
    """Return a fish."""
    return (
        Path(
            (
                ("M", -19, 0),
                ("C", -10, -14, 5, -13, 11, -1),
                ("L", 19, -9),
                ("L", 19, 11),
                ("L", 11, 2),
                ("C", 5, 14, -10, 14, -19, 0),
                ("Z",),
            ),
            _INK,
        ),
        _disc(-11, -2, 2.2, hole),
        Path((("M", -4, -7), ("C", -1, -3, -1, 4, -4, 8)), stroke(hole.fill, 2.6)),
    )


def _scales(_: Paint) -> tuple[Shape, ...]:
    """Return scales."""
    return (
        _rect(-1.8, -14, 3.6, 27),
        _rect(-9, 13, 18, 4, _INK, 2),
        Path((("M", -15, -11), ("L", 15, -11)), stroke("self", 3.4)),
        Path((("M", -19, 2), ("L", -14, -10), ("L", -9, 2)), stroke("self", 1.8)),
        Path((("M", 9, 2), ("L", 14, -10), ("L", 19, 2)), stroke("self", 1.8)),
        Path((("M", -20, 2), ("L", -8, 2), ("C", -9, 9, -19, 9, -20, 2), ("Z",)), _INK),
        Path((("M", 8, 2), ("L", 20, 2), ("C", 19, 9, 9, 9, 8, 2), ("Z",)), _INK),
        _disc(0, -15, 3),
    )


def _baths(_: Paint) -> tuple[Shape, ...]:
    """Return a swimmer over waves."""
    return (
        _disc(9, -10, 4.6),
        Path((("M", -14, 0), ("L", -5, -9), ("L", 4, -1)), stroke("self", 5)),
        _wave(6),
        _wave(14),
    )


def _factory(hole: Paint) -> tuple[Shape, ...]:
    """Return a factory."""
    return (
        _poly(
            (-19, 17),
            (-19, -2),
            (-10, -9),
            (-10, -2),
            (-1, -9),
            (-1, -2),
            (8, -9),
            (8, -17),
            (14, -17),
            (14, 17),
        ),
        _rect(14, 3, 5, 14),
        _rect(-14, 4, 5, 5, hole),
        _rect(-5, 4, 5, 5, hole),
        _rect(4, 4, 5, 5, hole),
    )


def _fountain(_: Paint) -> tuple[Shape, ...]:
    """Return a fountain, for the spa."""
    return (
        Path((("M", -16, 8), ("L", 16, 8), ("C", 14, 17, -14, 17, -16, 8), ("Z",)), _INK),
        Path((("M", 0, 7), ("L", 0, -10)), stroke("self", 3)),
        Path((("M", 0, -10), ("C", -4, -19, -13, -15, -12, -3)), stroke("self", 3)),
        Path((("M", 0, -10), ("C", 4, -19, 13, -15, 12, -3)), stroke("self", 3)),
        Path((("M", -5, 2), ("C", -5, -4, -2, -7, 0, -10), ("C", 2, -7, 5, -4, 5, 2)), stroke("self", 2.4)),
    )


def _cinema(hole: Paint) -> tuple[Shape, ...]:
    """Return a cinema: a strip of film."""
    return (
        _rect(-19, -13, 38, 29, _INK, 3),
        *(_rect(x, y, 4.4, 4.4, hole, 1) for x in (-15.6, -6.8, 2.2, 11) for y in (-10.5, 9)),
        _poly((-4, -5), (-4, 8), (-4, 8)),
        _rect(-15, -3.4, 30, 9.8, hole, 1),
        _poly((-3.5, -2.5), (-3.5, 5.5), (5, 1.5)),
    )


def _temple(_: Paint) -> tuple[Shape, ...]:
    """Return a temple."""
    return (
        _poly((-19, -5), (0, -17), (19, -5)),
        _rect(-18, 13, 36, 4),
        *(_rect(x, -3, 4.6, 15) for x in (-15.5, -6.8, 2, 10.8)),
    )


_MAKERS: Final = (
    _houses,
    _hall,
    _mug,
    _cathedral,
    _power,
    _fish,
    _scales,
    _baths,
    _factory,
    _fountain,
    _cinema,
    _temple,
)


def _icons(suffix: str, hole: Ink) -> dict[str, tuple[Shape, ...]]:
    """Return all buildings; their windows show the ground they stand on."""
    makers = zip(LETTERS, _MAKERS, strict=True)
    return {f"building-{letter}{suffix}": make(area(hole)) for letter, make in makers}


ICONS: Final[Mapping[str, tuple[Shape, ...]]] = MappingProxyType(
    {**_icons("", "house"), **_icons("-own", "sign")}
)
"""By ``building-`` and the letter; with ``-own`` on the ground of one's own stops."""
