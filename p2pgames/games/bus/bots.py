"""The players of Bus made of code: `driver`, which looks at its next move, and what those that search go by."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import fsum
from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.bus import notation, turns
from p2pgames.games.bus.state import (
    BUSES,
    MARKERS,
    ORDER,
    TYPES,
    Area,
    BusState,
    BusTask,
    Crossing,
    Line,
    free_space,
)
from p2pgames.games.bus.turns import open_sites, tick
from p2pgames.search.evaluator import Estimate, Evaluator, Ranked, Trust, Width, ended, shares

_SURE: Final = 0.9
"""What a ride at the next hour is worth to a seat with a marker on vroomm; the units are points."""
_HOPED: Final = 0.35
"""What it is worth without one."""
_LATER: Final = (0.2, 0.15)
"""What rides at the two hours after that are worth."""


def driver(rules: AnyRules, state: BusState, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Return what serves the own line best: it builds for the hour of its rides, stops time when that pays."""
    if state.task is BusTask.CHOOSE:
        return _choice(state, seat, random)
    return max(
        notation.listing(state),
        key=lambda move: (_move_worth(notation.play_move(state, move), seat), random.random()),
    )


# -- pieces: one move ahead -------------------------------------------------------------------------


def _move_worth(state: BusState, seat: Seat) -> float:
    """Return how well a seat stands, in points."""
    rivals = [each for each in state.inside if each != seat]
    # fsum: the built-in adds floats otherwise from Python 3.12 on, and bots must play alike everywhere
    theirs = fsum(_stand(state, each) for each in rivals) / max(1, len(rivals))
    return _stand(state, seat) - 0.4 * theirs


def _stand(state: BusState, seat: Seat) -> float:
    line = state.lines[seat]
    net = state.points[seat] - state.stones[seat]
    return net + _to_come(state, seat, line) + (reach(state, seat) if line else 0.0)


def _to_come(state: BusState, seat: Seat, line: Line) -> float:
    """Return what the rides are worth that this line can make, as the table lies, hour by hour."""
    hour = state if state.task in (BusTask.CLOCK, BusTask.VROOMM) else tick(state)
    drives = state.spaces[Area.VROOMM].count(seat)
    total = (_SURE if drives else _HOPED) * turns.rides_due(hour, line, state.buses[seat] * max(1, drives))
    for weight in _LATER:
        hour = tick(hour)
        total += weight * turns.rides_due(hour, line, state.buses[seat])
    return total


def reach(state: BusState, seat: Seat) -> float:
    """Return what the places on the line promise: passengers, stations, buildings, sites, ways to go on."""
    promise = 0.03 * min(len(turns.sticks(state, seat)), 4)
    for at in set(state.lines[seat]):
        promise += 0.15 * state.riders[at] + 0.08 * len(state.built[at]) + 0.03 * len(state.city.sites[at])
        promise += 0.5 if at in state.city.stations else 0.0
    return promise


# -- markers ----------------------------------------------------------------------------------------


def _choice(state: BusState, seat: Seat, random: Random) -> Move:
    """Return the action that promises most, or a pass when no action is worth its marker."""
    best, area = max(
        (gain(state, seat, area) + 0.01 * random.random(), area) for area in turns.open_areas(state)
    )
    if turns.may_pass(state) and best < price(state, seat):
        return ("pass",)
    return "take", area.label


def price(state: BusState, seat: Seat) -> float:
    """Return what a marker is worth kept: little for who has more than everybody else."""
    most = max(state.markers[each] for each in state.inside if each != seat)
    return 0.2 if state.markers[seat] > most else 0.6


def gain(state: BusState, seat: Seat, area: Area) -> float:
    space = free_space(state.spaces, area)
    left = state.markers[seat] / MARKERS
    if area is Area.VROOMM:
        return _bot_drive(state, seat, space)
    if area is Area.BUS:
        return 1.6 * left if state.buses[seat] < BUSES else 0.0
    if area is Area.CLOCK:
        return _time(state, seat)
    if area is Area.START:
        return 0.25 * left
    count = state.yields(area, space)
    if area is Area.LINE:
        return min(count, state.sticks(seat)) * 0.55 * left
    if area is Area.RIDERS:
        stations = sum(at in state.lines[seat] for at in state.city.stations)
        return min(count, state.waiting) * (0.45 if stations else 0.02)
    return count * (0.45 if any(at in state.lines[seat] for at in turns.open_sites(state)) else 0.1)


def _bot_drive(state: BusState, seat: Seat, space: int) -> float:
    """Return the rides one more marker on vroomm brings, at the better hour if the clock is one's own."""
    line, mine = state.lines[seat], state.spaces[Area.VROOMM].count(seat)
    now, then = (min(_supply(hour, seat), state.buses[seat] * (mine + 1)) for hour in (state, tick(state)))
    have = min(_supply(tick(state), seat), state.buses[seat] * mine)
    own_clock = seat in state.spaces[Area.CLOCK]
    rides = max(then, now - 1) if own_clock else then
    return (rides - have) * (1 - 0.06 * space) if line else 0.0


def _supply(state: BusState, seat: Seat) -> float:
    """Return how many rides the line will find, with what the own markers add before the buses go."""
    line = state.lines[seat]
    spares = [turns.spare(state, at) for at in set(line)]
    unseated = sum(more for more in spares if more > 0)
    vacant = -sum(more for more in spares if more < 0)
    if any(at in line for at in state.city.stations):
        unseated += sum(_bot_yields(state, seat, Area.RIDERS))
    if any(at in line for at in turns.open_sites(state)):
        vacant += sum(_bot_yields(state, seat, Area.BUILD))
    return min(unseated, vacant)


def _bot_yields(state: BusState, seat: Seat, area: Area) -> Iterator[int]:
    return (state.yields(area, space) for space, owner in enumerate(state.spaces[area]) if owner == seat)


def _time(state: BusState, seat: Seat) -> float:
    """Return what the choice of the hour is worth to the own buses of this round."""
    buses = state.buses[seat] * state.spaces[Area.VROOMM].count(seat)
    now, then = (min(_supply(hour, seat), buses) for hour in (state, tick(state)))
    return max(0.0, now - 1 - then) + 0.1


# How Bus is thought about: the round is played out by a cheap player, then judged by what seats may expect.

_LAST: Final = 0.5
"""Points that make a seat e times as likely to win when nobody has markers left."""
_EARLY: Final = 1.2
"""How many more while all markers are there."""
_MANY: Final = 10
"""More moves than that are looked through before they are ranked."""
_FIRST: Final = 12
"""Of first sticks so many are ranked, those between the busiest crossings."""
_OWN: Final = 18
_OTHERS: Final = 3
"""Of buildings so many at the own line, and a few elsewhere, so that what helps no rival is seen, too."""
_ANY: Final = 14
"""Of all other moves: each that is ranked costs a look at the whole position, and a node has time for about these."""
_REACH: Final = 0.3
"""What places on the way count when sticks are ranked, against what is sure."""

STOP: Final[Move] = ("clock", "stop")
RUN: Final[Move] = ("clock", "run")


# A cheap player for playing out rounds within a search: it looks at the position and tries no moves.

_NOISE: Final = 0.5
"""How much of a choice is left to chance, in points."""


def played_on(state: BusState, random: Random) -> BusState:
    """Return the state after a plausible decision of the seat at turn, and all that follows from it."""
    return turns.proceed(_DEEDS[state.task](state, random))


# -- markers ----------------------------------------------------------------------------------------


def _choose(state: BusState, random: Random) -> BusState:
    best, area = max(
        (worth * (0.7 + 0.6 * random.random()), area) for area, worth in _offers(state, state.turn)
    )
    if turns.may_pass(state) and best < price(state, state.turn):
        return turns.skip(state)
    return turns.lay_marker(state, area.label)


def _offers(state: BusState, seat: Seat) -> Iterator[tuple[Area, float]]:
    """Yield the open areas with what a marker there is worth, in points."""
    left, line, spaces = state.markers[seat] / MARKERS, set(state.lines[seat]), state.spaces
    stations = any(at in line for at in state.city.stations)
    homes = not line.isdisjoint(turns.open_sites(state))
    for area in turns.open_areas(state):
        space = free_space(spaces, area)
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
    if (space := free_space(spaces, Area.VROOMM)) >= 0:
        yield (
            Area.VROOMM,
            _drive(now, then, buses, mine, own_clock=seat in spaces[Area.CLOCK]) * (1 - 0.06 * space),
        )
    if free_space(spaces, Area.CLOCK) >= 0:
        yield Area.CLOCK, max(0.0, min(now, buses * mine) - 1 - min(then, buses * mine)) + 0.1


def _drive(now: int, then: int, buses: int, mine: int, *, own_clock: bool) -> int:
    """Return how many more rides one more marker on vroomm brings, at the better hour if the clock is one's own."""
    rides = min(then, buses * (mine + 1))
    if own_clock:
        rides = max(rides, min(now, buses * (mine + 1)) - 1)
    return rides - min(then, buses * mine)


# What a seat may expect: a fit of the points that were still to come, made from games of bots.

_FIT: Final[dict[str, dict[str, float]]] = json.loads(
    (files("p2pgames.games.bus") / "data" / "mind.json").read_bytes()
)
"""The weight of each feature, by name, in the order of `_features`: as a round begins, and while pieces are laid."""
ROUND: Final = tuple(_FIT["round"].values())
PIECES: Final = tuple(_FIT["pieces"].values())
_YIELDING: Final = (Area.LINE, Area.RIDERS, Area.BUILD)


@dataclass(frozen=True, slots=True)
class Look:
    """What all seats' features need once: the next three hours, and the crossings that are built on now."""

    hours: tuple[int, ...]
    sites: frozenset[int]


def look_ahead(state: BusState) -> Look:
    """Return what is to be looked at in this position."""
    area = ORDER[state.step][0] if state.step >= 0 else Area.LINE
    passed = area >= Area.CLOCK and state.task is not BusTask.CLOCK
    first = state.clock + (0 if passed else 1)
    return Look(tuple((first + step) % len(TYPES) for step in range(3)), frozenset(open_sites(state)))


def standing(state: BusState, seat: Seat, seen: Look, weights: Sequence[float]) -> float:
    """Return the points that a seat has and may expect."""
    total = float(state.points[seat] - state.stones[seat])
    for weight, feature in zip(weights, _features(state, seat, seen), strict=True):
        total += weight * feature
    return total


def _features(state: BusState, seat: Seat, seen: Look) -> tuple[float, ...]:
    line = set(state.lines[seat])
    (un0, va0), (un1, va1), (un2, va2) = supply(state, line, seen.hours)
    orders = (
        _orders(state, seat)
        if state.step >= 0 or seat in {seat for row in state.spaces for seat in row}
        else _NONE
    )
    stations = sum(at in line for at in state.city.stations)
    sites = len(line & seen.sites)
    buses, drives = state.buses[seat], orders[Area.VROOMM]
    markers = state.markers[seat]
    left = markers / MARKERS
    more, homes = orders[Area.RIDERS] * (stations > 0), orders[Area.BUILD] * (sites > 0)
    unseated, vacant = un0 + (more if stations else 0), va0 + (homes if sites else 0)
    rides = min(_capacity(state, seat, drives), unseated, vacant)
    return (
        1.0, markers, buses, buses * left, orders[Area.LINE], more, homes, orders[Area.CLOCK], orders[Area.START],
        orders[Area.BUS], rides, 0 if drives else min(buses, unseated, vacant), min(un1, va1, buses),
        min(un2, va2, buses), min(un0 + un1 + un2, 6) * left, min(va0 + va1 + va2, 9) * left, stations * left,
        sites * left, len(line) * left, sum(state.riders[at] for at in line) * left, min(un1, va1) * left,
        min(un2, va2) * left, drives > 0, state.fleet - buses,
    )  # fmt: skip


def supply(state: BusState, line: set[int], hours: Sequence[int]) -> list[tuple[int, int]]:
    """Return for each hour the unseated passengers and the free buildings on a line."""
    there = [(state.riders[at], state.built[at]) for at in line if state.riders[at] or state.built[at]]
    found = []
    for hour in hours:
        unseated = vacant = 0
        for riders, built in there:
            spare = riders - built.count(hour)
            if spare > 0:
                unseated += spare
            else:
                vacant -= spare
        found.append((unseated, vacant))
    return found


_NONE: Final = (0,) * len(Area)


def _orders(state: BusState, seat: Seat) -> Sequence[int]:
    """Return what the seat's markers of this round still yield, by area."""
    found = [0] * len(Area)
    for number, (area, space) in enumerate(ORDER):
        if number < state.step or state.spaces[area][space] != seat:
            continue
        if number == state.step:
            found[area] += state.todo if state.turn == seat else 0
        else:
            found[area] += state.yields(area, space) if area in _YIELDING else 1
    return found


def _capacity(state: BusState, seat: Seat, drives: int) -> int:
    """Return how many passengers the seat's buses can still carry in this round."""
    driving = state.step >= 0 and ORDER[state.step][0] is Area.VROOMM and state.turn == seat and state.todo
    if driving:
        return state.todo + state.buses[seat] * (drives - state.todo)
    return state.buses[seat] * drives


def _found(state: BusState, seat: Seat, line: set[Crossing], stations: bool, homes: bool) -> tuple[int, int]:
    """Return how many rides a line will find now and an hour later, with what the own markers add before."""
    more = _yields(state, seat, Area.RIDERS) if stations else 0
    built = _yields(state, seat, Area.BUILD) if homes else 0
    hours = state.clock, (state.clock + 1) % len(TYPES)
    now, then = (min(un + more, va + built) for un, va in supply(state, line, hours))
    return now, then


def _yields(state: BusState, seat: Seat, area: Area) -> int:
    return sum(state.yields(area, space) for space, owner in enumerate(state.spaces[area]) if owner == seat)


# -- pieces -----------------------------------------------------------------------------------------


def _mine(state: BusState) -> tuple[set[Crossing], set[Crossing]]:
    """Return the crossings of the seat at turn, and those of all others."""
    others: set[Crossing] = set()
    for seat, line in enumerate(state.lines):
        if seat != state.turn:
            others.update(line)
    return set(state.lines[state.turn]), others


def _place(at: Crossing, mine: set[Crossing], others: set[Crossing], random: Random) -> float:
    return (2.0 if at in mine else 0.0) - (0.8 if at in others else 0.0) + _NOISE * random.random()


def _build(state: BusState, random: Random) -> BusState:
    """Build on the own line what the next hour wants, elsewhere what it does not."""
    mine, others = _mine(state)
    at = max((_place(at, mine, others, random), at) for at in turns.open_sites(state))[1]
    hour, sign = (state.clock + 1) % len(TYPES), 1.0 if at in mine else -0.5

    def worth(kind: int) -> float:
        wanted = 0.6 if kind == hour else 0.3 if kind == (hour + 1) % len(TYPES) else 0.0
        return wanted * sign + _NOISE * random.random()

    return turns.put_building(state, at, max((worth(kind), kind) for kind in turns.kinds_left(state))[1])


def _rider(state: BusState, random: Random) -> BusState:
    mine, others = _mine(state)
    return turns.arrive(state, max((_place(at, mine, others, random), at) for at in state.city.stations)[1])


def _carry(state: BusState, random: Random) -> BusState:
    """Carry whom the buses must, best to where the others do not come."""
    line, others = _mine(state)
    sources, targets = list[Crossing](), list[tuple[float, Crossing]]()
    for at in sorted(line):
        spare = turns.spare(state, at)
        sources += [at] * spare
        targets += [((at not in others) + random.random(), at) for _ in range(-spare)]
    targets.sort(reverse=True)
    for _ in range(min(state.todo, len(sources), len(targets))):
        source = sources.pop(random.randrange(len(sources)))
        state = turns.carried(state, source, targets.pop(0)[1])
    return state


def _promise(state: BusState, at: Crossing, line: set[Crossing]) -> float:
    """Return what a crossing promises to a line that does not come there yet."""
    if at in line:
        return 0.0
    city = state.city
    here = 0.5 * state.riders[at] + 0.25 * len(state.built[at]) + 0.1 * len(city.sites[at])
    return here + (1.0 if at in city.stations else 0.0)


def _stick(state: BusState, random: Random) -> BusState:
    line = set(state.lines[state.turn])
    found = turns.sticks(state, state.turn)
    _, head, far = max(
        (_promise(state, far, line) + _NOISE * random.random(), head, far) for head, far in found
    )
    return turns.extend(state, head, far)


def _first(state: BusState, random: Random) -> BusState:
    def worth(one: Crossing, other: Crossing) -> float:
        return _promise(state, one, set()) + _promise(state, other, set()) + _NOISE * random.random()

    _, one, other = max((worth(one, other), one, other) for one, other in state.city.streets)
    return turns.begin_line(state, one, other)


def _play_clock(state: BusState, random: Random) -> BusState:  # noqa: ARG001
    """Stop time where rides kept, and others' rides lost, pay for more than the stone, but never take the last one."""
    seat = state.turn
    pays = rides_ahead(state, seat) - 1 > rides_ahead(turns.tick(state), seat)
    return turns.decide(state, stop=pays and state.stones_left > 1)


def rides_ahead(state: BusState, seat: Seat) -> float:
    """Return how many rides the seat's buses find at this hour, less what each of the others finds."""
    found = [
        turns.rides_due(state, line, buses * state.spaces[Area.VROOMM].count(owner))
        for owner, (line, buses) in enumerate(zip(state.lines, state.buses, strict=True))
    ]
    return found[seat] - (sum(found) - found[seat]) / max(1, len(state.inside) - 1)


_DEEDS: Final[dict[BusTask, Callable[[BusState, Random], BusState]]] = {
    BusTask.CHOOSE: _choose,
    BusTask.FIRST: _first,
    BusTask.LINE: _stick,
    BusTask.RIDERS: _rider,
    BusTask.BUILD: _build,
    BusTask.CLOCK: _play_clock,
    BusTask.VROOMM: _carry,
}


class BusEvaluator(Evaluator[BusState]):
    """Plays every round to its end in thought: what lies on the table in the middle of one says little."""

    width = Width(keep=4, more=1.0, warm=0.6, bonus=0.8)
    nodes = 700
    trust = Trust(spread=51, shift=2)

    def rank(self, state: BusState, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:  # noqa: ARG002
        """Return actions by what their markers bring, pieces by how the seat stands with them."""
        if state.task is BusTask.CHOOSE:
            found = _actions(state, seat, random)
        elif state.task is BusTask.CLOCK:
            found = [
                (rides_ahead(turns.tick(state), seat), 0.0, RUN),
                (rides_ahead(state, seat) - 1, 0.0, STOP),
            ]
        else:
            listed = _looked_through(state, seat, random)
            if len(listed) == 1:
                return [(0.0, listed[0])]
            found = [(_worth(state, seat, move), random.random(), move) for move in listed]
        found.sort(key=lambda entry: entry[:2], reverse=True)
        return [(value, move) for value, _, move in found]

    def leaf(self, state: BusState, known: Known, random: Random) -> Estimate:  # noqa: ARG002
        """Return the chances at the end of this round, as it may go."""
        end = state.round + 1
        while state.task is not BusTask.OVER and state.round < end:
            state = played_on(state, random)
        if state.task is not BusTask.OVER:
            return _judged(state)
        return Estimate(ended(turns.result(state)), turns.scores(state))


def _judged(state: BusState) -> Estimate:
    """Return the chances as a round begins."""
    seen = look_ahead(state)
    stands = [standing(state, seat, seen, ROUND) for seat in range(state.seats)]
    scale = _LAST + _EARLY * sum(state.markers) / (MARKERS * state.seats)
    return Estimate(shares(stands, scale, state.gone), stands)


def _actions(state: BusState, seat: Seat, random: Random) -> list[tuple[float, float, Move]]:
    clock = max(0.0, rides_ahead(state, seat) - 1 - rides_ahead(turns.tick(state), seat))
    found: list[tuple[float, float, Move]] = [
        (
            gain(state, seat, area) + (clock if area is Area.CLOCK else 0) + 0.01 * random.random(),
            0.0,
            ("take", area.label),
        )
        for area in turns.open_areas(state)
    ]
    return [*found, (price(state, seat), 0.0, ("pass",))] if turns.may_pass(state) else found


def _looked_through(state: BusState, seat: Seat, random: Random) -> Sequence[Move]:
    """Return the moves that are worth ranking, of many those about the own line or busy places, and some others."""
    listed = notation.listing(state)
    if len(listed) <= _MANY:
        return listed
    if state.task is BusTask.BUILD and state.lines[seat]:
        line = set(state.lines[seat])
        mine = [move for move in listed if _at(move) in line]
        rest = [move for move in listed if _at(move) not in line]
        return [*mine[:_OWN], *random.sample(rest, min(_OTHERS, len(rest)))]
    if state.task is BusTask.FIRST:
        busy = {at for at in state.city.crossings if state.riders[at] or state.built[at]} | set(
            state.city.stations
        )
        worth = {move: sum(at in busy for at in _ends(move)) + 0.5 * random.random() for move in listed}
        return sorted(listed, key=worth.__getitem__, reverse=True)[:_FIRST]
    return random.sample(listed, min(len(listed), _ANY))


def _ends(move: Move) -> tuple[Move, ...]:
    return move[1:] if isinstance(move, tuple) else ()


def _at(move: Move) -> Move:
    return _ends(move)[0]


def _worth(state: BusState, seat: Seat, move: Move) -> float:
    after = notation.play_move(state, move)
    value = standing(after, seat, look_ahead(after), PIECES)
    return value + _REACH * reach(after, seat) if state.task in (BusTask.LINE, BusTask.FIRST) else value


EVALUATOR: Final = BusEvaluator()
