"""The cheapest way to connect a schedule: over the track there is, and tiles still to be laid or exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import Final, TypeAlias

from p2pgames.games.line1.board import (
    CELLS,
    ONWARD,
    OUT,
    STOPS,
    TERMINALS,
    Cell,
    Door,
    Side,
    Terminal,
    own_terminals,
)
from p2pgames.games.line1.search import space_of
from p2pgames.games.line1.state import NO_SIGN, State
from p2pgames.games.line1.tiles import EXITS, LINKS, PIECES, Link, Pieces
from p2pgames.games.line1.track import Track

SPACE: Final = 1
"""What a space on the way costs."""
NEW: Final = 8
"""What a tile on an empty cell costs."""
BETTER: Final = 13
"""What an exchange costs: the tiles for it are rarer."""

_ARCS: Final = 4 * CELLS
_PLACES: Final = _ARCS + 2 * TERMINALS
_Place: TypeAlias = int
_Step: TypeAlias = tuple[_Place, int, int, bool]
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
    bits = _bits(state, line, card)
    size = 1 << max(bits.values()).bit_length()
    # A place is a door and the stops met, as one number; with a cost above it, it orders as the three did one by one.
    whole = _PLACES * size
    home = range((_ARCS + 2 * goal) * size, (_ARCS + 2 * goal + 2) * size)
    steps = _Steps(state.track, (start, goal), bits, size)
    heap = [door * size + bits.get(door >> 2, 0) for door in OUT[start]]
    best, before = dict.fromkeys(heap, 0), dict[_Place, _Place]()
    while heap:
        entry = heappop(heap)
        here = entry % whole
        cost = entry - here
        if best[here] < cost:
            continue
        if here in home:
            return Plan(cost // whole, tuple(_lacking(state.track, before, here, size)))
        met = here % size
        for onward, price, stop, last in steps[here // size]:
            if last and met != size - 1:
                continue
            there, total = onward + (met | stop), cost + price
            if there not in best or total < best[there]:
                best[there], before[there] = total, here
                heappush(heap, total + there)
    return None


def _bits(state: State, line: int, card: int) -> dict[Cell, int]:
    """Return by cell the bit of the stop that is met there: at its sign, without one anywhere beside the building."""
    bits: dict[Cell, int] = {}
    for number, letter in enumerate(state.stops(line, card)):
        sign = state.sign(letter)
        for cell in STOPS[letter] if sign == NO_SIGN else (sign,):
            bits[cell] = 1 << number
    return bits


class _Steps(dict[Door, tuple[_Step, ...]]):
    """By door, found when it is asked for: where a tram may go on to, what that costs, the stop it meets there.

    Places and costs are counted as in `plan`; the last part says whether that place is the goal.
    """

    def __init__(
        self, track: Track, ends: tuple[Terminal, Terminal], bits: Mapping[Cell, int], size: int
    ) -> None:
        super().__init__()
        self.track, self.bits, self.size = track, bits, size
        self.start, self.goal = ends

    def __missing__(self, door: Door) -> tuple[_Step, ...]:
        self[door] = found = tuple(self._from(door))
        return found

    def _from(self, door: Door) -> Iterator[_Step]:
        for onward, price in self._onward(door):
            at = onward - _ARCS >> 1
            if at != self.start or door >= _ARCS:
                stop = self.bits.get(space_of(onward), 0)
                yield onward * self.size, price * _PLACES * self.size, stop, at == self.goal

    def _onward(self, door: Door) -> Iterator[tuple[Door, int]]:
        if door >= _ARCS:
            yield OUT[door - _ARCS >> 1][(door + 1) % 2], SPACE
            return
        for side, price in _ways(self.track, door):
            yield ONWARD[door & ~3 | side], price


def _ways(track: Track, door: Door) -> Way:
    cell, enter = door >> 2, door & 3
    piece, fits = track.cells[cell], track.fits[cell]
    there = EXITS[piece][enter]
    price = SPACE + (BETTER if piece else NEW)
    return tuple(
        (side, SPACE if side in there else price)
        for side in range(4)
        if side != enter
        and ONWARD[door & ~3 | side] >= 0
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
        if door < _ARCS:
            leave = next(side for side in range(4) if ONWARD[door & ~3 | side] == there // size)
            link = min(door & 3, leave), max(door & 3, leave)
            if link not in LINKS[track.cells[door >> 2]]:
                yield door >> 2, link
        there = here
