"""The cheapest way to connect a schedule: over the track there is, and tiles still to be laid or exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from p2pgames.games.line1.board import (
    CELLS,
    EXITS,
    LETTERS,
    LINKS,
    ONWARD,
    OUT,
    PIECES,
    STOPS,
    TERMINALS,
    Cell,
    Door,
    Link,
    Piece,
    Pieces,
    Side,
    Terminal,
    Track,
    own_terminals,
)
from p2pgames.games.line1.state import NO_SIGN, State

SPACE: Final = 1
"""What a space on the way costs."""
NEW: Final = 8
"""What a tile on an empty cell costs."""
BETTER: Final = 13
"""What an exchange costs: the tiles for it are rarer."""

ARCS: Final = 4 * CELLS
PLACES: Final = ARCS + 2 * TERMINALS
_Place: TypeAlias = int
"""A door and the stops met before it, as one number."""
Steps: TypeAlias = tuple[tuple[Door, int], ...]
"""Where a tram may go on to, each with what it costs to make that possible."""
_FAR: Final = 1 << 30


@cache
def with_link(one: Side, other: Side) -> Pieces:
    """Return the pieces that join two sides."""
    link = min(one, other), max(one, other)
    return sum(1 << piece for piece in PIECES if link in LINKS[piece])


@dataclass(frozen=True, slots=True)
class Plan:
    """A way that could be built: what it costs in all, and the links it lacks, in their order."""

    cost: int
    lacking: tuple[tuple[Cell, Link], ...]


def plan(state: State, line: int, card: int) -> Plan | None:
    """Return the cheapest plan for a schedule, None if there is none any more."""
    start, goal = own_terminals(line)
    bits = _bits(state, line, card)
    size = 1 << max(bits.values()).bit_length()
    steps = steps_on(state.track)
    home = (ARCS + 2 * goal, ARCS + 2 * goal + 1)
    barred = (ARCS + 2 * start, ARCS + 2 * start + 1)
    first = [door * size + bits.get(door >> 2, 0) for door in OUT[start]]
    best, before = [_FAR] * (PLACES * size), dict[_Place, _Place]()
    for there in first:
        best[there] = 0
    # Prices are small whole numbers: places wait in a list for each cost, which is quicker than a heap.
    waiting, cost = [first], -1
    while (cost := cost + 1) < len(waiting):
        for here in sorted(waiting[cost]):
            if best[here] < cost:
                continue
            door, met = divmod(here, size)
            if door in home:
                return Plan(cost, tuple(_lacking(state.track, before, here, size)))
            for beyond, price in steps[door]:
                if beyond >= ARCS and (beyond in barred or (beyond in home and met != size - 1)):
                    continue
                there, total = beyond * size + (met | bits.get(beyond >> 2, 0)), cost + price
                if total < best[there]:
                    best[there], before[there] = total, here
                    while total >= len(waiting):
                        waiting.append([])
                    waiting[total].append(there)
    return None


def _bits(state: State, line: int, card: int) -> dict[Cell, int]:
    """Return by cell the bit of the stop that is met there: at its sign, without one anywhere beside the building."""
    bits: dict[Cell, int] = {}
    for number, letter in enumerate(state.stops(line, card)):
        sign = state.sign(letter)
        for cell in STOPS[letter] if sign == NO_SIGN else (sign,):
            bits[cell] = 1 << number
    return bits


class _Onward(dict[Door, Steps]):
    """By door, found when it is asked for: where a tram may go on to on this track."""

    def __init__(self, track: Track) -> None:
        super().__init__()
        self.track = track

    def __missing__(self, door: Door) -> Steps:
        cell = door >> 2
        if door >= ARCS:
            found: Steps = ((OUT[door - ARCS >> 1][(door + 1) % 2], SPACE),)
        else:
            found = _ways(door, self.track.cells[cell], self.track.fits[cell])
        self[door] = found
        return found


@lru_cache(16)
def steps_on(track: Track) -> Mapping[Door, Steps]:
    """Return the ways on this track, which are the same for all schedules."""
    return _Onward(track)


@lru_cache(2**16)
def _ways(door: Door, piece: Piece, fits: Pieces) -> Steps:
    enter = door & 3
    there = EXITS[piece][enter]
    price = SPACE + (BETTER if piece else NEW)
    return tuple(
        (onward, SPACE if side in there else price)
        for side in range(4)
        if side != enter
        and (onward := ONWARD[door & ~3 | side]) >= 0
        and (side in there or fits & with_link(enter, side))
    )


def _lacking(
    track: Track, before: Mapping[_Place, _Place], last: _Place, size: int
) -> Iterator[tuple[Cell, Link]]:
    """Yield the links that the tiles do not have, backwards from the goal."""
    there = last
    while there in before:
        here = before[there]
        door = here // size
        if door < ARCS:
            leave = next(side for side in range(4) if ONWARD[door & ~3 | side] == there // size)
            link = min(door & 3, leave), max(door & 3, leave)
            if link not in LINKS[track.cells[door >> 2]]:
                yield door >> 2, link
        there = here


# About what every schedule would still cost, at a small part of the price of its cheapest plan.

MOST: Final = 400
"""What a way costs at most, also where there is none."""


def about(state: State, line: int, card: int) -> int:
    """Return twice the cost of a way between a line's terminals with the longest detour to a stop, and half the others.

    No plan of the schedule is cheaper than the way with its longest detour.
    """
    direct, through = _direct_and_through(state.track, state.signs, line)
    detours = [through[letter] - direct for letter in state.stops(line, card)]
    return 2 * direct + max(detours) + sum(detours)


@lru_cache(64)
def _direct_and_through(track: Track, signs: tuple[Cell, ...], line: int) -> tuple[int, dict[str, int]]:
    """Return what a line's way costs, and by letter what it costs past that stop."""
    start, goal = own_terminals(line)
    there, back = _costs(track, start, goal), _costs(track, goal, start)
    direct = min(MOST, *there[ARCS + 2 * goal : ARCS + 2 * goal + 2])
    return direct, {
        letter: max(direct, min(_past(track, cell, there, back) for cell in _cells(signs, letter)))
        for letter in LETTERS
    }


def _cells(signs: tuple[Cell, ...], letter: str) -> tuple[Cell, ...]:
    sign = signs[LETTERS.index(letter)]
    return STOPS[letter] if sign == NO_SIGN else (sign,)


def _past(track: Track, cell: Cell, there: list[int], back: list[int]) -> int:
    """Return what the cheapest way through a cell costs: in by one side, and back from the goal by the other."""
    leaves = {ONWARD[4 * cell + side]: 4 * cell + side for side in range(4)}
    steps = steps_on(track)
    return min(
        (
            there[door] + price + back[leaves[beyond]]
            for door in range(4 * cell, 4 * cell + 4)
            for beyond, price in steps[door]
        ),
        default=MOST,
    )


def _costs(track: Track, start: Terminal, goal: Terminal) -> list[int]:
    """Return by door what it costs to come there from a terminal; no further than to the goal."""
    steps, waiting, cost = steps_on(track), [list(OUT[start])], -1
    best = [MOST] * PLACES
    for door in OUT[start]:
        best[door] = 0
    first, home = ({ARCS + 2 * at, ARCS + 2 * at + 1} for at in (start, goal))
    while (cost := cost + 1) < len(waiting):
        for door in waiting[cost]:
            if best[door] < cost or door in home:
                continue
            for beyond, price in steps[door]:
                total = cost + price
                if total < best[beyond] and beyond not in first:
                    best[beyond] = total
                    while total >= len(waiting):
                        waiting.append([])
                    waiting[total].append(beyond)
    return best
