"""A finished layout: stations, the links between neighbours, socks and blockers.

A station is a bit of the city's grid, a set of stations a number. A link is numbered in the order of the first of its
two stations, row by row; ``Boards`` hold links by their lower station, one number for each direction of `Grid.steps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from p2pgames.contract import Move, Wire
from p2pgames.games.socks.board import COLOURS, Cell, Colour, Grid, Tile, between, bits, cells_of, grid

Station: TypeAlias = int
"""The number of a station's bit."""
Link: TypeAlias = int
Boards: TypeAlias = tuple[int, int, int]
Pair: TypeAlias = tuple[Colour, Cell, Cell]

FREE, PRINTED = 0, 3
"""What a link is: free, or printed on a tile and not built on; a stick of seat s is 1 + s."""


@dataclass(frozen=True, slots=True)
class Layout:
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
class City:
    """A layout with all that follows from it, compared by identity.

    ``ends[link]`` holds a link's two stations, the lower one first, and ``moves[link]`` the move that builds it;
    ``number`` maps moves to links, ``link`` pairs of stations, either way round. ``around[s]`` holds each neighbour
    with the link there. ``twin`` maps each station to the other half, if it has one. ``plain`` are the stations that
    paths may pass. ``socks`` holds the two stations of each colour, and ``pair`` both as a set; ``worth`` the points.
    ``printed`` are the sets of two stations that printed links join.
    """

    layout: Layout
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
def city(layout: Layout) -> City:
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
    return City(
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


def _worth(layout: Layout) -> tuple[int, ...]:
    worth = [0] * COLOURS
    for colour, one, two in layout.pairs:
        worth[colour] = between(one, two)
    return tuple(worth)
