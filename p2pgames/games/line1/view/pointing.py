"""What stands in the input line, what it means so far, and what pointing at a spot makes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from p2pgames.contract import Choose, Illegal, Known, Move, Seat
from p2pgames.games.line1 import turns as laying
from p2pgames.games.line1.board import CELLS, SPACE_NAMES, SPACES, TILE, TILES, Cell, Tile
from p2pgames.games.line1.notation import lay_text, move_text, tile_named
from p2pgames.games.line1.rules import Line1
from p2pgames.games.line1.state import Line1State, Line1Task
from p2pgames.games.line1.turns import BeginTrip, Deed, Line1Lay, PairExchange, RenewTrip, read_deed
from p2pgames.games.line1.words import TILE_SPOT
from p2pgames.text import whole_number

RULES: Final = Line1()
WORDS: Final = ("pass", "roll", "draw")


def is_mover(state: Line1State, seat: Seat | None) -> bool:
    """Return whether this seat is to move now."""
    return seat is not None and RULES.ask(state) == Choose(seat)


def deed_of(state: Line1State, seat: Seat, known: Known, typed: str) -> Deed | None:
    """Return the legal move that is typed, if one is."""
    if not typed:
        return None
    try:
        return read_deed(RULES.parse(state, seat, known, typed))
    except Illegal:
        return None


def previewed(state: Line1State, seat: Seat, known: Known, typed: str, cursor: str) -> Deed | None:
    """Return the move to show: the typed one, or else the lay that pointing at the cursor's cell would write."""
    if deed := deed_of(state, seat, known, typed):
        return deed
    if cursor not in legal_spots(state, seat, known, typed) or SPACES.get(cursor, CELLS) >= CELLS:
        return None
    return deed_of(state, seat, known, point_at(state, seat, known, typed, cursor))


@dataclass(frozen=True, slots=True)
class Line1Choices:
    """The legal moves of a position, sorted out for pointing."""

    lays: tuple[Line1Lay, ...]
    pairs: tuple[PairExchange, ...]
    words: tuple[str, ...]
    """Pass, roll, draw, or a tile to take, each as it is typed."""
    trips: tuple[Move, ...]

    @property
    def announced(self) -> str:
        """The word with which a route is typed now, go or anew; empty if no trip can be announced."""
        return move_text(self.trips[0]).split()[0] if self.trips else ""

    def on(self, cell: Cell, tile: Tile | None) -> tuple[Line1Lay, ...]:
        """Return the lays on a cell, of one type if that is given."""
        return tuple(lay for lay in self.lays if lay.cell == cell and tile in (None, TILE[lay.piece]))


def choices_of(state: Line1State, seat: Seat, known: Known) -> Line1Choices:
    """Return the legal moves, nothing when the seat is not to move."""
    if not is_mover(state, seat):
        return Line1Choices((), (), (), ())
    return _choices(_Position(state), seat, tuple(sorted(known.items())))


class _Position:
    """A state as a key: the same object is the same position."""

    def __init__(self, state: Line1State) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Position) and self.state is other.state


_DEED: Final = lru_cache(8192)(read_deed)
"""Of legal moves: most are those of a move ago."""


@lru_cache(8)
def _choices(at: _Position, seat: Seat, known: tuple[tuple[tuple[str, int], str], ...]) -> Line1Choices:
    moves = RULES.moves(at.state, seat, dict(known))
    deeds = [(move, _DEED(move)) for move in moves]
    return Line1Choices(
        tuple(deed for _, deed in deeds if isinstance(deed, Line1Lay)),
        tuple(deed for _, deed in deeds if isinstance(deed, PairExchange)),
        tuple(
            move_text(move)
            for move, deed in deeds
            if not isinstance(deed, Line1Lay | PairExchange | BeginTrip | RenewTrip)
        ),
        tuple(move for move, deed in deeds if isinstance(deed, BeginTrip | RenewTrip)),
    )


# -- what is typed --


def tile_meant(state: Line1State, seat: Seat, typed: str) -> Tile | None:
    """Return the type whose name or number begins the line, if it is one of the hand."""
    first = typed.lower().split()[:1]
    if not first or state.task is not Line1Task.TURN or first[0] in ("pair", "go", "anew", *WORDS):
        return None
    try:
        tile = tile_named(first[0], state.hands[seat])
    except Illegal:
        return None
    return tile if tile in state.hands[seat] else None


_CELL: Final = re.compile(r"\b([a-l](?:1[0-2]|[1-9]))\b")


def cells_typed(typed: str) -> tuple[Cell, ...]:
    """Return the cells that are named in the line."""
    return tuple(SPACES[name] for name in _CELL.findall(typed.lower()))


def matching(pairs: Sequence[PairExchange], typed: str) -> tuple[PairExchange, ...]:
    """Return the pairs that have all the cells named in the line."""
    there = set(cells_typed(typed))
    return tuple(pair for pair in pairs if there <= {pair.one.cell, pair.other.cell})


# -- pointing --


def point_at(state: Line1State, seat: Seat, known: Known, typed: str, spot: str) -> str:
    """Return what stands in the line after a spot was pointed at.

    A cell: the lay there, and of several the next at each pointing; after ``pair`` one half after the other; after
    ``go`` a further space of the route. A tile of the hand: its name. Anything else: the word it stands for.
    """
    if not is_mover(state, seat):
        return typed
    can = choices_of(state, seat, known)
    word = typed.lower().split()[:1]
    if spot in can.words:
        return spot
    if spot.startswith(TILE_SPOT):
        number = whole_number(spot.removeprefix(TILE_SPOT))
        return typed if number is None else _tile(state, seat, known, can, typed, number - 1)
    if spot == "pair":
        return "pair" if can.pairs else typed
    if spot in ("go", "anew"):
        return spot if spot == can.announced else typed
    space = SPACES.get(spot.lower(), -1)
    if space < 0:
        return typed
    if word in (["go"], ["anew"]) or space >= CELLS:
        return _route(can, typed, spot)
    if word == ["pair"]:
        return _pair(can, typed, space)
    return _lay(state, seat, known, can, typed, space)


def _tile(state: Line1State, seat: Seat, known: Known, can: Line1Choices, typed: str, number: int) -> str:
    """Name a tile of the hand; a cell that stands in the line is kept if the tile may be laid there."""
    hand = state.hands[seat]
    if not 0 <= number < len(hand) or not can.lays:
        return typed
    before = deed_of(state, seat, known, typed)
    there = can.on(before.cell, hand[number]) if isinstance(before, Line1Lay) else ()
    return lay_text(there[0]) if there else TILES[hand[number]]


def _route(can: Line1Choices, typed: str, spot: str) -> str:
    """Add a space to the route; an own terminal begins it anew."""
    if not can.announced:
        return typed
    space = SPACES[spot.lower()]
    if space >= CELLS:
        own = any(space in (route[0], route[-1]) for move in can.trips for route in [_spaces(move)])
        if own or not typed.lower().startswith(can.announced):
            return f"{can.announced} {SPACE_NAMES[space]}" if own else typed
    return f"{typed.strip()} {spot}"


def _spaces(move: Move) -> tuple[int, ...]:
    deed = read_deed(move)
    return deed.route if isinstance(deed, BeginTrip | RenewTrip) else ()


def _pair(can: Line1Choices, typed: str, cell: Cell) -> str:
    """Take the first half of a pair, then the second; at a cell that is named already the next pair."""
    named = cells_typed(typed)
    if len(named) > 1:
        found = [move_text(_move(pair)) for pair in matching(can.pairs, typed)]
        if cell in named and found:
            return found[(found.index(typed) + 1) % len(found)] if typed in found else found[0]
        named = ()
    with_cell = [pair for pair in can.pairs if cell in (pair.one.cell, pair.other.cell)]
    if not with_cell:
        return typed
    both = [
        pair
        for pair in with_cell
        if named and named[0] != cell and named[0] in (pair.one.cell, pair.other.cell)
    ]
    if both:
        return move_text(_move(both[0]))
    one, other = with_cell[0].one, with_cell[0].other
    return f"pair {lay_text(one if one.cell == cell else other)}"


def _move(pair: PairExchange) -> Move:
    return laying.pair(pair.one.cell, pair.one.piece, pair.other.cell, pair.other.piece)


def _lay(state: Line1State, seat: Seat, known: Known, can: Line1Choices, typed: str, cell: Cell) -> str:
    tile = tile_meant(state, seat, typed)
    before = deed_of(state, seat, known, typed)
    if isinstance(before, Line1Lay) and before.cell == cell:
        found = can.on(cell, tile)
        if len(found) == 1:
            found = can.on(cell, None)
        return lay_text(found[(found.index(before) + 1) % len(found)])
    found = can.on(cell, tile) or can.on(cell, None)
    if not found:
        return f"{TILES[tile if tile is not None else (state.hands[seat] or (0,))[0]]} {SPACE_NAMES[cell]}"
    if isinstance(before, Line1Lay) and (same := [lay for lay in found if lay.piece == before.piece]):
        return lay_text(same[0])
    return lay_text(found[0])


def legal_spots(state: Line1State, seat: Seat, known: Known, typed: str) -> frozenset[str]:
    """Return the names of the spots at which pointing leads on to a move that is not in the line yet."""
    can = choices_of(state, seat, known)
    word = (typed.lower().split() or [""])[0]
    names = {each for each in can.words if each != typed}
    if can.announced:
        ends = {SPACE_NAMES[space] for move in can.trips for space in (_spaces(move)[0], _spaces(move)[-1])}
        names |= {name for name in ends if typed != f"{can.announced} {name}"}
        if word != can.announced:
            names.add(can.announced)
    if word == "pair":
        return frozenset(names | _pair_spots(can, typed))
    if can.pairs:
        names.add("pair")
    if word in ("go", "anew"):
        return frozenset(names)
    tile = tile_meant(state, seat, typed)
    laid = {lay.cell for lay in can.lays if tile in (None, TILE[lay.piece])}
    before = deed_of(state, seat, known, typed)
    if isinstance(before, Line1Lay) and len(can.on(before.cell, None)) == 1:
        laid.discard(before.cell)
    names |= {SPACE_NAMES[cell] for cell in laid}
    useful = {TILE[lay.piece] for lay in can.lays}
    return frozenset(
        names
        | {
            f"{TILE_SPOT}{n}"
            for n, kind in enumerate(state.hands[seat], 1)
            if kind in useful and kind != tile
        }
    )


def _pair_spots(can: Line1Choices, typed: str) -> set[str]:
    named = cells_typed(typed)
    found = matching(can.pairs, typed) or can.pairs
    cells = {cell for pair in found for cell in (pair.one.cell, pair.other.cell)}
    if len(named) > 1 and len(found) == 1:
        return set()
    return {SPACE_NAMES[cell] for cell in (cells - set(named) if len(named) == 1 else cells)}
