"""What a seat may do in Bus and what follows: lines, sites, passengers, and a round from its markers to its end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from p2pgames.contract import Illegal, Result, Seat
from p2pgames.games.bus import sentences
from p2pgames.games.bus.state import (
    BUILDINGS,
    BUSES,
    BY_LABEL,
    EMPTY,
    NOBODY,
    ORDER,
    TYPES,
    Area,
    BusCity,
    BusEnd,
    BusState,
    BusTask,
    Crossing,
    Line,
    Street,
    added,
    free_space,
    marker_count,
    put_marker,
    without_markers,
)
from p2pgames.replace import replace
from p2pgames.text import Count, Joint, Message, Verbatim

COMPULSORY = 2
"""Markers everybody lays in a round while they last."""

_TASKS = {
    Area.LINE: BusTask.LINE,
    Area.RIDERS: BusTask.RIDERS,
    Area.BUILD: BusTask.BUILD,
    Area.CLOCK: BusTask.CLOCK,
    Area.VROOMM: BusTask.VROOMM,
}


def begin_game(state: BusState, start: Seat) -> BusState:
    """Return the state at the first decision, with this seat to start."""
    order = tuple((start + step) % state.seats for step in range(state.seats))
    inside = tuple(seat for seat in order if seat not in state.gone)
    queue = (
        *((BusTask.BUILD, seat) for seat in inside for _ in range(2)),
        *((BusTask.FIRST, seat) for seat in inside),
        *((BusTask.LINE, seat) for seat in reversed(inside)),
    )
    return proceed(replace(state, start=start, stack=order, queue=queue, task=BusTask.BUILD, turn=start))


def proceed(state: BusState) -> BusState:
    """Return the state at the next decision that somebody has, or at the end of the game."""
    while not _waits(state):
        state = _next(state)
    return state


def _waits(state: BusState) -> bool:
    """Tell whether a decision is due that somebody can make; a seat that can do nothing of what is due is skipped."""
    if state.task in (BusTask.ROLL, BusTask.OVER):
        return True
    if state.todo <= 0 or state.turn in state.gone:
        return False
    match state.task:
        case BusTask.LINE:
            return bool(sticks(state, state.turn))
        case BusTask.RIDERS:
            return state.waiting > 0
        case BusTask.BUILD:
            return bool(lowest_letter(state) and kinds_left(state))
        case BusTask.VROOMM:
            return rides_due(state, state.lines[state.turn], state.todo) > 0
        case _:
            return True


# Bus lines: where a stick may lie, and what a line looks like with it.
#
# Rulebook: set-up and step 2, rules for laying. A line grows from its two heads only; the rule is tested at the
# crossing which the new stick leaves.

Stick = tuple[Crossing, Crossing]
"""The head it leaves, and the far end."""


def heads(line: Line) -> tuple[Crossing, ...]:
    """Return the crossings where the line may go on, by number; one where both heads are at the same."""
    return tuple(sorted({line[0], line[-1]})) if line else ()


def owners(city: BusCity, lines: tuple[Line, ...]) -> list[int]:
    """Return for each street a mask of the seats whose sticks lie in it, bit s for seat s."""
    masks = [0] * len(city.streets)
    for seat, line in enumerate(lines):
        for pair in pairwise(line):
            masks[city.street[pair]] |= 1 << seat
    return masks


def arrivals(city: BusCity, lines: tuple[Line, ...], at: Crossing) -> dict[Street, int]:
    """Return a mask of the seats that have a head at the crossing, by the street through which it came."""
    masks: dict[Street, int] = {}
    for seat, line in enumerate(lines):
        for head, before in ((line[-1], line[-2]), (line[0], line[1])) if line else ():
            if head == at:
                street = city.street[before, head]
                masks[street] = masks.get(street, 0) | 1 << seat
    return masks


def onward(
    city: BusCity, lines: tuple[Line, ...], masks: list[int], seat: Seat, head: Crossing
) -> list[Crossing]:
    """Return the far ends of the streets that the seat may build from one of its heads, by number."""
    around = city.around[head]
    others = [(far, street) for far, street in around if not masks[street] >> seat & 1]
    if all(masks[street] for _, street in around):
        return [far for far, _ in others]
    met = arrivals(city, lines, head)
    return [far for far, street in others if not masks[street] & ~met.get(street, 0)]


def sticks(state: BusState, seat: Seat) -> list[Stick]:
    """Return every stick by which the seat may extend its line, by head and far end."""
    if not state.lines[seat] or not state.sticks(seat):
        return []
    return list(_sticks(state.city, state.lines, seat))


@lru_cache(1024)
def _sticks(city: BusCity, lines: tuple[Line, ...], seat: Seat) -> tuple[Stick, ...]:
    """Return the sticks by which a line may grow where any are left; remembered, since they change with lines alone."""
    masks = owners(city, lines)
    return tuple((head, far) for head in heads(lines[seat]) for far in onward(city, lines, masks, seat, head))


def extended(line: Line, head: Crossing, far: Crossing) -> Line:
    """Return the line with one more street, the head that moved at the end.

    Where both heads are at the same crossing, the one that moved last goes on.
    """
    return (*(line if line[-1] == head else reversed(line)), far)


def lay_stick(state: BusState, head: Crossing, far: Crossing) -> BusState:
    """Return the state in which the seat at turn has extended its line; raise `Illegal` if it may not."""
    line = state.lines[state.turn]
    _street(state.city, head, far)
    if head not in heads(line):
        raise Illegal(_no_head(head, heads(line)))
    masks = owners(state.city, state.lines)
    if far not in onward(state.city, state.lines, masks, state.turn, head):
        raise Illegal(_refusal(state, masks, head, far))
    return extend(state, head, far)


def extend(state: BusState, head: Crossing, far: Crossing) -> BusState:
    """Return the state after a legal stick of the seat at turn."""
    return _with(state, extended(state.lines[state.turn], head, far))


def begin_line(state: BusState, one: Crossing, other: Crossing) -> BusState:
    """Return the state in which the line of the seat at turn is this street; raise `Illegal` for no street."""
    _street(state.city, one, other)
    if one > other:
        raise Illegal(sentences.NO_DIRECTION(street=sentences.street(other, one)))
    return _with(state, (one, other))


def _with(state: BusState, line: Line) -> BusState:
    lines = (*state.lines[: state.turn], line, *state.lines[state.turn + 1 :])
    return replace(state, lines=lines, todo=state.todo - 1)


def _street(city: BusCity, one: Crossing, other: Crossing) -> None:
    if (one, other) not in city.street:
        raise Illegal(sentences.NO_STREET(one=sentences.crossing(one), other=sentences.crossing(other)))


def _no_head(at: Crossing, ends: tuple[Crossing, ...]) -> Message:
    """Why no stick leaves a crossing: the heads are elsewhere, both at the same or each at its own."""
    one, other = sentences.place(ends[0]), sentences.place(ends[-1])
    if one == other:
        return sentences.NOT_A_HEAD(at=sentences.place(at), head=one)
    return sentences.NO_HEAD(at=sentences.place(at), one=one, other=other)


def _refusal(state: BusState, masks: list[int], head: Crossing, far: Crossing) -> Message:
    """Why a street at a head may not be built: one's own, or another's while there are free ones."""
    mask = masks[state.city.street[head, far]]
    if mask >> state.turn & 1:
        return sentences.OWN_STREET(street=sentences.street(head, far))
    free = [end for end, street in state.city.around[head] if not masks[street]]
    return sentences.USED_STREET(
        street=sentences.street(head, far),
        players=sentences.seats(seat for seat in range(state.seats) if mask >> seat & 1),
        head=sentences.place(head),
        ends=sentences.places(free, Joint.OR),
    )


# Building sites: A before B before C before D, also within a crossing.


def free_letter(state: BusState, at: Crossing) -> str:
    """Return the letter of the first free site at a crossing, empty if none is free."""
    sites, used = state.city.sites[at], len(state.built[at])
    return sites[used : used + 1]


def lowest_letter(state: BusState) -> str:
    """Return the letter that is to be built now, empty once no site is free."""
    return _now(state.city, state.built)[0]


def open_sites(state: BusState) -> tuple[Crossing, ...]:
    """Return the crossings that have a free site of the letter to be built now."""
    return _now(state.city, state.built)[1]


@lru_cache(1024)
def _now(city: BusCity, built: tuple[tuple[int, ...], ...]) -> tuple[str, tuple[Crossing, ...]]:
    """Return the letter to be built now and where it can be; remembered, since it changes with buildings alone."""
    free = [sites[len(used) : len(used) + 1] for sites, used in zip(city.sites, built, strict=True)]
    now = min(filter(None, free), default="")
    return now, tuple(at for at, found in enumerate(free) if found == now) if now else ()


def vacant_sites(state: BusState) -> int:
    """Return how many sites of the city are free."""
    return sum(map(len, state.city.sites)) - sum(map(len, state.built))


def buildings_left(state: BusState, kind: int) -> int:
    """Return how many buildings of a type are left."""
    return BUILDINGS - sum(built.count(kind) for built in state.built)


def kinds_left(state: BusState) -> tuple[int, ...]:
    """Return the types of which there are buildings left."""
    return _kinds(state.built)


@lru_cache(1024)
def _kinds(built: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    used = [kind for there in built for kind in there]
    return tuple(kind for kind in range(len(TYPES)) if used.count(kind) < BUILDINGS)


def build(state: BusState, at: Crossing, word: str) -> BusState:
    """Return the state with a building at a crossing; raise `Illegal` if there is no site or building."""
    if at not in state.city.crossings:
        raise Illegal(sentences.NO_CROSSING(at=sentences.crossing(at)))
    if word not in TYPES:
        raise Illegal(sentences.BUILDING_IS(words=sentences.KIND_WORDS))
    found, now = free_letter(state, at), lowest_letter(state)
    if not found:
        said = sentences.STATION_HAS_NONE if at in state.city.stations else sentences.NO_FREE_SITE
        raise Illegal(said(at=sentences.place(at)))
    if found != now:
        there = sentences.places(open_sites(state))
        raise Illegal(sentences.SITES_BEFORE(now=Verbatim(now), site=Verbatim(found), there=there))
    kind = TYPES.index(word)
    if not buildings_left(state, kind):
        raise Illegal(sentences.NONE_LEFT[kind])
    return put_building(state, at, kind)


def put_building(state: BusState, at: Crossing, kind: int) -> BusState:
    """Return the state with a building of a type, which may stand there, at a crossing."""
    built = (*state.built[:at], (*state.built[at], kind), *state.built[at + 1 :])
    return replace(state, built=built, todo=state.todo - 1)


# Passengers: they come in at the stations and ride to buildings of the type that the clock shows.
#
# Who sits where needs no record. As many passengers at a crossing are seated as there are buildings of the current
# type, and a ride never changes that: it takes an unseated one away, or brings one to a free building.

Ride = tuple[Crossing, Crossing]
"""From where to where."""


def spare(state: BusState, at: Crossing) -> int:
    """Return how many passengers at a crossing are unseated; below 0, how many buildings are free."""
    return state.riders[at] - state.built[at].count(state.clock)


def waiting_and_free(state: BusState, line: Line) -> tuple[list[Crossing], list[Crossing]]:
    """Return the crossings of a line with an unseated passenger, and those with a free building."""
    spares = [(at, spare(state, at)) for at in sorted(set(line))]
    return [at for at, more in spares if more > 0], [at for at, more in spares if more < 0]


def rides(state: BusState, line: Line) -> Iterator[Ride]:
    """Yield every ride a bus of this line can make now."""
    sources, targets = waiting_and_free(state, line)
    return ((source, target) for source in sources for target in targets)


def rides_due(state: BusState, line: Line, buses: int) -> int:
    """Return how many rides that many buses must make: the least of buses, unseated and free buildings."""
    spares = [spare(state, at) for at in set(line)]
    unseated, vacant = (sum(max(0, sign * more) for more in spares) for sign in (1, -1))
    return min(buses, unseated, vacant)


def arrive(state: BusState, station: Crossing) -> BusState:
    """Return the state with one more passenger at a station; raise `Illegal` elsewhere."""
    if station not in state.city.stations:
        raise Illegal(sentences.COME_IN(stations=sentences.places(state.city.stations, Joint.OR)))
    return replace(state, riders=added(state.riders, station), todo=state.todo - 1)


def carry(state: BusState, source: Crossing, target: Crossing) -> BusState:
    """Return the state after a ride by the seat at turn, worth one point; raise `Illegal` if it cannot be."""
    line = state.lines[state.turn]
    for at in (source, target):
        if at not in line:
            raise Illegal(sentences.NOT_ON_LINE(at=sentences.crossing(at)))
    if spare(state, source) <= 0:
        said = sentences.ALL_SEATED if state.riders[source] else sentences.NOBODY_WAITS
        raise Illegal(said(at=sentences.place(source)))
    if spare(state, target) >= 0:
        raise Illegal(sentences.NOT_FREE(kind=sentences.KINDS[state.clock], at=sentences.place(target)))
    return carried(state, source, target)


def carried(state: BusState, source: Crossing, target: Crossing) -> BusState:
    """Return the state after a ride that the seat at turn may make."""
    seat = state.turn
    return replace(
        state,
        riders=added(added(state.riders, source, -1), target),
        points=added(state.points, seat),
        stack=(*(each for each in state.stack if each != seat), seat),
        todo=state.todo - 1,
    )


def _next(state: BusState) -> BusState:
    if state.queue:
        task, seat = state.queue[0]
        return replace(state, task=task, turn=seat, todo=1, queue=state.queue[1:])
    if state.step >= 0:
        return _enter(state, state.step + 1)
    if state.task is not BusTask.CHOOSE:
        return _open_round(state)
    seat = _chooser(state, state.turn)
    return _enter(state, 0) if seat == NOBODY else replace(state, turn=seat, todo=1)


def _open_round(state: BusState) -> BusState:
    cleared = replace(
        state, task=BusTask.CHOOSE, todo=0, step=-1, spaces=EMPTY, passed=(), round=state.round + 1
    )
    return replace(cleared, turn=(state.start - 1) % state.seats)


def _chooser(state: BusState, after: Seat) -> Seat:
    """The next seat to the left, the same one last, that may still lay a marker."""
    if not any(NOBODY in row for row in state.spaces):
        return NOBODY
    for step in range(1, state.seats + 1):
        seat = (after + step) % state.seats
        if state.markers[seat] and seat not in state.passed and seat not in state.gone:
            return seat
    return NOBODY


def _enter(state: BusState, step: int) -> BusState:
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


def _idle(state: BusState, area: Area, space: int) -> bool:
    """Whether nothing happens at a space; the clock and the start go on also where nobody chose them."""
    return state.spaces[area][space] == NOBODY and area not in (Area.CLOCK, Area.START)


def _unchosen(state: BusState, area: Area) -> BusState:
    if area is Area.CLOCK:
        return tick(state)
    if area is Area.START:
        return replace(state, start=state.after(state.start))
    return state


def _take_bus(state: BusState, seat: Seat) -> BusState:
    """The marker itself becomes the bus; with five it stays on its space until the round ends."""
    if state.buses[seat] == BUSES:
        return state
    return replace(
        state,
        buses=added(state.buses, seat),
        spaces=put_marker(state.spaces, Area.BUS, 0, NOBODY),
    )


def tick(state: BusState) -> BusState:
    """Return the state with the hand of the clock one step on."""
    return replace(state, clock=(state.clock + 1) % len(TYPES))


def decide(state: BusState, *, stop: bool) -> BusState:
    """Return the state after the clock's chooser let time run, or stopped it for a stone."""
    if not stop:
        return replace(tick(state), todo=0)
    stopped = replace(state, stones=added(state.stones, state.turn), todo=0)
    if stopped.stones_left:
        return stopped
    return game_over(stopped, BusEnd.NO_STONE)


def _close_round(state: BusState) -> BusState:
    if not lowest_letter(state):
        return game_over(state, BusEnd.NO_SITE)
    if sum(state.markers[seat] > 0 for seat in state.inside) <= 1:
        return game_over(state, BusEnd.NO_MARKERS)
    return _open_round(state)


def game_over(state: BusState, why: BusEnd) -> BusState:
    """Return the state at the end of the game."""
    return replace(state, task=BusTask.OVER, turn=-1, todo=0, why=why)


def leave_game(state: BusState, seat: Seat) -> BusState:
    """Return the state without a seat; its sticks and buses stay, its markers of this round come back.

    The start player passes on to the left; the game ends when one seat is left.
    """
    state = replace(
        state,
        gone=tuple(sorted((*state.gone, seat))),
        markers=added(state.markers, seat, marker_count(state.spaces, seat)),
        spaces=without_markers(state.spaces, seat),
        queue=tuple(entry for entry in state.queue if entry[1] != seat),
    )
    if len(state.inside) == 1:
        return game_over(state, BusEnd.ALL_LEFT)
    if state.start == seat:
        state = replace(state, start=state.after(seat))
    if state.task is BusTask.CLOCK and state.turn == seat:
        state = tick(state)
    return proceed(state)


# Step 1 of a round: markers on the action board, one at a time.


def open_areas(state: BusState) -> tuple[Area, ...]:
    """Return the areas with a free space, from left to right."""
    return tuple(area for area in Area if free_space(state.spaces, area) >= 0)


def may_pass(state: BusState) -> bool:
    """Whether the seat at turn has laid the markers that everybody must."""
    return marker_count(state.spaces, state.turn) >= COMPULSORY


def lay_marker(state: BusState, label: str) -> BusState:
    """Return the state with a marker on the first free space of an area; raise `Illegal` if it has none."""
    if label not in BY_LABEL:
        raise Illegal(sentences.ACTION_IS(words=sentences.ACTION_WORDS))
    area = BY_LABEL[label]
    space = free_space(state.spaces, area)
    if space < 0:
        raise Illegal(sentences.NO_SPACE(area=sentences.AREAS[area]))
    return replace(
        state,
        spaces=put_marker(state.spaces, area, space, state.turn),
        markers=added(state.markers, state.turn, -1),
        todo=0,
    )


def skip(state: BusState) -> BusState:
    """Return the state in which the seat at turn lays no more in this round; raise `Illegal` too early."""
    if not may_pass(state):
        raise Illegal(sentences.MUST_LAY(markers=Count(COMPULSORY)))
    return replace(state, passed=tuple(sorted((*state.passed, state.turn))), todo=0)


# Points and places.


def scores(state: BusState) -> tuple[int, ...]:
    """Return the points of each seat, one less for each time stone."""
    return tuple(points - stones for points, stones in zip(state.points, state.stones, strict=True))


def result(state: BusState) -> Result:
    """Rank the seats that are inside, then those that have left; nobody shares a place.

    Among equal scores more stones are better, then who came to the points first. A seat without a point
    has never moved in the stack, so there the order from the first start player stands.
    """
    net = scores(state)
    order = sorted(
        range(state.seats),
        key=lambda seat: (
            seat in state.gone,
            -net[seat],
            -state.stones[seat],
            state.stack.index(seat) if state.stack else seat,
        ),
    )
    places = tuple(1 + order.index(seat) for seat in range(state.seats))
    return Result(places, net, sentences.WHY[state.why])
