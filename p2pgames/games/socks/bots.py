"""Players made of code."""

from __future__ import annotations

from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.games.socks import laying, nets, placing, sticks, tiling
from p2pgames.games.socks.board import FEWEST, between, cells_of
from p2pgames.games.socks.city import Link
from p2pgames.games.socks.state import NOBODY, State, Task

_SURE: Final = 0.95
"""What a prize is worth that the next sticks of this turn can take."""
_FADE: Final = 0.7
"""What part of a prize is left of its promise for each stick that is still missing."""


def rival(rules: AnyRules, state: State, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG001
    """Return a stick that shortens the own ways and lengthens the other's; tiles close together, socks far apart."""
    if state.task is not Task.STICK:
        return laid_out(state, random)
    town = state.town
    links = sorted(_candidates(state))
    best = max(links, key=lambda link: (_promise(sticks.lay_stick(state, link), seat), random.random()))
    return town.moves[best]


def laid_out(state: State, random: Random) -> Move:
    """Return a tile that lies close to the others, or a sock that lies far from its partner."""
    return _tile(state, random) if state.task is Task.TILE else _sock(state, random)


def _candidates(state: State) -> set[Link]:
    """Return the links on a cheapest way of either seat to each colour that is open."""
    links: set[Link] = set()
    for colour in state.open_colours:
        for seat in range(2):
            way = nets.route(state.town, state.free, state.nets[seat], seat, colour, state.left[seat])
            links |= way.links if way else set()
    return links


def _promise(state: State, seat: Seat) -> float:
    """Return how well a seat stands, in points: prizes count in full, others by how near they are."""
    town, total = state.town, 0.0
    for colour in town.colours:
        owner = state.won[colour]
        if owner != NOBODY:
            total += town.worth[colour] * (1 if owner == seat else -1)
            continue
        total += town.worth[colour] * (_hope(state, seat, colour) - _hope(state, 1 - seat, colour))
    return total


def _hope(state: State, seat: Seat, colour: int) -> float:
    lack = nets.missing(state.town, state.free, state.nets[seat], colour, state.left[seat])
    if lack is None:
        return 0.0
    if state.turn == seat and lack <= state.todo:
        return _SURE
    return _SURE * _FADE**lack


def _tile(state: State, random: Random) -> Move:
    """Return a place that encloses what is still missing, and lies as near the middle as it can."""
    now = len(tiling.enclosed(state.tiles)) if state.tiles else 0

    def worth(tile: tuple[int, int, int]) -> tuple[float, float]:
        after = len(tiling.enclosed((*state.tiles, tile)))
        gain = min(after, FEWEST) - min(now, FEWEST)
        away = sum(between(cell, (0, 0)) for cell in cells_of(tile)) / 4
        return 4 * gain - away, random.random()

    return ("tile", *max(tiling.places(state.tiles, state.total), key=worth))


def _sock(state: State, random: Random) -> Move:
    """Return any place for a first sock, and one far away from it for the second."""
    if state.lone is None:
        return random.choice(laying.sock_moves(state))
    cells = placing.second_places(state.tiles, state.pairs, state.lone, strict=state.terms.strict)
    colour, first = state.lone
    return ("sock", colour, *max(cells, key=lambda cell: (between(first, cell), random.random())))
