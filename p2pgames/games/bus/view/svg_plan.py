"""Where everything of a city lies in its drawing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.drawing.paths import beside, box, mix, toward
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.bus import words
from p2pgames.games.bus.board import City, Crossing, number, street_name
from p2pgames.games.bus.state import State, Task
from p2pgames.games.bus.view.scene import Scene
from p2pgames.games.bus.words import describe_spot
from p2pgames.picture.picture import View

_PRINTED: Final[dict[str, Any]] = json.loads((files("p2pgames.games.bus") / "data" / "map.json").read_bytes())

WIDTH: Final = 1060
STRIP: Final = 132
"""Down to here goes the action board."""
PLOT: Final = 27
GAP: Final = 3
NODE: Final = 15
"""Half of a crossing's width."""

STATION: Final = (54, 38)
"""Width and height of a station."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One city's places, by crossing."""

    height: float
    points: tuple[Point, ...]
    stands: tuple[Point, ...]
    """Where passengers wait."""
    boxes: tuple[Box, ...]
    """Of its plots; of a station, of its name."""

    def plot(self, at: Crossing, number: int) -> Point:
        """Return the top left of a plot."""
        x, y, _, _ = self.boxes[at]
        return x + GAP + number * (PLOT + GAP), y + GAP


@cache
def plan(city: City) -> Plan:
    """Return where things lie in a city."""
    printed = _PRINTED[city.name]
    points, stands, boxes = (tuple(map(tuple, printed[name])) for name in ("points", "stands", "boxes"))
    return Plan(printed["height"], points, stands, boxes)


# What can be pointed at on the map, and how it is said.


def crossing_spots(shown: Scene, plan: Plan, view: View, legal: frozenset[str]) -> tuple[Spot, ...]:
    """Return each crossing together with its plots."""
    every = shown.state.city.crossings
    return tuple(
        Spot(name := number(at), _around(plan, at), name in legal, said(shown.state, view, name))
        for at in every
    )


def _around(plan: Plan, at: Crossing) -> tuple[Point, ...]:
    (x, y), (left, top, w, h) = plan.points[at], plan.boxes[at]
    first, last = min(x - NODE, left), max(x + NODE, left + w)
    upper, lower = min(y - NODE, top), max(y + NODE, top + h)
    return box(first, upper, last - first, lower - upper)


def street_spots(shown: Scene, plan: Plan, view: View) -> tuple[Spot, ...]:
    """Return the streets where a stick may lie, and those at the own heads where none may: they tell the reason."""
    if shown.draft is None or shown.before.task not in (Task.FIRST, Task.LINE):
        return ()
    state = shown.before
    sticks = {(int(one), int(other)) for one, other in (text.split("-") for text in shown.draft.moves)}
    if state.task is Task.LINE:
        line = state.lines[shown.draft.seat]
        near = {(end, far) for end in (line[0], line[-1]) for far, _ in state.city.around[end]}
        sticks |= {(end, far) for end, far in near if (far, end) not in sticks}
    return tuple(_street(shown, plan, view, way, way[::-1] in sticks) for way in sorted(sticks))


def said(state: State, view: View, spot: str) -> str:
    """Return what stands at a spot, in the viewer's words."""
    told = describe_spot(state, spot)
    return view.say(told) if told is not None else spot


def _street(shown: Scene, plan: Plan, view: View, way: tuple[Crossing, Crossing], both: bool) -> Spot:
    name = street_name(*way)
    legal = shown.legal(view.typed, name)
    title = said(shown.state, view, name)
    hint = view.say((words.LAY_STICK if legal else words.NO_STICK)())
    return Spot(name, _along(plan, *way, both), legal, title, hint)


def _along(plan: Plan, one: Crossing, other: Crossing, both: bool) -> tuple[Point, ...]:
    """Return a street between its crossings; the farther half of it where the other half is the way back."""
    p, q = plan.points[one], plan.points[other]
    start, end = toward(p, q, NODE + 4), toward(q, p, NODE + 4)
    start = mix(start, end, 0.5) if both else start
    ox, oy = beside(p, q, 12)
    return tuple(
        (x + sign * ox, y + sign * oy) for (x, y), sign in ((start, 1), (end, 1), (end, -1), (start, -1))
    )
