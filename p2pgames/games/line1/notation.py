"""How moves are written.

``curve e6 r1``, ``pair curve e6 r1 fork e7``, ``pass``, ``go 5N b1 ... 5S``, ``anew 5N ...``, ``roll``, ``draw``,
``take 2 curve``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from p2pgames.contract import Illegal, Known, Move, Seat
from p2pgames.games.line1 import board, sentences
from p2pgames.games.line1.sentences import hand as hand_name
from p2pgames.games.line1.state import Line1State, Line1Task
from p2pgames.games.line1.turns import (
    LONGEST,
    ROUTE_LENGTH,
    BeginTrip,
    Line1Lay,
    PairExchange,
    RenewTrip,
    TakeTile,
    WordMove,
    cards_of,
    read_deed,
)
from p2pgames.text import Count, Message, PlaceName, Typed, whole_number

_INITIALS: Final = {"bl": "branch-left", "br": "branch-right", "ml": "mixed-left", "mr": "mixed-right"}
_LAY: Final = r"(\S+)\s+([a-l](?:1[0-2]|[1-9]))(?:\s+r\s*([0-9]))?"
_ONE: Final = re.compile(_LAY)
_TWO: Final = re.compile(rf"pair\s+{_LAY}\s+{_LAY}")
_TAKE: Final = re.compile(r"take\s+([1-9])\s+(\S+)")
_WORDS: Final = ("pass", "roll", "draw")


def move_text(move: Move) -> str:
    """Return a move as it is printed; every legal move of a position reads differently."""
    match read_deed(move):
        case Line1Lay() as lay:
            return lay_text(lay)
        case PairExchange(one, other):
            return f"pair {lay_text(one)} {lay_text(other)}"
        case BeginTrip(_, _, route):
            return f"go {route_words(route)}"
        case RenewTrip(route):
            return f"anew {route_words(route)}"
        case TakeTile(owner, tile):
            return f"take {owner + 1} {board.TILES[tile]}"
        case WordMove(word):
            return word


def lay_text(lay: Line1Lay) -> str:
    """Return how a lay is typed."""
    turns = f" r{board.TURNS[lay.piece]}" if board.TURNS[lay.piece] else ""
    return f"{board.TILES[board.TILE[lay.piece]]} {board.NAMES[lay.cell]}{turns}"


def route_words(route: Sequence[int]) -> str:
    """Return the names of the spaces."""
    return " ".join(board.SPACE_NAMES[space] for space in route)


def parse_move(state: Line1State, seat: Seat, known: Known, typed: str) -> Move:
    """Return the move that is typed, legal or not; raise `Illegal` if the text names none."""
    clean = " ".join(typed.lower().split())
    if clean in _WORDS:
        return (clean,)
    word, _, rest = clean.partition(" ")
    if word in ("go", "anew"):
        return _announced(state, seat, known, word, rest.split())
    if found := _TAKE.fullmatch(clean):
        return "take", int(found[1]) - 1, board.TILES[tile_named(found[2], ())]
    hand = state.hands[seat]
    if found := _TWO.fullmatch(clean):
        one, other = (_lay(hand, *found.groups()[at : at + 3]) for at in (0, 3))
        return ("pair", *one[1:], *other[1:]) if one[3] < other[3] else ("pair", *other[1:], *one[1:])
    if found := _ONE.fullmatch(clean):
        return _lay(hand, *found.groups())
    raise Illegal(sentences.NOT_A_MOVE(how=_how(state, seat)))


def _how(state: Line1State, seat: Seat) -> Message:
    if state.task is Line1Task.TAKE:
        return sentences.HOW_TO_TAKE()
    return sentences.HOW_TO_RIDE() if state.trips[seat] else sentences.HOW_TO_LAY()


def _lay(hand: tuple[int, ...], tile: str, cell: str, turns: str | None) -> tuple[str, str, int, int]:
    kind, turned = tile_named(tile, hand), int(turns or 0)
    if turned > 3:
        raise Illegal(sentences.ROTATION())
    return "lay", board.TILES[kind], turned % len(board.turns_of(kind)), board.SPACES[cell]


def tile_named(typed: str, hand: tuple[int, ...]) -> int:
    """Return the type that is typed: by its name or the beginning of it, or its place in the hand."""
    if typed.isascii() and typed.isdecimal() and hand:
        if not 1 <= (number := whole_number(typed) or 0) <= len(hand):
            raise Illegal(sentences.HAND_HAS(first=Count(1), last=Count(len(hand))))
        return hand[number - 1]
    typed = _INITIALS.get(typed, typed)
    found = [name for name in board.TILES if name.startswith(typed)]
    if typed in board.BY_NAME:
        return board.BY_NAME[typed]
    if len(found) > 1 and hand:
        found = [name for name in found if board.BY_NAME[name] in hand] or found
    if len(found) != 1:
        there = hand_name(board.BY_NAME[name] for name in found or board.TILES)
        raise Illegal(sentences.NO_SUCH_TILE(typed=Typed(typed[:20]), tiles=there))
    return board.BY_NAME[found[0]]


# -- routes --


def _announced(state: Line1State, seat: Seat, known: Known, word: str, names: list[str]) -> Move:
    """Return the announcement of a route: the one that is listed, or the shortest through the spaces named."""
    cards = cards_of(state, seat, known)
    if cards is None:
        raise Illegal(sentences.NO_CARDS())
    if unknown := [name for name in names if name not in board.SPACES]:
        raise Illegal(sentences.NO_SPACE(typed=Typed(unknown[0][:20])))
    if len(names) > LONGEST:
        raise Illegal(ROUTE_LENGTH)
    route = _route(state, *cards, tuple(board.SPACES[name] for name in names))
    return ("go", *cards, route) if word == "go" else ("anew", route)


# A shortest route that also goes through spaces a player names, in their order.

MOST = 12
"""Spaces on the way that may be named; a whole route, with both terminals, is not searched for."""


def route_through(
    cells: bytes,
    start: board.Space,
    goal: board.Space,
    stops: tuple[board.Cell, ...],
    via: tuple[board.Space, ...],
) -> board.Route | None:
    """Return a shortest route between two terminals past all stops and through these spaces; None without one.

    Raises `Illegal` for more spaces than are searched for.
    """
    if len(via) > MOST:
        raise Illegal(sentences.MOST_NAMED(most=Count(MOST)))
    if not via:
        return board.shortest_route(cells, start - board.CELLS, goal - board.CELLS, stops)
    return board.search_route(cells, start - board.CELLS, goal - board.CELLS, stops, via)


def _route(state: Line1State, line: int, card: int, spaces: board.Route) -> board.Route:
    first, second = (board.CELLS + at for at in board.own_terminals(line))
    if len(spaces) > 2 and board.is_terminal(spaces[0]) and board.is_terminal(spaces[-1]):
        return spaces
    if {first, second} & set(spaces[1:-1]):
        raise Illegal(sentences.ONLY_ENDS())
    missing = [letter for letter in state.stops(line, card) if state.stop_cell(letter) < 0]
    if missing:
        raise Illegal(sentences.YOUR_STOP_UNSIGNED(letter=PlaceName(missing[0])))
    backwards = spaces[:1] == (second,) or spaces[1:][-1:] == (first,)
    start, goal = (second, first) if backwards else (first, second)
    via = tuple(space for space in spaces if space not in (first, second))
    stops = tuple(state.stop_cell(letter) for letter in state.stops(line, card))
    route = route_through(state.track.cells, start, goal, stops, via)
    if route is None:
        raise Illegal(_no_way(start, goal, via))
    return route


def _no_way(start: board.Space, goal: board.Space, via: board.Route) -> Message:
    begin, end = PlaceName(board.SPACE_NAMES[start]), PlaceName(board.SPACE_NAMES[goal])
    if not via:
        return sentences.NO_WAY(start=begin, goal=end)
    return sentences.NO_WAY_THROUGH(start=begin, goal=end, spaces=PlaceName(route_words(via)))
