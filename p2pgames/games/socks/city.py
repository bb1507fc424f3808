"""A finished layout: stations, the links between neighbours, socks and blockers.

A station is a bit of the city's grid, a set of stations a number. A link is numbered in the order of the first of its
two stations, row by row; ``Boards`` hold links by their lower station, one number for each direction of `Grid.steps`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.contract import Move, Seat, Wire

Station: TypeAlias = int
"""The number of a station's bit."""
Link: TypeAlias = int
Boards: TypeAlias = tuple[int, int, int]


# The printed matter: hexagons, the tile, and the numbers of pieces.
#
# A ``Cell`` is a hexagon in axial coordinates (q, r); its six neighbours lie at `DIRECTIONS`. A ``Tile`` is laid
# with its first cell on (q, r) and turned by some sixths of a circle; the first two of its four cells are the
# twins.

Cell: TypeAlias = tuple[int, int]
Tile: TypeAlias = tuple[int, int, int]
"""The column and row of the first cell, and how often the tile is turned by a sixth."""
Colour: TypeAlias = int
"""A colour of socks, 0 to 5, named by a letter from A on."""

DATA: Final = (files("p2pgames.games.socks") / "data" / "board.json").read_bytes()
_PRINTED: Final[dict[str, Any]] = json.loads(DATA)

TILES: Final[int] = _PRINTED["tiles"]
STICKS: Final[int] = _PRINTED["sticks_each"]
COLOURS: Final[int] = _PRINTED["colours"]
DIRECTIONS: Final[tuple[Cell, ...]] = tuple((q, r) for q, r in _PRINTED["axial_dirs"])
SIXTHS: Final[int] = _PRINTED["rotations"]

NEAREST, FARTHEST = 6, 10
"""Stations between the two socks of a colour, at least and at most."""
FEWEST, MOST = 5, 8
"""Hexagons the layout encloses, at least and at most."""
VACANT: Final = 3
"""Neighbouring stations without a sock that every sock keeps."""


def turned(cell: Cell, sixths: int) -> Cell:
    """Return where a cell comes to when the plane is turned about (0, 0)."""
    q, r = cell
    for _ in range(sixths % SIXTHS):
        q, r = -r, q + r
    return q, r


SHAPES: Final[tuple[tuple[Cell, ...], ...]] = tuple(
    tuple(turned((q, r), sixths) for q, r in _PRINTED["base_tile"]["cells"]) for sixths in range(SIXTHS)
)
"""The cells of a tile on (0, 0), for every way to turn it; the first two are the twins."""


def cells_of(tile: Tile) -> tuple[Cell, ...]:
    """Return the four cells of a tile, the twins first."""
    q, r, sixths = tile
    return tuple((q + dq, r + dr) for dq, dr in SHAPES[sixths])


def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the six hexagons that share a side with this one."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def between(one: Cell, other: Cell) -> int:
    """Return how many hexagons lie between two, as the crow flies: the steps from one to the other, less one."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2 - 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A box of hexagons as the bits of a number, row by row, with a margin so that no step leaves the box.

    A step along a row is one bit; the two steps to the next row are ``width`` bits, and one less.
    """

    left: int
    top: int
    width: int

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit."""
        return (cell[1] - self.top) * self.width + cell[0] - self.left

    def cell(self, bit: int) -> Cell:
        """Return the cell of a bit's number."""
        row, column = divmod(bit, self.width)
        return column + self.left, row + self.top

    def mask(self, cells: Iterable[Cell]) -> int:
        """Return the number in which the bits of these cells are set."""
        mask = 0
        for cell in cells:
            mask |= 1 << self.bit(cell)
        return mask

    @property
    def steps(self) -> tuple[int, int, int]:
        """The bits from a cell to its neighbours at (1, 0), (0, 1) and (-1, 1)."""
        return 1, self.width, self.width - 1


def grid(cells: Iterable[Cell], margin: int) -> tuple[Grid, int]:
    """Return a grid that holds the cells with this many hexagons to spare on each side, and all of its bits set."""
    known = tuple(cells)
    left, right = min(q for q, _ in known) - margin, max(q for q, _ in known) + margin
    top, bottom = min(r for _, r in known) - margin, max(r for _, r in known) + margin
    width = right - left + 1
    return Grid(left, top, width), (1 << width * (bottom - top + 1)) - 1


def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


Pair: TypeAlias = tuple[Colour, Cell, Cell]

FREE, PRINTED = 0, 3
"""What a link is: free, or printed on a tile and not built on; a stick of seat s is 1 + s."""


@dataclass(frozen=True, slots=True)
class CityLayout:
    """What is laid out: tiles in their order, the pairs of socks by colour, and blockers in their order."""

    tiles: tuple[Tile, ...]
    pairs: tuple[Pair, ...] = ()
    blockers: tuple[Cell, ...] = ()
    by_hand: bool = False
    """Whether the players laid the tiles."""

    @property
    def wire(self) -> Wire:
        """The layout as plain values."""
        return self.tiles, self.pairs, self.blockers, self.by_hand


@dataclass(frozen=True, slots=True, eq=False)
class SocksCity:
    """A layout with all that follows from it, compared by identity.

    ``ends[link]`` holds a link's two stations, the lower one first, and ``moves[link]`` the move that builds it;
    ``number`` maps moves to links, ``link`` pairs of stations, either way round. ``around[s]`` holds each neighbour
    with the link there. ``twin`` maps each station to the other half, if it has one. ``plain`` are the stations that
    paths may pass. ``socks`` holds the two stations of each colour, and ``pair`` both as a set; ``worth`` the points.
    ``printed`` are the sets of two stations that printed links join.
    """

    layout: CityLayout
    grid: Grid
    stations: tuple[Station, ...]
    ends: tuple[tuple[Station, Station], ...]
    moves: tuple[Move, ...]
    number: dict[Move, Link]
    link: dict[tuple[Station, Station], Link]
    around: dict[Station, tuple[tuple[Station, Link], ...]]
    twin: dict[Station, Station]
    plain: int
    colours: tuple[Colour, ...]
    socks: dict[Colour, tuple[Station, Station]]
    pair: tuple[int, ...]
    worth: tuple[int, ...]
    sock_at: dict[Station, Colour]
    blocked: frozenset[Station]
    start: bytes
    free: Boards
    printed: tuple[int, ...]

    def cell(self, station: Station) -> Cell:
        """Return where a station lies."""
        return self.grid.cell(station)


STEPS: Final = ((1, 0), (0, 1), (-1, 1))
"""The directions of links, from the lower station."""


@lru_cache(maxsize=64)
def city_of(layout: CityLayout) -> SocksCity:
    """Return the city of a layout."""
    cells = [cell for tile in layout.tiles for cell in cells_of(tile)]
    box, _ = grid(cells, 1)
    there = {cell: box.bit(cell) for cell in cells}
    links = tuple(_links(there))
    ends = tuple((there[one], there[two]) for _, one, two in links)
    moves: tuple[Move, ...] = tuple(("stick", *one, *two) for _, one, two in links)
    twins = {tuple(sorted(cells_of(tile)[:2], key=there.__getitem__)) for tile in layout.tiles}
    start = bytes(PRINTED if (one, two) in twins else FREE for _, one, two in links)
    printed = tuple(
        1 << one | 1 << two for (one, two), is_printed in zip(ends, start, strict=True) if is_printed
    )
    socks = {colour: (there[one], there[two]) for colour, one, two in layout.pairs}
    stops = box.mask([cell for _, one, two in layout.pairs for cell in (one, two)]) | box.mask(
        layout.blockers
    )
    return SocksCity(
        layout=layout,
        grid=box,
        stations=tuple(sorted(there.values())),
        ends=ends,
        moves=moves,
        number={move: link for link, move in enumerate(moves)},
        link={pair: link for link, (one, two) in enumerate(ends) for pair in ((one, two), (two, one))},
        around=_around(there.values(), ends),
        twin={station: other for mask in printed for station, other in (bits(mask), bits(mask)[::-1])},
        plain=box.mask(cells) & ~stops,
        colours=tuple(sorted(socks)),
        socks=socks,
        pair=tuple(sum(1 << end for end in socks.get(colour, ())) for colour in range(COLOURS)),
        worth=_worth(layout),
        sock_at={station: colour for colour, pair in socks.items() for station in pair},
        blocked=frozenset(map(box.bit, layout.blockers)),
        start=start,
        free=_free(links, ends, start),
        printed=printed,
    )


def _links(there: Mapping[Cell, Station]) -> Iterator[tuple[int, Cell, Cell]]:
    """Yield the links in the order of their numbers: the direction, and both cells, the lower station's first."""
    for q, r in sorted(there, key=there.__getitem__):
        for direction, (dq, dr) in enumerate(STEPS):
            if (other := (q + dq, r + dr)) in there:
                yield direction, (q, r), other


def _around(
    stations: Iterable[Station], ends: Sequence[tuple[Station, Station]]
) -> dict[Station, tuple[tuple[Station, Link], ...]]:
    """Return the neighbours of each station, with the link to each."""
    around: dict[Station, list[tuple[Station, Link]]] = {station: [] for station in stations}
    for link, (one, two) in enumerate(ends):
        around[one].append((two, link))
        around[two].append((one, link))
    return {station: tuple(sorted(near)) for station, near in around.items()}


def _free(
    links: Sequence[tuple[int, Cell, Cell]], ends: Sequence[tuple[Station, Station]], start: bytes
) -> Boards:
    """Return the links that are not printed, by direction."""
    free = [0, 0, 0]
    for (direction, _, _), (one, _), what in zip(links, ends, start, strict=True):
        if what == FREE:
            free[direction] |= 1 << one
    return free[0], free[1], free[2]


def _worth(layout: CityLayout) -> tuple[int, ...]:
    worth = [0] * COLOURS
    for colour, one, two in layout.pairs:
        worth[colour] = between(one, two)
    return tuple(worth)


# What each seat has joined, and the fewest sticks that would join a pair.
#
# Sets of stations are numbers, so that one step of the search goes everywhere at once. A net is a set of stations
# that a seat's sticks and the printed links join, with the socks and blockers they touch: these belong to every net
# that touches them, and join none.

Nets: TypeAlias = tuple[int, ...]
Layers: TypeAlias = list[tuple[int, int]]
"""For each number of sticks the stations first reached with it: by the last of them alone, and by nets from there."""


@dataclass(frozen=True, slots=True)
class StickRoute:
    """A cheapest way for a seat to join a colour: the free links it still has to build."""

    seat: Seat
    colour: Colour
    links: frozenset[Link]


def nets_of(city: SocksCity, links: bytes, seat: Seat) -> Nets:
    """Return the nets of a seat, built up link by link."""
    nets: Nets = ()
    for link, what in enumerate(links):
        if what in (PRINTED, 1 + seat):
            nets = with_link(city, nets, link)[0]
    return nets


def with_link(city: SocksCity, nets: Nets, link: Link) -> tuple[Nets, int]:
    """Return the nets with one more link, and the net it belongs to now."""
    one, two = city.ends[link]
    both = 1 << one | 1 << two
    passing = both & city.plain
    net, rest = both, []
    for each in nets:
        if each & passing:
            net |= each
        else:
            rest.append(each)
    rest.append(net)
    return tuple(rest), net


def sticks_missing(city: SocksCity, free: Boards, nets: Nets, colour: Colour, most: int) -> int | None:
    """Return the fewest free links that would join the colour; None if more than ``most``."""
    layers = _search(city, city.plain, free, nets, city.socks[colour], most)
    return None if layers is None else len(layers) - 1


def joinable(city: SocksCity, stops: int, pair: tuple[Station, Station], most: int) -> bool:
    """Return whether the pair could be joined on the bare city with this many sticks, if these stations were stops."""
    return _search(city, city.plain & ~stops, city.free, city.printed, pair, most) is not None


def cheapest_route(
    city: SocksCity, free: Boards, nets: Nets, seat: Seat, colour: Colour, most: int
) -> StickRoute | None:
    """Return a cheapest way to join the colour with at most this many sticks; None if there is none."""
    layers = _search(city, city.plain, free, nets, city.socks[colour], most)
    if layers is None:
        return None
    links = set()
    at = 1 << city.socks[colour][1]
    for number in range(len(layers) - 1, 0, -1):
        entry = _entry(layers[number][0], nets, at)
        before = _neighbours(city, free, entry) & layers[number - 1][1]
        at = before & -before
        links.add(city.link[at.bit_length() - 1, entry.bit_length() - 1])
    return StickRoute(seat, colour, frozenset(links))


def _entry(fresh: int, nets: Nets, at: int) -> int:
    """Return the station by which a layer was entered on the way to ``at``."""
    if fresh & at:
        return at
    entry = next(net & fresh for net in nets if net & at and net & fresh)
    return entry & -entry


def _search(
    city: SocksCity, plain: int, free: Boards, nets: Nets, pair: tuple[Station, Station], most: int
) -> Layers | None:
    """Return the layers from the first of the pair up to the one that holds the second; None if there is none."""
    start, goal = 1 << pair[0], 1 << pair[1]
    allowed = plain | goal
    reached = start
    for net in nets:
        if net & start:
            reached |= net & allowed
    layers: Layers = [(start, reached)]
    fresh = reached
    while not reached & goal:
        if len(layers) > most:
            return None
        entered = _neighbours(city, free, fresh) & allowed & ~reached
        if not entered:
            return None
        fresh = entered
        for net in nets:
            if net & entered:
                fresh |= net & allowed
        fresh &= ~reached
        reached |= fresh
        layers.append((entered, fresh))
    return layers


def _neighbours(city: SocksCity, free: Boards, stations: int) -> int:
    """Return the stations at the other ends of free links."""
    (east, down, slant), (_, width, less) = free, city.grid.steps
    return (
        (stations & east) << 1
        | stations >> 1 & east
        | (stations & down) << width
        | stations >> width & down
        | (stations & slant) << less
        | stations >> less & slant
    )


def first_route(
    city: SocksCity, free: Boards, nets: Sequence[Nets], open_colours: Sequence[Colour], left: Sequence[int]
) -> StickRoute | None:
    """Return a way by which some seat can still win one of the colours; None if nobody can win any."""
    for colour in open_colours:
        for seat, most in enumerate(left):
            if found := cheapest_route(city, free, nets[seat], seat, colour, most):
                return found
    return None


def without_link(free: Boards, city: SocksCity, link: Link) -> Boards:
    """Return the free links without this one."""
    one, two = city.ends[link]
    step = city.grid.steps.index(two - one)
    return tuple(  # type: ignore[return-value]  # three as before
        board & ~(1 << one) if number == step else board for number, board in enumerate(free)
    )
