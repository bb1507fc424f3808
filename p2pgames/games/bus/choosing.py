"""Step 1 of a round: markers on the action board, one at a time."""

from __future__ import annotations

from p2pgames.changed import changed
from p2pgames.contract import Illegal
from p2pgames.games.bus import areas, messages, refusals
from p2pgames.games.bus.areas import BY_LABEL, Area
from p2pgames.games.bus.rounds import COMPULSORY
from p2pgames.games.bus.state import State, added
from p2pgames.text import Count


def open_areas(state: State) -> tuple[Area, ...]:
    """Return the areas with a free space, from left to right."""
    return tuple(area for area in Area if areas.free(state.spaces, area) >= 0)


def may_pass(state: State) -> bool:
    """Whether the seat at turn has laid the markers that everybody must."""
    return areas.count(state.spaces, state.turn) >= COMPULSORY


def take(state: State, label: str) -> State:
    """Return the state with a marker on the first free space of an area; raise `Illegal` if it has none."""
    if label not in BY_LABEL:
        raise Illegal(refusals.ACTION_IS(words=messages.ACTION_WORDS))
    area = BY_LABEL[label]
    space = areas.free(state.spaces, area)
    if space < 0:
        raise Illegal(refusals.NO_SPACE(area=messages.AREAS[area]))
    return changed(
        state,
        spaces=areas.put(state.spaces, area, space, state.turn),
        markers=added(state.markers, state.turn, -1),
        todo=0,
    )


def skip(state: State) -> State:
    """Return the state in which the seat at turn lays no more in this round; raise `Illegal` too early."""
    if not may_pass(state):
        raise Illegal(refusals.MUST_LAY(markers=Count(COMPULSORY)))
    return changed(state, passed=tuple(sorted((*state.passed, state.turn))), todo=0)
