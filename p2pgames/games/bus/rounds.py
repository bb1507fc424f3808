"""What comes next: set-up, choosing, carrying out space by space, and the end of a round."""

from __future__ import annotations

from p2pgames.contract import Illegal, Result, Seat
from p2pgames.games.bus import board, lines, sentences
from p2pgames.games.bus.board import BUSES, BY_LABEL, EMPTY, NOBODY, ORDER, TYPES, Area
from p2pgames.games.bus.state import End, State, Task, added
from p2pgames.replace import replace
from p2pgames.text import Count

COMPULSORY = 2
"""Markers everybody lays in a round while they last."""

_TASKS = {
    Area.LINE: Task.LINE,
    Area.RIDERS: Task.RIDERS,
    Area.BUILD: Task.BUILD,
    Area.CLOCK: Task.CLOCK,
    Area.VROOMM: Task.VROOMM,
}


def begin(state: State, start: Seat) -> State:
    """Return the state at the first decision, with this seat to start."""
    order = tuple((start + step) % state.seats for step in range(state.seats))
    inside = tuple(seat for seat in order if seat not in state.gone)
    queue = (
        *((Task.BUILD, seat) for seat in inside for _ in range(2)),
        *((Task.FIRST, seat) for seat in inside),
        *((Task.LINE, seat) for seat in reversed(inside)),
    )
    return proceed(replace(state, start=start, stack=order, queue=queue, task=Task.BUILD, turn=start))


def proceed(state: State) -> State:
    """Return the state at the next decision that somebody has, or at the end of the game."""
    while not _waits(state):
        state = _next(state)
    return state


def _waits(state: State) -> bool:
    if state.task in (Task.ROLL, Task.OVER):
        return True
    return state.todo > 0 and state.turn not in state.gone and _possible(state)


def _possible(state: State) -> bool:
    """Whether the seat at turn can do anything of what it is to do; if not, it is skipped."""
    match state.task:
        case Task.LINE:
            return bool(lines.sticks(state, state.turn))
        case Task.RIDERS:
            return state.waiting > 0
        case Task.BUILD:
            return bool(lines.lowest(state) and lines.kinds(state))
        case Task.VROOMM:
            return lines.possible(state, state.lines[state.turn], state.todo) > 0
        case _:
            return True


def _next(state: State) -> State:
    if state.queue:
        task, seat = state.queue[0]
        return replace(state, task=task, turn=seat, todo=1, queue=state.queue[1:])
    if state.step >= 0:
        return _enter(state, state.step + 1)
    if state.task is not Task.CHOOSE:
        return _open_round(state)
    seat = _chooser(state, state.turn)
    return _enter(state, 0) if seat == NOBODY else replace(state, turn=seat, todo=1)


def _open_round(state: State) -> State:
    cleared = replace(
        state, task=Task.CHOOSE, todo=0, step=-1, spaces=EMPTY, passed=(), round=state.round + 1
    )
    return replace(cleared, turn=(state.start - 1) % state.seats)


def _chooser(state: State, after: Seat) -> Seat:
    """The next seat to the left, the same one last, that may still lay a marker."""
    if not any(NOBODY in row for row in state.spaces):
        return NOBODY
    for step in range(1, state.seats + 1):
        seat = (after + step) % state.seats
        if state.markers[seat] and seat not in state.passed and seat not in state.gone:
            return seat
    return NOBODY


def _enter(state: State, step: int) -> State:
    """Return the state at the next space that matters; what needs no decision there is done."""
    while step < len(ORDER) and _idle(state, *ORDER[step]):
        step += 1
    if step == len(ORDER):
        return _close_round(state)
    area, space = ORDER[step]
    seat = state.spaces[area][space]
    if seat == NOBODY:
        return _unchosen(replace(state, step=step, todo=0), area)
    if area is Area.BUS:
        return _take_bus(replace(state, step=step, todo=0), seat)
    if area is Area.START:
        return replace(state, step=step, todo=0, start=seat)
    todo = (
        1 if area is Area.CLOCK else state.buses[seat] if area is Area.VROOMM else state.yields(area, space)
    )
    return replace(state, step=step, task=_TASKS[area], turn=seat, todo=todo)


def _idle(state: State, area: Area, space: int) -> bool:
    """Whether nothing happens at a space; the clock and the start go on also where nobody chose them."""
    return state.spaces[area][space] == NOBODY and area not in (Area.CLOCK, Area.START)


def _unchosen(state: State, area: Area) -> State:
    if area is Area.CLOCK:
        return tick(state)
    if area is Area.START:
        return replace(state, start=state.after(state.start))
    return state


def _take_bus(state: State, seat: Seat) -> State:
    """The marker itself becomes the bus; with five it stays on its space until the round ends."""
    if state.buses[seat] == BUSES:
        return state
    return replace(
        state,
        buses=added(state.buses, seat),
        spaces=board.put(state.spaces, Area.BUS, 0, NOBODY),
    )


def tick(state: State) -> State:
    """Return the state with the hand of the clock one step on."""
    return replace(state, clock=(state.clock + 1) % len(TYPES))


def decide(state: State, *, stop: bool) -> State:
    """Return the state after the clock's chooser let time run, or stopped it for a stone."""
    if not stop:
        return replace(tick(state), todo=0)
    stopped = replace(state, stones=added(state.stones, state.turn), todo=0)
    if stopped.stones_left:
        return stopped
    return over(stopped, End.NO_STONE)


def _close_round(state: State) -> State:
    if not lines.lowest(state):
        return over(state, End.NO_SITE)
    if sum(state.markers[seat] > 0 for seat in state.inside) <= 1:
        return over(state, End.NO_MARKERS)
    return _open_round(state)


def over(state: State, why: End) -> State:
    """Return the state at the end of the game."""
    return replace(state, task=Task.OVER, turn=-1, todo=0, why=why)


def leave(state: State, seat: Seat) -> State:
    """Return the state without a seat; its sticks and buses stay, its markers of this round come back.

    The start player passes on to the left; the game ends when one seat is left.
    """
    state = replace(
        state,
        gone=tuple(sorted((*state.gone, seat))),
        markers=added(state.markers, seat, board.count(state.spaces, seat)),
        spaces=board.without(state.spaces, seat),
        queue=tuple(entry for entry in state.queue if entry[1] != seat),
    )
    if len(state.inside) == 1:
        return over(state, End.ALL_LEFT)
    if state.start == seat:
        state = replace(state, start=state.after(seat))
    if state.task is Task.CLOCK and state.turn == seat:
        state = tick(state)
    return proceed(state)


# Step 1 of a round: markers on the action board, one at a time.


def open_areas(state: State) -> tuple[Area, ...]:
    """Return the areas with a free space, from left to right."""
    return tuple(area for area in Area if board.free(state.spaces, area) >= 0)


def may_pass(state: State) -> bool:
    """Whether the seat at turn has laid the markers that everybody must."""
    return board.count(state.spaces, state.turn) >= COMPULSORY


def take(state: State, label: str) -> State:
    """Return the state with a marker on the first free space of an area; raise `Illegal` if it has none."""
    if label not in BY_LABEL:
        raise Illegal(sentences.ACTION_IS(words=sentences.ACTION_WORDS))
    area = BY_LABEL[label]
    space = board.free(state.spaces, area)
    if space < 0:
        raise Illegal(sentences.NO_SPACE(area=sentences.AREAS[area]))
    return replace(
        state,
        spaces=board.put(state.spaces, area, space, state.turn),
        markers=added(state.markers, state.turn, -1),
        todo=0,
    )


def skip(state: State) -> State:
    """Return the state in which the seat at turn lays no more in this round; raise `Illegal` too early."""
    if not may_pass(state):
        raise Illegal(sentences.MUST_LAY(markers=Count(COMPULSORY)))
    return replace(state, passed=tuple(sorted((*state.passed, state.turn))), todo=0)


# Points and places.


def scores(state: State) -> tuple[int, ...]:
    """Return the points of each seat, one less for each time stone."""
    return tuple(points - stones for points, stones in zip(state.points, state.stones, strict=True))


def result(state: State) -> Result:
    """Rank the seats that are inside, then those that have left; nobody shares a place.

    Among equal scores more stones are better, then who came to the points first. A seat without a point
    has never moved in the stack, so there the order from the first start player stands.
    """
    net = scores(state)
    order = sorted(
        range(state.seats),
        key=lambda seat: (seat in state.gone, -net[seat], -state.stones[seat], _age(state, seat)),
    )
    places = tuple(1 + order.index(seat) for seat in range(state.seats))
    return Result(places, net, sentences.WHY[state.why])


def _age(state: State, seat: int) -> int:
    return state.stack.index(seat) if state.stack else seat
