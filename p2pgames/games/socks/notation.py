"""Moves as text: ``f20-g21`` lays a stick, ``n52 r1`` a tile turned once, ``A f20`` a sock."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from p2pgames.contract import Illegal, Move
from p2pgames.games.socks import building
from p2pgames.games.socks.building import tile_cells
from p2pgames.games.socks.city import FREE, SIXTHS, Cell, Link, SocksCity, Tile, turned
from p2pgames.games.socks.state import SOCKS, SocksState, SocksTask
from p2pgames.sentences import NOT_NOW
from p2pgames.text import Message, Typed, Verbatim

FARTHEST: Final = 200
"""No tile can lie so far from the first, in steps along an axis."""
_PLACE: Final = re.compile(r"(a{0,9}[a-z]|z{0,9}[a-z])(-?[0-9]{1,3})")


# Names of hexagons: rows are letters, columns numbers, neighbours in a row two apart and in the next row one.
#
# While tiles are being laid the first one stands at `ORIGIN` and names never change. A finished city is named anew:
# from row a and column 1, and turned so that it has the fewest rows. A city the players laid is turned only if it
# is high.

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
ORIGIN: Final = "n50"
HIGH: Final = 11
"""Rows that a small screen shows at once."""
_AXES: Final = 3
"""Ways to turn the plane that differ in height: the other three only turn it upside down."""


@dataclass(frozen=True, slots=True)
class NamingFrame:
    """How a plane of hexagons is turned, and which row and column come first."""

    sixths: int
    top: int
    left: int

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return row and column of a cell, from 0 on where the frame was made for it."""
        q, r = turned(cell, self.sixths)
        return r - self.top, 2 * q + r - self.left

    def cell(self, row: int, column: int) -> Cell | None:
        """Return the cell there; None if row and column meet on none."""
        return _cell(self, row, column)

    def name(self, cell: Cell) -> str:
        """Return the name of a cell, as ``f20``."""
        return _name(self, cell)


# A board is named anew for every drawing, a hundred stations and twice as many links.


@lru_cache(1024)
def _cell(frame: NamingFrame, row: int, column: int) -> Cell | None:
    r = row + frame.top
    twice = column + frame.left - r
    return None if twice % 2 else turned((twice // 2, r), -frame.sixths)


@lru_cache(1024)
def _name(frame: NamingFrame, cell: Cell) -> str:
    row, column = frame.place(cell)
    return f"{row_name(row)}{column + 1}"


def row_name(row: int) -> str:
    """Return the letter of a row; rows before a and after z have more than one."""
    around = row // len(LETTERS)
    return ("z" * around if around >= 0 else "a" * -around) + LETTERS[row % len(LETTERS)]


def row_number(name: str) -> int:
    """Return the row of a name made of letters, of which all but the last are z, or all are a."""
    around = len(name) - 1 if name.startswith("z") else 1 - len(name)
    return around * len(LETTERS) + LETTERS.index(name[-1])


LAYING: Final = NamingFrame(0, -LETTERS.index(ORIGIN[0]), 1 - int(ORIGIN[1:]))


def fitted(laid: Iterable[Cell], *, by_hand: bool) -> NamingFrame:
    """Return the frame of a finished city."""
    known = tuple(laid)
    frames = [_around(known, sixths) for sixths in range(_AXES)]
    heights = [max(frame.place(cell)[0] for cell in known) + 1 for frame in frames]
    if by_hand and heights[0] <= HIGH:
        return frames[0]
    return frames[heights.index(min(heights))]


def _around(known: Iterable[Cell], sixths: int) -> NamingFrame:
    there = [turned(cell, sixths) for cell in known]
    return NamingFrame(sixths, min(r for _, r in there), min(2 * q + r for q, r in there))


@lru_cache(maxsize=64)
def frame_of_tiles(tiles: tuple[Tile, ...]) -> NamingFrame:
    """Return the frame of a city whose tiles the players have laid."""
    return fitted(tile_cells(tiles), by_hand=True)


@lru_cache(maxsize=64)
def frame_of_city(town: SocksCity) -> NamingFrame:
    """Return how the hexagons of a finished city are named; remembered, since every drawing asks."""
    return fitted(tile_cells(town.layout.tiles), by_hand=town.layout.by_hand)


def naming(state: SocksState) -> NamingFrame:
    """Return how hexagons are named now."""
    if state.city:
        return frame_of_city(state.city)
    return LAYING if state.task is SocksTask.TILE or not state.tiles else frame_of_tiles(state.tiles)


def whole(*numbers: object) -> bool:
    """Return whether all of these are numbers of reasonable size."""
    return all(type(number) is int and -FARTHEST < number < FARTHEST for number in numbers)


def link(state: SocksState, move: Move) -> Link:
    """Return the link a move builds; raise `Illegal` if it is not one."""
    found = state.town.number.get(move)
    if found is None or not isinstance(move, tuple) or not whole(*move[1:]):
        raise Illegal(building.SIDE_BY_SIDE())
    return found


def move_text(state: SocksState, move: Move) -> str:
    """Return a legal move as it is typed."""
    here = naming(state)
    match move:
        case ("stick", int(q), int(r), int(q2), int(r2)):
            one, two = sorted(((q, r), (q2, r2)), key=here.place)
            return f"{here.name(one)}-{here.name(two)}"
        case ("tile", int(q), int(r), int(sixths)):
            return f"{here.name((q, r))} r{sixths}"
        case ("sock", int(colour), int(q), int(r)):
            return f"{SOCKS[colour]} {here.name((q, r))}"
    raise Illegal(building.NO_MOVE())


def parse_move(state: SocksState, typed: str) -> Move:
    """Return the move that is typed, legal or not; raise `Illegal` if it is no move."""
    compact = re.sub(r"[-–\s]+(?=[a-z])", " ", typed.strip().lower())
    words = compact.split()
    match state.task, words:
        case SocksTask.STICK, [one, two]:
            return _stick(state, place_named(state, one), place_named(state, two))
        case SocksTask.TILE, [name, *turn]:
            return ("tile", *place_named(state, name), _sixths(turn))
        case SocksTask.SOCK, [name] if state.lone:
            return ("sock", state.lone[0], *place_named(state, name))
        case SocksTask.SOCK, [sock, name] if sock.upper() in SOCKS:
            return ("sock", SOCKS.index(sock.upper()), *place_named(state, name))
    raise Illegal(_how(state))


def _how(state: SocksState) -> Message:
    """Return how a move is typed now, with one that can be made where sticks are laid."""
    match state.task:
        case SocksTask.STICK:
            free = max(0, state.links.find(FREE))  # some link is free as long as a stick is due
            return building.NAME_LINK(example=Verbatim(move_text(state, state.town.moves[free])))
        case SocksTask.TILE:
            return building.NAME_TILE()
        case SocksTask.SOCK:
            return building.NAME_SOCK()
    return NOT_NOW()


def _stick(state: SocksState, one: Cell, two: Cell) -> Move:
    """Return the move as the city has it, whichever station was named first."""
    for move in (("stick", *one, *two), ("stick", *two, *one)):
        if move in state.town.number:
            return move
    return ("stick", *one, *two)


def place_named(state: SocksState, typed: str) -> Cell:
    """Return the cell that is named; raise `Illegal` if there is no such hexagon."""
    cell = cell_named(state, typed)
    if cell is None:
        raise Illegal(building.NO_HEXAGON(typed=Typed(typed), how=_how(state)))
    return cell


def cell_named(state: SocksState, typed: str) -> Cell | None:
    """Return the cell of this name; None if there is no such hexagon."""
    found = _PLACE.fullmatch(typed)
    return naming(state).cell(row_number(found[1]), int(found[2]) - 1) if found else None


def _sixths(words: list[str]) -> int:
    if not words:
        return 0
    found = re.fullmatch(r"r?([0-9])", words[0]) if len(words) == 1 else None
    if found is None or int(found[1]) >= SIXTHS:
        raise Illegal(building.TURNS)
    return int(found[1])
