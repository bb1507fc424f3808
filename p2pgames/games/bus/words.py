"""The position in sentences, for plain mode and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Seat
from p2pgames.games.bus import areas, lines, messages, riders, sites
from p2pgames.games.bus.areas import NOBODY, ORDER, SIZES, Area
from p2pgames.games.bus.board import TYPES, Crossing
from p2pgames.games.bus.ranking import scores
from p2pgames.games.bus.rounds import COMPULSORY, tick
from p2pgames.games.bus.state import State, Task
from p2pgames.text import Count, Every, Joint, Message, PlaceName, SeatName, Verbatim


def position(state: State, seat: Seat | None) -> tuple[Message, ...]:
    """Return who is to do what, the clock, the supplies, every seat, the action board and the crossings."""
    return (
        _turn(state, seat),
        messages.CLOCK_SHOWS(
            now=messages.KINDS[state.clock],
            then=messages.KINDS[tick(state).clock],
            count=Count(state.stones_left),
        ),
        messages.LARGEST_FLEET(fleet=Count(state.fleet), count=Count(state.waiting)),
        _buildings(state),
        *(_seat(state, each) for each in range(state.seats)),
        *(_action(state, area) for area in Area),
        *_crossings(state),
        *_sites(state),
    )


def _turn(state: State, seat: Seat | None) -> Message:
    if state.task is Task.OVER:
        return messages.OVER(why=messages.WHY[state.why])
    if state.task is Task.ROLL:
        return messages.NOT_KNOWN()
    mine, player, what = state.turn == seat, SeatName(state.turn), task(state)
    if not state.round:
        said = messages.YOUR_SET_UP_TURN if mine else messages.SET_UP_TURN
        return said(player=player, task=what)
    said = messages.YOUR_TURN if mine else messages.TURN
    return said(round=Count(state.round), player=player, task=what)


def task(state: State) -> Message:
    """Return what the seat at turn is to do and how far it has come, as the second half of a sentence."""
    wanted = messages.WANTED[state.task]
    if state.task is Task.CHOOSE:
        laid = areas.count(state.spaces, state.turn)
        if laid < COMPULSORY:
            return messages.COMPULSORY_MARKER(number=Count(laid + 1), all=Count(COMPULSORY))
        return messages.MARKER_OR_PASS(number=Count(laid + 1))
    if state.step < 0 or state.task is Task.CLOCK:
        return wanted
    area, at = ORDER[state.step]
    space = messages.SPACES[area](space=Verbatim(areas.LETTERS[at]))
    return messages.TO_DO(wanted=wanted, left=Count(_due(state)), space=space)


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


def _buildings(state: State) -> Message:
    houses, offices, pubs = (Count(sites.left(state, kind)) for kind in range(len(TYPES)))
    return messages.BUILDINGS_LEFT(houses=houses, offices=offices, pubs=pubs)


def _seat(state: State, seat: Seat) -> Message:
    said = messages.SEAT(
        player=SeatName(seat),
        points=_points(state, seat),
        buses=messages.BUSES(count=Count(state.buses[seat])),
        markers=messages.MARKERS(count=Count(state.markers[seat])),
        sticks=messages.STICKS(count=Count(state.sticks(seat))),
        line=_line(state, seat),
    )
    if seat == state.start and state.round:
        said = messages.STARTS(seat=said)
    return messages.HAS_LEFT(seat=said) if seat in state.gone else said


def _points(state: State, seat: Seat) -> Message:
    points, stones = Count(scores(state)[seat]), state.stones[seat]
    if not stones:
        return messages.POINTS(count=points)
    less = messages.STONES(count=Count(stones))
    return messages.POINTS_LESS(count=points, all=Count(state.points[seat]), stones=less)


def _line(state: State, seat: Seat) -> Message:
    line = state.lines[seat]
    if not line:
        return messages.NO_LINE()
    way, heads = messages.path(line), lines.heads(line)
    if line[0] == line[-1]:
        return messages.BOTH_HEADS(line=way, head=messages.place(line[0]))
    return messages.LINE_HEADS(line=way, heads=messages.places(heads))


def _action(state: State, area: Area) -> Message:
    row = [(space, seat) for space, seat in enumerate(state.spaces[area]) if seat != NOBODY]
    if SIZES[area] == 1:
        there = messages.seats(seat for _, seat in row) if row else Every((messages.FREE(),))
    else:
        there = Every(tuple(_marker(*each) for each in row) or (messages.ALL_FREE(),))
    return messages.ROWS[area](spaces=there)


def _marker(space: int, seat: Seat) -> Message:
    return messages.TAKEN_BY(space=Verbatim(areas.LETTERS[space]), player=SeatName(seat))


def _crossings(state: State) -> Iterator[Message]:
    """Every crossing with passengers or buildings."""
    for at in state.city.crossings:
        there = (_station(state, at),) if at in state.city.stations else _built(state, at)
        count = state.riders[at]
        if there and count:
            who = _passengers(state, at, count)
            yield messages.AT_BOTH(at=messages.place(at), there=Every(there), riders=who)
        elif there or count:
            what = there or (_passengers(state, at, count),)
            yield messages.AT(at=messages.place(at), there=Every(what))


def _built(state: State, at: Crossing) -> tuple[Message, ...]:
    return tuple(messages.KINDS[kind] for kind in state.built[at])


def _passengers(state: State, at: Crossing, count: int) -> Message:
    seated = min(count, state.built[at].count(state.clock))
    if not seated:
        return messages.PASSENGERS(count=Count(count))
    return messages.PASSENGERS_SEATED(count=Count(count), seated=Count(seated))


def _sites(state: State) -> Iterator[Message]:
    """The crossings of the free sites, letter by letter."""
    free: dict[str, list[PlaceName | Message]] = {}
    for at in state.city.crossings:
        vacant = state.city.sites[at][len(state.built[at]) :]
        for letter in sorted(set(vacant)):
            place = messages.place(at)
            twice = vacant.count(letter) == 2
            free.setdefault(letter, []).append(messages.TWICE(at=place) if twice else place)
    for letter in sorted(free):
        there = Every(tuple(free[letter]), Joint.COMMA)
        yield messages.FREE_SITES(site=Verbatim(letter), crossings=there)
    if not free:
        yield messages.NO_SITE()


def _station(state: State, at: Crossing) -> Message:
    return messages.STATIONS[state.city.stations[at]]
