"""Line 1 drawn in parts: tracks and routes, and what stands on the board: trees, buildings, terminals, signs, trams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.layout import fitted
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
    Step,
    Text,
    Use,
    area,
    dist,
    line,
    mix,
    quarter,
    sign,
    stroke,
)
from p2pgames.games.line1 import board
from p2pgames.games.line1.view.scene import Line1Scene

STREET: Final = 190
"""The room for the name of a street."""


# Where everything of Line 1's board lies, and the way of a track through a cell.

CELL: Final = 64
"""The side of a cell, in units of the drawing."""
HALF: Final = CELL / 2
MARGIN: Final = 92
"""Around the field: room for terminals, their bullets and the names of their streets."""
FIELD: Final = board.COLS * CELL
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


def corner(cell: board.Cell) -> Point:
    """Return a cell's top left."""
    return MARGIN + cell % board.COLS * CELL, MARGIN + cell // board.COLS * CELL


def middle(cell: board.Cell) -> Point:
    """Return a cell's middle."""
    x, y = corner(cell)
    return x + HALF, y + HALF


def door(cell: board.Cell, side: board.Side) -> Point:
    """Return where a track crosses a side of a cell."""
    (x, y), (dx, dy) = corner(cell), MID[side]
    return x + dx, y + dy


def bend(link: board.Link, x: float, y: float) -> Step:
    """Return the way of a track from its first to its second side, in a cell whose top left is (x, y)."""
    (ax, ay), (bx, by) = MID[link[0]], MID[link[1]]
    if (link[0] - link[1]) % 4 == 2:
        return ("L", x + bx, y + by)
    return quarter((x + ax, y + ay), (x + bx, y + by), (x + HALF, y + HALF))


@cache
def link_steps(link: board.Link) -> tuple[Step, ...]:
    """Return a track in a cell about (0, 0), reaching over both sides."""
    (ax, ay), (bx, by) = ((x - HALF, y - HALF) for x, y in (MID[link[0]], MID[link[1]]))
    (ox, oy), (px, py) = ((dx * SEAM, dy * SEAM) for dx, dy in (OUTWARD[link[0]], OUTWARD[link[1]]))
    return (("M", ax + ox, ay + oy), ("L", ax, ay), bend(link, -HALF, -HALF), ("L", bx + px, by + py))


# -- terminals --


@cache
def doors(at: board.Terminal) -> tuple[Point, Point, Point]:
    """Return both points where a terminal's arc meets the board, and the way out of the board."""
    one, other = (door(out >> 2, out & 3) for out in board.OUT[at])
    return one, other, OUTWARD[board.OUT[at][0] & 3]


@cache
def bullet(at: board.Terminal) -> Point:
    """Return the middle of a terminal's bullet."""
    one, other, (dx, dy) = doors(at)
    x, y = mix(one, other, 0.5)
    return x + dx * 6, y + dy * 6


def arc(at: board.Terminal, *, half: bool = False, back: bool = False) -> tuple[Step, ...]:
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


def tram_place(space: board.Space) -> Point:
    """Return where a tram stands on a space."""
    if space < board.CELLS:
        return middle(space)
    (x, y), (dx, dy) = bullet(space - board.CELLS), doors(space - board.CELLS)[2]
    return x + dx * 30, y + dy * 30


ARCS: Final = range(board.TERMINALS)


# Rails, the reach of one's own trams, and the way of a trip.

RAIL, BED = 16, 11
"""From rail to rail, outside and inside: a thick line with a thinner one on it."""
BAND, CASING = 13.5, 19


def twin(steps: tuple[Step, ...]) -> tuple[Shape, ...]:
    """Return ways as twin rails; where they meet they merge."""
    return Path(steps, stroke("rail", RAIL, blunt=True)), Path(steps, stroke("tile", BED, blunt=True))


def piece_symbol(piece: board.Piece) -> str:
    """Return the symbol of a tile's tracks."""
    return f"track-{piece}"


@cache
def _symbol(piece: board.Piece) -> tuple[Shape, ...]:
    return twin(tuple(step for link in sorted(board.LINKS[piece]) for step in link_steps(link)))


def symbols(cells: bytes, others: Iterable[board.Piece]) -> dict[str, tuple[Shape, ...]]:
    """Return the tracks of every kind of tile that lies on the board, and of some others."""
    return {piece_symbol(piece): _symbol(piece) for piece in sorted({*cells, *others}) if piece}


@cache
def arcs() -> tuple[Shape, ...]:
    """Return the tracks around all terminals."""
    return twin(tuple(step for at in ARCS for step in arc(at)))


@lru_cache(8)
def rails(cells: bytes) -> tuple[Shape, ...]:
    """Return the tracks of all tiles."""
    return tuple(_USE(piece_symbol(cells[cell]), *middle(cell)) for cell in board.GROUND if cells[cell])


_USE: Final = lru_cache(8192)(Use)
"""The very shape of a position before."""


def reach_shapes(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return everything that the player's own trams can reach, if that is traced."""
    if shown.route or not shown.heavy:
        return ()
    every = ((cell, link) for cell, links in shown.heavy.items() for link in sorted(links))
    steps = tuple(
        step for cell, link in every for step in (("M", *door(cell, link[0])), bend(link, *corner(cell)))
    )
    return (Group((Path(steps, stroke("accent", 4, blunt=True)),), "reach", role="route"),)


# -- the way of a trip --


def route_shapes(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return a route as a band in its line's colour, with arrows where it runs one way only."""
    if len(shown.way) < 2:
        return ()
    legs = [*_legs(shown.way, shown.cells)]
    steps = (
        *_begin(shown.way, shown.cells),
        *(step for leg in legs for step in _leg(leg)),
        *(_half(shown.way[-1], shown.way[-2]) if shown.way[-1] >= board.CELLS else ()),
    )
    trips = [trip.line for trip in shown.before.trips if trip is not None and trip.route[-1] == shown.way[-1]]
    own = shown.cards[0] if shown.cards and shown.way[-1] in shown.ends else 0
    ink = LINE[own - 1] if own else LINE[trips[0] - 1] if trips else "accent"
    arrows = _arrows(legs)
    band = (
        Path(steps, stroke("board", CASING, blunt=True)),
        Path(steps, stroke(ink, BAND, blunt=True)),
        *((Path(arrows, stroke("board", 2.6)),) if arrows else ()),
    )
    return (Group(band, "route", role="route"),) if steps else ()


_Leg = tuple[board.Space, board.Link]
"""A space with the side of entering and leaving; of a terminal the ends of its arc."""


def _legs(way: board.Route, cells: bytes) -> Iterator[_Leg]:
    """Yield every space between the ends of a route, with how it is passed."""
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        if here >= board.CELLS:
            first = board.OUT[here - board.CELLS][0] >> 2 == before
            yield here, (0, 1) if first else (1, 0)
        elif (link := _link(cells, before, here, after)) is not None:
            yield here, link


def _link(cells: bytes, before: board.Space, here: board.Cell, after: board.Space) -> board.Link | None:
    for one, other in board.LINKS[cells[here]]:
        ends = _across(here, one), _across(here, other)
        if ends == (before, after):
            return one, other
        if ends == (after, before):
            return other, one
    return None


def _across(cell: board.Cell, side: board.Side) -> board.Space:
    onward = board.ONWARD[4 * cell + side]
    return board.space_of(onward) if onward >= 0 else -1


def _leg(leg: _Leg) -> tuple[Step, ...]:
    space, link = leg
    if space >= board.CELLS:
        return arc(space - board.CELLS, back=link == (1, 0))
    return ("M", *door(space, link[0])), bend(link, *corner(space))


def _begin(way: board.Route, cells: bytes) -> tuple[Step, ...]:
    """Return the way out of the first space: of a terminal's arc, or from the middle of a tile."""
    here, after = way[0], way[1]
    if here >= board.CELLS:
        return _half(here, after)
    sides = [
        side
        for side in range(4)
        if _across(here, side) == after and any(side in k for k in board.LINKS[cells[here]])
    ]
    return line(middle(here), door(here, sides[0])) if sides else ()


def _half(terminal: board.Space, near: board.Space) -> tuple[Step, ...]:
    at = terminal - board.CELLS
    return arc(at, half=True, back=board.OUT[at][0] >> 2 != near)


def _arrows(legs: list[_Leg]) -> tuple[Step, ...]:
    """Return a small arrow on every second cell; none if a route runs both ways."""
    ways: dict[tuple[board.Space, board.Link], set[board.Link]] = {}
    for space, link in legs:
        ways.setdefault((space, (min(link), max(link))), set()).add(link)
    single = [(space, next(iter(found))) for (space, _), found in ways.items() if len(found) == 1]
    return tuple(
        step
        for space, link in single
        if space < board.CELLS and not (space // board.COLS + space % board.COLS) % 2
        for step in _arrow(space, link)
    )


HALFWAY: Final = 0.585
"""How far from the middle of a cell to the middle of the chord a curve comes by."""


def _arrow(cell: board.Cell, link: board.Link) -> tuple[Step, ...]:
    (x, y), one, other = corner(cell), MID[link[0]], MID[link[1]]
    mx, my = mix((HALF, HALF), mix(one, other, 0.5), HALFWAY)
    whole = dist(one, other)
    dx, dy = (other[0] - one[0]) / whole, (other[1] - one[1]) / whole
    tip = x + mx + dx * 3, y + my + dy * 3
    back = tip[0] - dx * 5, tip[1] - dy * 5
    return line((back[0] - dy * 4, back[1] + dx * 4), tip, (back[0] + dy * 4, back[1] - dx * 4))


@cache
def rulers() -> tuple[Shape, ...]:
    """Return the names of columns and rows."""
    letters = (Text(MARGIN + k * CELL + HALF, 12, "abcdefghijkl"[k], 13, "muted") for k in range(board.COLS))
    return (
        *letters,
        *(Text(13, MARGIN + k * CELL + HALF, str(k + 1), 13, "muted") for k in range(board.ROWS)),
    )


def grounds(cells: bytes) -> tuple[Shape, ...]:
    """Return what lies below everything in each cell: grass until a tile lies there."""
    return tuple(_ground(cell, "tile" if cells[cell] else "grass") for cell in board.GROUND)


@cache
def _ground(cell: board.Cell, ink: str) -> Rect:
    x, y = corner(cell)
    return Rect(x + 0.8, y + 0.8, CELL - 1.6, CELL - 1.6, area(ink), 5)


def trees(cells: bytes) -> tuple[Shape, ...]:
    """Return two crowns on every tile with trees, which is never exchanged."""
    return tuple(
        crown
        for cell in board.GROUND
        if cells[cell] and board.TREES[board.TILE[cells[cell]]]
        for crown in _crowns(cell)
    )


@cache
def _crowns(cell: board.Cell) -> tuple[Shape, ...]:
    x, y = corner(cell)
    places = ((x + 9, y + 9), (x + CELL - 9, y + CELL - 9))
    return tuple(
        Circle(*at, 4.6, area("leaf", 0.85))
        for at in places
        if all(dist(at, bullet(end)) > 34 for end in ARCS)
    )


def buildings(stops: str) -> tuple[Shape, ...]:
    """Return all buildings, those at which the viewer must stop yellow with a double frame."""
    return tuple(_building(letter, letter in stops) for letter in board.LETTERS)


@cache
def _building(letter: str, own: bool) -> Group:
    x, y = corner(board.BUILDINGS[letter])
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


def terminals(shown: Line1Scene, cursor: str) -> tuple[Shape, ...]:
    """Return all bullets with the numbers of their lines and the names of their streets."""
    return tuple(
        _terminal(at, board.CELLS + at in shown.ends, cursor == board.TERMINAL_NAMES[at]) for at in ARCS
    )


@cache
def _terminal(at: board.Terminal, own: bool, hot: bool) -> Group:
    x, y = bullet(at)
    dx, dy = doors(at)[2]
    line = at // 2 + 1
    ring = (Circle(0, 0, 23, Paint("board", LINE[line - 1], 3)),) if own else ()
    size = fitted(board.STREETS[at], 13.5, STREET, bold=own)
    turn = 0 if dx == 0 else -90 if dx < 0 else 90
    parts: tuple[Shape, ...] = (
        *ring,
        Circle(0, 0, 17.5, Paint(LINE[line - 1], "text" if own else "board", 4 if own else 2.5)),
        Text(0, 0, str(line), 20, on_line(line), bold=True),
        Text(dx * 57, dy * 57, board.STREETS[at], size, "text" if own else "muted", bold=own, turn=turn),
    )
    if hot:
        parts = (*parts, Group((Circle(0, 0, 27, stroke("accent", 4, (7, 5))),), "cursor", role="cursor"))
    return Group(parts, f"terminal-{board.TERMINAL_NAMES[at]}", x, y)


# -- stop signs and trams --


def signs(shown: Line1Scene) -> tuple[Shape, ...]:
    """Return the stop signs, each at the side of its building, where there is never a rail."""
    return tuple(_sign(cell, letter, letter in shown.stops) for cell, letter in shown.signs.items())


@cache
def _sign(cell: board.Cell, letter: str, own: bool) -> Group:
    side = next(side for side in range(4) if board.across(cell, side) == board.BUILDINGS[letter])
    (x, y), (dx, dy) = middle(cell), OUTWARD[side]
    disc = Circle(0, 0, 10.5, Paint("sign", "text" if own else "onsign", 3 if own else 2))
    return Group(
        (disc, Text(0, 0, letter, 13.5, "onsign", bold=True)), f"stop-{letter}", x + dx * 23, y + dy * 23
    )


def trams(there: Mapping[board.Space, tuple[Seat, ...]]) -> tuple[Shape, ...]:
    """Return all trams, side by side where several stand on a space."""
    found: list[Shape] = []
    for space, seats in there.items():
        x, y = tram_place(space)
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


def _icons(suffix: str, ground: Ink) -> dict[str, tuple[Shape, ...]]:
    """Return all buildings about (0, 0), 40 wide at most in a cell of 64; windows show the ground."""
    hole = area(ground)
    drawn: tuple[tuple[Shape, ...], ...] = (
        # gabled houses
        (
            _poly((-19, 17), (-19, -2), (-12, -13), (-5, -2), (-5, 17)),
            _poly((-4, 17), (-4, -6), (3, -17), (10, -6), (10, 17)),
            _poly((11, 17), (11, 3), (15, -4), (19, 3), (19, 17)),
            _rect(-14, 2, 4, 5, hole),
            _rect(1, -3, 4, 5, hole),
            _rect(1, 7, 4, 10, hole),
            _rect(13, 6, 4, 5, hole),
        ),
        # station hall with a clock
        (
            Path(
                (("M", -19, 17), ("L", -19, 0), ("C", -19, -20, 19, -20, 19, 0), ("L", 19, 17), ("Z",)), _INK
            ),
            _disc(0, -3, 6, hole),
            Path((("M", 0, -6.5), ("L", 0, -3), ("L", 2.6, -1.6)), stroke("self", 1.8)),
            _rect(-14, 8, 6, 9, hole),
            _rect(-3, 8, 6, 9, hole),
            _rect(8, 8, 6, 9, hole),
        ),
        # beer mug
        (
            _rect(-12, -8, 19, 25, _INK, 3),
            Path((("M", 8, -2), ("C", 19, -2, 19, 12, 8, 12)), stroke("self", 4.5)),
            _disc(-9, -10, 5),
            _disc(-2, -13, 6),
            _disc(5, -10, 5),
            _rect(-8, -2, 2.6, 13, hole),
            _rect(-3, -2, 2.6, 13, hole),
            _rect(2, -2, 2.6, 13, hole),
        ),
        # cathedral with two towers
        (
            _poly((-15, 17), (-15, -6), (-10, -19), (-5, -6), (-5, 17)),
            _poly((5, 17), (5, -6), (10, -19), (15, -6), (15, 17)),
            _poly((-6, 17), (-6, 2), (0, -5), (6, 2), (6, 17)),
            _disc(0, 4, 2.6, hole),
            _rect(-2.5, 10, 5, 7, hole, 2),
            _rect(-11.5, -3, 3, 6, hole),
            _rect(8.5, -3, 3, 6, hole),
        ),
        # power: a flash on a works with a chimney
        (
            _poly((-18, 17), (-18, -1), (-8, -1), (-7, -18), (-1, -18), (0, -1), (18, -1), (18, 17)),
            Poly(((9, 1), (1, 10), (6.5, 10), (3.5, 17), (13, 7), (7.5, 7)), hole),
            _rect(-14, 4, 5, 4, hole),
            _rect(-14, 11, 5, 4, hole),
        ),
        # a fish
        (
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
        ),
        # scales
        (
            _rect(-1.8, -14, 3.6, 27),
            _rect(-9, 13, 18, 4, _INK, 2),
            Path((("M", -15, -11), ("L", 15, -11)), stroke("self", 3.4)),
            Path((("M", -19, 2), ("L", -14, -10), ("L", -9, 2)), stroke("self", 1.8)),
            Path((("M", 9, 2), ("L", 14, -10), ("L", 19, 2)), stroke("self", 1.8)),
            Path((("M", -20, 2), ("L", -8, 2), ("C", -9, 9, -19, 9, -20, 2), ("Z",)), _INK),
            Path((("M", 8, 2), ("L", 20, 2), ("C", 19, 9, 9, 9, 8, 2), ("Z",)), _INK),
            _disc(0, -15, 3),
        ),
        # a swimmer over waves
        (
            _disc(9, -10, 4.6),
            Path((("M", -14, 0), ("L", -5, -9), ("L", 4, -1)), stroke("self", 5)),
            _wave(6),
            _wave(14),
        ),
        # a factory
        (
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
        ),
        # a fountain, for the spa
        (
            Path((("M", -16, 8), ("L", 16, 8), ("C", 14, 17, -14, 17, -16, 8), ("Z",)), _INK),
            Path((("M", 0, 7), ("L", 0, -10)), stroke("self", 3)),
            Path((("M", 0, -10), ("C", -4, -19, -13, -15, -12, -3)), stroke("self", 3)),
            Path((("M", 0, -10), ("C", 4, -19, 13, -15, 12, -3)), stroke("self", 3)),
            Path(
                (("M", -5, 2), ("C", -5, -4, -2, -7, 0, -10), ("C", 2, -7, 5, -4, 5, 2)), stroke("self", 2.4)
            ),
        ),
        # a cinema: a strip of film
        (
            _rect(-19, -13, 38, 29, _INK, 3),
            *(_rect(x, y, 4.4, 4.4, hole, 1) for x in (-15.6, -6.8, 2.2, 11) for y in (-10.5, 9)),
            _poly((-4, -5), (-4, 8), (-4, 8)),
            _rect(-15, -3.4, 30, 9.8, hole, 1),
            _poly((-3.5, -2.5), (-3.5, 5.5), (5, 1.5)),
        ),
        # a temple
        (
            _poly((-19, -5), (0, -17), (19, -5)),
            _rect(-18, 13, 36, 4),
            *(_rect(x, -3, 4.6, 15) for x in (-15.5, -6.8, 2, 10.8)),
        ),
    )
    return {f"building-{letter}{suffix}": shapes for letter, shapes in zip(board.LETTERS, drawn, strict=True)}


ICONS: Final[Mapping[str, tuple[Shape, ...]]] = MappingProxyType(
    {**_icons("", "house"), **_icons("-own", "sign")}
)
"""By ``building-`` and the letter; with ``-own`` on the ground of one's own stops."""
