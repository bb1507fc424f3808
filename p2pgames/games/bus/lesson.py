"""How Bus is learnt by three: you begin."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from p2pgames.contract import Seat, resolve_options
from p2pgames.game import Exercise, Lesson, LessonPosition
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
from p2pgames.text import SeatName, message

YOU, SECOND, THIRD = 0, 1, 2
HOUSE, OFFICE, PUB = range(len(TYPES))
BUILT: Final = {0: (HOUSE,), 1: (OFFICE,), 2: (PUB, HOUSE), 3: (OFFICE, PUB)}
"""What stands at first, by crossing."""
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


LESSON: Final = Lesson(
    (
        Exercise(
            message(
                "bus.learn-aim",
                "You run a bus line, and score a point for each passenger that your buses take where they "
                "want to go. First everybody puts up two buildings, on sites marked A.",
            )(),
            message(
                "bus.do-aim",
                "Put up a house at crossing 00. Click house, then 00 (or arrows and Enter), or type"
                " 00 house; then send it.",
            )(),
            ("00 house",),
            at=lambda: LessonPosition(replace(_city(), built=((),) * len(_city().built))),
        ),
        Exercise(
            message(
                "bus.learn-first",
                "Then everybody lays the first stick of their line, on any street, and a second one in reverse order.",
            )(),
            message("bus.do-first", "Lay yours between 00 and 01, where passengers stand (00-01).")(),
            ("00-01",),
            at=_first,
        ),
        Exercise(
            message(
                "bus.learn-line",
                "A line grows at its two ends, the heads. As long as an unused street leads away from a "
                "head, you may not take one that somebody already uses.",
            )(),
            message("bus.do-line", "Go on from your head at 01 to 05 (01-05).")(),
            ("01-05",),
            at=partial(_at, BusTask.LINE, lines=((0, 1), *LINES[1:])),
        ),
        Exercise(
            message(
                "bus.learn-choose",
                "In each round you take turns placing markers on actions, at least two each. Then all the "
                "actions are carried out, from left to right.",
            )(),
            message(
                "bus.do-choose",
                "To carry passengers this round you need vroomm: choose it.",
            )(),
            ("vroomm",),
            at=partial(_at, BusTask.CHOOSE),
        ),
        Exercise(
            message(
                "bus.learn-bus",
                "Each bus carries one passenger per vroomm. The largest fleet also sets how much you get "
                "from line, riders and build: one less on each space after the first.",
            )(),
            message("bus.do-bus", "Take a second bus: choose bus.")(),
            ("bus",),
            at=partial(
                _at,
                BusTask.CHOOSE,
                spaces=_marked((Area.VROOMM, YOU), (Area.LINE, SECOND), (Area.LINE, THIRD)),
            ),
        ),
        Exercise(
            message(
                "bus.learn-pass",
                "You have 20 markers for the whole game, and it ends when only one player has any left. "
                "So after placing two you may pass for the rest of the round.",
            )(),
            message("bus.do-pass", "You have placed two. Save the rest: choose pass.")(),
            ("pass",),
            at=partial(
                _at,
                BusTask.CHOOSE,
                spaces=_marked(
                    (Area.VROOMM, YOU),
                    (Area.LINE, SECOND),
                    (Area.LINE, THIRD),
                    (Area.BUS, YOU),
                    (Area.RIDERS, SECOND),
                    (Area.BUILD, THIRD),
                ),
            ),
        ),
        Exercise(
            message(
                "bus.learn-riders",
                "The action riders brings new passengers into the city, at one of its two stations.",
            )(),
            message("bus.do-riders", "Bring one in at station 24.")(),
            ("24",),
            at=partial(_resolving, BusTask.RIDERS, Area.RIDERS),
        ),
        Exercise(
            message(
                "bus.learn-build",
                "The action build puts up houses, offices or pubs. All sites A are filled first, then B, C and D.",
            )(),
            message("bus.do-build", "Put up a house at 05, on your line (05 house).")(),
            ("05 house",),
            at=partial(_resolving, BusTask.BUILD, Area.BUILD, built=_city({0: (0, 0), 1: (1, 1)}).built),
        ),
        Exercise(
            message(
                "bus.learn-clock",
                "The clock says where everybody wants to go: house, then office, then pub. It moves on "
                "every round, unless the player who chose clock stops it by taking a time stone, which "
                "costs a point.",
            )(),
            message(
                "bus.do-clock", "It shows house, and your line has houses: choose stop to keep it there."
            )(),
            ("stop",),
            at=partial(_resolving, BusTask.CLOCK, Area.CLOCK),
        ),
        Exercise(
            message(
                "bus.learn-vroomm",
                "The passenger at 00 is already at a house: that one is seated, and stays. Vroomm carries "
                "others along your line to a free building of the right kind.",
            )(),
            message("bus.do-vroomm", "Take the passenger at 01 to the house at 05 (01-05).")(),
            ("01-05",),
            at=_ride,
        ),
        Exercise(
            message(
                "bus.learn-end",
                "The game ends when at most one player has markers left, when no site is free, or when "
                "the last time stone is taken. Each stone costs a point; the most points win.",
            )(),
            message(
                "bus.do-end",
                "You have 5 points; {player:seat} has 6 and one stone. Take the last passenger home and win.",
            )(player=SeatName(SECOND)),
            ("01-05",),
            at=partial(_ride, markers=(0, 0, 0), points=(5, 6, 3), stones=(0, 1, 0)),
        ),
    ),
    seats=3,
)
