"""The shortest way of a tram from terminal to terminal past all its stops.

Breadth first over the doors a tram can be at, together with the set of stops it has passed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from p2pgames.games.line1.board import CELLS, EXITS, ONWARD, OUT, TERMINALS, Cell, Door, Space, Terminal

Route: TypeAlias = tuple[Space, ...]
"""Every space in its order, both terminals among them."""

_Place: TypeAlias = tuple[Door, int]
"""A door, and what has been passed before it."""
_ARCS: Final = 4 * CELLS


def space_of(door: Door) -> Space:
    """Return the cell or terminal that is entered."""
    return door >> 2 if door < _ARCS else CELLS + (door - _ARCS >> 1)


def following(cells: bytes, door: Door) -> list[Door]:
    """Return where a tram may be next that enters by a door: laid cells and terminals."""
    if door >= _ARCS:
        out = OUT[door - _ARCS >> 1][(door + 1) % 2]
        return [out] if cells[out >> 2] else []
    return [
        onward
        for side in EXITS[cells[door >> 2]][door & 3]
        if (onward := ONWARD[door & ~3 | side]) >= _ARCS or (onward >= 0 and cells[onward >> 2])
    ]


@lru_cache(64)
def shortest(cells: bytes, start: Terminal, goal: Terminal, stops: tuple[Cell, ...]) -> Route | None:
    """Return a shortest route past all stops, between two different terminals; None if there is none.

    Of several the first in the order of the search: it is the same for everybody.
    """
    if not any(cells[door >> 2] for door in OUT[start]) or not any(cells[door >> 2] for door in OUT[goal]):
        return None
    return search(cells, start, goal, stops) if _reaches(cells, start, goal, stops) else None


def _reaches(cells: bytes, start: Terminal, goal: Terminal, stops: tuple[Cell, ...]) -> bool:
    """Return whether a tram from the start can come to each stop and to the goal, for a quick no."""
    spaces = reached(cells, start, goal)
    return CELLS + goal in spaces and spaces.issuperset(stops)


def reached(cells: bytes, start: Terminal, goal: Terminal) -> set[Space]:
    """Return every space to which a tram can come from one terminal without passing it again nor the other one."""
    return {space_of(door) for door in reached_doors(cells, start, goal)}


def reached_doors(cells: bytes, start: Terminal, goal: Terminal) -> set[Door]:
    """Return the same as the doors a tram comes to."""
    begin = [door for door in OUT[start] if cells[door >> 2]]
    seen = set(begin)
    while begin:
        door = begin.pop()
        for onward in following(cells, door):
            if onward not in seen:
                seen.add(onward)
                if onward - _ARCS >> 1 not in (start, goal):
                    begin.append(onward)
    return seen


@lru_cache(64)
def search(
    cells: bytes, start: Terminal, goal: Terminal, stops: tuple[Cell, ...], via: tuple[Space, ...] = ()
) -> Route | None:
    """Return a shortest route past all stops and, in their order, through all of ``via``; None without one."""
    bits: dict[Space, int] = {}
    for number, cell in enumerate(dict.fromkeys(stops)):
        bits[cell] = 1 << number
    every = (1 << len(bits)) - 1
    # What a tram has passed: a bit for each stop, and above them how many spaces of ``via``.
    every |= len(via) << len(bits)

    def passing(door: Door, passed: int) -> int:
        space = space_of(door)
        done = passed >> len(bits)
        if done < len(via) and via[done] == space:
            passed += 1 << len(bits)
        return passed | bits.get(space, 0)

    layer = [(door, passing(door, 0)) for door in OUT[start] if cells[door >> 2]]
    before: dict[_Place, _Place | None] = dict.fromkeys(layer)
    while layer:
        coming: list[_Place] = []
        for here in layer:
            door, passed = here
            for onward in following(cells, door):
                at = onward - _ARCS >> 1
                if at == goal and passed == every:
                    return _way(before, here, start, goal)
                if at not in (start, goal):
                    there = onward, passing(onward, passed)
                    if there not in before:
                        before[there] = here
                        coming.append(there)
        layer = coming
    return None


def _way(before: dict[_Place, _Place | None], last: _Place, start: Terminal, goal: Terminal) -> Route:
    spaces = [CELLS + goal]
    at: _Place | None = last
    while at is not None:
        spaces.append(space_of(at[0]))
        at = before[at]
    return (CELLS + start, *reversed(spaces))


def gap(cells: bytes, route: Route) -> tuple[Space, Space] | None:
    """Return the first two spaces between which no tram can go as the route says; None if it can go all the way.

    The route has at least three spaces, all of which exist, and begins in a terminal.
    """
    doors = {door for door in OUT[route[0] - CELLS] if door >> 2 == route[1] and cells[route[1]]}
    if not doors:
        return route[0], route[1]
    for here, there in pairwise(route[1:]):
        doors = {onward for door in doors for onward in following(cells, door) if space_of(onward) == there}
        if not doors:
            return here, there
    return None


def is_terminal(space: Space) -> bool:
    """Return whether a space is a terminal."""
    return CELLS <= space < CELLS + TERMINALS
