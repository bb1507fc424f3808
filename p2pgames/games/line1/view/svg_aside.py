"""What stands beside Line 1's board: own cards and what they lack, trips, the hands of the others, the stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.column import Part, Token, column, flow, heading, joined, prose, word
from p2pgames.drawing.seats import badge
from p2pgames.drawing.shapes import Circle, Drawing, Paint, Rect, Text, Use, area
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import (
    BUILDING_NAMES,
    NAMES,
    OF_TILE,
    TERMINAL_NAMES,
    TREES,
    Piece,
    Tile,
    each,
    own_terminals,
)
from p2pgames.games.line1.state import NO_SIGN, State, Trip
from p2pgames.games.line1.travel import find
from p2pgames.games.line1.view.panel import counted, line_ends, trip_said, typed_route
from p2pgames.games.line1.view.scene import Scene, scene
from p2pgames.games.line1.view.svg_board import ICONS
from p2pgames.games.line1.view.svg_plan import CELL, LINE, on_line, symbols
from p2pgames.games.line1.view.svg_plan import name as track
from p2pgames.games.line1.words import parts
from p2pgames.picture.picture import Say, View
from p2pgames.text import Count, PlaceName

TILE: Final = 28
HOUSE: Final = 34


def aside(state: State, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    shown = scene(state, view)
    told = (
        *_own(state, shown, view.say),
        *_typed(state, shown, view.say),
        *_trips(state, view),
        *_hands(state, shown, view),
        *_stack(state, view),
    )
    tiles = {*(tile for hand in state.hands for tile in hand), *range(len(state.stack))}
    return column("Line 1", told, {**symbols(b"", map(_piece, tiles)), **ICONS})


def _piece(tile: Tile) -> Piece:
    return each(OF_TILE[tile])[0]


# -- the own cards --


def _own(state: State, shown: Scene, say: Say) -> Iterator[Part]:
    """Yield what only the viewer sees, as long as the trip has not begun."""
    if shown.cards is None or shown.seat is None or state.trips[shown.seat] is not None:
        return
    number, card = shown.cards
    yield heading(say(sentences.ONLY_YOU_SEE()))
    ends = prose(say(line_ends(number)), bold=True, lead=_bullet(number))
    yield replace(ends, about=TERMINAL_NAMES[own_terminals(number)[0]])
    yield from (_stop(state, letter, say) for letter in shown.stops)
    route = find(state, number, card)
    if route is not None:
        connected = sentences.GO_NOW if shown.can.announced else sentences.GO_LATER
        yield prose(say(connected(spaces=Count(len(route) - 1))), "good", bold=True)
        return
    for part in parts(state, number, card):
        if part.template is not sentences.LACKS_SIGN:
            yield prose(say(part), "muted", lead=_DASH)


_DASH: Final = Token(10, 20, (Rect(0, 9, 10, 2.4, area("muted")),))


def _bullet(number: int) -> Token:
    disc = Circle(13, 13, 12, Paint(LINE[number - 1], "text", 2))
    return Token(26, 26, (disc, Text(13, 13, str(number), 15, on_line(number), bold=True)))


def _stop(state: State, letter: str, say: Say) -> Part:
    cell = state.sign(letter)
    signed = cell != NO_SIGN
    where = sentences.SIGN_ON(cell=PlaceName(NAMES[cell])) if signed else sentences.NO_SIGN_YET()
    house = (
        Rect(1, 1, HOUSE - 2, HOUSE - 2, Paint("sign", "text", 2), 6),
        Use(f"building-{letter}-own", HOUSE / 2, HOUSE / 2, 0.66, "onsign"),
    )
    sign = Circle(13, 13, 11, Paint("sign" if signed else "board", "text", 2))
    disc = Token(26, 26, (sign, Text(13, 13, letter, 13.5, "onsign" if signed else "text", bold=True)))
    text = f"{BUILDING_NAMES[letter]}: {say(where)}"
    row = prose(text, lead=joined((Token(HOUSE, HOUSE, house), disc)), said=f"{letter} {text}")
    return replace(row, about=letter)


# -- what everybody sees --


def _typed(state: State, shown: Scene, say: Say) -> Iterator[Part]:
    if (said := typed_route(state, shown)) is not None:
        yield heading(say(sentences.ROUTE()), say(said))


def _trips(state: State, view: View) -> Iterator[Part]:
    for seat, trip in enumerate(state.trips):
        if trip is not None:
            yield _trip(state, seat, trip, view)


def _trip(state: State, seat: Seat, trip: Trip, view: View) -> Part:
    text = view.say(trip_said(state, trip))
    return prose(text, lead=joined((_badge(seat), _bullet(trip.line))), said=f"{view.called(seat)}, {text}")


def _badge(seat: Seat) -> Token:
    return Token(24, 24, badge(seat, 12, 12, 10.5))


def _hands(state: State, shown: Scene, view: View) -> Iterator[Part]:
    """Yield the hands of the others, open to be taken of those who are gone or on their trip."""
    for seat, hand in enumerate(state.hands):
        if seat != shown.seat and hand:
            is_open = seat in state.gone or state.trips[seat] is not None
            taken = view.say(sentences.TO_TAKE()) if is_open else ""
            tiles = [_tile(tile) for tile in hand]
            more = [word(taken, "muted", high=TILE + 2, size=13)] if taken else []
            said = f"{view.called(seat)}: {counted(Counter(hand), view)}"
            yield flow((_badge(seat), *tiles, *more), f"{said}, {taken}" if taken else said, 5)


def _stack(state: State, view: View) -> Iterator[Part]:
    yield heading(view.say(sentences.STACK_OF(number=Count(sum(state.stack)))))
    if any(state.stack):
        kinds = (token for tile, count in enumerate(state.stack) for token in _kind(tile, count))
        yield flow(kinds, counted(dict(enumerate(state.stack)), view), 3)


def _kind(tile: Tile, count: int) -> tuple[Token, Token]:
    """Return a tile and how many there are, each kind always in the same place."""
    number = word(str(count), "text" if count else "muted", high=TILE + 2)
    return _tile(tile), Token(20, TILE + 2, number.shapes)


def _tile(tile: Tile) -> Token:
    """Return a small tile; the crown of a tree on those that are never exchanged."""
    size, middle = TILE + 2, TILE / 2 + 1
    frame = Rect(2, 2, TILE - 2, TILE - 2, Paint("tile", "rule", 1.6), 4)
    crown = (Circle(TILE - 4, TILE - 4, 2.6, area("leaf")),) if TREES[tile] else ()
    return Token(size, size, (frame, Use(track(_piece(tile)), middle, middle, (TILE - 4) / CELL), *crown))
