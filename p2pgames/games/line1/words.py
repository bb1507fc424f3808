"""The position in sentences, for plain mode and screen readers; and what a roll gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from p2pgames.contract import Known, Seat
from p2pgames.games.line1 import messages, travel
from p2pgames.games.line1.board import (
    BUILDING_NAMES,
    COLS,
    DIE,
    LAYS,
    LETTERS,
    NAMES,
    ROWS,
    SPACE_NAMES,
    STOPS,
    STREETS,
    TERMINAL_NAMES,
    own_terminals,
)
from p2pgames.games.line1.missing import missing
from p2pgames.games.line1.names import NO_TILE, hand, listed, piece_name, stock
from p2pgames.games.line1.notation import route_words
from p2pgames.games.line1.state import NO_SIGN, State, Task, Trip
from p2pgames.games.line1.turn import draw
from p2pgames.text import Count, Every, FaceName, Message, Param, PlaceName, SeatName

KEPT: Final = 4 * ROWS
"""Rows of tiles whose sentence is kept: a move changes two at most."""


def rolled(state: State, values: tuple[int, ...]) -> Message:
    """Return the face of the die, or the tiles that were drawn, in the order of types."""
    if state.task is not Task.DRAW:
        face = DIE[values[0]] if state.task is Task.ROLL else values[0]
        return messages.ROLLS(face=FaceName(str(face)))
    drawn = Counter(draw(state, values).hands[state.turn]) - Counter(state.hands[state.turn])
    return messages.DRAWS(tiles=hand(sorted(drawn.elements())))


def stops_of(state: State, line: int, card: int) -> PlaceName:
    """Return the letters of a schedule as ``B D M``."""
    return PlaceName(" ".join(state.stops(line, card)))


def position(state: State, seat: Seat | None, known: Known) -> tuple[Message, ...]:
    """Return who is to move, the own cards, the trips, the hands, the board by rows, the signs and the stack."""
    return (
        _turn(state, seat),
        *_own(state, seat, known),
        *(line for each in range(state.seats) for line in _seat(state, each, seat)),
        *(_row(row, state.track.cells[row * COLS : (row + 1) * COLS]) for row in range(ROWS)),
        _signs(state),
        messages.STACK(count=Count(sum(state.stack)), tiles=stock(state.stack)),
    )


def _turn(state: State, seat: Seat | None) -> Message:
    player, mine = SeatName(state.turn), state.turn == seat
    match state.task:
        case Task.OVER:
            return messages.WHY[state.why]
        case Task.BEGIN:
            return messages.NOT_ROLLED()
        case Task.SEAL | Task.DEAL:
            return messages.NOT_DEALT()
        case Task.ROLL:
            return messages.ROLLING[mine](player=player)
        case Task.DRAW:
            return messages.DRAWING[mine](player=player, number=Count(state.drawing))
        case Task.TAKE:
            if sum(state.stack):
                return messages.TAKING_OR_DRAWING[mine](player=player)
            return (messages.MAY_TAKE if state.may_leave else messages.TAKING)[mine](player=player)
        case Task.TURN if state.trip is not None:
            return messages.RIDING[mine](player=player)
        case _:
            return messages.LAYING[mine](player=player, number=Count(state.lays + 1), of=Count(LAYS))


def _own(state: State, seat: Seat | None, known: Known) -> Iterator[Message]:
    """What only this seat sees: its cards, its stops, and what is missing."""
    cards = None if seat is None else travel.cards_of(state, seat, known)
    if cards is None or seat is None or state.trips[seat] is not None or seat in state.gone:
        return
    line, card = cards
    yield _line(line)
    yield from (_stop(state, letter) for letter in state.stops(line, card))
    route = travel.find(state, line, card)
    if route is None:
        yield messages.NOT_CONNECTED(lacks=missing(state, line, card))
    else:
        may_go = state.may_begin and state.turn == seat
        yield (messages.MAY_GO if may_go else messages.CONNECTED)(spaces=Count(len(route) - 1))


def _line(line: int) -> Message:
    first, second = (PlaceName(TERMINAL_NAMES[at]) for at in own_terminals(line))
    street, other = (PlaceName(STREETS[at]) for at in own_terminals(line))
    return messages.OWN_LINE(line=Count(line), first=first, second=second, street=street, other=other)


def _stop(state: State, letter: str) -> Message:
    stop, building, cell = PlaceName(letter), PlaceName(BUILDING_NAMES[letter]), state.sign(letter)
    if cell != NO_SIGN:
        return messages.STOP_SIGNED(letter=stop, building=building, cell=PlaceName(NAMES[cell]))
    cells = PlaceName(route_words(STOPS[letter]))
    return messages.STOP_UNSIGNED(letter=stop, building=building, cells=cells)


def _seat(state: State, seat: Seat, viewer: Seat | None) -> Iterator[Message]:
    player, tiles = messages.PLAYER[seat == viewer](player=SeatName(seat)), hand(state.hands[seat])
    trip = state.trips[seat]
    if seat in state.gone:
        yield messages.GONE(player=player, tiles=tiles)
    elif trip is None:
        held = state.hands[seat]
        yield messages.HOLDS(player=player, tiles=tiles) if held else messages.HOLDS_NONE(player=player)
    else:
        yield _on_trip(state, player, trip, tiles)
        ahead = trip.route[trip.at + 1 :]
        yield messages.AHEAD(spaces=PlaceName(route_words(ahead))) if ahead else messages.NOTHING_AHEAD()


def _on_trip(state: State, player: Message, trip: Trip, tiles: Every) -> Message:
    told: dict[str, Param] = {
        "player": player,
        "line": Count(trip.line),
        "stops": stops_of(state, trip.line, trip.card),
        "space": PlaceName(SPACE_NAMES[trip.route[trip.at]]),
        "at": Count(trip.at),
        "last": Count(len(trip.route) - 1),
        "tiles": tiles,
    }
    if trip.rolled:
        return messages.ON_TRIP_ROLLED(face=FaceName(trip.rolled), **told)
    return messages.ON_TRIP(**told)


@lru_cache(KEPT)
def _row(row: int, pieces: bytes) -> Message:
    laid = (
        messages.LAID(cell=PlaceName(NAMES[row * COLS + at]), tile=piece_name(piece))
        for at, piece in enumerate(pieces)
        if piece
    )
    return messages.ROW(row=Count(row + 1), tiles=listed(laid, NO_TILE()))


def _signs(state: State) -> Message:
    there = zip(LETTERS, state.signs, strict=True)
    signs = ", ".join(f"{letter} {NAMES[cell]}" for letter, cell in there if cell != NO_SIGN)
    return messages.SIGNS(signs=PlaceName(signs)) if signs else messages.NO_SIGNS()
