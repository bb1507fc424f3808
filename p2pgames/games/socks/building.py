"""How a city is laid out: where tiles, socks and blockers may lie, why not, and the layout that a seed draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeAlias, TypeVar

from p2pgames.games.socks import city
from p2pgames.games.socks.city import (
    COLOURS,
    DIRECTIONS,
    FARTHEST,
    FEWEST,
    MOST,
    NEAREST,
    SHAPES,
    SIXTHS,
    STICKS,
    VACANT,
    Cell,
    CityLayout,
    Colour,
    Grid,
    Pair,
    SocksCity,
    Station,
    Tile,
    around,
    between,
    bits,
    cells_of,
    city_of,
    grid,
)
from p2pgames.text import Count, Message, message

SIDES: Final = 2
"""Sides a further tile shares at least with those that lie."""
LAST: Final = 8
"""Tiles at the end that must enclose one hexagon more each, while too few are enclosed."""
_MARGIN: Final = 4
"""Hexagons around the layout into which one more tile can reach, and one beyond."""

Tiles = tuple[Tile, ...]


def tile_cells(tiles: Iterable[Tile]) -> tuple[Cell, ...]:
    """Return the cells of all tiles, tile by tile."""
    return tuple(cell for tile in tiles for cell in cells_of(tile))


def enclosed(tiles: Tiles) -> tuple[Cell, ...]:
    """Return the vacant hexagons from which no way over vacant hexagons leads outside."""
    laid = tile_cells(tiles)
    box, full = grid(laid, 1)
    return tuple(map(box.cell, bits(_shut(box, full, box.mask(laid)))))


def _shut(box: Grid, full: int, taken: int) -> int:
    """Return the vacant bits that cannot be reached from the margin, which is vacant all around.

    At the ends of a row a step runs on into the margin of the next: outside, like where it came from.
    """
    vacant, (east, down, slant) = full & ~taken, box.steps
    outside, before = 1, 0
    while outside != before:
        before = outside
        outside |= (
            (outside << east)
            | (outside >> east)
            | (outside << down)
            | (outside >> down)
            | (outside << slant)
            | (outside >> slant)
        )
        outside &= vacant
    return vacant & ~outside


def sides_shared(tiles: Tiles, tile: Tile) -> int:
    """Return how many sides a tile would share with those that lie."""
    laid = set(tile_cells(tiles))
    return sum(near in laid for cell in cells_of(tile) for near in around(cell))


@lru_cache(maxsize=256)
def tile_places(tiles: Tiles, total: int) -> tuple[Tile, ...]:
    """Return every way to lay the next of ``total`` tiles, by rotation, row and column."""
    if not tiles:
        return tuple((0, 0, sixths) for sixths in range(len(SHAPES)))
    laid = tile_cells(tiles)
    box, full = grid(laid, _MARGIN)
    taken = box.mask(laid)
    now = _shut(box, full, taken).bit_count()
    found = [
        (tile, _shut(box, full, taken | box.mask(cells_of(tile))).bit_count())
        for tile in _fits(box, full, taken)
    ]
    legal = [(tile, count) for tile, count in found if count <= MOST]
    if now < FEWEST and len(tiles) >= total - LAST:
        legal = [(tile, count) for tile, count in legal if count > now] or legal
    return tuple(tile for tile, _ in legal)


def _fits(box: Grid, full: int, taken: int) -> list[Tile]:
    """Return the ways to lay a tile on vacant cells with enough sides shared, whatever it encloses."""
    found = []
    vacant = full & ~taken
    for sixths, shape in enumerate(SHAPES):
        room, one, several = vacant, 0, 0
        for q, r in shape:
            room &= _moved(vacant, -(r * box.width + q))
            for dq, dr in DIRECTIONS:
                if (q + dq, r + dr) not in shape:
                    near = _moved(taken, -((r + dr) * box.width + q + dq))
                    several |= one & near
                    one |= near
        found += [(*box.cell(bit), sixths) for bit in bits(room & several)]
    return found


def _moved(mask: int, by: int) -> int:
    return mask << by if by >= 0 else mask >> -by


# Why a move of Socks in the City is refused, and what could be typed instead.

NOT_THE_ROLL = message("socks.not-the-roll", "That is not the roll that was asked for.")
TILE_DUE = message("socks.tile-due", "Now lay a tile.")
SOCK_DUE = message("socks.sock-due", "Now lay a sock.")

# -- sticks --

SIDE_BY_SIDE = message("socks.side-by-side", "A stick joins two stations that lie side by side.")
PRINTED_THERE = message(
    "socks.printed-there",
    "The link between twins is printed on the tile; nothing can be built there.",
)
STICK_THERE = message("socks.stick-there", "A stick of {player:seat} lies there already.")

# -- tiles --

FIRST_TILE = message("socks.first-tile", "The first tile goes in the middle of the table.")
TILE_THERE = message("socks.tile-there", "A tile lies there already.")
SIDES_SHARED = message(
    "socks.sides-shared", "A tile must share at least {sides:count} sides with those already laid."
)
TOO_MANY = message(
    "socks.too-many", "That would enclose {hexagons:count} hexagons; at most {most:count} are allowed."
)
TOO_FEW = message(
    "socks.too-few",
    "Only {now:count} hexagons are enclosed: this tile must enclose one more, since a tile can.",
)

# -- socks --

NO_SUCH_SOCK = message("socks.no-such-sock", "There is no such sock to lay.")
OTHER_SOCK = message("socks.other-sock", "First lay the other sock {sock:face}.")
NO_STATION = message("socks.no-station", "There is no such station.")
SOCK_THERE = message("socks.sock-there", "A sock lies there already.")
NO_PARTNER = message("socks.no-partner", "There would be no place for the other sock of this colour.")
APART = message(
    "socks.apart", "The socks of a colour lie {least:count} to {most:count} stations apart, not {now:count}."
)
CROWDED = message(
    "socks.crowded", "Every sock must keep {stations:count} neighbouring stations free of socks."
)(stations=Count(VACANT))
OUT_OF_REACH = message(
    "socks.out-of-reach", "It must be possible to join every pair with {sticks:count} sticks."
)(sticks=Count(STICKS))

# -- what is typed --

NAME_LINK = message("socks.name-link", "Name two neighbouring stations, such as {example:verbatim}.")
NAME_TILE = message(
    "socks.name-tile",
    "Name the hexagon of the tile's first twin and how it is turned, such as n52 r1.",
)
NAME_SOCK = message("socks.name-sock", "Name a sock and a station, such as A f20.")
NO_MOVE = message("socks.no-move", "That is not a move.")
NO_HEXAGON = message("socks.no-hexagon", "There is no hexagon {typed:typed}. {how:message}")
TURNS = message("socks.turns", "A tile is turned r0 to r{most:count}.")(most=Count(SIXTHS - 1))


def tile_refusal(tiles: Tiles, total: int, tile: Tile) -> Message | None:
    """Return why a tile may not be laid there; None if it may."""
    if not tiles:
        return None if tile[:2] == (0, 0) else FIRST_TILE()
    laid = set(tile_cells(tiles))
    if any(cell in laid for cell in cells_of(tile)):
        return TILE_THERE()
    if sides_shared(tiles, tile) < SIDES:
        return SIDES_SHARED(sides=Count(SIDES))
    count, now = len(enclosed((*tiles, tile))), len(enclosed(tiles))
    if count > MOST:
        return TOO_MANY(hexagons=Count(count), most=Count(MOST))
    if count <= now < FEWEST and len(tiles) >= total - LAST and tile not in tile_places(tiles, total):
        return TOO_FEW(now=Count(now))
    return None


# Where socks and blockers may lie.

Lone: TypeAlias = tuple[Colour, Cell]


def bare_city(tiles: tuple[Tile, ...]) -> SocksCity:
    """Return the city of these tiles, without socks."""
    return city_of(CityLayout(tiles))


@lru_cache(maxsize=32)
def stations_near(ground: SocksCity) -> dict[Station, int]:
    """Return for each station the neighbours a sock there counts: of a twin those of both halves, without itself."""
    sets = {}
    for station in ground.stations:
        halves = (station, ground.twin[station]) if station in ground.twin else (station,)
        mask = 0
        for half in halves:
            for other, _ in ground.around[half]:
                mask |= 1 << other
        sets[station] = mask & ~(1 << station)
    return sets


def roomy(ground: SocksCity, socks: Sequence[Station], taken: int) -> bool:
    """Return whether every sock keeps enough neighbouring stations without a sock or blocker."""
    sets = stations_near(ground)
    return all((sets[sock] & ~taken).bit_count() >= VACANT for sock in socks)


def far_enough(one: Cell, other: Cell) -> bool:
    """Return whether two socks of a colour may lie on these cells, by their distance alone."""
    return NEAREST <= between(one, other) <= FARTHEST


def sock_refusal(
    tiles: tuple[Tile, ...],
    pairs: Sequence[Pair],
    lone: Lone | None = None,
    blockers: Sequence[Cell] = (),
    *,
    strict: bool,
) -> Message | None:
    """Return which condition does not hold for what lies there; None if all do.

    Stations and colours are there and not taken twice; ``lone`` is a sock whose partner does not lie yet.
    """
    ground = bare_city(tiles)
    cells = [cell for _, one, two in pairs for cell in (one, two)] + ([lone[1]] if lone else [])
    taken = ground.grid.mask((*cells, *blockers))
    for _, one, two in pairs:
        if not far_enough(one, two):
            now = Count(between(one, two))
            return APART(least=Count(NEAREST), most=Count(FARTHEST), now=now)
    socks = [ground.grid.bit(cell) for cell in cells]
    if strict and not roomy(ground, socks, taken):
        return CROWDED
    for _, one, two in pairs:
        if not city.joinable(ground, taken, (ground.grid.bit(one), ground.grid.bit(two)), STICKS):
            return OUT_OF_REACH
    return None


@lru_cache(maxsize=64)
def second_places(
    tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], lone: Lone, *, strict: bool
) -> tuple[Cell, ...]:
    """Return every legal place for the partner of a sock, row by row."""
    return tuple(_partners(tiles, pairs, lone, strict))


@lru_cache(maxsize=64)
def first_places(tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], *, strict: bool) -> tuple[Cell, ...]:
    """Return every legal place for the first sock of a further colour, row by row: its partner must have one, too."""
    colour = len(pairs)
    return tuple(
        cell
        for cell in _vacant(tiles, pairs)
        if not sock_refusal(tiles, pairs, (colour, cell), strict=strict)
        and next(_partners(tiles, pairs, (colour, cell), strict), None) is not None
    )


def _vacant(tiles: tuple[Tile, ...], pairs: Sequence[Pair]) -> list[Cell]:
    taken = {cell for _, one, two in pairs for cell in (one, two)}
    ground = bare_city(tiles)
    return [cell for cell in map(ground.cell, ground.stations) if cell not in taken]


def _partners(tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], lone: Lone, strict: bool) -> Iterator[Cell]:
    colour, first = lone
    for cell in _vacant(tiles, pairs):
        if far_enough(first, cell) and not sock_refusal(
            tiles, (*pairs, (colour, first, cell)), strict=strict
        ):
            yield cell


# Layouts from the joint seed: integers only, the same on every machine.
#
# Tiles fill the hexagons around the middle from the inside out; a few hexagons, drawn by lot, are kept vacant, and
# more stay so because no tile fits. What misses a condition is thrown away and drawn anew.

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
"""Layouts of tiles that are tried before the distances between socks are drawn anew."""
_TRIES: Final = 25
"""Places tried for one pair before all socks are drawn anew."""
_ROUNDS: Final = 8
"""Times all socks are drawn anew before the tiles are."""


# Numbers drawn from the joint seed, the same on every machine.

Seed: TypeAlias = tuple[int, ...]
"""Eight values below `WORD`, as the joint coin rolls them."""

WORDS: Final = 8
"""Of a seed: 256 bits, so that no two tables are dealt the same city by accident."""
WORD: Final = 2**32
"""Below this is each word: four bytes, as `SeededDraw` reads them."""
T = TypeVar("T")


class SeededDraw:
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
def draw_layout(
    seed: Seed, total: int, colours: tuple[Colour, ...], blockers: int, *, strict: bool
) -> CityLayout:
    """Return the layout of this many tiles and these colours; all conditions hold.

    Fewer blockers than asked for lie there if no more fit. A ``total`` of 0 is a beginner's game whose size and
    missing colour the seed draws, too.
    """
    draw = SeededDraw(seed)
    if not total:
        total = SMALLEST + draw.below(SIZES)
        missing = draw.below(COLOURS)
        colours = tuple(colour for colour in colours if colour != missing)
    while True:
        distances = [(colour, NEAREST + draw.below(FARTHEST - NEAREST + 1)) for colour in colours]
        for _ in range(_CITIES):
            tiles = _tiles(draw, total)
            pairs = _pairs(draw, bare_city(tiles), distances, strict)
            if pairs:
                return CityLayout(tiles, pairs, _blockers(draw, tiles, pairs, blockers, strict))


@lru_cache(maxsize=16)
def blocked(
    seed: Seed, tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], count: int, *, strict: bool
) -> tuple[Cell, ...]:
    """Return the places of blockers on a layout of the players."""
    return _blockers(SeededDraw(seed), tiles, pairs, count, strict)


# -- tiles --


def _rings(radius: int) -> list[Cell]:
    """Return the cells around the middle, nearest first."""
    span = range(-radius, radius + 1)
    near_middle = [(q, r) for r in span for q in span if abs(q + r) <= radius]
    return sorted(near_middle, key=lambda cell: (between(cell, (0, 0)), cell[1], cell[0]))


_DISC: Final = _rings(7)
"""The 169 hexagons in which a city is drawn: twice what its 20 tiles cover."""
_INNER: Final = [cell for cell in _DISC if between(cell, (0, 0)) < _REACH]
_WAYS: Final = tuple((sixths, part) for sixths in range(len(SHAPES)) for part in range(len(SHAPES[0])))


def _tiles(draw: SeededDraw, total: int) -> tuple[Tile, ...]:
    """Return tiles that lie compactly, hang together, and enclose as many hexagons as they should."""
    while True:
        tiles = _filled(draw, total)
        if len(tiles) == total and FEWEST <= len(enclosed(tiles)) <= MOST and _hangs_together(tiles):
            return tiles


def _filled(draw: SeededDraw, total: int) -> tuple[Tile, ...]:
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


def _covering(draw: SeededDraw, cell: Cell, closed: set[Cell]) -> Tile | None:
    """Return a tile drawn by lot that covers the cell and none that is closed; None if there is none."""
    for sixths, part in draw.order(_WAYS):
        dq, dr = SHAPES[sixths][part]
        tile = cell[0] - dq, cell[1] - dr, sixths
        if closed.isdisjoint(cells_of(tile)):
            return tile
    return None


def _hangs_together(tiles: tuple[Tile, ...]) -> bool:
    """Return whether one can go from every station to every other over neighbours."""
    ground = bare_city(tiles)
    seen, todo = {ground.stations[0]}, [ground.stations[0]]
    while todo:
        for other, _ in ground.around[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return len(seen) == len(ground.stations)


# -- socks --


def _pairs(
    draw: SeededDraw, ground: SocksCity, distances: Sequence[tuple[Colour, int]], strict: bool
) -> tuple[Pair, ...] | None:
    """Return places for socks of these colours at these distances; None if none were found."""
    apart = _apart(ground)
    if not all(apart[distance] for _, distance in distances):
        return None
    for _ in range(_ROUNDS):
        pairs = _round(draw, ground, apart, distances, strict)
        if pairs and not sock_refusal(ground.layout.tiles, pairs, strict=strict):
            return pairs
    return None


def _apart(ground: SocksCity) -> dict[int, list[tuple[Station, Station]]]:
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
"""From one row of keys to the next; the next power of two above twice the width of any layout."""
_BETWEEN: Final = [
    between(
        (q - _STRIDE * (q >= _STRIDE // 2), r - _STRIDE * (r >= _STRIDE // 2) + (q >= _STRIDE // 2)), (0, 0)
    )
    for r in range(_STRIDE)
    for q in range(_STRIDE)
]
"""By the difference of two keys, negative ones counted from the end: how many hexagons lie between."""


def _round(
    draw: SeededDraw,
    ground: SocksCity,
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
    draw: SeededDraw, tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], count: int, strict: bool
) -> tuple[Cell, ...]:
    """Return places for blockers, one after the other wherever all conditions still hold."""
    ground = bare_city(tiles)
    socks = {cell for _, one, two in pairs for cell in (one, two)}
    placed: tuple[Cell, ...] = ()
    for cell in draw.order([cell for cell in map(ground.cell, ground.stations) if cell not in socks]):
        if len(placed) == count:
            break
        if not sock_refusal(tiles, pairs, blockers=(*placed, cell), strict=strict):
            placed = (*placed, cell)
    return placed
