"""How hexagons lie: their upper corner points up, and rows interlock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from p2pgames.contract import Seat
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
    Spot,
    Step,
    Text,
    Use,
    area,
    badge,
    beside,
    dist,
    line,
    mix,
    ring,
    stroke,
    toward,
)
from p2pgames.games.socks.building import enclosed
from p2pgames.games.socks.city import DIRECTIONS, Cell, Colour, Link, SocksCity, Station, Tile, cells_of
from p2pgames.games.socks.notation import NamingFrame, row_name
from p2pgames.games.socks.sentences import describe_spot, link_here, station_here, sticks_at
from p2pgames.games.socks.state import SOCKS, SocksState
from p2pgames.games.socks.view.scene import SocksScene
from p2pgames.picture.picture import Say, View

R: Final = 40
"""From the middle of a hexagon to a corner."""
ACROSS: Final = R * 3**0.5 / 2
"""From one column of names to the next: half a hexagon."""
DOWN: Final = R * 1.5
"""From one row of hexagons to the next."""
SIDE: Final = 78
"""Left of the first column, for the names of rows."""
ABOVE: Final = 74
"""Above the first row, for the names of columns."""
SOCK: Final = 29
"""The disc of a sock."""
STATION: Final = 6.5
"""The radius of a station."""


@dataclass(frozen=True, slots=True)
class PlaneDrawing:
    """A part of the plane: this many rows and columns, from one of its frame on."""

    frame: NamingFrame
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
def rulers(plan: PlaneDrawing) -> tuple[Shape, ...]:
    """Return the names of rows, and of every second column."""
    rows = (Text(22, ABOVE + row * DOWN, row_name(plan.top + row), 16, "muted") for row in range(plan.rows))
    columns = ((SIDE + k * ACROSS, plan.left + k + 1) for k in range(0, plan.columns, 2))
    return (*rows, *(Text(x, 17, str(number), 14, "muted") for x, number in columns))


# Tiles with the seams between them, parks in what they enclose, and the links printed on them.

TREES = ((-11, 6, 9), (10, 8, 8), (0, -9, 10))
RAIL = 4.2
TIE = 7.5


@lru_cache(16)
def ground(tiles: tuple[Tile, ...], plan: PlaneDrawing) -> tuple[Shape, ...]:
    """Return the ground of all tiles, and a park in every hexagon that they enclose."""
    if not tiles:
        return ()
    owner = {cell: number for number, tile in enumerate(tiles) for cell in cells_of(tile)}
    hexagons = tuple(step for cell in owner for step in line(*plan.hexagon(cell, R + 0.5), closed=True))
    return (
        Path(hexagons, Paint("tile", "tile", 1)),
        *(shape for cell in enclosed(tiles) for shape in _park(plan, cell)),
        Path(tuple(_seams(owner, plan)), stroke("seam", 2.4)),
    )


def _park(plan: PlaneDrawing, cell: Cell) -> tuple[Shape, ...]:
    return Poly(plan.hexagon(cell, R - 1), Paint("park", "tile", 2)), Use("trees", *plan.at(cell))


def trees() -> tuple[Shape, ...]:
    """Return three trees about (0, 0)."""
    stems = tuple(step for x, y, r in TREES for step in line((x, y + r - 1), (x, y + r + 7)))
    return Path(stems, stroke("bark", 2.6)), *(Circle(x, y, r, area("leaf")) for x, y, r in TREES)


def _seams(owner: dict[Cell, int], plan: PlaneDrawing) -> Iterator[Step]:
    """Yield every side between a tile and another one, or what is none."""
    for cell, number in owner.items():
        corners = plan.hexagon(cell)
        for dq, dr in DIRECTIONS:
            near = cell[0] + dq, cell[1] + dr
            if near in owner and owner[near] <= number:
                continue
            middle = mix(plan.at(cell), plan.at(near), 0.5)
            yield from line(*sorted(corners, key=lambda corner: dist(corner, middle))[:2])


@lru_cache(512)
def printed(p: Point, q: Point) -> tuple[Shape, ...]:
    """Return a link that is printed on a tile: rails with sleepers."""
    along = beside(p, q, 1)
    ties = tuple(step for k in range(1, 6) for step in _across(mix(p, q, k / 6), along, TIE))
    ends = toward(p, q, 8), toward(q, p, 8)
    rails = tuple(
        step
        for side in (-RAIL, RAIL)
        for step in line(*((x + along[0] * side, y + along[1] * side) for x, y in ends))
    )
    return Path(ties, stroke("rail", 2.6)), Path(rails, stroke("rails", 2.6))


def _across(at: Point, along: Point, far: float) -> tuple[Step, ...]:
    return line(*((at[0] + along[0] * far * sign, at[1] + along[1] * far * sign) for sign in (-1, 1)))


# Socks, as they lie and as they have been won.

_LEG: Final = (
    ("M", -10, -17), ("L", 7, -17), ("L", 7, -1), ("C", 7, 3, 11, 5, 16, 7.5), ("C", 23, 11, 20.5, 20, 13, 20),
    ("L", 4, 20), ("C", -5, 20, -10, 14, -10, 6), ("Z",),
)  # fmt: skip
_CUFF: Final = (-11.6, -21.5, 20.2, 8)
_FULL: Final = Paint("self", "sockground", 2.6)
_RIM: Final = Paint("tile", "self", 2.6)

SYMBOLS: Final[Mapping[str, tuple[Shape, ...]]] = MappingProxyType(
    {
        "trees": trees(),
        "sock": (
            Path(_LEG, _FULL),
            Rect(*_CUFF, _FULL, 3),
            Path(line((-6, -17.5), (3, -17.5)), stroke("onsock", 2.2, (2.4, 2.6), blunt=True)),
            Path((("M", 12, 9), ("C", 9, 12, 9, 17, 11, 19)), stroke("onsock", 2)),
        ),
        "won": (Path(_LEG, Paint("tile", "self", 2.6, (4.5, 3.5))), Rect(*_CUFF, _RIM, 3)),
    }
)


def ink(colour: Colour) -> Ink:
    """Return the ink of a colour of socks."""
    return f"sock{SOCKS[colour]}"


def sock(colour: Colour, key: str, at: Point, rim: Paint | None = None, won: Seat | None = None) -> Group:
    """Return a sock on its disc; one that is won hollow, with the winner's badge."""
    free, letter = won is None, SOCKS[colour]
    disc = Circle(0, 0, SOCK, rim or Paint("sockground", ink(colour) if free else "rule", 2.6))
    parts = (
        disc,
        Use("sock" if free else "won", -3, 1, 0.95, ink(colour)),
        Text(-3.5, 3.5, letter, 17, "onsock" if free else "muted", bold=True),
        *(badge(won, 19, -19, 11, "board") if won is not None else ()),
    )
    return Group(parts, key, *at)


# What can be pointed at in the city, and how it is said.

LINK_END, LINK_HALF = 15, 13
SOCK_REACH, STATION_REACH = 31, 16


def spots(shown: SocksScene, view: View, points: dict[int, Point]) -> tuple[Spot, ...]:
    """Return links as thin diamonds, and above them the stations."""
    town = shown.state.town
    legal = [_legal(shown, number) for number in range(len(town.ends))]
    names = _link_names(town, shown.frame)
    links = tuple(
        _SPOT(
            names[number],
            _diamond(points[one], points[two]),
            legal[number],
            _link_said(names[number], shown.state.links[number], view.say),
        )
        for number, (one, two) in enumerate(town.ends)
    )
    return (*links, *(_station(shown, view, station, points[station]) for station in town.stations))


def _legal(shown: SocksScene, number: Link) -> bool:
    begun = shown.begun is None or shown.begun in shown.state.town.ends[number]
    return begun and number != shown.typed and shown.can_build(number)


@lru_cache(4)
def _link_names(town: SocksCity, frame: NamingFrame) -> tuple[str, ...]:
    """Return how links are typed; those of a city stay what they are."""
    cells = (sorted(map(town.cell, ends), key=frame.place) for ends in town.ends)
    return tuple("-".join(map(frame.name, pair)) for pair in cells)


_SPOT: Final = lru_cache(4096)(Spot)
"""The very spot of a position before, where it is the same."""


@lru_cache(2048)
def _link_said(name: str, holder: int, say: Say) -> str:
    return say(link_here(name, holder))


@lru_cache(2048)
def _station_said(name: str, sticks: tuple[int, int], say: Say) -> str:
    return say(station_here(name, sticks))


@lru_cache(2048)
def _diamond(p: Point, q: Point) -> tuple[Point, ...]:
    (mx, my), (ox, oy) = mix(p, q, 0.5), beside(p, q, LINK_HALF)
    return toward(p, q, LINK_END), (mx + ox, my + oy), toward(q, p, LINK_END), (mx - ox, my - oy)


def _station(shown: SocksScene, view: View, station: Station, at: Point) -> Spot:
    town = shown.state.town
    name = shown.frame.name(town.cell(station))
    legal = any(
        shown.can_build(link) and (shown.begun is None or other == shown.begun)
        for other, link in town.around[station]
    )
    large = station in town.sock_at or station in town.blocked
    outline = ring(6, SOCK_REACH if large else STATION_REACH, *at)
    if large:
        return _SPOT(name, outline, legal, said_at(shown.state, view.say, name))
    return _SPOT(name, outline, legal, _station_said(name, sticks_at(shown.state, station), view.say))


@lru_cache(64)
def said_at(state: SocksState, say: Say, spot: str) -> str:
    """Return what stands at a spot, in the viewer's words, which are the same for all who look on."""
    told = describe_spot(state, spot)
    return say(told) if told is not None else spot
