"""About what every schedule would still cost, at a small part of the price of its cheapest plan."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from p2pgames.games.line1.board import (
    LETTERS,
    ONWARD,
    OUT,
    STOPS,
    Cell,
    Terminal,
    own_terminals,
)
from p2pgames.games.line1.cheapest import ARCS, PLACES, steps_on
from p2pgames.games.line1.state import NO_SIGN, State
from p2pgames.games.line1.track import Track

MOST: Final = 400
"""What a way costs at most, also where there is none."""


def about(state: State, line: int, card: int) -> int:
    """Return twice the cost of a way between a line's terminals with the longest detour to a stop, and half the others.

    No plan of the schedule is cheaper than the way with its longest detour.
    """
    direct, through = _ways(state.track, state.signs, line)
    detours = [through[letter] - direct for letter in state.stops(line, card)]
    return 2 * direct + max(detours) + sum(detours)


@lru_cache(64)
def _ways(track: Track, signs: tuple[Cell, ...], line: int) -> tuple[int, dict[str, int]]:
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
