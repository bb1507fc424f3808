"""Passengers: they come in at the stations and ride to buildings of the type that the clock shows.

Who sits where needs no record. As many passengers at a crossing are seated as there are buildings of the
current type, and a ride never changes that: it takes an unseated one away, or brings one to a free building.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.changed import changed
from p2pgames.contract import Illegal
from p2pgames.games.bus import messages, refusals
from p2pgames.games.bus.board import Crossing
from p2pgames.games.bus.state import Line, State, added
from p2pgames.text import Joint

Ride = tuple[Crossing, Crossing]
"""From where to where."""


def spare(state: State, at: Crossing) -> int:
    """Return how many passengers at a crossing are unseated; below 0, how many buildings are free."""
    return state.riders[at] - state.built[at].count(state.clock)


def ends(state: State, line: Line) -> tuple[list[Crossing], list[Crossing]]:
    """Return the crossings of a line with an unseated passenger, and those with a free building."""
    spares = [(at, spare(state, at)) for at in sorted(set(line))]
    return [at for at, more in spares if more > 0], [at for at, more in spares if more < 0]


def rides(state: State, line: Line) -> Iterator[Ride]:
    """Yield every ride a bus of this line can make now."""
    sources, targets = ends(state, line)
    return ((source, target) for source in sources for target in targets)


def possible(state: State, line: Line, buses: int) -> int:
    """Return how many rides that many buses must make: the least of buses, unseated and free buildings."""
    spares = [spare(state, at) for at in set(line)]
    unseated, vacant = (sum(max(0, sign * more) for more in spares) for sign in (1, -1))
    return min(buses, unseated, vacant)


def arrive(state: State, station: Crossing) -> State:
    """Return the state with one more passenger at a station; raise `Illegal` elsewhere."""
    if station not in state.city.stations:
        raise Illegal(refusals.COME_IN(stations=messages.places(state.city.stations, Joint.OR)))
    return changed(state, riders=added(state.riders, station), todo=state.todo - 1)


def carry(state: State, source: Crossing, target: Crossing) -> State:
    """Return the state after a ride by the seat at turn, worth one point; raise `Illegal` if it cannot be."""
    line = state.lines[state.turn]
    for at in (source, target):
        if at not in line:
            raise Illegal(refusals.NOT_ON_LINE(at=messages.crossing(at)))
    if spare(state, source) <= 0:
        said = refusals.ALL_SEATED if state.riders[source] else refusals.NOBODY_WAITS
        raise Illegal(said(at=messages.place(source)))
    if spare(state, target) >= 0:
        raise Illegal(refusals.NOT_FREE(kind=messages.KINDS[state.clock], at=messages.place(target)))
    return carried(state, source, target)


def carried(state: State, source: Crossing, target: Crossing) -> State:
    """Return the state after a ride that the seat at turn may make."""
    seat = state.turn
    return changed(
        state,
        riders=added(added(state.riders, source, -1), target),
        points=added(state.points, seat),
        stack=(*(each for each in state.stack if each != seat), seat),
        todo=state.todo - 1,
    )
