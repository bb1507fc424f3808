"""The cheapest way to connect a schedule: over the track there is, and tiles still to be laid or exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import Final, TypeAlias

from p2pgames.line1.board import CELLS, ONWARD, OUT, STOPS, Cell, Door, Side, own_terminals
from p2pgames.line1.search import space_of
from p2pgames.line1.state import NO_SIGN, State
from p2pgames.line1.tiles import EXITS, LINKS, PIECES, Link, Pieces
from p2pgames.line1.track import Track

SPACE: Final = 1
"""What a space on the way costs."""
NEW: Final = 8
"""What a tile on an empty cell costs."""
BETTER: Final = 13
"""What an exchange costs: the tiles for it are rarer."""

_ARCS: Final = 4 * CELLS
_Place: TypeAlias = tuple[Door, int]
Way: TypeAlias = tuple[tuple[Side, int], ...]
"""The sides by which a tram may leave a cell, each with what it costs to make that possible."""


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
    """Return the cheapest plan for a schedule, None where there is none any more."""
    start, goal = own_terminals(line)
    bits: dict[Cell, int] = {}
    letters = state.stops(line, card)
    for number, letter in enumerate(letters):
        sign = state.sign(letter)
        for cell in STOPS[letter] if sign == NO_SIGN else (sign,):
            bits[cell] = 1 << number
    every = (1 << len(letters)) - 1
    ways: dict[Door, Way] = {}
    heap: list[tuple[int, Door, int]] = [(0, door, bits.get(door >> 2, 0)) for door in OUT[start]]
    best: dict[_Place, tuple[int, _Place | None]] = {(door, met): (0, None) for _, door, met in heap}
    while heap:
        cost, door, met = heappop(heap)
        here = door, met
        if best[here][0] < cost:
            continue
        if door >= _ARCS:
            if door - _ARCS >> 1 == goal:
                return Plan(cost, tuple(_lacking(state.track, best, here)))
            out = OUT[door - _ARCS >> 1][(door + 1) % 2]
            _reach(best, heap, here, cost + SPACE, (out, met | bits.get(out >> 2, 0)))
            continue
        if door not in ways:
            ways[door] = _ways(state.track, door)
        for side, price in ways[door]:
            onward = ONWARD[door & ~3 | side]
            at = onward - _ARCS >> 1
            if at == start or (at == goal and met != every):
                continue
            _reach(best, heap, here, cost + price, (onward, met | bits.get(space_of(onward), 0)))
    return None


def _reach(
    best: dict[_Place, tuple[int, _Place | None]],
    heap: list[tuple[int, Door, int]],
    here: _Place,
    cost: int,
    there: _Place,
) -> None:
    known = best.get(there)
    if known is None or cost < known[0]:
        best[there] = cost, here
        heappush(heap, (cost, *there))


def _ways(track: Track, door: Door) -> Way:
    cell, enter = door >> 2, door & 3
    piece, fits = track.cells[cell], track.fits[cell]
    there = EXITS[piece][enter]
    price = BETTER if piece else NEW
    return tuple(
        (side, SPACE if side in there else SPACE + price)
        for side in range(4)
        if side != enter
        and ONWARD[door & ~3 | side] >= 0
        and (side in there or fits & with_link(enter, side))
    )


def _lacking(
    track: Track, best: dict[_Place, tuple[int, _Place | None]], last: _Place
) -> Iterator[tuple[Cell, Link]]:
    """Yield the links that the tiles do not have, backwards from the goal."""
    there, before = last, best[last][1]
    while before is not None:
        door = before[0]
        if door < _ARCS:
            leave = next(side for side in range(4) if ONWARD[door & ~3 | side] == there[0])
            link = min(door & 3, leave), max(door & 3, leave)
            if link not in LINKS[track.cells[door >> 2]]:
                yield door >> 2, link
        there, before = before, best[before][1]
