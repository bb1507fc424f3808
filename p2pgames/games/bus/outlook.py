"""What a seat may expect: a fit of the points that were still to come, made from games of bots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.bus.areas import ORDER, Area
from p2pgames.games.bus.board import MARKERS, TYPES
from p2pgames.games.bus.sites import open_at
from p2pgames.games.bus.state import State, Task

_FIT: Final[dict[str, dict[str, float]]] = json.loads(
    (files("p2pgames.games.bus") / "data" / "mind.json").read_bytes()
)
"""The weight of each feature, by name, in the order of `_features`: as a round begins, and while pieces are laid."""
ROUND: Final = tuple(_FIT["round"].values())
PIECES: Final = tuple(_FIT["pieces"].values())
_YIELDING: Final = (Area.LINE, Area.RIDERS, Area.BUILD)


@dataclass(frozen=True, slots=True)
class Look:
    """What all seats' features need once: the next three hours, and the crossings that are built on now."""

    hours: tuple[int, ...]
    sites: frozenset[int]


def look(state: State) -> Look:
    """Return what is to be looked at in this position."""
    area = ORDER[state.step][0] if state.step >= 0 else Area.LINE
    passed = area >= Area.CLOCK and state.task is not Task.CLOCK
    first = state.clock + (0 if passed else 1)
    return Look(tuple((first + step) % len(TYPES) for step in range(3)), frozenset(open_at(state)))


def stand(state: State, seat: Seat, seen: Look, weights: Sequence[float]) -> float:
    """Return the points that a seat has and may expect."""
    total = float(state.points[seat] - state.stones[seat])
    for weight, feature in zip(weights, _features(state, seat, seen), strict=True):
        total += weight * feature
    return total


def _features(state: State, seat: Seat, seen: Look) -> tuple[float, ...]:
    line = set(state.lines[seat])
    (un0, va0), (un1, va1), (un2, va2) = supply(state, line, seen.hours)
    orders = _orders(state, seat) if state.step >= 0 or seat in _flat(state) else _NONE
    stations = sum(at in line for at in state.city.stations)
    sites = len(line & seen.sites)
    buses, drives = state.buses[seat], orders[Area.VROOMM]
    markers = state.markers[seat]
    left = markers / MARKERS
    more, homes = orders[Area.RIDERS] * (stations > 0), orders[Area.BUILD] * (sites > 0)
    unseated, vacant = un0 + (more if stations else 0), va0 + (homes if sites else 0)
    rides = min(_capacity(state, seat, drives), unseated, vacant)
    return (
        1.0, markers, buses, buses * left, orders[Area.LINE], more, homes, orders[Area.CLOCK], orders[Area.START],
        orders[Area.BUS], rides, 0 if drives else min(buses, unseated, vacant), min(un1, va1, buses),
        min(un2, va2, buses), min(un0 + un1 + un2, 6) * left, min(va0 + va1 + va2, 9) * left, stations * left,
        sites * left, len(line) * left, sum(state.riders[at] for at in line) * left, min(un1, va1) * left,
        min(un2, va2) * left, drives > 0, state.fleet - buses,
    )  # fmt: skip


def supply(state: State, line: set[int], hours: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each hour the unseated passengers and the free buildings on a line."""
    there = [(state.riders[at], state.built[at]) for at in line if state.riders[at] or state.built[at]]
    found = []
    for hour in hours:
        unseated = vacant = 0
        for riders, built in there:
            spare = riders - built.count(hour)
            if spare > 0:
                unseated += spare
            else:
                vacant -= spare
        found.append((unseated, vacant))
    return found


_NONE: Final = (0,) * len(Area)


def _flat(state: State) -> set[Seat]:
    return {seat for row in state.spaces for seat in row}


def _orders(state: State, seat: Seat) -> Sequence[int]:
    """Return what the seat's markers of this round still yield, by area."""
    found = [0] * len(Area)
    for number, (area, space) in enumerate(ORDER):
        if number < state.step or state.spaces[area][space] != seat:
            continue
        if number == state.step:
            found[area] += state.todo if state.turn == seat else 0
        else:
            found[area] += state.yields(area, space) if area in _YIELDING else 1
    return found


def _capacity(state: State, seat: Seat, drives: int) -> int:
    """Return how many passengers the seat's buses can still carry in this round."""
    driving = state.step >= 0 and ORDER[state.step][0] is Area.VROOMM and state.turn == seat and state.todo
    if driving:
        return state.todo + state.buses[seat] * (drives - state.todo)
    return state.buses[seat] * drives
