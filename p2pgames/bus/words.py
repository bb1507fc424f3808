"""The position in sentences, for plain mode and screen readers; and what a move brings about."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.bus import areas, lines, moves, riders, sites
from p2pgames.bus.areas import BY_LABEL, NOBODY, ORDER, SIZES, Area
from p2pgames.bus.board import BUSES, STICKS, TYPES, Crossing
from p2pgames.bus.ranking import scores
from p2pgames.bus.rounds import COMPULSORY, tick
from p2pgames.bus.state import State, Task
from p2pgames.bus.text import listed, many, number, seat_name
from p2pgames.contract import Move, Seat

_PIECES = {Area.LINE: "street", Area.RIDERS: "passenger", Area.BUILD: "building"}


# -- what a move brings about -----------------------------------------------------------------------


def effect(state: State, move: Move) -> str:
    """Return in one line what a legal move yields, opens or ends; empty where its notation says all."""
    match move:
        case "take", str(label):
            return _taken(state, BY_LABEL[label])
        case "stick", int(head), int(far):
            return _laid(state, head, far)
        case "build", int(), str(word):
            return f"{sites.left(state, TYPES.index(word)) - 1} {word} left"
        case "rider", int(station):
            return f"{state.city.stations[station]}; {state.waiting - 1} more wait outside"
        case "clock", str(word):
            return _decided(state, stop=word == "stop")
        case "carry", int(), int():
            return f"1 point, now {scores(state)[state.turn] + 1}; {_left_to_do(state)}"
    return "no more markers in this round"


def _taken(state: State, area: Area) -> str:
    space = areas.free(state.spaces, area)
    if area in _PIECES:
        extra = f", {max(STICKS)} players: +1" if area is Area.LINE and state.seats == max(STICKS) else ""
        count = many(state.yields(area, space), _PIECES[area])
        return f"space {'abcdef'[space]}: {count} with the largest fleet now {state.fleet}{extra}"
    if area is Area.VROOMM:
        return f"space {'abcdef'[space]}: {many(state.buses[state.turn], 'ride')} at most"
    if area is Area.BUS:
        return "no more: five is the limit" if state.buses[state.turn] == BUSES else "one more bus"
    return "to stop time or let it run" if area is Area.CLOCK else "to begin the next round"


def _laid(state: State, head: Crossing, far: Crossing) -> str:
    mask = lines.owners(state.city, state.lines)[state.city.street[head, far]]
    beside = [seat_name(seat) for seat in range(state.seats) if mask >> seat & 1]
    line = state.lines[state.turn]
    circle = state.task is Task.LINE and far in lines.heads(line) and far != head
    parts = [
        f"beside {listed(beside)}" if beside else "",
        f"closes a circle at {number(far)}" if circle else "",
        f"{many(state.sticks(state.turn) - 1, 'stick')} left",
    ]
    return "; ".join(part for part in parts if part)


def _decided(state: State, *, stop: bool) -> str:
    if not stop:
        return f"{TYPES[tick(state).clock]} comes"
    if state.stones_left == 1:
        return "takes the last stone: the game ends at once"
    return f"{TYPES[state.clock]} stays, for a stone; {state.stones_left - 1} left"


def _left_to_do(state: State) -> str:
    more = riders.possible(state, state.lines[state.turn], state.todo) - 1
    return f"{many(more, 'ride')} more to make" if more else "the last ride of these buses"


# -- the position -----------------------------------------------------------------------------------


def position(state: State, seat: Seat | None) -> tuple[str, ...]:
    """Return who is to do what, the clock, the supplies, every seat, the action board and the crossings."""
    return (
        _turn(state, seat),
        _clock(state),
        f"The largest fleet is {state.fleet}. {many(state.waiting, 'passenger')} still outside the city.",
        _buildings(state),
        *(_seat(state, each) for each in range(state.seats)),
        *_actions(state),
        *_crossings(state),
        *_sites(state),
    )


def _turn(state: State, seat: Seat | None) -> str:
    if state.task is Task.OVER:
        return f"The game is over. {state.why}"
    if state.task is Task.ROLL:
        return "It is not yet known who starts."
    when = f"Round {state.round}" if state.round else "Set-up"
    who = seat_name(state.turn) + (", that is you," if state.turn == seat else "")
    return f"{when}: {who} is at turn; {task(state)}."


def task(state: State) -> str:
    """Return what the seat at turn is to do and how far it has come, as the second half of a sentence."""
    return moves.wanted(state.task) + _how_much(state)


def _how_much(state: State) -> str:
    """How far the seat at turn has come with its task."""
    if state.task is Task.CHOOSE:
        laid = areas.count(state.spaces, state.turn)
        return f", number {laid + 1}" + (f" of {COMPULSORY} compulsory" if laid < COMPULSORY else ", or pass")
    if state.step < 0 or state.task is Task.CLOCK:
        return ""
    return f", {_due(state)} to do, for {areas.name(*ORDER[state.step])}"


def _due(state: State) -> int:
    """How much of an action is still to be done, as far as pieces, sites and passengers last."""
    match state.task:
        case Task.LINE:
            return min(state.todo, state.sticks(state.turn))
        case Task.RIDERS:
            return min(state.todo, state.waiting)
        case Task.BUILD:
            return min(state.todo, sites.vacant(state))
        case _:
            return riders.possible(state, state.lines[state.turn], state.todo)


def _clock(state: State) -> str:
    shown, next_one = TYPES[state.clock], TYPES[tick(state).clock]
    return f"The clock shows {shown}, next is {next_one}. {many(state.stones_left, 'time stone')} left."


def _buildings(state: State) -> str:
    counts = [f"{sites.left(state, kind)} {word}" for kind, word in enumerate(TYPES)]
    return f"Buildings left: {listed(counts)}."


def _seat(state: State, seat: Seat) -> str:
    points, stones = scores(state)[seat], state.stones[seat]
    minus = f" ({state.points[seat]} less {many(stones, 'stone')})" if stones else ""
    gone = " Has left the game." if seat in state.gone else ""
    starts = " Starts this round." if seat == state.start and state.round else ""
    return (
        f"{seat_name(seat)}: {many(points, 'point')}{minus}, {state.buses[seat]} "
        f"{'bus' if state.buses[seat] == 1 else 'buses'}, {many(state.markers[seat], 'marker')}, "
        f"{many(state.sticks(seat), 'stick')}; {_line(state, seat)}.{starts}{gone}"
    )


def _line(state: State, seat: Seat) -> str:
    line = state.lines[seat]
    if not line:
        return "no line yet"
    ends = listed([number(head) for head in lines.heads(line)])
    heads = f"both heads at {ends}" if line[0] == line[-1] else f"heads at {ends}"
    return f"line {' '.join(map(number, line))}, {heads}"


def _actions(state: State) -> Iterator[str]:
    for area in Area:
        row = [(space, seat) for space, seat in enumerate(state.spaces[area]) if seat != NOBODY]
        if SIZES[area] == 1:
            yield f"{area.label.capitalize()}: {seat_name(row[0][1]) if row else 'free'}."
        else:
            laid = listed([f"{'abcdef'[space]} {seat_name(seat)}" for space, seat in row])
            yield f"{area.label.capitalize()}: {laid if row else 'all free'}."


def _crossings(state: State) -> Iterator[str]:
    """Every crossing with passengers or buildings."""
    for at in state.city.crossings:
        there = listed([TYPES[kind] for kind in state.built[at]]) if state.built[at] else ""
        count = state.riders[at]
        if at in state.city.stations:
            there = state.city.stations[at]
        elif not count and not there:
            continue
        seated = min(count, state.built[at].count(state.clock))
        who = many(count, "passenger") + (f", {seated} seated" if seated else "") if count else ""
        yield f"{number(at)}: {'; '.join(part for part in (there, who) if part)}."


def _sites(state: State) -> Iterator[str]:
    """The crossings of the free sites, letter by letter."""
    free: dict[str, list[str]] = {}
    for at in state.city.crossings:
        vacant = state.city.sites[at][len(state.built[at]) :]
        for letter in sorted(set(vacant)):
            twice = " twice" if vacant.count(letter) == 2 else ""
            free.setdefault(letter, []).append(number(at) + twice)
    for letter in sorted(free):
        yield f"Free sites {letter}: {', '.join(free[letter])}."
    if not free:
        yield "No building site is free."
