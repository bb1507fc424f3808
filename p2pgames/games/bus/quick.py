"""A cheap player for playing out rounds within a search: it looks at the position and tries no moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.bus import areas, choosing, lines, riders, rounds, sites
from p2pgames.games.bus.areas import Area
from p2pgames.games.bus.board import BUSES, MARKERS, TYPES, Crossing
from p2pgames.games.bus.bots import price
from p2pgames.games.bus.outlook import supply
from p2pgames.games.bus.state import State, Task

_ANY: Final = 0.5
"""How much of a choice is left to chance, in points."""


def played_on(state: State, random: Random) -> State:
    """Return the state after a plausible decision of the seat at turn, and all that follows from it."""
    return rounds.proceed(_DEEDS[state.task](state, random))


# -- markers ----------------------------------------------------------------------------------------


def _choose(state: State, random: Random) -> State:
    best, area = max(
        (worth * (0.7 + 0.6 * random.random()), area) for area, worth in _offers(state, state.turn)
    )
    if choosing.may_pass(state) and best < price(state, state.turn):
        return choosing.skip(state)
    return choosing.take(state, area.label)


def _offers(state: State, seat: Seat) -> Iterator[tuple[Area, float]]:
    """Yield the open areas with what a marker there is worth, in points."""
    left, line, spaces = state.markers[seat] / MARKERS, set(state.lines[seat]), state.spaces
    stations = any(at in line for at in state.city.stations)
    homes = not line.isdisjoint(sites.open_at(state))
    for area in choosing.open_areas(state):
        space = areas.free(spaces, area)
        match area:
            case Area.LINE:
                yield area, min(state.yields(area, space), state.sticks(seat)) * 0.55 * left
            case Area.BUS:
                yield area, 1.6 * left if state.buses[seat] < BUSES else 0.0
            case Area.RIDERS:
                yield area, min(state.yields(area, space), state.waiting) * (0.45 if stations else 0.02)
            case Area.BUILD:
                yield area, state.yields(area, space) * (0.45 if homes else 0.1)
            case Area.START:
                yield area, 0.25 * left
    now, then = _found(state, seat, line, stations, homes)
    buses, mine = state.buses[seat], spaces[Area.VROOMM].count(seat)
    if (space := areas.free(spaces, Area.VROOMM)) >= 0:
        yield (
            Area.VROOMM,
            _drive(now, then, buses, mine, own_clock=seat in spaces[Area.CLOCK]) * (1 - 0.06 * space),
        )
    if areas.free(spaces, Area.CLOCK) >= 0:
        yield Area.CLOCK, max(0.0, min(now, buses * mine) - 1 - min(then, buses * mine)) + 0.1


def _drive(now: int, then: int, buses: int, mine: int, *, own_clock: bool) -> int:
    """Return how many more rides one more marker on vroomm brings, at the better hour if the clock is one's own."""
    rides = min(then, buses * (mine + 1))
    if own_clock:
        rides = max(rides, min(now, buses * (mine + 1)) - 1)
    return rides - min(then, buses * mine)


def _found(state: State, seat: Seat, line: set[Crossing], stations: bool, homes: bool) -> tuple[int, int]:
    """Return how many rides a line will find now and an hour later, with what the own markers add before."""
    more = _yields(state, seat, Area.RIDERS) if stations else 0
    built = _yields(state, seat, Area.BUILD) if homes else 0
    hours = state.clock, (state.clock + 1) % len(TYPES)
    now, then = (min(un + more, va + built) for un, va in supply(state, line, hours))
    return now, then


def _yields(state: State, seat: Seat, area: Area) -> int:
    return sum(state.yields(area, space) for space, owner in enumerate(state.spaces[area]) if owner == seat)


# -- pieces -----------------------------------------------------------------------------------------


def _mine(state: State) -> tuple[set[Crossing], set[Crossing]]:
    """Return the crossings of the seat at turn, and those of all others."""
    others: set[Crossing] = set()
    for seat, line in enumerate(state.lines):
        if seat != state.turn:
            others.update(line)
    return set(state.lines[state.turn]), others


def _place(at: Crossing, mine: set[Crossing], others: set[Crossing], random: Random) -> float:
    return (2.0 if at in mine else 0.0) - (0.8 if at in others else 0.0) + _ANY * random.random()


def _build(state: State, random: Random) -> State:
    """Build on the own line what the next hour wants, elsewhere what it does not."""
    mine, others = _mine(state)
    at = max((_place(at, mine, others, random), at) for at in sites.open_at(state))[1]
    hour, sign = (state.clock + 1) % len(TYPES), 1.0 if at in mine else -0.5

    def worth(kind: int) -> float:
        wanted = 0.6 if kind == hour else 0.3 if kind == (hour + 1) % len(TYPES) else 0.0
        return wanted * sign + _ANY * random.random()

    return sites.put(state, at, max((worth(kind), kind) for kind in sites.kinds(state))[1])


def _rider(state: State, random: Random) -> State:
    mine, others = _mine(state)
    return riders.arrive(state, max((_place(at, mine, others, random), at) for at in state.city.stations)[1])


def _carry(state: State, random: Random) -> State:
    """Carry whom the buses must, best to where the others do not come."""
    line, others = _mine(state)
    sources, targets = list[Crossing](), list[tuple[float, Crossing]]()
    for at in sorted(line):
        spare = riders.spare(state, at)
        sources += [at] * spare
        targets += [((at not in others) + random.random(), at) for _ in range(-spare)]
    targets.sort(reverse=True)
    for _ in range(min(state.todo, len(sources), len(targets))):
        source = sources.pop(random.randrange(len(sources)))
        state = riders.carried(state, source, targets.pop(0)[1])
    return state


def _promise(state: State, at: Crossing, line: set[Crossing]) -> float:
    """Return what a crossing promises to a line that does not come there yet."""
    if at in line:
        return 0.0
    city = state.city
    here = 0.5 * state.riders[at] + 0.25 * len(state.built[at]) + 0.1 * len(city.sites[at])
    return here + (1.0 if at in city.stations else 0.0)


def _stick(state: State, random: Random) -> State:
    line = set(state.lines[state.turn])
    found = lines.sticks(state, state.turn)
    _, head, far = max(
        (_promise(state, far, line) + _ANY * random.random(), head, far) for head, far in found
    )
    return lines.extend(state, head, far)


def _first(state: State, random: Random) -> State:
    def worth(one: Crossing, other: Crossing) -> float:
        return _promise(state, one, set()) + _promise(state, other, set()) + _ANY * random.random()

    _, one, other = max((worth(one, other), one, other) for one, other in state.city.streets)
    return lines.begin(state, one, other)


def _clock(state: State, random: Random) -> State:  # noqa: ARG001
    """Stop time where rides kept, and others' rides lost, pay for more than the stone, but never take the last one."""
    seat = state.turn
    pays = rides_ahead(state, seat) - 1 > rides_ahead(rounds.tick(state), seat)
    return rounds.decide(state, stop=pays and state.stones_left > 1)


def rides_ahead(state: State, seat: Seat) -> float:
    """Return how many rides the seat's buses find at this hour, less what each of the others finds."""
    found = [
        riders.possible(state, line, buses * state.spaces[Area.VROOMM].count(owner))
        for owner, (line, buses) in enumerate(zip(state.lines, state.buses, strict=True))
    ]
    return found[seat] - (sum(found) - found[seat]) / max(1, len(state.inside) - 1)


_DEEDS: Final[dict[Task, Callable[[State, Random], State]]] = {
    Task.CHOOSE: _choose,
    Task.FIRST: _first,
    Task.LINE: _stick,
    Task.RIDERS: _rider,
    Task.BUILD: _build,
    Task.CLOCK: _clock,
    Task.VROOMM: _carry,
}
