"""Moves as plain values, read into what they mean.

``("lay", tile, turns, cell)``, ``("pair", tile, turns, cell, tile, turns, cell)`` with the lower cell first,
``("pass",)``, ``("go", line, route card, route)``, ``("anew", route)``, ``("roll",)``, ``("draw",)``,
``("take", owner, tile)``. Tiles go by name, turns are the least that look so, a route lists every space.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.contract import Illegal, Move, Seat
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import BY_NAME, CELLS, LINES, PIECE, TERMINALS, Cell, Piece, Tile
from p2pgames.games.line1.search import Route
from p2pgames.games.line1.state import CARD_FACES
from p2pgames.text import Count

PASS: Final[Move] = ("pass",)
ROLL: Final[Move] = ("roll",)
DRAW: Final[Move] = ("draw",)

SHORTEST: Final = 3
LONGEST: Final = 2114
"""Spaces of a route. A tram that enters no cell by the same side twice between two of five places, four times 132
ways in, needs no more for the four legs, terminals included."""
ROUTE_LENGTH: Final = sentences.ROUTE_LENGTH(least=Count(SHORTEST), most=Count(LONGEST))


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid, or exchanged for the one that lies there."""

    piece: Piece
    cell: Cell


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tiles exchanged together, the lower cell first."""

    one: Lay
    other: Lay


@dataclass(frozen=True, slots=True)
class Go:
    """Line card and route card are shown, and the trip begins on this route."""

    line: int
    card: int
    route: Route


@dataclass(frozen=True, slots=True)
class Anew:
    """The trip is given up and begun again on this route."""

    route: Route


@dataclass(frozen=True, slots=True)
class Take:
    """An open tile is taken from its owner."""

    owner: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Plain:
    """A move that is a word: pass, roll or draw."""

    word: str


Deed: TypeAlias = Lay | Pair | Go | Anew | Take | Plain


def read(move: Move) -> Deed:
    """Return what a move means, which may still be illegal; raise `Illegal` if it has not the form of a move."""
    if not isinstance(move, tuple) or bool in map(type, move):
        raise Illegal(sentences.NO_MOVE())
    match move:
        case ("pass" | "roll" | "draw" as word,):
            return Plain(word)
        case ("lay", str(tile), int(turns), int(cell)):
            return _lay(tile, turns, cell)
        case ("pair", str(tile), int(turns), int(cell), str(second), int(again), int(other)):
            if cell >= other:
                raise Illegal(sentences.PAIR_ORDER())
            return Pair(_lay(tile, turns, cell), _lay(second, again, other))
        case ("go", int(line), int(card), tuple(route)) if line in LINES and 1 <= card <= len(CARD_FACES):
            return Go(line, card, _route(route))
        case ("anew", tuple(route)):
            return Anew(_route(route))
        case ("take", int(owner), str(tile)) if tile in BY_NAME:
            return Take(owner, BY_NAME[tile])
    raise Illegal(sentences.NO_MOVE())


def _lay(tile: str, turns: int, cell: int) -> Lay:
    if (tile, turns) not in PIECE or not 0 <= cell < CELLS:
        raise Illegal(sentences.NO_PIECE())
    return Lay(PIECE[tile, turns], cell)


def _route(route: tuple[object, ...]) -> Route:
    if not SHORTEST <= len(route) <= LONGEST:
        raise Illegal(ROUTE_LENGTH)
    if not all(type(space) is int and 0 <= space < CELLS + TERMINALS for space in route):
        raise Illegal(sentences.ROUTE_SPACES())
    return route  # type: ignore[return-value]  # every space was just checked
