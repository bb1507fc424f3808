"""Layouts from the joint seed: integers only, the same on every machine.

Tiles fill the hexagons around the middle from the inside out; a few hexagons, drawn by lot, are kept vacant, and more
stay so because no tile fits. What misses a condition is thrown away and drawn anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeAlias, TypeVar

from p2pgames.games.socks.board import (
    COLOURS,
    FARTHEST,
    FEWEST,
    MOST,
    NEAREST,
    SHAPES,
    Cell,
    Colour,
    Tile,
    between,
    cells_of,
)
from p2pgames.games.socks.city import City, Layout, Pair, Station
from p2pgames.games.socks.placing import bare, refusal, roomy
from p2pgames.games.socks.tiling import enclosed

SMALLEST: Final = 15
"""Tiles of a beginner's game, at least."""
SIZES: Final = 3
"""How many sizes a beginner's game has, one tile apart."""
_JITTER: Final = 4
"""How strictly tiles fill up ring by ring: what a ring counts against what is drawn by lot."""
_KEPT: Final = 4
"""Hexagons kept vacant on purpose."""
_REACH: Final = 3
"""How far from the middle they lie at most."""
_CITIES: Final = 4
"""Layouts of tiles tried for the same distances."""
_TRIES: Final = 25
"""Places tried for one pair before all socks are drawn anew."""
_ROUNDS: Final = 8
"""Times all socks are drawn anew before the tiles are."""


# Numbers drawn from the joint seed, the same on every machine.

Seed: TypeAlias = tuple[int, ...]
"""Eight values below `WORD`, as the joint coin rolls them."""

WORDS: Final = 8
WORD: Final = 2**32
T = TypeVar("T")


class Draw:
    """SHA-256 in counter mode over the seed, read as words of four bytes, most significant first."""

    def __init__(self, seed: Seed) -> None:
        """Begin at the first word."""
        self._key = b"".join(value.to_bytes(4, "big") for value in seed)
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``, each with the same chance; ``bound`` is at most `WORD`."""
        limit = WORD - WORD % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def one(self, things: Sequence[T]) -> T:
        """Return one of the things, each with the same chance."""
        return things[self.below(len(things))]

    def order(self, things: Sequence[T]) -> list[T]:
        """Return the things in an order drawn by lot (Fisher and Yates)."""
        drawn = list(things)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn


@lru_cache(maxsize=64)
def layout(seed: Seed, total: int, colours: tuple[Colour, ...], blockers: int, *, strict: bool) -> Layout:
    """Return the layout of this many tiles and these colours; all conditions hold.

    Fewer blockers than asked for lie there if no more fit. A ``total`` of 0 is a beginner's game whose size and
    missing colour the seed draws, too.
    """
    draw = Draw(seed)
    if not total:
        total = SMALLEST + draw.below(SIZES)
        missing = draw.below(COLOURS)
        colours = tuple(colour for colour in colours if colour != missing)
    while True:
        distances = [(colour, NEAREST + draw.below(FARTHEST - NEAREST + 1)) for colour in colours]
        for _ in range(_CITIES):
            tiles = _tiles(draw, total)
            pairs = _pairs(draw, bare(tiles), distances, strict)
            if pairs:
                return Layout(tiles, pairs, _blockers(draw, tiles, pairs, blockers, strict))


@lru_cache(maxsize=16)
def blocked(
    seed: Seed, tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], count: int, *, strict: bool
) -> tuple[Cell, ...]:
    """Return the places of blockers on a layout of the players."""
    return _blockers(Draw(seed), tiles, pairs, count, strict)


# -- tiles --


def _rings(radius: int) -> list[Cell]:
    """Return the cells around the middle, nearest first."""
    span = range(-radius, radius + 1)
    near_middle = [(q, r) for r in span for q in span if abs(q + r) <= radius]
    return sorted(near_middle, key=lambda cell: (between(cell, (0, 0)), cell[1], cell[0]))


_DISC: Final = _rings(7)
_INNER: Final = [cell for cell in _DISC if between(cell, (0, 0)) < _REACH]
_WAYS: Final = tuple((sixths, part) for sixths in range(len(SHAPES)) for part in range(len(SHAPES[0])))


def _tiles(draw: Draw, total: int) -> tuple[Tile, ...]:
    """Return tiles that lie compactly, hang together, and enclose as many hexagons as they should."""
    while True:
        tiles = _filled(draw, total)
        if len(tiles) == total and FEWEST <= len(enclosed(tiles)) <= MOST and _hangs_together(tiles):
            return tiles


def _filled(draw: Draw, total: int) -> tuple[Tile, ...]:
    """Return tiles around the middle, from the inside out, that leave hexagons drawn by lot vacant."""
    order = sorted(_DISC, key=lambda cell: between(cell, (0, 0)) * _JITTER + draw.below(_JITTER + 1))
    closed = set(draw.order(_INNER)[:_KEPT])
    tiles: list[Tile] = []
    for cell in order:
        tile = None if cell in closed else _covering(draw, cell, closed)
        closed.add(cell)
        if tile:
            tiles.append(tile)
            closed.update(cells_of(tile))
        if len(tiles) == total:
            break
    return tuple(tiles)


def _covering(draw: Draw, cell: Cell, closed: set[Cell]) -> Tile | None:
    """Return a tile drawn by lot that covers the cell and none that is closed; None if there is none."""
    for sixths, part in draw.order(_WAYS):
        dq, dr = SHAPES[sixths][part]
        tile = cell[0] - dq, cell[1] - dr, sixths
        if closed.isdisjoint(cells_of(tile)):
            return tile
    return None


def _hangs_together(tiles: tuple[Tile, ...]) -> bool:
    """Return whether one can go from every station to every other over neighbours."""
    ground = bare(tiles)
    seen, todo = {ground.stations[0]}, [ground.stations[0]]
    while todo:
        for other, _ in ground.around[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return len(seen) == len(ground.stations)


# -- socks --


def _pairs(
    draw: Draw, ground: City, distances: Sequence[tuple[Colour, int]], strict: bool
) -> tuple[Pair, ...] | None:
    """Return places for socks of these colours at these distances; None if none were found."""
    apart = _apart(ground)
    if not all(apart[distance] for _, distance in distances):
        return None
    for _ in range(_ROUNDS):
        pairs = _round(draw, ground, apart, distances, strict)
        if pairs and not refusal(ground.layout.tiles, pairs, strict=strict):
            return pairs
    return None


def _apart(ground: City) -> dict[int, list[tuple[Station, Station]]]:
    """Return all pairs of stations that may hold the socks of a colour, by their distance."""
    apart: dict[int, list[tuple[Station, Station]]] = {d: [] for d in range(NEAREST, FARTHEST + 1)}
    placed = [(station, _key(ground.cell(station))) for station in ground.stations]
    for number, (one, here) in enumerate(placed):
        for other, there in placed[number + 1 :]:
            if (distance := _BETWEEN[there - here]) in apart:
                apart[distance].append((one, other))
    return apart


def _key(cell: Cell) -> int:
    """Return a number whose differences tell distances: cells of a layout are less than half a stride apart."""
    return cell[1] * _STRIDE + cell[0]


_STRIDE: Final = 64
_BETWEEN: Final = [
    between(
        (q - _STRIDE * (q >= _STRIDE // 2), r - _STRIDE * (r >= _STRIDE // 2) + (q >= _STRIDE // 2)), (0, 0)
    )
    for r in range(_STRIDE)
    for q in range(_STRIDE)
]
"""By the difference of two keys, negative ones counted from the end: how many hexagons lie between."""


def _round(
    draw: Draw,
    ground: City,
    apart: dict[int, list[tuple[Station, Station]]],
    distances: Sequence[tuple[Colour, int]],
    strict: bool,
) -> tuple[Pair, ...] | None:
    """Return pairs drawn by lot, the farthest first, with room around all socks; None if one finds no place."""
    socks: tuple[Station, ...] = ()
    taken = 0
    pairs: list[Pair] = []
    for colour, distance in sorted(distances, key=lambda pair: -pair[1]):
        for _ in range(_TRIES):
            both = draw.one(apart[distance])
            mask = 1 << both[0] | 1 << both[1]
            if not mask & taken and (not strict or roomy(ground, (*socks, *both), taken | mask)):
                break
        else:
            return None
        socks, taken = (*socks, *both), taken | mask
        pairs.append((colour, ground.cell(both[0]), ground.cell(both[1])))
    return tuple(sorted(pairs))


# -- blockers --


def _blockers(
    draw: Draw, tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], count: int, strict: bool
) -> tuple[Cell, ...]:
    """Return places for blockers, one after the other wherever all conditions still hold."""
    ground = bare(tiles)
    socks = {cell for _, one, two in pairs for cell in (one, two)}
    placed: tuple[Cell, ...] = ()
    for cell in draw.order([cell for cell in map(ground.cell, ground.stations) if cell not in socks]):
        if len(placed) == count:
            break
        if not refusal(tiles, pairs, blockers=(*placed, cell), strict=strict):
            placed = (*placed, cell)
    return placed
