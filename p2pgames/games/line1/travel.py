"""The trip: announcing a route, and riding it.

Rulebook: part 2, the inaugural trip. The route is checked space by space, so that nobody needs to trace it.
"""

from __future__ import annotations

from p2pgames.contract import Illegal, Known, Move, Seat
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import (
    BUILDING_NAMES,
    CELLS,
    DIE,
    SPACE_NAMES,
    TERMINAL_NAMES,
    Cell,
    own_terminals,
)
from p2pgames.games.line1.moves import Anew, Go
from p2pgames.games.line1.search import Route, gap, is_terminal, shortest
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, NO_SIGN, State, Task, Trip
from p2pgames.replace import replace
from p2pgames.text import Count, Message, PlaceName


def cards_of(state: State, seat: Seat, known: Known) -> tuple[int, int] | None:
    """Return the numbers of a seat's line card and route card, as far as both are known; public when it travels."""
    trip = state.trips[seat]
    if trip is not None:
        return trip.line, trip.card
    line, card = (known.get(slot) for slot in state.slots(seat))
    if line not in LINE_FACES or card not in CARD_FACES:
        return None
    return LINE_FACES.index(line) + 1, CARD_FACES.index(card) + 1


def find(state: State, line: int, card: int) -> Route | None:
    """Return a shortest route from the first to the second terminal of a line past its stops, if there is one."""
    stops = tuple(state.sign(letter) for letter in state.stops(line, card))
    return None if min(stops) < 0 else shortest(state.track.cells, *own_terminals(line), stops)


def announcements(state: State, seat: Seat, known: Known) -> tuple[Move, ...]:
    """Return the ways to announce a shortest route, from either terminal; under way only if it shortens the trip.

    Any other route of one's own may be announced as well: there are too many to be listed.
    """
    cards, trip = cards_of(state, seat, known), state.trips[seat]
    if cards is None or (trip is not None and trip.renewed):
        return ()
    route = find(state, *cards)
    if route is None or (trip is not None and len(route) - 1 >= trip.left):
        return ()
    ways = (route, tuple(reversed(route)))
    return tuple(("go", *cards, way) if trip is None else ("anew", way) for way in ways)


def begin(state: State, announced: Go) -> State:
    """Return the state in which the seat at turn sets its tram on a terminal and is to roll."""
    if state.trip is not None:
        raise Illegal(sentences.ON_TRIP_ALREADY())
    if state.lays:
        raise Illegal(sentences.TRIP_FIRST())
    check(state, announced.line, announced.card, announced.route)
    return _riding(state, Trip(announced.line, announced.card, announced.route))


def renew(state: State, announced: Anew) -> State:
    """Return the state in which the seat at turn begins again on another route and is to roll."""
    trip = state.trip
    if trip is None:
        raise Illegal(sentences.NO_TRIP_ANEW())
    if trip.renewed:
        raise Illegal(sentences.ANEW_TWICE())
    check(state, trip.line, trip.card, announced.route)
    return _riding(state, Trip(trip.line, trip.card, announced.route, renewed=True))


def go_on(state: State) -> State:
    """Return the state in which the seat at turn is to roll for its tram."""
    trip = state.trip
    if trip is None:
        raise Illegal(sentences.NO_TRIP_ROLL())
    return _riding(state, replace(trip, renewed=False))


def _riding(state: State, trip: Trip) -> State:
    trips = (*state.trips[: state.turn], trip, *state.trips[state.turn + 1 :])
    return replace(state, trips=trips, task=Task.ROLL)


def check(state: State, line: int, card: int, route: Route) -> None:
    """Raise `Illegal`, with the reason, unless a tram of the line can go this way past all stops of the card."""
    own = {CELLS + at for at in own_terminals(line)}
    if {route[0], route[-1]} != own:
        first, second = (PlaceName(TERMINAL_NAMES[at]) for at in own_terminals(line))
        raise Illegal(sentences.ROUTE_ENDS(line=Count(line), first=first, second=second))
    if own & set(route[1:-1]):
        raise Illegal(sentences.ONLY_ENDS())
    broken = gap(state.track.cells, route)
    if broken is not None:
        here, there = (PlaceName(SPACE_NAMES[space]) for space in broken)
        raise Illegal(sentences.NO_RAIL(here=here, there=there))
    on_the_way = set(route)
    for letter in state.stops(line, card):
        cell = state.sign(letter)
        if cell not in on_the_way:
            raise Illegal(_unserved(letter, cell))


def _unserved(letter: str, cell: Cell) -> Message:
    """Return why a route leaves out a stop, with the cell of its sign."""
    stop, building = PlaceName(letter), PlaceName(BUILDING_NAMES[letter])
    if cell == NO_SIGN:
        return sentences.ROUTE_UNSIGNED(letter=stop, building=building)
    return sentences.ROUTE_MISSES(letter=stop, building=building, cell=PlaceName(SPACE_NAMES[cell]))


def ride(state: State, face: int) -> State:
    """Return the state after the tram of the seat at turn has moved by a face of the die, counted from 0."""
    trip = state.trips[state.turn]
    if trip is None:
        raise Illegal(sentences.NOBODY_ROLLS())
    at = reached(state, trip, face)
    moved = replace(trip, at=at, rolled=str(DIE[face]))
    trips = (*state.trips[: state.turn], moved, *state.trips[state.turn + 1 :])
    return replace(state, trips=trips)


def reached(state: State, trip: Trip, face: int) -> int:
    """Return where on its route a tram is after a face of the die: that many spaces on, or at the next stop."""
    roll, last = DIE[face], len(trip.route) - 1
    if isinstance(roll, int):
        return min(trip.at + roll, last)
    signs = set(state.signs)
    return next(
        at for at in range(trip.at + 1, last + 1) if is_terminal(trip.route[at]) or trip.route[at] in signs
    )
