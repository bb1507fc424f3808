"""Where everything of Line 1's board lies, and the way of a track through a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from p2pgames.drawing.paths import dist, line, mix, quarter
from p2pgames.drawing.shapes import Group, Ink, Path, Point, Shape, Step, Use, stroke
from p2pgames.games.line1.board import (
    CELLS,
    COLS,
    GROUND,
    LINKS,
    ONWARD,
    OUT,
    TERMINALS,
    Cell,
    Link,
    Piece,
    Side,
    Space,
    Terminal,
)
from p2pgames.games.line1.search import Route, space_of
from p2pgames.games.line1.view.scene import Scene

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


# Rails, the reach of one's own trams, and the way of a trip.

RAIL, BED = 16, 11
"""From rail to rail, outside and inside: a thick line with a thinner one on it."""
BAND, CASING = 13.5, 19


def twin(steps: tuple[Step, ...]) -> tuple[Shape, ...]:
    """Return ways as twin rails; where they meet they merge."""
    return Path(steps, stroke("rail", RAIL, blunt=True)), Path(steps, stroke("tile", BED, blunt=True))


def name(piece: Piece) -> str:
    """Return the symbol of a tile's tracks."""
    return f"track-{piece}"


@cache
def _symbol(piece: Piece) -> tuple[Shape, ...]:
    return twin(tuple(step for link in sorted(LINKS[piece]) for step in link_steps(link)))


def symbols(cells: bytes, others: Iterable[Piece]) -> dict[str, tuple[Shape, ...]]:
    """Return the tracks of every kind of tile that lies on the board, and of some others."""
    return {name(piece): _symbol(piece) for piece in sorted({*cells, *others}) if piece}


@cache
def arcs() -> tuple[Shape, ...]:
    """Return the tracks around all terminals."""
    return twin(tuple(step for at in ARCS for step in arc(at)))


def rails(cells: bytes) -> tuple[Shape, ...]:
    """Return the tracks of all tiles."""
    return tuple(Use(name(cells[cell]), *middle(cell)) for cell in GROUND if cells[cell])


def reach(shown: Scene) -> tuple[Shape, ...]:
    """Return everything that the player's own trams can reach, if that is traced."""
    if shown.route or not shown.heavy:
        return ()
    every = ((cell, link) for cell, links in shown.heavy.items() for link in sorted(links))
    steps = tuple(
        step for cell, link in every for step in (("M", *door(cell, link[0])), bend(link, *corner(cell)))
    )
    return (Group((Path(steps, stroke("accent", 4, blunt=True)),), "reach", role="route"),)


# -- the way of a trip --


def route(shown: Scene) -> tuple[Shape, ...]:
    """Return a route as a band in its line's colour, with arrows where it runs one way only."""
    if len(shown.way) < 2:
        return ()
    legs = [*_legs(shown.way, shown.cells)]
    steps = (
        *_begin(shown.way, shown.cells),
        *(step for leg in legs for step in _leg(leg)),
        *_end(shown.way),
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


_Leg = tuple[Space, Link]
"""A space with the side of entering and leaving; of a terminal the ends of its arc."""


def _legs(way: Route, cells: bytes) -> Iterator[_Leg]:
    """Yield every space between the ends of a route, with how it is passed."""
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        if here >= CELLS:
            first = OUT[here - CELLS][0] >> 2 == before
            yield here, (0, 1) if first else (1, 0)
        elif (link := _link(cells, before, here, after)) is not None:
            yield here, link


def _link(cells: bytes, before: Space, here: Cell, after: Space) -> Link | None:
    for one, other in LINKS[cells[here]]:
        ends = _across(here, one), _across(here, other)
        if ends == (before, after):
            return one, other
        if ends == (after, before):
            return other, one
    return None


def _across(cell: Cell, side: Side) -> Space:
    onward = ONWARD[4 * cell + side]
    return space_of(onward) if onward >= 0 else -1


def _leg(leg: _Leg) -> tuple[Step, ...]:
    space, link = leg
    if space >= CELLS:
        return arc(space - CELLS, back=link == (1, 0))
    return ("M", *door(space, link[0])), bend(link, *corner(space))


def _begin(way: Route, cells: bytes) -> tuple[Step, ...]:
    """Return the way out of the first space: of a terminal's arc, or from the middle of a tile."""
    here, after = way[0], way[1]
    if here >= CELLS:
        return _half(here, after)
    sides = [
        side
        for side in range(4)
        if _across(here, side) == after and any(side in k for k in LINKS[cells[here]])
    ]
    return line(middle(here), door(here, sides[0])) if sides else ()


def _end(way: Route) -> tuple[Step, ...]:
    return _half(way[-1], way[-2]) if way[-1] >= CELLS else ()


def _half(terminal: Space, near: Space) -> tuple[Step, ...]:
    at = terminal - CELLS
    return arc(at, half=True, back=OUT[at][0] >> 2 != near)


def _arrows(legs: list[_Leg]) -> tuple[Step, ...]:
    """Return a small arrow on every second cell; none if a route runs both ways."""
    ways: dict[tuple[Space, Link], set[Link]] = {}
    for space, link in legs:
        ways.setdefault((space, (min(link), max(link))), set()).add(link)
    single = [(space, next(iter(found))) for (space, _), found in ways.items() if len(found) == 1]
    return tuple(
        step
        for space, link in single
        if space < CELLS and not (space // COLS + space % COLS) % 2
        for step in _arrow(space, link)
    )


HALFWAY: Final = 0.585
"""How far from the middle of a cell to the middle of the chord a curve comes by."""


def _arrow(cell: Cell, link: Link) -> tuple[Step, ...]:
    (x, y), one, other = corner(cell), MID[link[0]], MID[link[1]]
    mx, my = mix((HALF, HALF), mix(one, other, 0.5), HALFWAY)
    whole = dist(one, other)
    dx, dy = (other[0] - one[0]) / whole, (other[1] - one[1]) / whole
    tip = x + mx + dx * 3, y + my + dy * 3
    back = tip[0] - dx * 5, tip[1] - dy * 5
    return line((back[0] - dy * 4, back[1] + dx * 4), tip, (back[0] + dy * 4, back[1] - dx * 4))
