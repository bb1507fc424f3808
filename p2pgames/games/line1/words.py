"""The position of Line 1 in sentences, for plain lines and screen readers; what a roll gave, and what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import Final, TypeAlias

from p2pgames.contract import Known, Seat
from p2pgames.games.line1 import board, sentences, turns
from p2pgames.games.line1.notation import route_words
from p2pgames.games.line1.sentences import (
    LACKS_MORE,
    LACKS_SIGN,
    LACKS_TILE,
    LACKS_TRACK,
    LACKS_WAY,
    LINK_NAMES,
    NO_TILE,
    TILE_NAMES,
    hand,
    listed,
    piece_name,
    stock,
)
from p2pgames.games.line1.state import NO_SIGN, Line1State, Line1Task, Trip, drawn_tiles
from p2pgames.sentences import here as at_place
from p2pgames.text import Count, Every, FaceName, Message, Param, PlaceName, SeatName, message, whole_number

KEPT: Final = 4 * board.ROWS
"""Rows of tiles whose sentence is kept: a move changes two at most."""


def rolled(state: Line1State, values: tuple[int, ...]) -> Message:
    """Return the face of the die, or the tiles that were drawn, in the order of types."""
    if state.task is not Line1Task.DRAW:
        face = board.DIE[values[0]] if state.task is Line1Task.ROLL else values[0]
        return sentences.ROLLS(face=FaceName(str(face)))
    return sentences.DRAWS(tiles=hand(sorted(drawn_tiles(state, values))))


def stops_of(state: Line1State, line: int, card: int) -> PlaceName:
    """Return the letters of a schedule as ``B D M``."""
    return PlaceName(" ".join(state.stops(line, card)))


def position_in_words(state: Line1State, seat: Seat | None, known: Known) -> tuple[Message, ...]:
    """Return who is to move, the own cards, the trips, the hands, the board by rows, the signs and the stack."""
    return (
        _turn(state, seat),
        *_own(state, seat, known),
        *(line for each in range(state.seats) for line in _seat(state, each, seat)),
        *_for_all(state),
    )


@lru_cache(2)
def _for_all(state: Line1State) -> tuple[Message, ...]:
    """Return the sentences that are the same whoever looks on."""
    rows = (state.track.cells[row * board.COLS : (row + 1) * board.COLS] for row in range(board.ROWS))
    there = zip(board.LETTERS, state.signs, strict=True)
    signs = ", ".join(f"{letter} {board.NAMES[cell]}" for letter, cell in there if cell != NO_SIGN)
    return (
        *(_row(row, pieces) for row, pieces in enumerate(rows)),
        sentences.SIGNS(signs=PlaceName(signs)) if signs else sentences.NO_SIGNS(),
        sentences.STACK(count=Count(sum(state.stack)), tiles=stock(state.stack)),
    )


def _turn(state: Line1State, seat: Seat | None) -> Message:
    player, mine = SeatName(state.turn), state.turn == seat
    match state.task:
        case Line1Task.OVER:
            return sentences.WHY[state.why]
        case Line1Task.BEGIN:
            return sentences.NOT_ROLLED()
        case Line1Task.SEAL | Line1Task.DEAL:
            return sentences.NOT_DEALT()
        case Line1Task.ROLL:
            return sentences.ROLLING[mine](player=player)
        case Line1Task.DRAW:
            return sentences.DRAWING[mine](player=player, number=Count(state.drawing))
        case Line1Task.TAKE:
            if sum(state.stack):
                return sentences.TAKING_OR_DRAWING[mine](player=player)
            return (sentences.MAY_TAKE if state.may_leave else sentences.TAKING)[mine](player=player)
        case Line1Task.TURN if state.trip is not None:
            return sentences.RIDING[mine](player=player)
        case _:
            return sentences.LAYING[mine](player=player, number=Count(state.lays + 1), of=Count(board.LAYS))


# What a schedule still lacks, as far as the public board shows it to who knows the cards.


def parts(state: Line1State, line: int, card: int) -> tuple[Message, ...]:
    """Return the stops without a sign, and those no rails join to the first terminal that has any track.

    Where every part is joined but no single way passes all, say so.
    """
    return _parts(state, line, card) or (LACKS_WAY(),)


def missing(state: Line1State, line: int, card: int) -> Message:
    """Return what a schedule still lacks as one text."""
    *others, last = parts(state, line, card)
    return reduce(lambda more, part: LACKS_MORE(part=part, more=more), reversed(others), last)


def _parts(state: Line1State, line: int, card: int) -> tuple[Message, ...]:
    stops = state.stops(line, card)
    unsigned = [letter for letter in stops if state.stop_cell(letter) == NO_SIGN]
    first, second = board.own_terminals(line)
    lacking = [LACKS_SIGN(letter=PlaceName(letter)) for letter in unsigned]
    bare = [at for at in (first, second) if not any(state.track.cells[door >> 2] for door in board.OUT[at])]
    lacking += [LACKS_TILE(terminal=_name(at)) for at in bare]
    if len(bare) == 2:
        return tuple(lacking)
    start, goal = (second, first) if first in bare else (first, second)
    spaces = board.spaces_reached(state.track.cells, start, goal)
    apart = [letter for letter in stops if letter not in unsigned and state.stop_cell(letter) not in spaces]
    lacking += [LACKS_TRACK(start=_name(start), goal=PlaceName(letter)) for letter in apart]
    if not bare and board.CELLS + goal not in spaces:
        lacking.append(LACKS_TRACK(start=_name(start), goal=_name(goal)))
    return tuple(lacking)


def _name(at: board.Terminal) -> PlaceName:
    return PlaceName(board.TERMINAL_NAMES[at])


def _own(state: Line1State, seat: Seat | None, known: Known) -> Iterator[Message]:
    """What only this seat sees: its cards, its stops, and what is missing."""
    cards = None if seat is None else turns.cards_of(state, seat, known)
    if cards is None or seat is None or state.trips[seat] is not None or seat in state.gone:
        return
    line, card = cards
    yield _line(line)
    yield from (_stop(state, letter) for letter in state.stops(line, card))
    route = turns.own_route(state, line, card)
    if route is None:
        yield sentences.NOT_CONNECTED(lacks=missing(state, line, card))
    else:
        may_go = state.may_begin and state.turn == seat
        yield (sentences.MAY_GO if may_go else sentences.CONNECTED)(spaces=Count(len(route) - 1))


def _line(line: int) -> Message:
    first, second = (PlaceName(board.TERMINAL_NAMES[at]) for at in board.own_terminals(line))
    street, other = (PlaceName(board.STREETS[at]) for at in board.own_terminals(line))
    return sentences.OWN_LINE(line=Count(line), first=first, second=second, street=street, other=other)


def _stop(state: Line1State, letter: str) -> Message:
    stop, building, cell = PlaceName(letter), PlaceName(board.BUILDING_NAMES[letter]), state.stop_cell(letter)
    if cell != NO_SIGN:
        return sentences.STOP_SIGNED(letter=stop, building=building, cell=PlaceName(board.NAMES[cell]))
    cells = PlaceName(route_words(board.STOPS[letter]))
    return sentences.STOP_UNSIGNED(letter=stop, building=building, cells=cells)


def _seat(state: Line1State, seat: Seat, viewer: Seat | None) -> Iterator[Message]:
    player, tiles = sentences.PLAYER[seat == viewer](player=SeatName(seat)), hand(state.hands[seat])
    trip = state.trips[seat]
    if seat in state.gone:
        yield sentences.GONE(player=player, tiles=tiles)
    elif trip is None:
        held = state.hands[seat]
        yield sentences.HOLDS(player=player, tiles=tiles) if held else sentences.HOLDS_NONE(player=player)
    else:
        yield _on_trip(state, player, trip, tiles)
        ahead = trip.route[trip.at + 1 :]
        yield sentences.AHEAD(spaces=PlaceName(route_words(ahead))) if ahead else sentences.NOTHING_AHEAD()


def _on_trip(state: Line1State, player: Message, trip: Trip, tiles: Every) -> Message:
    told: dict[str, Param] = {
        "player": player,
        "line": Count(trip.line),
        "stops": stops_of(state, trip.line, trip.card),
        "space": PlaceName(board.SPACE_NAMES[trip.route[trip.at]]),
        "at": Count(trip.at),
        "last": Count(len(trip.route) - 1),
        "tiles": tiles,
    }
    if trip.rolled:
        return sentences.ON_TRIP_ROLLED(face=FaceName(trip.rolled), **told)
    return sentences.ON_TRIP(**told)


@lru_cache(KEPT)
def _row(row: int, pieces: bytes) -> Message:
    laid = (
        sentences.LAID(cell=PlaceName(board.NAMES[row * board.COLS + at]), tile=piece_name(piece))
        for at, piece in enumerate(pieces)
        if piece
    )
    return sentences.ROW(row=Count(row + 1), tiles=listed(laid, NO_TILE()))


# What stands on a cell, at a building or terminal, or as a tile or word that can be pointed at, in words.

TILE_SPOT = "tile "
"""A tile of the hand is the spot with this and its number."""
RAILS = message("line1.rails-here", "{tile:message}, rails {links:every}")
WITH_TREES = message("line1.trees-here", "its trees rule out an exchange")
SIGN_HERE = message("line1.sign-here", "stop sign of {letter:place}, {building:place}")
SIGN_MAY_COME = message(
    "line1.sign-may-come", "the first tile beside {letter:place}, {building:place}, gets its stop sign"
)
TRAM_HERE = message("line1.tram-here", "{player:seat}'s tram is here")
OPENS_TO = message("line1.opens-to", "terminal {terminal:place} opens to it")
BUILDING_IS = message("line1.building-is", "{building:place}")
STOP_SIGN_ON = message("line1.stop-sign-on", "its stop sign is on {cell:place}")
NO_STOP_SIGN = message("line1.no-stop-sign", "no stop sign yet: the first tile beside it gets one")
TERMINAL_IS = message("line1.terminal-is", "{street:place}, terminal of line {line:count}")
YOURS = message("line1.your-terminal", "your trip begins or ends here")
HAND_TILE = message("line1.hand-tile", "tile {number:count} of your hand: {tile:message}")
TAKE_FROM = message("line1.take-from", "take the {tile:message} from {player:seat}")


def describe_spot(state: Line1State, seat: Seat | None, known: Known, spot: str) -> Message | None:
    """Return what a cell, building, terminal, tile or word is; None for anything else."""
    if spot.startswith(TILE_SPOT):
        return _held(state, seat, spot.removeprefix(TILE_SPOT))
    if spot in sentences.BUTTONS:
        leaves = spot == "pass" and state.task is Line1Task.TAKE
        return sentences.BUTTON_LEAVE() if leaves else sentences.BUTTONS[spot]
    if spot.startswith("take "):
        match spot.split():
            case [_, owner, tile] if owner in map(str, range(1, state.seats + 1)) and tile in board.BY_NAME:
                return TAKE_FROM(tile=TILE_NAMES[board.BY_NAME[tile]], player=SeatName(int(owner) - 1))
        return None
    if spot in board.BUILDING_NAMES:
        return building_here(state, _cards(state, seat, known), spot)
    space = board.SPACES.get(spot.lower(), -1)
    if space < 0 or space in board.BUILDING_AT:
        return None
    if space < board.CELLS:
        return cell_here(space, cell_holds(state, space))
    return terminal_here(state, _cards(state, seat, known), space - board.CELLS)


def _held(state: Line1State, seat: Seat | None, number: str) -> Message | None:
    hand = state.hands[seat if seat is not None else state.turn]
    if not 0 < (at := whole_number(number) or 0) <= len(hand):
        return None
    return HAND_TILE(number=Count(at), tile=TILE_NAMES[hand[at - 1]])


CellHolds: TypeAlias = tuple[board.Piece, board.Cell, tuple[Seat, ...]]
"""The piece of a cell, where the stop sign of the building beside it is, and whose trams are there."""


def cell_holds(state: Line1State, cell: board.Cell) -> CellHolds:
    """Return all that a state says of a cell."""
    letter = board.STOP_OF.get(cell)
    return state.track.cells[cell], state.stop_cell(letter) if letter else NO_SIGN, _trams(state, cell)


@lru_cache(4096)  # most cells are what they were a move ago, and the same for all who look on
def cell_here(cell: board.Cell, holds: CellHolds) -> Message:
    """Return what a cell is."""
    piece, sign, trams = holds
    told = [*_piece(piece)]
    if (letter := board.STOP_OF.get(cell)) is not None:
        stop, building = PlaceName(letter), PlaceName(board.BUILDING_NAMES[letter])
        if sign == cell:
            told.append(SIGN_HERE(letter=stop, building=building))
        elif sign == NO_SIGN:
            told.append(SIGN_MAY_COME(letter=stop, building=building))
    if cell in _OPENS:
        told.append(OPENS_TO(terminal=PlaceName(board.TERMINAL_NAMES[_OPENS[cell]])))
    return at_place(board.NAMES[cell], (*told, *(TRAM_HERE(player=SeatName(seat)) for seat in trams)))


_OPENS = {door >> 2: at for at, doors in enumerate(board.OUT) for door in doors}
"""The terminal whose arc opens to a cell."""


@lru_cache(64)
def _piece(piece: board.Piece) -> tuple[Message, ...]:
    if not piece:
        return (sentences.EMPTY(),)
    links = listed((LINK_NAMES[link] for link in sorted(board.LINKS[piece])), sentences.EMPTY())
    told = RAILS(tile=piece_name(piece), links=links)
    return (told, WITH_TREES()) if board.TREES[board.TILE[piece]] else (told,)


def _trams(state: Line1State, space: int) -> tuple[Seat, ...]:
    trips = enumerate(state.trips)
    return tuple(seat for seat, trip in trips if trip is not None and trip.route[trip.at] == space)


def building_here(state: Line1State, cards: tuple[int, int] | None, letter: str) -> Message:
    """Return what a building is to who holds these cards."""
    return _building(letter, state.stop_cell(letter), cards is not None and letter in state.stops(*cards))


def terminal_here(state: Line1State, cards: tuple[int, int] | None, at: board.Terminal) -> Message:
    """Return what a terminal is to who holds these cards."""
    own = cards is not None and at in board.own_terminals(cards[0])
    return _terminal(at, own, _trams(state, board.CELLS + at))


@lru_cache(256)  # as with cells
def _building(letter: str, sign: board.Cell, own: bool) -> Message:
    named = BUILDING_IS(building=PlaceName(board.BUILDING_NAMES[letter]))
    signed = NO_STOP_SIGN() if sign == NO_SIGN else STOP_SIGN_ON(cell=PlaceName(board.NAMES[sign]))
    return at_place(letter, (named, signed, *([sentences.YOUR_STOP()] if own else [])))


@lru_cache(256)
def _terminal(at: board.Terminal, own: bool, trams: tuple[Seat, ...]) -> Message:
    named = TERMINAL_IS(street=PlaceName(board.STREETS[at]), line=Count(at // 2 + 1))
    here = (TRAM_HERE(player=SeatName(seat)) for seat in trams)
    return at_place(board.TERMINAL_NAMES[at], (named, *([YOURS()] if own else []), *here))


def _cards(state: Line1State, seat: Seat | None, known: Known) -> tuple[int, int] | None:
    return None if seat is None or seat in state.gone else turns.cards_of(state, seat, known)
