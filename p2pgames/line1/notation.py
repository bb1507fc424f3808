"""How moves are written.

``curve e6 r1``, ``pair curve e6 r1 fork e7``, ``pass``, ``go 5N b1 ... 5S``, ``anew 5N ...``, ``roll``, ``draw``,
``take 2 curve``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from p2pgames.contract import Illegal, Known, Move, Seat
from p2pgames.line1 import travel
from p2pgames.line1.board import CELLS, NAMES, SPACE_NAMES, SPACES, TERMINAL_NAMES, own_terminals
from p2pgames.line1.moves import LONGEST, Anew, Go, Lay, Pair, Plain, Take, read
from p2pgames.line1.search import Route, is_terminal
from p2pgames.line1.state import State, Task
from p2pgames.line1.through import through
from p2pgames.line1.tiles import BY_NAME, TILE, TILES, TURNS, turns_of

_INITIALS: Final = {"bl": "branch-left", "br": "branch-right", "ml": "mixed-left", "mr": "mixed-right"}
_LAY: Final = r"(\S+)\s+([a-l](?:1[0-2]|[1-9]))(?:\s+r\s*([0-9]))?"
_ONE: Final = re.compile(_LAY)
_TWO: Final = re.compile(rf"pair\s+{_LAY}\s+{_LAY}")
_TAKE: Final = re.compile(r"take\s+([1-9])\s+(\S+)")
_WORDS: Final = ("pass", "roll", "draw")
HELP: Final = "Type a tile and a cell as curve e6, turned as curve e6 r1; or pair, pass, go."
_RIDING: Final = "Type roll, or anew for another route."
_TAKING: Final = "Type take, a seat and a tile as take 2 curve, or draw."


def text(move: Move) -> str:
    """Return a move as it is printed; every legal move of a position reads differently."""
    match read(move):
        case Lay() as lay:
            return lay_text(lay)
        case Pair(one, other):
            return f"pair {lay_text(one)} {lay_text(other)}"
        case Go(_, _, route):
            return f"go {route_words(route)}"
        case Anew(route):
            return f"anew {route_words(route)}"
        case Take(owner, tile):
            return f"take {owner + 1} {TILES[tile]}"
        case Plain(word):
            return word


def lay_text(lay: Lay) -> str:
    """Return how a lay is typed."""
    turns = f" r{TURNS[lay.piece]}" if TURNS[lay.piece] else ""
    return f"{TILES[TILE[lay.piece]]} {NAMES[lay.cell]}{turns}"


def route_words(route: Sequence[int]) -> str:
    """Return the names of the spaces."""
    return " ".join(SPACE_NAMES[space] for space in route)


def parse(state: State, seat: Seat, known: Known, typed: str) -> Move:
    """Return the move that is typed, legal or not; raise `Illegal` if the text names none."""
    clean = " ".join(typed.lower().split())
    if clean in _WORDS:
        return (clean,)
    word, _, rest = clean.partition(" ")
    if word in ("go", "anew"):
        return _announced(state, seat, known, word, rest.split())
    if found := _TAKE.fullmatch(clean):
        return "take", int(found[1]) - 1, TILES[tile_named(found[2], ())]
    hand = state.hands[seat]
    if found := _TWO.fullmatch(clean):
        one, other = (_lay(hand, *found.groups()[at : at + 3]) for at in (0, 3))
        return ("pair", *one[1:], *other[1:]) if one[3] < other[3] else ("pair", *other[1:], *one[1:])
    if found := _ONE.fullmatch(clean):
        return _lay(hand, *found.groups())
    help_text = _TAKING if state.task is Task.TAKE else _RIDING if state.trips[seat] else HELP
    raise Illegal(f"That is not a move. {help_text}")


def _lay(hand: tuple[int, ...], tile: str, cell: str, turns: str | None) -> tuple[str, str, int, int]:
    kind, turned = tile_named(tile, hand), int(turns or 0)
    if turned > 3:
        raise Illegal("A rotation is r0, r1, r2 or r3: quarter turns clockwise.")
    return "lay", TILES[kind], turned % len(turns_of(kind)), SPACES[cell]


def tile_named(typed: str, hand: tuple[int, ...]) -> int:
    """Return the type that is typed: by its name or the beginning of it, or its place in the hand."""
    if typed.isascii() and typed.isdigit() and hand:
        if not 1 <= int(typed) <= len(hand):
            raise Illegal(f"Your hand has tiles 1 to {len(hand)}.")
        return hand[int(typed) - 1]
    typed = _INITIALS.get(typed, typed)
    found = [name for name in TILES if name.startswith(typed)]
    if typed in BY_NAME:
        return BY_NAME[typed]
    if len(found) > 1 and hand:
        found = [name for name in found if BY_NAME[name] in hand] or found
    if len(found) != 1:
        meant = ", ".join(found or TILES)
        raise Illegal(f"{typed[:20]!r} is no tile; there are {meant}.")
    return BY_NAME[found[0]]


# -- routes --


def _announced(state: State, seat: Seat, known: Known, word: str, names: list[str]) -> Move:
    """Return the announcement of a route: the one that is listed, or the shortest through the spaces named."""
    cards = travel.cards_of(state, seat, known)
    if cards is None:
        raise Illegal("Your line card and your route card are not known here.")
    if unknown := [name for name in names if name not in SPACES]:
        raise Illegal(f"{unknown[0][:20]!r} is no space: cells are a1 to l12, terminals such as 5N.")
    if len(names) > LONGEST:
        raise Illegal(f"A route has 3 to {LONGEST} spaces.")
    route = _route(state, *cards, tuple(SPACES[name] for name in names))
    return ("go", *cards, route) if word == "go" else ("anew", route)


def _route(state: State, line: int, card: int, spaces: Route) -> Route:
    first, second = (CELLS + at for at in own_terminals(line))
    if len(spaces) > 2 and is_terminal(spaces[0]) and is_terminal(spaces[-1]):
        return spaces
    if {first, second} & set(spaces[1:-1]):
        raise Illegal(travel.ONLY_ENDS)
    _check_signs(state, line, card)
    backwards = spaces[:1] == (second,) or spaces[1:][-1:] == (first,)
    start, goal = (second, first) if backwards else (first, second)
    via = tuple(space for space in spaces if space not in (first, second))
    stops = tuple(state.sign(letter) for letter in state.stops(line, card))
    route = through(state.track.cells, start, goal, stops, via)
    if route is None:
        ends = f"{SPACE_NAMES[start]} to {SPACE_NAMES[goal]}"
        on_the_way = f" through {route_words(via)}" if via else ""
        raise Illegal(f"No track leads from {ends} past all your stops{on_the_way} yet.")
    return route


def _check_signs(state: State, line: int, card: int) -> None:
    missing = [letter for letter in state.stops(line, card) if state.sign(letter) < 0]
    if missing:
        raise Illegal(f"Your stop {missing[0]} has no sign yet: no tile lies beside that building.")


def ends_of(line: int) -> str:
    """Return the two terminals of a line as ``5N and 5S``."""
    first, second = (TERMINAL_NAMES[at] for at in own_terminals(line))
    return f"{first} and {second}"
