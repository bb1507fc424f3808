"""How Bus is learnt by three: you begin."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from p2pgames.contract import Seat, resolve_options
from p2pgames.game import LessonPosition
from p2pgames.games import read_lesson
from p2pgames.games.bus.rules import Bus
from p2pgames.games.bus.state import (
    EMPTY,
    ORDER,
    TYPES,
    Area,
    Board,
    BusState,
    BusTask,
    free_space,
    put_marker,
)

YOU, SECOND, THIRD = 0, 1, 2
HOUSE, OFFICE, PUB = range(len(TYPES))
BUILT: Final = {0: (HOUSE,), 1: (OFFICE,), 2: (PUB, HOUSE), 3: (OFFICE, PUB)}
"""What stands at first, by crossing."""
PLACED: Final = (
    (Area.VROOMM, YOU),
    (Area.LINE, SECOND),
    (Area.LINE, THIRD),
    (Area.BUS, YOU),
    (Area.RIDERS, SECOND),
    (Area.BUILD, THIRD),
)
"""Markers in the order in which they are placed."""
LINES: Final = ((0, 1, 5), (9, 2, 6), (3, 7, 25))


def _at(task: BusTask, **changes: Any) -> LessonPosition:
    """Return a position in which you are to decide this, in a round that has just begun."""
    begun = {"task": task, "turn": YOU, "todo": 1, "queue": (), "round": 1, "lines": LINES}
    return LessonPosition(replace(_city(), **{**begun, **changes}))


def _city(more: dict[int, tuple[int, ...]] | None = None) -> BusState:
    """Return the set-up with six buildings, and with more of them."""
    rules = Bus()
    state = rules.start(len(LINES), resolve_options(rules, len(LINES), {}), YOU)
    there = {**BUILT, **(more or {})}
    return replace(state, built=tuple(there.get(at, ()) for at in state.city.crossings))


def _marked(*markers: tuple[Area, Seat]) -> Board:
    """Return the action board with these markers, laid in this order."""
    spaces = EMPTY
    for area, seat in markers:
        spaces = put_marker(spaces, area, free_space(spaces, area), seat)
    return spaces


def _resolving(task: BusTask, area: Area, **changes: Any) -> LessonPosition:
    """Return a position in which your marker on the first space of an area is carried out."""
    return _at(task, step=ORDER.index((area, 0)), spaces=_marked((area, YOU)), **changes)


def _ride(**changes: Any) -> LessonPosition:
    """Return a position in which a passenger at 01 wants to the house that stands at 05."""
    built = _city({5: (HOUSE,)}).built
    return _resolving(BusTask.VROOMM, Area.VROOMM, built=built, **changes)


def _first() -> LessonPosition:
    queue = (
        (BusTask.FIRST, SECOND),
        (BusTask.FIRST, THIRD),
        *((BusTask.LINE, s) for s in (THIRD, SECOND, YOU)),
    )
    return _at(BusTask.FIRST, lines=((), (), ()), queue=queue, round=0)


LESSON: Final = read_lesson(
    __package__,
    {
        "aim": lambda: LessonPosition(replace(_city(), built=((),) * len(_city().built))),
        "first": _first,
        "line": partial(_at, BusTask.LINE, lines=((0, 1), *LINES[1:])),
        "choose": partial(_at, BusTask.CHOOSE),
        "bus": partial(_at, BusTask.CHOOSE, spaces=_marked(*PLACED[:3])),
        "pass": partial(_at, BusTask.CHOOSE, spaces=_marked(*PLACED)),
        "riders": partial(_resolving, BusTask.RIDERS, Area.RIDERS),
        "build": partial(_resolving, BusTask.BUILD, Area.BUILD, built=_city({0: (0, 0), 1: (1, 1)}).built),
        "clock": partial(_resolving, BusTask.CLOCK, Area.CLOCK),
        "vroomm": _ride,
        "end": partial(_ride, markers=(0, 0, 0), points=(5, 6, 3), stones=(0, 1, 0)),
    },
    seats=3,
)
