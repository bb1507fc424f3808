"""The players of Socks in the City made of code: `rival`, one stick ahead, and what those that search go by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, fsum
from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.socks import building, city
from p2pgames.games.socks.city import FEWEST, STICKS, Boards, Colour, Link, Nets, SocksCity, between, cells_of
from p2pgames.games.socks.rules import PER_TURN, lay_stick, sock_moves, stick_moves
from p2pgames.games.socks.state import NOBODY, SocksState, SocksTask
from p2pgames.search.evaluator import Estimate, Evaluator, Ranked, Trust, Width, shares

_BOT_SURE: Final = 0.95
"""What a prize is worth that the next sticks of this turn can take."""
_BOT_FADE: Final = 0.7
"""What part of a prize is left of its promise for each stick that is still missing."""


def rival(rules: AnyRules, state: SocksState, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Return a stick that shortens the own ways and lengthens the other's; tiles close together, socks far apart."""
    if state.task is not SocksTask.STICK:
        return laid_out(state, random)
    town = state.town
    links = sorted(_candidates(state))
    best = max(links, key=lambda link: (_promise(lay_stick(state, link), seat), random.random()))
    return town.moves[best]


def laid_out(state: SocksState, random: Random) -> Move:
    """Return a tile that lies close to the others, or a sock that lies far from its partner."""
    return _tile(state, random) if state.task is SocksTask.TILE else _sock(state, random)


def _candidates(state: SocksState) -> set[Link]:
    """Return the links on a cheapest way of either seat to each colour that is open."""
    links: set[Link] = set()
    for colour in state.open_colours:
        for seat in range(2):
            way = city.cheapest_route(
                state.town, state.free, state.nets[seat], seat, colour, state.left[seat]
            )
            links |= way.links if way else set()
    return links


def _promise(state: SocksState, seat: Seat) -> float:
    """Return how well a seat stands, in points: prizes count in full, others by how near they are."""
    town, total = state.town, 0.0
    for colour in town.colours:
        owner = state.won[colour]
        if owner != NOBODY:
            total += town.worth[colour] * (1 if owner == seat else -1)
            continue
        total += town.worth[colour] * (_hope(state, seat, colour) - _hope(state, 1 - seat, colour))
    return total


def _hope(state: SocksState, seat: Seat, colour: int) -> float:
    lack = city.sticks_missing(state.town, state.free, state.nets[seat], colour, state.left[seat])
    if lack is None:
        return 0.0
    if state.turn == seat and lack <= state.todo:
        return _BOT_SURE
    return _BOT_SURE * _BOT_FADE**lack


def _tile(state: SocksState, random: Random) -> Move:
    """Return a place that encloses what is still missing, and lies as near the middle as it can."""
    now = len(building.enclosed(state.tiles)) if state.tiles else 0

    def worth(tile: tuple[int, int, int]) -> tuple[float, float]:
        after = len(building.enclosed((*state.tiles, tile)))
        gain = min(after, FEWEST) - min(now, FEWEST)
        away = sum(between(cell, (0, 0)) for cell in cells_of(tile)) / 4
        return 4 * gain - away, random.random()

    return ("tile", *max(building.tile_places(state.tiles, state.total), key=worth))


def _sock(state: SocksState, random: Random) -> Move:
    """Return any place for a first sock, and one far away from it for the second."""
    if state.lone is None:
        return random.choice(sock_moves(state))
    cells = building.second_places(state.tiles, state.pairs, state.lone, strict=state.terms.strict)
    colour, first = state.lone
    return ("sock", colour, *max(cells, key=lambda cell: (between(first, cell), random.random())))


# How Socks in the City is thought about: every prize is a race, and only links on somebody's way matter.

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


class SocksEvaluator(Evaluator[SocksState]):
    """Weighs the prizes by who is nearer to them, and tries the links on the cheapest ways of both."""

    width = Width(keep=6, more=1.0, warm=2.0, bonus=0.7)
    nodes = 1_600
    trust = Trust(spread=71, shift=-25, points=55)

    def rank(self, state: SocksState, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:  # noqa: ARG002
        """Return the links on somebody's cheapest way by what hangs on them; while the city is laid out one move."""
        if state.task is SocksTask.TILE or state.task is SocksTask.SOCK:
            return [(0.0, laid_out(state, random))]
        worth = _hangs_on(state, seat)
        if not worth:
            return [(0.0, random.choice(stick_moves(state)))]
        found = [(value, random.random(), link) for link, value in sorted(worth.items())]
        found.sort(reverse=True)
        return [(value, state.town.moves[link]) for value, _, link in found]

    def leaf(self, state: SocksState, known: Known, random: Random) -> Estimate:  # noqa: ARG002
        """Return the chances by the points that prizes bring, in hand and to be expected."""
        if state.city is None:
            return Estimate(shares((0.0, 0.0), _SCALE), (0.0, 0.0))
        lead = fsum(_lead(state, colour) for colour in state.town.colours)
        return Estimate(shares((lead, 0.0), _SCALE), (lead, 0.0))


@lru_cache(2**15)
def _way(town: SocksCity, free: Boards, mine: Nets, colour: Colour, most: int) -> tuple[Link, ...] | None:
    """Return the free links of a cheapest way, by number; kept, since sticks come in either order."""
    found = city.cheapest_route(town, free, mine, 0, colour, most)
    return None if found is None else tuple(sorted(found.links))


def _ways(state: SocksState, colour: Colour) -> tuple[tuple[Link, ...] | None, tuple[Link, ...] | None]:
    town, free, left = state.town, state.free, state.left
    return (
        _way(town, free, state.nets[0], colour, left[0]),
        _way(town, free, state.nets[1], colour, left[1]),
    )


def _hangs_on(state: SocksState, seat: Seat) -> dict[Link, float]:
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
                    worth[link] = worth.get(link, 0.0) + (2 * value if lack <= PER_TURN else value)
    return worth


def _lead(state: SocksState, colour: Colour) -> float:
    """Return the points by which the first seat is ahead in one colour, as far as can be expected."""
    worth, owner = state.town.worth[colour], state.won[colour]
    if owner != NOBODY:
        return worth if owner == 0 else -worth
    one, other = (None if way is None else len(way) for way in _ways(state, colour))
    mine, theirs = _wins(state, 0, one, other), _wins(state, 1, other, one)
    return worth * (mine - theirs)


def _wins(state: SocksState, seat: Seat, lack: int | None, theirs: int | None) -> float:
    """Return the chance that a seat gets a prize for which it lacks so many sticks, and the other so many."""
    if lack is None:
        return 0.0
    if theirs is None:
        return _LONE if lack else 1.0
    lead = 2 * (theirs - lack) + round(2 * (_TEMPO if state.turn == seat else -_TEMPO))
    return _FADED[max(0, lack - 2)] * _LEAD[lead + len(_LEAD) // 2]


EVALUATOR: Final = SocksEvaluator()
