"""What is nearly always a slip and cannot be undone, while markers are laid."""

from __future__ import annotations

from p2pgames.contract import Move
from p2pgames.games.bus import areas, messages, riders, sites
from p2pgames.games.bus.areas import BY_LABEL, Area
from p2pgames.games.bus.board import BUSES
from p2pgames.games.bus.rounds import tick
from p2pgames.games.bus.state import State, Task
from p2pgames.text import Count, Message


def warning(state: State, move: Move) -> Message | None:
    """Return what a marker or a pass of the seat to move throws away; None if that is nothing."""
    if state.task is not Task.CHOOSE:
        return None
    match move:
        case "take", str(label) if _is_wasted(state, BY_LABEL[label]):
            return messages.WASTED_MARKER()
        case "take", str() if state.markers[state.turn] == 1:
            return messages.LAST_MARKER()
        case ("pass",) if count := _rides_given_up(state):
            return messages.RIDES_GIVEN_UP(count=Count(count))
    return None


def _is_wasted(state: State, area: Area) -> bool:
    """Tell whether a marker on the first free space of an area can bring nothing, whatever the others do."""
    space, seat = areas.free(state.spaces, area), state.turn
    match area:
        case Area.BUS:
            return state.buses[seat] == BUSES
        case Area.LINE:
            return state.sticks(seat) == 0 or state.yields(area, space) == 0
        case Area.RIDERS:
            return state.waiting == 0 or space >= _fleet_then(state)
        case Area.BUILD:
            return not sites.open_at(state) or space >= _fleet_then(state)
    return False


def _fleet_then(state: State) -> int:
    """Return the largest fleet there can be once the bus of this round has come."""
    holder = state.spaces[Area.BUS][0]
    may = state.inside if holder == areas.NOBODY else (holder,)
    return max(state.fleet, *(min(state.buses[seat] + 1, BUSES) for seat in may))


def _rides_given_up(state: State) -> int:
    """Return how many rides a pass gives up that could be made if time runs on and nothing else changes."""
    seat = state.turn
    if seat in state.spaces[Area.VROOMM] or areas.free(state.spaces, Area.VROOMM) < 0:
        return 0
    return riders.possible(tick(state), state.lines[seat], state.buses[seat]) if state.markers[seat] else 0
