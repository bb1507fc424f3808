"""Players made of code."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.bus import board, lines, notation, rounds
from p2pgames.games.bus.board import BUSES, MARKERS, Area
from p2pgames.games.bus.rounds import tick
from p2pgames.games.bus.state import Line, State, Task

_SURE: Final = 0.9
"""What a ride at the next hour is worth to a seat with a marker on vroomm; the units are points."""
_HOPED: Final = 0.35
"""What it is worth without one."""
_LATER: Final = (0.2, 0.15)
"""What rides at the two hours after that are worth."""


def driver(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Return what serves the own line best: it builds for the hour of its rides, stops time when that pays."""
    if state.task is Task.CHOOSE:
        return _choice(state, seat, random)
    return max(
        notation.listing(state),
        key=lambda move: (_worth(notation.play(state, move), seat), random.random()),
    )


# -- pieces: one move ahead -------------------------------------------------------------------------


def _worth(state: State, seat: Seat) -> float:
    """Return how well a seat stands, in points."""
    rivals = [each for each in state.inside if each != seat]
    # fsum: the built-in adds floats otherwise from Python 3.12 on, and bots must play alike everywhere
    theirs = fsum(_stand(state, each) for each in rivals) / max(1, len(rivals))
    return _stand(state, seat) - 0.4 * theirs


def _stand(state: State, seat: Seat) -> float:
    line = state.lines[seat]
    net = state.points[seat] - state.stones[seat]
    return net + _to_come(state, seat, line) + (reach(state, seat) if line else 0.0)


def _to_come(state: State, seat: Seat, line: Line) -> float:
    """Return what the rides are worth that this line can make, as the table lies, hour by hour."""
    hour = state if state.task in (Task.CLOCK, Task.VROOMM) else tick(state)
    drives = state.spaces[Area.VROOMM].count(seat)
    total = (_SURE if drives else _HOPED) * lines.possible(hour, line, state.buses[seat] * max(1, drives))
    for weight in _LATER:
        hour = tick(hour)
        total += weight * lines.possible(hour, line, state.buses[seat])
    return total


def reach(state: State, seat: Seat) -> float:
    """Return what the places on the line promise: passengers, stations, buildings, sites, ways to go on."""
    promise = 0.03 * min(len(lines.sticks(state, seat)), 4)
    for at in set(state.lines[seat]):
        promise += 0.15 * state.riders[at] + 0.08 * len(state.built[at]) + 0.03 * len(state.city.sites[at])
        promise += 0.5 if at in state.city.stations else 0.0
    return promise


# -- markers ----------------------------------------------------------------------------------------


def _choice(state: State, seat: Seat, random: Random) -> Move:
    """Return the action that promises most, or a pass when no action is worth its marker."""
    best, area = max(
        (gain(state, seat, area) + 0.01 * random.random(), area) for area in rounds.open_areas(state)
    )
    if rounds.may_pass(state) and best < price(state, seat):
        return ("pass",)
    return "take", area.label


def price(state: State, seat: Seat) -> float:
    """Return what a marker is worth kept: little for who has more than everybody else."""
    most = max(state.markers[each] for each in state.inside if each != seat)
    return 0.2 if state.markers[seat] > most else 0.6


def gain(state: State, seat: Seat, area: Area) -> float:
    space = board.free(state.spaces, area)
    left = state.markers[seat] / MARKERS
    if area is Area.VROOMM:
        return _drive(state, seat, space)
    if area is Area.BUS:
        return 1.6 * left if state.buses[seat] < BUSES else 0.0
    if area is Area.CLOCK:
        return _time(state, seat)
    if area is Area.START:
        return 0.25 * left
    count = state.yields(area, space)
    if area is Area.LINE:
        return min(count, state.sticks(seat)) * 0.55 * left
    if area is Area.RIDERS:
        stations = sum(at in state.lines[seat] for at in state.city.stations)
        return min(count, state.waiting) * (0.45 if stations else 0.02)
    return count * (0.45 if any(at in state.lines[seat] for at in lines.open_at(state)) else 0.1)


def _drive(state: State, seat: Seat, space: int) -> float:
    """Return the rides one more marker on vroomm brings, at the better hour if the clock is one's own."""
    line, mine = state.lines[seat], state.spaces[Area.VROOMM].count(seat)
    now, then = (min(_supply(hour, seat), state.buses[seat] * (mine + 1)) for hour in (state, tick(state)))
    have = min(_supply(tick(state), seat), state.buses[seat] * mine)
    own_clock = seat in state.spaces[Area.CLOCK]
    rides = max(then, now - 1) if own_clock else then
    return (rides - have) * (1 - 0.06 * space) if line else 0.0


def _supply(state: State, seat: Seat) -> float:
    """Return how many rides the line will find, with what the own markers add before the buses go."""
    line = state.lines[seat]
    spares = [lines.spare(state, at) for at in set(line)]
    unseated = sum(more for more in spares if more > 0)
    vacant = -sum(more for more in spares if more < 0)
    if any(at in line for at in state.city.stations):
        unseated += sum(_yields(state, seat, Area.RIDERS))
    if any(at in line for at in lines.open_at(state)):
        vacant += sum(_yields(state, seat, Area.BUILD))
    return min(unseated, vacant)


def _yields(state: State, seat: Seat, area: Area) -> Iterator[int]:
    return (state.yields(area, space) for space, owner in enumerate(state.spaces[area]) if owner == seat)


def _time(state: State, seat: Seat) -> float:
    """Return what the choice of the hour is worth to the own buses of this round."""
    buses = state.buses[seat] * state.spaces[Area.VROOMM].count(seat)
    now, then = (min(_supply(hour, seat), buses) for hour in (state, tick(state)))
    return max(0.0, now - 1 - then) + 0.1
