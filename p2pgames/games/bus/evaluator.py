"""How Bus is thought about: the round is played out by a cheap player, then judged by what seats may expect."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from random import Random
from typing import Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.bus import board, lines, notation, rounds
from p2pgames.games.bus.board import BUSES, MARKERS, ORDER, TYPES, Area, Crossing
from p2pgames.games.bus.bots import gain, price, reach
from p2pgames.games.bus.lines import open_at
from p2pgames.games.bus.state import State, Task
from p2pgames.search.chances import ended, shares
from p2pgames.search.evaluator import Evaluator, Judged, Ranked, Width
from p2pgames.search.trust import Trust

_LAST: Final = 0.5
"""Points that make a seat e times as likely to win when nobody has markers left."""
_EARLY: Final = 1.2
"""How many more while all markers are there."""
_MANY: Final = 10
"""More moves than that are looked through before they are ranked."""
_FIRST: Final = 12
_OWN: Final = 18
_OTHERS: Final = 3
_ANY: Final = 14
_REACH: Final = 0.3
"""What places on the way count when sticks are ranked, against what is sure."""

STOP: Final[Move] = ("clock", "stop")
RUN: Final[Move] = ("clock", "run")


# A cheap player for playing out rounds within a search: it looks at the position and tries no moves.

_NOISE: Final = 0.5
"""How much of a choice is left to chance, in points."""


def played_on(state: State, random: Random) -> State:
    """Return the state after a plausible decision of the seat at turn, and all that follows from it."""
    return rounds.proceed(_DEEDS[state.task](state, random))


# -- markers ----------------------------------------------------------------------------------------


def _choose(state: State, random: Random) -> State:
    best, area = max(
        (worth * (0.7 + 0.6 * random.random()), area) for area, worth in _offers(state, state.turn)
    )
    if rounds.may_pass(state) and best < price(state, state.turn):
        return rounds.skip(state)
    return rounds.take(state, area.label)


def _offers(state: State, seat: Seat) -> Iterator[tuple[Area, float]]:
    """Yield the open areas with what a marker there is worth, in points."""
    left, line, spaces = state.markers[seat] / MARKERS, set(state.lines[seat]), state.spaces
    stations = any(at in line for at in state.city.stations)
    homes = not line.isdisjoint(lines.open_at(state))
    for area in rounds.open_areas(state):
        space = board.free(spaces, area)
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
    if (space := board.free(spaces, Area.VROOMM)) >= 0:
        yield (
            Area.VROOMM,
            _drive(now, then, buses, mine, own_clock=seat in spaces[Area.CLOCK]) * (1 - 0.06 * space),
        )
    if board.free(spaces, Area.CLOCK) >= 0:
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


def look(state: State) -> Look:
    """Return what is to be looked at in this position."""
    area = ORDER[state.step][0] if state.step >= 0 else Area.LINE
    passed = area >= Area.CLOCK and state.task is not Task.CLOCK
    first = state.clock + (0 if passed else 1)
    return Look(tuple((first + step) % len(TYPES) for step in range(3)), frozenset(open_at(state)))


def stand(state: State, seat: Seat, seen: Look, weights: Sequence[float]) -> float:
    """Return the points that a seat has and may expect."""
    total = float(state.points[seat] - state.stones[seat])
    for weight, feature in zip(weights, _features(state, seat, seen), strict=True):
        total += weight * feature
    return total


def _features(state: State, seat: Seat, seen: Look) -> tuple[float, ...]:
    line = set(state.lines[seat])
    (un0, va0), (un1, va1), (un2, va2) = supply(state, line, seen.hours)
    orders = _orders(state, seat) if state.step >= 0 or seat in _flat(state) else _NONE
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


def supply(state: State, line: set[int], hours: Sequence[int]) -> list[tuple[int, int]]:
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


def _flat(state: State) -> set[Seat]:
    return {seat for row in state.spaces for seat in row}


def _orders(state: State, seat: Seat) -> Sequence[int]:
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


def _capacity(state: State, seat: Seat, drives: int) -> int:
    """Return how many passengers the seat's buses can still carry in this round."""
    driving = state.step >= 0 and ORDER[state.step][0] is Area.VROOMM and state.turn == seat and state.todo
    if driving:
        return state.todo + state.buses[seat] * (drives - state.todo)
    return state.buses[seat] * drives


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
    return (2.0 if at in mine else 0.0) - (0.8 if at in others else 0.0) + _NOISE * random.random()


def _build(state: State, random: Random) -> State:
    """Build on the own line what the next hour wants, elsewhere what it does not."""
    mine, others = _mine(state)
    at = max((_place(at, mine, others, random), at) for at in lines.open_at(state))[1]
    hour, sign = (state.clock + 1) % len(TYPES), 1.0 if at in mine else -0.5

    def worth(kind: int) -> float:
        wanted = 0.6 if kind == hour else 0.3 if kind == (hour + 1) % len(TYPES) else 0.0
        return wanted * sign + _NOISE * random.random()

    return lines.put(state, at, max((worth(kind), kind) for kind in lines.kinds(state))[1])


def _rider(state: State, random: Random) -> State:
    mine, others = _mine(state)
    return lines.arrive(state, max((_place(at, mine, others, random), at) for at in state.city.stations)[1])


def _carry(state: State, random: Random) -> State:
    """Carry whom the buses must, best to where the others do not come."""
    line, others = _mine(state)
    sources, targets = list[Crossing](), list[tuple[float, Crossing]]()
    for at in sorted(line):
        spare = lines.spare(state, at)
        sources += [at] * spare
        targets += [((at not in others) + random.random(), at) for _ in range(-spare)]
    targets.sort(reverse=True)
    for _ in range(min(state.todo, len(sources), len(targets))):
        source = sources.pop(random.randrange(len(sources)))
        state = lines.carried(state, source, targets.pop(0)[1])
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
        (_promise(state, far, line) + _NOISE * random.random(), head, far) for head, far in found
    )
    return lines.extend(state, head, far)


def _first(state: State, random: Random) -> State:
    def worth(one: Crossing, other: Crossing) -> float:
        return _promise(state, one, set()) + _promise(state, other, set()) + _NOISE * random.random()

    _, one, other = max((worth(one, other), one, other) for one, other in state.city.streets)
    return lines.begin(state, one, other)


def _play_clock(state: State, random: Random) -> State:  # noqa: ARG001
    """Stop time where rides kept, and others' rides lost, pay for more than the stone, but never take the last one."""
    seat = state.turn
    pays = rides_ahead(state, seat) - 1 > rides_ahead(rounds.tick(state), seat)
    return rounds.decide(state, stop=pays and state.stones_left > 1)


def rides_ahead(state: State, seat: Seat) -> float:
    """Return how many rides the seat's buses find at this hour, less what each of the others finds."""
    found = [
        lines.possible(state, line, buses * state.spaces[Area.VROOMM].count(owner))
        for owner, (line, buses) in enumerate(zip(state.lines, state.buses, strict=True))
    ]
    return found[seat] - (sum(found) - found[seat]) / max(1, len(state.inside) - 1)


_DEEDS: Final[dict[Task, Callable[[State, Random], State]]] = {
    Task.CHOOSE: _choose,
    Task.FIRST: _first,
    Task.LINE: _stick,
    Task.RIDERS: _rider,
    Task.BUILD: _build,
    Task.CLOCK: _play_clock,
    Task.VROOMM: _carry,
}


class BusEvaluator(Evaluator[State]):
    """Plays every round to its end in thought: what lies on the table in the middle of one says little."""

    width = Width(keep=4, more=1.0, warm=0.6, bonus=0.8)
    nodes = 700
    trust = Trust(spread=51, shift=2)

    def rank(self, state: State, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:  # noqa: ARG002
        """Return actions by what their markers bring, pieces by how the seat stands with them."""
        if state.task is Task.CHOOSE:
            found = _actions(state, seat, random)
        elif state.task is Task.CLOCK:
            found = [
                (rides_ahead(rounds.tick(state), seat), 0.0, RUN),
                (rides_ahead(state, seat) - 1, 0.0, STOP),
            ]
        else:
            listed = _looked_through(state, seat, random)
            if len(listed) == 1:
                return [(0.0, listed[0])]
            found = [(_worth(state, seat, move), random.random(), move) for move in listed]
        found.sort(key=lambda entry: entry[:2], reverse=True)
        return [(value, move) for value, _, move in found]

    def leaf(self, state: State, known: Known, random: Random) -> Judged:  # noqa: ARG002
        """Return the chances at the end of this round, as it may go."""
        end = state.round + 1
        while state.task is not Task.OVER and state.round < end:
            state = played_on(state, random)
        if state.task is not Task.OVER:
            return _judged(state)
        return Judged(ended(rounds.result(state)), rounds.scores(state))


def _judged(state: State) -> Judged:
    """Return the chances as a round begins."""
    seen = look(state)
    stands = [stand(state, seat, seen, ROUND) for seat in range(state.seats)]
    scale = _LAST + _EARLY * sum(state.markers) / (MARKERS * state.seats)
    return Judged(shares(stands, scale, state.gone), stands)


def _actions(state: State, seat: Seat, random: Random) -> list[tuple[float, float, Move]]:
    clock = _clock(state, seat)
    found: list[tuple[float, float, Move]] = [
        (
            gain(state, seat, area) + (clock if area is Area.CLOCK else 0) + 0.01 * random.random(),
            0.0,
            ("take", area.label),
        )
        for area in rounds.open_areas(state)
    ]
    return [*found, (price(state, seat), 0.0, ("pass",))] if rounds.may_pass(state) else found


def _clock(state: State, seat: Seat) -> float:
    """Return what the choice of the hour is worth: what stopping time would bring now, beside what `gain` hopes for."""
    return max(0.0, rides_ahead(state, seat) - 1 - rides_ahead(rounds.tick(state), seat))


def _looked_through(state: State, seat: Seat, random: Random) -> Sequence[Move]:
    """Return the moves that are worth ranking, of many those about the own line or busy places, and some others."""
    listed = notation.listing(state)
    if len(listed) <= _MANY:
        return listed
    if state.task is Task.BUILD and state.lines[seat]:
        line = set(state.lines[seat])
        mine = [move for move in listed if _at(move) in line]
        rest = [move for move in listed if _at(move) not in line]
        return [*mine[:_OWN], *random.sample(rest, min(_OTHERS, len(rest)))]
    if state.task is Task.FIRST:
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


def _worth(state: State, seat: Seat, move: Move) -> float:
    after = notation.play(state, move)
    value = stand(after, seat, look(after), PIECES)
    return value + _REACH * reach(after, seat) if state.task in (Task.LINE, Task.FIRST) else value


EVALUATOR: Final = BusEvaluator()
