"""How Socks in the City is thought about: every prize is a race, and only links on somebody's way matter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, fsum
from random import Random
from typing import Final

from p2pgames.contract import Known, Seat
from p2pgames.games.socks import bots, nets, sticks
from p2pgames.games.socks.board import STICKS, Colour
from p2pgames.games.socks.city import Boards, City, Link
from p2pgames.games.socks.nets import Nets
from p2pgames.games.socks.state import NOBODY, State, Task
from p2pgames.search.chances import shares
from p2pgames.search.evaluator import Evaluator, Judged, Ranked, Width
from p2pgames.search.trust import Trust

_SCALE: Final = 5.0
"""Points that make a seat e times as likely to win."""
_FADE: Final = 0.8
"""What part of a prize is left of its promise for each stick that is still missing."""
_RACE: Final = 0.7
"""Sticks of a lead that make it e times as likely to win the race for a prize."""
_TEMPO: Final = 1.0
"""What the turn is worth in a race, in sticks."""
_LONE: Final = 0.97
"""The chance of a prize that only one seat can still get."""
_OTHERS: Final = 0.8
"""What it is worth to stand in the other's way, against going one's own."""


def _powers(base: float) -> tuple[float, ...]:
    """``base`` to the power of 0, 1 and so on, multiplied out: powers differ between computers."""
    found = [1.0]
    for _ in range(STICKS):
        found.append(found[-1] * base)
    return tuple(found)


_FADED: Final = _powers(_FADE)
_LEAD: Final = tuple(
    round(1 / (1 + exp(-number / 2 / _RACE)), 9) for number in range(-2 * STICKS - 4, 2 * STICKS + 5)
)
"""The chance to win a race by the lead in half sticks, from the worst on."""


class SocksEvaluator(Evaluator[State]):
    """Weighs the prizes by who is nearer to them, and tries the links on the cheapest ways of both."""

    width = Width(keep=6, more=1.0, warm=2.0, bonus=0.7)
    nodes = 1_600
    trust = Trust(spread=71, shift=-25, points=55)

    def rank(self, state: State, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:  # noqa: ARG002
        """Return the links on somebody's cheapest way by what hangs on them; while the city is laid out one move."""
        if state.task is Task.TILE or state.task is Task.SOCK:
            return [(0.0, bots.laid_out(state, random))]
        worth = _hangs_on(state, seat)
        if not worth:
            return [(0.0, random.choice(sticks.moves(state)))]
        found = [(value, random.random(), link) for link, value in sorted(worth.items())]
        found.sort(reverse=True)
        return [(value, state.town.moves[link]) for value, _, link in found]

    def leaf(self, state: State, known: Known, random: Random) -> Judged:  # noqa: ARG002
        """Return the chances by the points that prizes bring, in hand and to be expected."""
        if state.city is None:
            return Judged(shares((0.0, 0.0), _SCALE), (0.0, 0.0))
        lead = fsum(_lead(state, colour) for colour in state.town.colours)
        return Judged(shares((lead, 0.0), _SCALE), (lead, 0.0))


@lru_cache(2**15)
def _way(town: City, free: Boards, mine: Nets, colour: Colour, most: int) -> tuple[Link, ...] | None:
    """Return the free links of a cheapest way, by number; kept, since sticks come in either order."""
    found = nets.route(town, free, mine, 0, colour, most)
    return None if found is None else tuple(sorted(found.links))


def _ways(state: State, colour: Colour) -> tuple[tuple[Link, ...] | None, tuple[Link, ...] | None]:
    town, free, left = state.town, state.free, state.left
    return (
        _way(town, free, state.nets[0], colour, left[0]),
        _way(town, free, state.nets[1], colour, left[1]),
    )


def _hangs_on(state: State, seat: Seat) -> dict[Link, float]:
    """Return for each link on a cheapest way what hangs on it: more where little is missing."""
    worth: dict[Link, float] = {}
    for colour in state.open_colours:
        for other, way in enumerate(_ways(state, colour)):
            if way:
                lack = len(way)
                value = (
                    0.3 * state.town.worth[colour] * _FADED[lack - 1] * (1.0 if other == seat else _OTHERS)
                )
                for link in way:
                    worth[link] = worth.get(link, 0.0) + (2 * value if lack <= sticks.PER_TURN else value)
    return worth


def _lead(state: State, colour: Colour) -> float:
    """Return the points by which the first seat is ahead in one colour, as far as can be expected."""
    worth, owner = state.town.worth[colour], state.won[colour]
    if owner != NOBODY:
        return worth if owner == 0 else -worth
    one, other = (None if way is None else len(way) for way in _ways(state, colour))
    mine, theirs = _wins(state, 0, one, other), _wins(state, 1, other, one)
    return worth * (mine - theirs)


def _wins(state: State, seat: Seat, lack: int | None, theirs: int | None) -> float:
    """Return the chance that a seat gets a prize for which it lacks so many sticks, and the other so many."""
    if lack is None:
        return 0.0
    if theirs is None:
        return _LONE if lack else 1.0
    lead = 2 * (theirs - lack) + round(2 * (_TEMPO if state.turn == seat else -_TEMPO))
    return _FADED[max(0, lack - 2)] * _LEAD[lead + len(_LEAD) // 2]


EVALUATOR: Final = SocksEvaluator()
