"""What stands on a cell, at a building or terminal, or as a tile or word that can be pointed at, in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from p2pgames.contract import Known, Seat
from p2pgames.games.line1 import messages, travel
from p2pgames.games.line1.board import (
    BUILDING_AT,
    BUILDING_NAMES,
    CELLS,
    LETTERS,
    NAMES,
    OUT,
    SPACES,
    STOP_OF,
    STREETS,
    TERMINAL_NAMES,
    Cell,
    own_terminals,
)
from p2pgames.games.line1.names import LINK_NAMES, TILE_NAMES, listed, piece_name
from p2pgames.games.line1.state import NO_SIGN, State, Task
from p2pgames.games.line1.tiles import BY_NAME, LINKS, TILE, TREES, Piece
from p2pgames.messages import here as at_place
from p2pgames.text import Count, Every, Message, PlaceName, SeatName, message, whole_number

TILE_SPOT = "tile "
"""A tile of the hand is the spot with this and its number."""
RAILS = message("line1.rails-here", "{tile}, rails {links}", tile=Message, links=Every)
WITH_TREES = message("line1.trees-here", "its trees rule out an exchange")
SIGN_HERE = message(
    "line1.sign-here", "stop sign of {letter}, {building}", letter=PlaceName, building=PlaceName
)
SIGN_MAY_COME = message(
    "line1.sign-may-come",
    "the first tile beside {letter}, {building}, gets its stop sign",
    letter=PlaceName,
    building=PlaceName,
)
TRAM_HERE = message("line1.tram-here", "{player}'s tram is here", player=SeatName)
OPENS_TO = message("line1.opens-to", "terminal {terminal} opens to it", terminal=PlaceName)
BUILDING_IS = message("line1.building-is", "{building}", building=PlaceName)
STOP_SIGN_ON = message("line1.stop-sign-on", "its stop sign is on {cell}", cell=PlaceName)
NO_STOP_SIGN = message("line1.no-stop-sign", "no stop sign yet: the first tile beside it gets one")
TERMINAL_IS = message("line1.terminal-is", "{street}, terminal of line {line}", street=PlaceName, line=Count)
YOURS = message("line1.your-terminal", "your trip begins or ends here")
HAND_TILE = message("line1.hand-tile", "tile {number} of your hand: {tile}", number=Count, tile=Message)
TAKE_FROM = message("line1.take-from", "take the {tile} from {player}", tile=Message, player=SeatName)


def here(state: State, seat: Seat | None, known: Known, spot: str) -> Message | None:
    """Return what a cell, building, terminal, tile or word is; None for anything else."""
    if spot.startswith(TILE_SPOT):
        return _held(state, seat, spot.removeprefix(TILE_SPOT))
    if spot in messages.BUTTONS:
        leaves = spot == "pass" and state.task is Task.TAKE
        return messages.BUTTON_LEAVE() if leaves else messages.BUTTONS[spot]
    if spot.startswith("take "):
        return _taken(state, spot)
    if spot in BUILDING_NAMES:
        return at_place(spot, tuple(_building(state, seat, known, spot)))
    space = SPACES.get(spot.lower(), -1)
    if space < 0 or space in BUILDING_AT:
        return None
    if space < CELLS:
        return at_place(NAMES[space], tuple(_cell(state, space)))
    return at_place(spot, tuple(_terminal(state, seat, known, space - CELLS)))


def _held(state: State, seat: Seat | None, number: str) -> Message | None:
    hand = state.hands[seat if seat is not None else state.turn]
    if not 0 < (at := whole_number(number) or 0) <= len(hand):
        return None
    return HAND_TILE(number=Count(at), tile=TILE_NAMES[hand[at - 1]])


def _taken(state: State, spot: str) -> Message | None:
    match spot.split():
        case [_, owner, tile] if owner in map(str, range(1, state.seats + 1)) and tile in BY_NAME:
            return TAKE_FROM(tile=TILE_NAMES[BY_NAME[tile]], player=SeatName(int(owner) - 1))
    return None


def _cell(state: State, cell: Cell) -> Iterator[Message]:
    piece = state.track.cells[cell]
    yield from _piece(piece)
    if (letter := STOP_OF.get(cell)) is not None:
        sign, stop, building = state.sign(letter), PlaceName(letter), PlaceName(BUILDING_NAMES[letter])
        if sign == cell:
            yield SIGN_HERE(letter=stop, building=building)
        elif sign == NO_SIGN:
            yield SIGN_MAY_COME(letter=stop, building=building)
    if cell in _OPENS:
        yield OPENS_TO(terminal=PlaceName(TERMINAL_NAMES[_OPENS[cell]]))
    yield from _trams(state, cell)


_OPENS = {door >> 2: at for at, doors in enumerate(OUT) for door in doors}
"""The terminal whose arc opens to a cell."""


@lru_cache(64)
def _piece(piece: Piece) -> tuple[Message, ...]:
    if not piece:
        return (messages.EMPTY(),)
    links = listed((LINK_NAMES[link] for link in sorted(LINKS[piece])), messages.EMPTY())
    told = RAILS(tile=piece_name(piece), links=links)
    return (told, WITH_TREES()) if TREES[TILE[piece]] else (told,)


def _trams(state: State, space: int) -> Iterator[Message]:
    for seat, trip in enumerate(state.trips):
        if trip is not None and trip.route[trip.at] == space:
            yield TRAM_HERE(player=SeatName(seat))


def _building(state: State, seat: Seat | None, known: Known, letter: str) -> Iterator[Message]:
    cell = state.signs[LETTERS.index(letter)]
    yield BUILDING_IS(building=PlaceName(BUILDING_NAMES[letter]))
    yield NO_STOP_SIGN() if cell == NO_SIGN else STOP_SIGN_ON(cell=PlaceName(NAMES[cell]))
    cards = _cards(state, seat, known)
    if cards is not None and letter in state.stops(*cards):
        yield messages.YOUR_STOP()


def _terminal(state: State, seat: Seat | None, known: Known, at: int) -> Iterator[Message]:
    yield TERMINAL_IS(street=PlaceName(STREETS[at]), line=Count(at // 2 + 1))
    cards = _cards(state, seat, known)
    if cards is not None and at in own_terminals(cards[0]):
        yield YOURS()
    yield from _trams(state, CELLS + at)


def _cards(state: State, seat: Seat | None, known: Known) -> tuple[int, int] | None:
    return None if seat is None or seat in state.gone else travel.cards_of(state, seat, known)
