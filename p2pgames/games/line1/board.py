"""The board of Line 1, the tiles on it, and the ways of trams over them; what lies across each side of a cell.

A side is 0 to 3 for north, east, south, west; a set of sides is a mask with bit ``1 << side``. A space is a cell,
0 to 143, or a terminal, 144 to 155. A ``Door`` says where a tram is about to be:

- 0 to 575, ``4 * cell + side``: it enters that cell by that side;
- 576 to 599, ``576 + 2 * terminal + end``: it enters that terminal by that end of its arc;
- -1: it would leave the board.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Final, TypeAlias

Cell: TypeAlias = int
"""0 to 143, row by row from the top left."""
Side: TypeAlias = int
Sides: TypeAlias = int
Terminal: TypeAlias = int
"""0 to 11, in the order of the data: the first and then the second of line 1, of line 2 and so on."""
Space: TypeAlias = int
Door: TypeAlias = int

DATA: Final = (files("p2pgames.games.line1") / "data" / "board.json").read_bytes()
LAYOUT: Final = json.loads(DATA)

ROWS: Final[int] = LAYOUT["rows"]
COLS: Final[int] = LAYOUT["cols"]
CELLS: Final = ROWS * COLS
HAND: Final[int] = LAYOUT["hand_size"]
LAYS: Final[int] = LAYOUT["lay_per_turn"]
DIE: Final[tuple[int | str, ...]] = tuple(LAYOUT["die"])
"""A number of spaces, or H for the next stop sign or terminal."""
LINES: Final = range(1, 7)


def cell_at(row: int, col: int) -> Cell:
    """Return the cell of this row and column, counted from 1 at the top left as in the data."""
    return (row - 1) * COLS + col - 1


NAMES: Final = tuple(f"{'abcdefghijkl'[cell % COLS]}{cell // COLS + 1}" for cell in range(CELLS))

BUILDINGS: Final[dict[str, Cell]] = {
    letter: cell_at(at["row"], at["col"]) for letter, at in LAYOUT["buildings"].items()
}
BUILDING_NAMES: Final[dict[str, str]] = {letter: at["name"] for letter, at in LAYOUT["buildings"].items()}
LETTERS: Final = "".join(BUILDINGS)
BUILDING_AT: Final = {cell: letter for letter, cell in BUILDINGS.items()}
GROUND: Final = tuple(cell for cell in range(CELLS) if cell not in BUILDING_AT)
"""The cells on which tiles may lie."""


def across(cell: Cell, side: Side) -> Cell | None:
    """Return the cell across that side, also one with a building; None at the edge of the board."""
    row, col = cell // COLS + (-1, 0, 1, 0)[side], cell % COLS + (0, 1, 0, -1)[side]
    return row * COLS + col if 0 <= row < ROWS and 0 <= col < COLS else None


NEAR: Final = tuple(
    tuple(
        (1 << side, near, 1 << (side + 2) % 4)
        for side in range(4)
        if (near := across(cell, side)) is not None and near not in BUILDING_AT
    )
    for cell in range(CELLS)
)
"""Of each cell: the cells beside it that may hold a tile, each after the bit of the side, before that of its own."""

STOPS: Final = {
    letter: tuple(near for side in range(4) if (near := across(cell, side)) is not None)
    for letter, cell in BUILDINGS.items()
}
"""Of each building: the cells on which its stop sign may come to stand."""
STOP_OF: Final = {cell: letter for letter, cells in STOPS.items() for cell in cells}

TERMINALS: Final = len(LAYOUT["terminals"])
TERMINAL_NAMES: Final = tuple(f"{place['line']}{place['side']}" for place in LAYOUT["terminals"])
STREETS: Final[tuple[str, ...]] = tuple(place["name"] for place in LAYOUT["terminals"])
SPACE_NAMES: Final = (*NAMES, *TERMINAL_NAMES)
SPACES: Final = {name.lower(): space for space, name in enumerate(SPACE_NAMES)}
OUT: Final = tuple(
    tuple(4 * cell_at(*cell) + "NESW".index(place["side"]) for cell in place["cells"])
    for place in LAYOUT["terminals"]
)
"""Of each terminal: where a tram is about to be that leaves by either end of the arc."""
ARC_AT: Final = {door: (at, end) for at, doors in enumerate(OUT) for end, door in enumerate(doors)}
"""The terminal, and the end of its arc, across a side ``4 * cell + side``."""


def own_terminals(line: int) -> tuple[Terminal, Terminal]:
    """Return the two terminals of a line, 1 to 6."""
    return 2 * line - 2, 2 * line - 1


def _onward(door: Door) -> Door:
    if door in ARC_AT:
        at, end = ARC_AT[door]
        return 4 * CELLS + 2 * at + end
    cell = across(door >> 2, door & 3)
    return -1 if cell is None or cell in BUILDING_AT else 4 * cell + (door + 2) % 4


ONWARD: Final = tuple(_onward(door) for door in range(4 * CELLS))
"""By ``4 * cell + side`` of leaving: where the tram is about to be then."""

ARCS: Final = tuple(sum(1 << side for side in range(4) if 4 * cell + side in ARC_AT) for cell in range(CELLS))
"""Of each cell: the sides at which the arc of a terminal opens."""
WALLS: Final = tuple(
    sum(1 << side for side in range(4) if ONWARD[4 * cell + side] < 0) for cell in range(CELLS)
)
"""Of each cell: the sides at which the board ends or a building stands."""

CARDS: Final[dict[str, list[dict[str, list[str]]]]] = LAYOUT["route_cards"]


def stops_of(seats: int, line: int, card: int) -> str:
    """Return the letters of the buildings of a line on a route card, 1 to 6, of the set for this many players."""
    return "".join(CARDS["2-3" if seats < 4 else "4-5"][card - 1][str(line)])


# The tiles: twelve types, and the 34 pieces they make when they are turned.
#
# A piece is a type with its quarter turns clockwise, numbered from 1; 0 stands for no tile. A set of pieces is a
# mask with bit ``1 << piece``. A link joins two sides; a tile has a rail at each side that a link of it touches.

Tile: TypeAlias = int
"""A type, 0 to 11, in the order of the data."""
Piece: TypeAlias = int
Pieces: TypeAlias = int
Link: TypeAlias = tuple[Side, Side]
"""Two sides, the lower one first."""

_WORDS: Final = {
    "straight_curve_left": "branch-left",
    "straight_curve_right": "branch-right",
    "double_curve_y": "wye",
    "double_curve_opposite": "twin",
}
TILES: Final[tuple[str, ...]] = tuple(
    _WORDS.get(tile["type"], tile["type"].replace("_", "-")) for tile in LAYOUT["tiles"]
)
"""The name of each type."""
BY_NAME: Final = {name: tile for tile, name in enumerate(TILES)}
STACK: Final[tuple[int, ...]] = tuple(tile["stack_copies"] for tile in LAYOUT["tiles"])
START: Final[tuple[Tile, ...]] = tuple(
    tile
    for tile, data in enumerate(LAYOUT["tiles"])
    for _ in range(LAYOUT["start_hand"].get(data["type"], 0))
)
"""The tiles everybody begins with."""
TREES: Final[tuple[bool, ...]] = tuple(tile["tree"] for tile in LAYOUT["tiles"])


def _pieces() -> tuple[tuple[Tile, int, frozenset[Link]], ...]:
    """Each type in each rotation that differs; of equal ones the least turned."""
    made: list[tuple[Tile, int, frozenset[Link]]] = []
    for tile, data in enumerate(LAYOUT["tiles"]):
        for turns in range(4):
            pairs = (sorted(("NESW".index(side) + turns) % 4 for side in link) for link in data["links"])
            links = frozenset((one, other) for one, other in pairs)
            if all(links != seen for _, _, seen in made):
                made.append((tile, turns, links))
    return tuple(made)


_MADE: Final = ((-1, 0, frozenset[Link]()), *_pieces())
TILE: Final[tuple[Tile, ...]] = tuple(tile for tile, _, _ in _MADE)
"""The type of each piece."""
TURNS: Final[tuple[int, ...]] = tuple(turns for _, turns, _ in _MADE)
LINKS: Final[tuple[frozenset[Link], ...]] = tuple(links for _, _, links in _MADE)
PIECE: Final = {(TILES[tile], turns): at for at, (tile, turns, _) in enumerate(_MADE) if at}
"""The piece of a type's name and its turns; only the least of turns that look the same."""
PIECES: Final = range(1, len(_MADE))
RAILS: Final[tuple[Sides, ...]] = tuple(
    sum({1 << side for link in links for side in link}) for links in LINKS
)
EXITS: Final = tuple(
    tuple(
        tuple(side for side in range(4) if (min(enter, side), max(enter, side)) in links)
        for enter in range(4)
    )
    for links in LINKS
)
"""Of each piece: the sides by which a tram may leave that entered by side 0, 1, 2, 3."""


def _mask(pieces: Iterable[Piece]) -> Pieces:
    return sum(1 << piece for piece in pieces)


OF_TILE: Final = tuple(_mask(p for p in PIECES if TILE[p] == tile) for tile in range(len(TILES)))
"""The pieces of each type."""
WITH_RAIL: Final = tuple(_mask(p for p in PIECES if RAILS[p] >> side & 1) for side in range(4))
"""The pieces with a rail at each side."""
FITTING: Final = tuple(
    _mask(p for p in PIECES if RAILS[p] & sides >> 4 == sides >> 4 and not RAILS[p] & sides & 15)
    for sides in range(256)
)
"""By 16 times the sides that need a rail, plus those that must have none: the pieces that fit."""
UPGRADES: Final = (
    0,
    *(0 if TREES[TILE[old]] else _mask(p for p in PIECES if LINKS[p] > LINKS[old]) for old in PIECES),
)
"""Of each piece: those that keep all its links and add one; none for a tile with trees."""


@lru_cache(4096)
def each(pieces: Pieces) -> tuple[Piece, ...]:
    """Return the pieces of a mask in their order."""
    return tuple(piece for piece in PIECES if pieces >> piece & 1)


@lru_cache(4096)
def of_hand(hand: tuple[Tile, ...]) -> Pieces:
    """Return every piece that these tiles can be."""
    mask = 0
    for tile in hand:
        mask |= OF_TILE[tile]
    return mask


def turns_of(tile: Tile) -> range:
    """Return the turns of a type that look different."""
    return range(OF_TILE[tile].bit_count())


# The track on the board, and for every cell the pieces that may be laid or exchanged there.
#
# Both follow from the tiles alone. They are kept up to date with every tile: it changes what its neighbours may
# hold, and through the pockets beside them what the cells two steps away may hold. With strict pockets every
# position that is reached passes the pocket check, so only pockets beside a new tile need to be looked at.

BYTE: Final = tuple(bytes([piece]) for piece in range(256))
BARE: Final = bytes(CELLS)

NO_RAIL: Final = tuple((sides & 15).bit_count() >= 3 for sides in range(256))
"""Whether no rail may lead into an empty cell with these surroundings: it could not be continued there."""
NO_BLANK: Final = tuple(sides >> 4 > 0 and (sides & 15).bit_count() >= 2 for sides in range(256))
"""Whether no further side of an empty cell may be closed: a rail that leads into it could not be continued."""


def _within(steps: int) -> tuple[tuple[Cell, ...], ...]:
    """Of each cell: those that may hold tiles and are at most this many steps away."""
    zones: list[set[Cell]] = [{cell} for cell in range(CELLS)]
    for _ in range(steps):
        zones = [{near for each in zone for _, near, _ in NEAR[each]} | zone for zone in zones]
    return tuple(tuple(sorted(zone & set(GROUND))) for zone in zones)


_ZONES: Final = {True: _within(2), False: _within(1)}


@dataclass(frozen=True, slots=True)
class Track:
    """The tiles on the board.

    ``cells`` holds the piece on each cell. ``around`` holds for each cell 16 times the sides at which a rail or
    an arc leads into it, plus the sides closed by the edge, a building or a blank side of a tile. ``shut`` holds for
    each laid cell the sides at which its tile cannot get a new rail. ``fits`` holds the pieces that may be laid on an
    empty cell, or exchanged for the one on a laid cell.
    """

    strict: bool
    cells: bytes
    around: bytes
    shut: bytes
    fits: tuple[Pieces, ...]

    def put(self, cell: Cell, piece: Piece) -> Track:
        """Return the track with the piece on this cell, whether it is allowed there or not."""
        cells = self.cells[:cell] + BYTE[piece] + self.cells[cell + 1 :]
        changed = bytearray(self.around)
        rails = RAILS[piece]
        for side, near, facing in NEAR[cell]:
            if rails & side:
                changed[near] = changed[near] & ~facing | facing << 4
            else:
                changed[near] |= facing
        around = bytes(changed)
        shut, fits = bytearray(self.shut), list(self.fits)
        for each in _ZONES[self.strict][cell]:
            if laid := cells[each]:
                shut[each] = sides = _shut(cells, around, each, self.strict)
                fits[each] = UPGRADES[laid] & FITTING[RAILS[laid] << 4 | sides]
            else:
                fits[each] = _fits(cells, around, each, self.strict)
        return Track(self.strict, cells, around, bytes(shut), tuple(fits))


def _shut(cells: bytes, around: bytes, cell: Cell, strict: bool) -> Sides:
    """Return the sides of a laid cell at which its tile cannot get a new rail."""
    sides = around[cell] & 15
    if strict:
        rails = RAILS[cells[cell]]
        for side, near, _ in NEAR[cell]:
            # Only an empty cell is closed all around: a laid one has rails, which nothing closes.
            if not rails & side and around[near] & 15 == 15:
                sides |= side
    return sides


def _fits(cells: bytes, around: bytes, cell: Cell, strict: bool) -> Pieces:
    """Return the pieces that may be laid on an empty cell."""
    sides = around[cell]
    if strict:
        for side, near, _ in NEAR[cell]:
            if not cells[near]:
                beside = around[near]
                if NO_RAIL[beside]:
                    sides |= side
                if NO_BLANK[beside]:
                    sides |= side << 4
    return FITTING[sides]


@cache
def bare(strict: bool) -> Track:
    """Return the board before the first tile."""
    around = bytes(ARCS[cell] << 4 | WALLS[cell] for cell in range(CELLS))
    fits = tuple(_fits(BARE, around, cell, strict) if cell in GROUND else 0 for cell in range(CELLS))
    return Track(strict, BARE, around, BARE, fits)


# The shortest way of a tram from terminal to terminal past all its stops.
#
# Breadth first over the doors a tram can be at, together with the set of stops it has passed.

Route: TypeAlias = tuple[Space, ...]
"""Every space in its order, both terminals among them."""

_Place: TypeAlias = tuple[Door, int]
"""A door, and what has been passed before it."""
_ARCS: Final = 4 * CELLS


def space_of(door: Door) -> Space:
    """Return the cell or terminal that is entered."""
    return door >> 2 if door < _ARCS else CELLS + (door - _ARCS >> 1)


def following(cells: bytes, door: Door) -> list[Door]:
    """Return where a tram may be next that enters by a door: laid cells and terminals."""
    if door >= _ARCS:
        out = OUT[door - _ARCS >> 1][(door + 1) % 2]
        return [out] if cells[out >> 2] else []
    return [
        onward
        for side in EXITS[cells[door >> 2]][door & 3]
        if (onward := ONWARD[door & ~3 | side]) >= _ARCS or (onward >= 0 and cells[onward >> 2])
    ]


@lru_cache(64)
def shortest_route(cells: bytes, start: Terminal, goal: Terminal, stops: tuple[Cell, ...]) -> Route | None:
    """Return a shortest route past all stops, between two different terminals; None if there is none.

    Of several the first in the order of the search: it is the same for everybody.
    """
    if not any(cells[door >> 2] for door in OUT[start]) or not any(cells[door >> 2] for door in OUT[goal]):
        return None
    spaces = spaces_reached(cells, start, goal)
    if CELLS + goal not in spaces or not spaces.issuperset(stops):  # a quick no, for most positions
        return None
    return search_route(cells, start, goal, stops)


def spaces_reached(cells: bytes, start: Terminal, goal: Terminal) -> set[Space]:
    """Return every space to which a tram can come from one terminal without passing it again nor the other one."""
    return {space_of(door) for door in reached_doors(cells, start, goal)}


def reached_doors(cells: bytes, start: Terminal, goal: Terminal) -> set[Door]:
    """Return the doors by which a tram that sets out from one terminal enters those spaces."""
    begin = [door for door in OUT[start] if cells[door >> 2]]
    seen = set(begin)
    while begin:
        door = begin.pop()
        for onward in following(cells, door):
            if onward not in seen:
                seen.add(onward)
                if onward - _ARCS >> 1 not in (start, goal):
                    begin.append(onward)
    return seen


@lru_cache(64)
def search_route(
    cells: bytes, start: Terminal, goal: Terminal, stops: tuple[Cell, ...], via: tuple[Space, ...] = ()
) -> Route | None:
    """Return a shortest route past all stops and, in their order, through all of ``via``; None without one."""
    bits: dict[Space, int] = {}
    for number, cell in enumerate(dict.fromkeys(stops)):
        bits[cell] = 1 << number
    every = (1 << len(bits)) - 1
    # What a tram has passed: a bit for each stop, and above them how many spaces of ``via``.
    every |= len(via) << len(bits)

    def passing(door: Door, passed: int) -> int:
        space = space_of(door)
        done = passed >> len(bits)
        if done < len(via) and via[done] == space:
            passed += 1 << len(bits)
        return passed | bits.get(space, 0)

    layer = [(door, passing(door, 0)) for door in OUT[start] if cells[door >> 2]]
    before: dict[_Place, _Place | None] = dict.fromkeys(layer)
    while layer:
        coming: list[_Place] = []
        for here in layer:
            door, passed = here
            for onward in following(cells, door):
                at = onward - _ARCS >> 1
                if at == goal and passed == every:
                    return _way(before, here, start, goal)
                if at not in (start, goal):
                    there = onward, passing(onward, passed)
                    if there not in before:
                        before[there] = here
                        coming.append(there)
        layer = coming
    return None


def _way(before: dict[_Place, _Place | None], last: _Place, start: Terminal, goal: Terminal) -> Route:
    spaces = [CELLS + goal]
    at: _Place | None = last
    while at is not None:
        spaces.append(space_of(at[0]))
        at = before[at]
    return (CELLS + start, *reversed(spaces))


def route_gap(cells: bytes, route: Route) -> tuple[Space, Space] | None:
    """Return the first two spaces between which no tram can go as the route says; None if it can go all the way.

    The route has at least three spaces, all of which exist, and begins in a terminal.
    """
    doors = {door for door in OUT[route[0] - CELLS] if door >> 2 == route[1] and cells[route[1]]}
    if not doors:
        return route[0], route[1]
    for here, there in pairwise(route[1:]):
        doors = {onward for door in doors for onward in following(cells, door) if space_of(onward) == there}
        if not doors:
            return here, there
    return None


def is_terminal(space: Space) -> bool:
    """Return whether a space is a terminal."""
    return CELLS <= space < CELLS + TERMINALS
