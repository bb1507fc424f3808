"""What a seat may do in Line 1: lays, exchanges, announced routes; moves as plain values, read into what they mean.

``("lay", tile, turns, cell)``, ``("pair", tile, turns, cell, tile, turns, cell)`` with the lower cell first,
``("pass",)``, ``("go", line, route card, route)``, ``("anew", route)``, ``("roll",)``, ``("draw",)``,
``("take", owner, tile)``. Tiles go by name, turns are the least that look so, a route lists every space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Final, TypeAlias

from p2pgames.contract import Illegal, Known, Move, Seat
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import (
    ARC_AT,
    BUILDING_AT,
    BUILDING_NAMES,
    BY_NAME,
    CELLS,
    DIE,
    FITTING,
    GROUND,
    LINES,
    LINKS,
    NAMES,
    NEAR,
    PIECE,
    PIECES,
    RAILS,
    SPACE_NAMES,
    TERMINAL_NAMES,
    TERMINALS,
    TILE,
    TILES,
    TREES,
    TURNS,
    UPGRADES,
    WITH_RAIL,
    Cell,
    Piece,
    Pieces,
    Route,
    Side,
    Tile,
    Track,
    across,
    each,
    is_terminal,
    of_hand,
    own_terminals,
    route_gap,
    shortest_route,
)
from p2pgames.games.line1.sentences import LINK_NAMES, SIDE_NAMES, TILE_NAMES, building
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, NO_SIGN, Line1State, Line1Task, Trip
from p2pgames.replace import replace
from p2pgames.text import Count, Message, PlaceName

PASS: Final[Move] = ("pass",)
ROLL: Final[Move] = ("roll",)
DRAW: Final[Move] = ("draw",)

SHORTEST: Final = 3
"""Spaces of a route at least: a terminal, one cell, a terminal."""
LONGEST: Final = 2114
"""Spaces of a route. A tram that enters no cell by the same side twice between two of five places, four times 132
ways in, needs no more for the four legs, terminals included."""
ROUTE_LENGTH: Final = sentences.ROUTE_LENGTH(least=Count(SHORTEST), most=Count(LONGEST))


@dataclass(frozen=True, slots=True)
class Line1Lay:
    """A tile laid, or exchanged for the one that lies there."""

    piece: Piece
    cell: Cell


@dataclass(frozen=True, slots=True)
class PairExchange:
    """Two tiles exchanged together, the lower cell first."""

    one: Line1Lay
    other: Line1Lay


@dataclass(frozen=True, slots=True)
class BeginTrip:
    """Line card and route card are shown, and the trip begins on this route."""

    line: int
    card: int
    route: Route


@dataclass(frozen=True, slots=True)
class RenewTrip:
    """The trip is given up and begun again on this route."""

    route: Route


@dataclass(frozen=True, slots=True)
class TakeTile:
    """An open tile is taken from its owner."""

    owner: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class WordMove:
    """A move that is a word: pass, roll or draw."""

    word: str


Deed: TypeAlias = Line1Lay | PairExchange | BeginTrip | RenewTrip | TakeTile | WordMove


def read_deed(move: Move) -> Deed:
    """Return what a move means, which may still be illegal; raise `Illegal` if it has not the form of a move."""
    if not isinstance(move, tuple) or bool in map(type, move):
        raise Illegal(sentences.NO_MOVE())
    match move:
        case ("pass" | "roll" | "draw" as word,):
            return WordMove(word)
        case ("lay", str(tile), int(turns), int(cell)):
            return _lay(tile, turns, cell)
        case ("pair", str(tile), int(turns), int(cell), str(second), int(again), int(other)):
            if cell >= other:
                raise Illegal(sentences.PAIR_ORDER())
            return PairExchange(_lay(tile, turns, cell), _lay(second, again, other))
        case ("go", int(line), int(card), tuple(route)) if line in LINES and 1 <= card <= len(CARD_FACES):
            return BeginTrip(line, card, _route(route))
        case ("anew", tuple(route)):
            return RenewTrip(_route(route))
        case ("take", int(owner), str(tile)) if tile in BY_NAME:
            return TakeTile(owner, BY_NAME[tile])
    raise Illegal(sentences.NO_MOVE())


def _lay(tile: str, turns: int, cell: int) -> Line1Lay:
    if (tile, turns) not in PIECE or not 0 <= cell < CELLS:
        raise Illegal(sentences.NO_PIECE())
    return Line1Lay(PIECE[tile, turns], cell)


def _route(route: tuple[object, ...]) -> Route:
    if not SHORTEST <= len(route) <= LONGEST:
        raise Illegal(ROUTE_LENGTH)
    if not all(type(space) is int and 0 <= space < CELLS + TERMINALS for space in route):
        raise Illegal(sentences.ROUTE_SPACES())
    return route  # type: ignore[return-value]  # every space was just checked


# The trip: announcing a route, and riding it.
#
# Rulebook: part 2, the inaugural trip. The route is checked space by space, so that nobody needs to trace it.


def cards_of(state: Line1State, seat: Seat, known: Known) -> tuple[int, int] | None:
    """Return the numbers of a seat's line card and route card, as far as both are known; public when it travels."""
    trip = state.trips[seat]
    if trip is not None:
        return trip.line, trip.card
    line, card = (known.get(slot) for slot in state.slots(seat))
    if line not in LINE_FACES or card not in CARD_FACES:
        return None
    return LINE_FACES.index(line) + 1, CARD_FACES.index(card) + 1


def own_route(state: Line1State, line: int, card: int) -> Route | None:
    """Return a shortest route from the first to the second terminal of a line past its stops, if there is one."""
    stops = tuple(state.stop_cell(letter) for letter in state.stops(line, card))
    return None if min(stops) < 0 else shortest_route(state.track.cells, *own_terminals(line), stops)


def announcements(state: Line1State, seat: Seat, known: Known) -> tuple[Move, ...]:
    """Return the ways to announce a shortest route, from either terminal; under way only if it shortens the trip.

    Any other route of one's own may be announced as well: there are too many to be listed.
    """
    cards, trip = cards_of(state, seat, known), state.trips[seat]
    if cards is None or (trip is not None and trip.renewed):
        return ()
    route = own_route(state, *cards)
    if route is None or (trip is not None and len(route) - 1 >= trip.left):
        return ()
    ways = (route, tuple(reversed(route)))
    return tuple(("go", *cards, way) if trip is None else ("anew", way) for way in ways)


def begin_trip(state: Line1State, announced: BeginTrip) -> Line1State:
    """Return the state in which the seat at turn sets its tram on a terminal and is to roll."""
    if state.trip is not None:
        raise Illegal(sentences.ON_TRIP_ALREADY())
    if state.lays:
        raise Illegal(sentences.TRIP_FIRST())
    check_route(state, announced.line, announced.card, announced.route)
    return _riding(state, Trip(announced.line, announced.card, announced.route))


def renew_trip(state: Line1State, announced: RenewTrip) -> Line1State:
    """Return the state in which the seat at turn begins again on another route and is to roll."""
    trip = state.trip
    if trip is None:
        raise Illegal(sentences.NO_TRIP_ANEW())
    if trip.renewed:
        raise Illegal(sentences.ANEW_TWICE())
    check_route(state, trip.line, trip.card, announced.route)
    return _riding(state, Trip(trip.line, trip.card, announced.route, renewed=True))


def go_on(state: Line1State) -> Line1State:
    """Return the state in which the seat at turn is to roll for its tram."""
    trip = state.trip
    if trip is None:
        raise Illegal(sentences.NO_TRIP_ROLL())
    return _riding(state, replace(trip, renewed=False))


def _riding(state: Line1State, trip: Trip) -> Line1State:
    trips = (*state.trips[: state.turn], trip, *state.trips[state.turn + 1 :])
    return replace(state, trips=trips, task=Line1Task.ROLL)


def check_route(state: Line1State, line: int, card: int, route: Route) -> None:
    """Raise `Illegal`, with the reason, unless a tram of the line can go this way past all stops of the card."""
    own = {CELLS + at for at in own_terminals(line)}
    if {route[0], route[-1]} != own:
        first, second = (PlaceName(TERMINAL_NAMES[at]) for at in own_terminals(line))
        raise Illegal(sentences.ROUTE_ENDS(line=Count(line), first=first, second=second))
    if own & set(route[1:-1]):
        raise Illegal(sentences.ONLY_ENDS())
    broken = route_gap(state.track.cells, route)
    if broken is not None:
        here, there = (PlaceName(SPACE_NAMES[space]) for space in broken)
        raise Illegal(sentences.NO_RAIL(here=here, there=there))
    on_the_way = set(route)
    for letter in state.stops(line, card):
        cell = state.stop_cell(letter)
        if cell not in on_the_way:
            raise Illegal(_unserved(letter, cell))


def _unserved(letter: str, cell: Cell) -> Message:
    """Return why a route leaves out a stop, with the cell of its sign."""
    stop, building = PlaceName(letter), PlaceName(BUILDING_NAMES[letter])
    if cell == NO_SIGN:
        return sentences.ROUTE_UNSIGNED(letter=stop, building=building)
    return sentences.ROUTE_MISSES(letter=stop, building=building, cell=PlaceName(SPACE_NAMES[cell]))


def ride_on(state: Line1State, face: int) -> Line1State:
    """Return the state after the tram of the seat at turn has moved by a face of the die, counted from 0."""
    trip = state.trips[state.turn]
    if trip is None:
        raise Illegal(sentences.NOBODY_ROLLS())
    at = place_reached(state, trip, face)
    moved = replace(trip, at=at, rolled=str(DIE[face]))
    trips = (*state.trips[: state.turn], moved, *state.trips[state.turn + 1 :])
    return replace(state, trips=trips)


def place_reached(state: Line1State, trip: Trip, face: int) -> int:
    """Return where on its route a tram is after a face of the die: that many spaces on, or at the next stop."""
    roll, last = DIE[face], len(trip.route) - 1
    if isinstance(roll, int):
        return min(trip.at + roll, last)
    signs = set(state.signs)
    return next(
        at for at in range(trip.at + 1, last + 1) if is_terminal(trip.route[at]) or trip.route[at] in signs
    )


# Lays, exchanges and pair exchanges: all that are legal.
#
# Rulebook: the track laying rules and track tile exchanges. An exchange is a lay on a cell that has a tile.

LAY: Final = tuple(
    tuple(("lay", TILES[TILE[piece]], TURNS[piece], cell) for piece in (0, *PIECES)) for cell in range(CELLS)
)
"""The move that lays a piece on a cell."""

EAST_SOUTH: Final = tuple(
    tuple((side, near) for side in (1, 2) if (near := across(cell, side)) is not None and near in GROUND)
    for cell in range(CELLS)
)

FREED: Final = tuple(
    tuple(
        UPGRADES[piece] & FITTING[RAILS[piece] << 4 | shut & ~(1 << side)]
        for piece in (0, *PIECES)
        for shut in range(16)
    )
    for side in range(4)
)
"""By a side, 16 times a laid piece plus the sides shut to it: what may replace it if the tile across there matches."""


def legal_lays(track: Track, hand: tuple[Tile, ...]) -> list[Move]:
    """Return every legal lay and exchange with a tile of the hand, by cell."""
    mine = of_hand(hand)
    found: list[Move] = []
    for row, fits in zip(LAY, track.fits, strict=True):
        if here := fits & mine:
            found += PICK[here](row)
    return found


class _Picking(dict[Pieces, Callable[[tuple[Move, ...]], tuple[Move, ...]]]):
    """By pieces: what picks the moves with them out of those of a cell; one by one it takes twice as long."""

    def __missing__(self, pieces: Pieces) -> Callable[[tuple[Move, ...]], tuple[Move, ...]]:
        if len(self) >= MOST_PICKED:
            self.clear()
        first, *others = each(pieces)
        self[pieces] = itemgetter(first, *others) if others else itemgetter(slice(first, first + 1))
        return self[pieces]


MOST_PICKED: Final = 8192
"""Kept before it begins anew: a bound on memory, since every set of pieces is another."""
PICK: Final = _Picking()


def any_lay(track: Track, hand: tuple[Tile, ...]) -> bool:
    """Return whether there is a legal lay or exchange."""
    mine = of_hand(hand)
    return any(fits & mine for fits in track.fits)


def pairs(track: Track, hand: tuple[Tile, ...]) -> Iterator[Move]:
    """Yield every legal pair exchange with two tiles of the hand, by cells."""
    mine = of_hand(hand)
    improvable = track.cells.translate(_improvable(mine))
    for one in compress(range(CELLS), improvable):
        for side, other in EAST_SOUTH[one]:
            if improvable[other]:
                for first, second in _both(track, one, other, side, mine):
                    if TILE[first] != TILE[second] or hand.count(TILE[first]) > 1:
                        yield pair(one, first, other, second)


@lru_cache(4096)
def _improvable(mine: Pieces) -> bytes:
    """Return for each piece that lies on a cell, 0 for none, whether one of these may replace it."""
    return bytes(bool(better & mine) for better in UPGRADES).ljust(256, b"\0")


def pair(one: Cell, first: Piece, other: Cell, second: Piece) -> Move:
    """Return the move that exchanges two pieces."""
    return ("pair", TILES[TILE[first]], TURNS[first], one, TILES[TILE[second]], TURNS[second], other)


def _both(track: Track, one: Cell, other: Cell, side: Side, mine: Pieces) -> tuple[tuple[Piece, Piece], ...]:
    """Return the pieces that fit together on two laid cells, the other one across a side of the first."""
    ours = FREED[side][track.cells[one] << 4 | track.shut[one]] & mine
    if not ours:
        return ()
    theirs = FREED[side - 2][track.cells[other] << 4 | track.shut[other]] & mine
    return _matching(ours, theirs, side) if theirs else ()


@lru_cache(4096)
def _matching(ours: Pieces, theirs: Pieces, side: Side) -> tuple[tuple[Piece, Piece], ...]:
    """Return all of these pieces that both have a rail, or both a blank side, where they meet."""
    joining, back = WITH_RAIL[side], WITH_RAIL[(side + 2) % 4]
    return tuple(
        (first, second)
        for first in each(ours)
        for second in each(theirs & (back if joining >> first & 1 else ~back))
    )


def is_pair(track: Track, one: Cell, first: Piece, other: Cell, second: Piece) -> bool:
    """Return whether the two pieces may replace those on two cells that share a side, the lower cell first."""
    for side, near in EAST_SOUTH[one]:
        if near == other and UPGRADES[track.cells[one]] and UPGRADES[track.cells[other]]:
            return (first, second) in _both(track, one, other, side, 1 << first | 1 << second)
    return False


def stuck(track: Track, hand: tuple[Tile, ...], *, second: bool) -> bool:
    """Return whether nothing can be laid or exchanged; a pair counts unless this is the second lay."""
    return not any_lay(track, hand) and (second or next(pairs(track, hand), None) is None)


# Every legal move of a seat.


def legal_moves(state: Line1State, seat: Seat, known: Known) -> Sequence[Move]:
    """Return the legal moves of a seat, nothing when it is not to move.

    First a trip that can begin or be begun anew, then lays and exchanges by cell, then pairs; a pass alone, or
    after the tiles that may be taken.
    """
    if seat != state.turn:
        return ()
    if state.task is Line1Task.TAKE:
        takes: list[Move] = [
            ("take", owner, TILES[tile])
            for owner in state.open_hands
            for tile in sorted(set(state.hands[owner]))
        ]
        if sum(state.stack):
            return [DRAW, *takes]
        return [*takes, PASS] if state.may_leave else takes
    if state.task is not Line1Task.TURN:
        return ()
    if state.trip is not None:
        return [ROLL, *announcements(state, seat, known)]
    return _laying(state, seat, known)


def _laying(state: Line1State, seat: Seat, known: Known) -> list[Move]:
    hand = state.hands[seat]
    found = legal_lays(state.track, hand)
    if state.lays:
        return found or [PASS]
    found += pairs(state.track, hand)
    return [*announcements(state, seat, known), *(found or [PASS])]


# Why a lay, an exchange or a pair exchange is not legal.


def why_no_lay(track: Track, cell: Cell, piece: Piece) -> Message:
    """Return the rule that forbids a piece on a cell where it is not allowed."""
    if cell in BUILDING_AT:
        return sentences.ON_BUILDING(cell=cell_name(cell), building=building(cell))
    if track.cells[cell] and (reason := _why_no_exchange(cell, track.cells[cell], piece)):
        return reason
    fits_not = sentences.NO_FIT(tile=TILE_NAMES[TILE[piece]], cell=cell_name(cell))
    return _why_no_fit(track, cell, piece) or fits_not


def why_no_pair(track: Track, one: Cell, first: Piece, other: Cell, second: Piece) -> Message:
    """Return the rule that forbids to exchange two tiles together."""
    if (one, other) not in ((cell, near) for cell in GROUND for _, near in EAST_SOUTH[cell]):
        return sentences.SIDE_BY_SIDE()
    for cell, piece in ((one, first), (other, second)):
        if not track.cells[cell]:
            return sentences.NOTHING_THERE(cell=cell_name(cell))
        if reason := _why_no_exchange(cell, track.cells[cell], piece):
            return reason
    after = track.put(one, first).put(other, second)
    return (
        _why_no_fit(after, one, first)
        or _why_no_fit(after, other, second)
        or sentences.NO_FIT_TOGETHER(one=cell_name(one), other=cell_name(other))
    )


def cell_name(cell: Cell) -> PlaceName:
    """Return a cell as a parameter."""
    return PlaceName(NAMES[cell])


def _why_no_exchange(cell: Cell, old: Piece, new: Piece) -> Message | None:
    """Return why one tile may never replace another; None if it may."""
    if TREES[TILE[old]]:
        return sentences.HAS_TREES(tile=TILE_NAMES[TILE[old]], cell=cell_name(cell))
    if lost := LINKS[old] - LINKS[new]:
        return sentences.LOSES(link=LINK_NAMES[min(lost)], cell=cell_name(cell))
    return sentences.NOTHING_NEW(cell=cell_name(cell)) if LINKS[old] == LINKS[new] else None


def _why_no_fit(track: Track, cell: Cell, piece: Piece) -> Message | None:
    """Return which side of a piece on a cell breaks a laying rule; None if none does."""
    for side in range(4):
        rail = RAILS[piece] >> side & 1
        if reason := (_rail(track, cell, side) if rail else _blank(track, cell, side)):
            return reason
    return _why_pocket(track, cell, piece) if track.strict else None


def _rail(track: Track, cell: Cell, side: Side) -> Message | None:
    """Return why a rail may not leave a cell by a side."""
    near, where, here = across(cell, side), SIDE_NAMES[side], cell_name(cell)
    if near is None:
        return None if 4 * cell + side in ARC_AT else sentences.OFF_BOARD(side=where, cell=here)
    if near in BUILDING_AT:
        return sentences.INTO_BUILDING(building=building(near), side=where, cell=here)
    if track.cells[near] and not RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return sentences.BLANK_SIDE(side=where, cell=here, near=cell_name(near))
    return None


def _blank(track: Track, cell: Cell, side: Side) -> Message | None:
    """Return why a side of a cell needs a rail."""
    near = across(cell, side)
    if 4 * cell + side in ARC_AT:
        terminal = PlaceName(TERMINAL_NAMES[ARC_AT[4 * cell + side][0]])
        return sentences.BLOCKS_ARC(terminal=terminal, side=SIDE_NAMES[side], cell=cell_name(cell))
    if near is not None and RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return sentences.BLOCKS_RAIL(cell=cell_name(near))
    return None


def _why_pocket(track: Track, cell: Cell, piece: Piece) -> Message | None:
    after = track.put(cell, piece)
    for _, near, _ in NEAR[cell]:
        sides = after.around[near]
        if not after.cells[near] and sides >> 4 and (sides & 15).bit_count() >= 3:
            return sentences.POCKET(cell=cell_name(near))
    return None
