"""Where socks and blockers may lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from p2pgames.games.socks import nets, refusals
from p2pgames.games.socks.board import FARTHEST, NEAREST, STICKS, VACANT, Cell, Colour, Tile, between
from p2pgames.games.socks.city import City, Layout, Pair, Station, city
from p2pgames.text import Count, Message

Lone: TypeAlias = tuple[Colour, Cell]


def bare(tiles: tuple[Tile, ...]) -> City:
    """Return the city of these tiles, without socks."""
    return city(Layout(tiles))


@lru_cache(maxsize=32)
def near(ground: City) -> dict[Station, int]:
    """Return for each station the neighbours a sock there counts: of a twin those of both halves, without itself."""
    sets = {}
    for station in ground.stations:
        halves = (station, ground.twin[station]) if station in ground.twin else (station,)
        mask = 0
        for half in halves:
            for other, _ in ground.around[half]:
                mask |= 1 << other
        sets[station] = mask & ~(1 << station)
    return sets


def roomy(ground: City, socks: Sequence[Station], taken: int) -> bool:
    """Return whether every sock keeps enough neighbouring stations without a sock or blocker."""
    sets = near(ground)
    return all((sets[sock] & ~taken).bit_count() >= VACANT for sock in socks)


def far_enough(one: Cell, other: Cell) -> bool:
    """Return whether two socks of a colour may lie on these cells, by their distance alone."""
    return NEAREST <= between(one, other) <= FARTHEST


def refusal(
    tiles: tuple[Tile, ...],
    pairs: Sequence[Pair],
    lone: Lone | None = None,
    blockers: Sequence[Cell] = (),
    *,
    strict: bool,
) -> Message | None:
    """Return which condition does not hold for what lies there; None if all do.

    Stations and colours are there and not taken twice; ``lone`` is a sock whose partner does not lie yet.
    """
    ground = bare(tiles)
    cells = [cell for _, one, two in pairs for cell in (one, two)] + ([lone[1]] if lone else [])
    taken = ground.grid.mask((*cells, *blockers))
    for _, one, two in pairs:
        if not far_enough(one, two):
            now = Count(between(one, two))
            return refusals.APART(least=Count(NEAREST), most=Count(FARTHEST), now=now)
    socks = [ground.grid.bit(cell) for cell in cells]
    if strict and not roomy(ground, socks, taken):
        return refusals.CROWDED
    for _, one, two in pairs:
        if not nets.joinable(ground, taken, (ground.grid.bit(one), ground.grid.bit(two)), STICKS):
            return refusals.OUT_OF_REACH
    return None


@lru_cache(maxsize=64)
def second_places(
    tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], lone: Lone, *, strict: bool
) -> tuple[Cell, ...]:
    """Return every legal place for the partner of a sock, row by row."""
    return tuple(_partners(tiles, pairs, lone, strict))


@lru_cache(maxsize=64)
def first_places(tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], *, strict: bool) -> tuple[Cell, ...]:
    """Return every legal place for the first sock of a further colour, row by row: its partner must have one, too."""
    colour = len(pairs)
    return tuple(
        cell
        for cell in _vacant(tiles, pairs)
        if not refusal(tiles, pairs, (colour, cell), strict=strict)
        and next(_partners(tiles, pairs, (colour, cell), strict), None) is not None
    )


def _vacant(tiles: tuple[Tile, ...], pairs: Sequence[Pair]) -> list[Cell]:
    taken = {cell for _, one, two in pairs for cell in (one, two)}
    ground = bare(tiles)
    return [cell for cell in map(ground.cell, ground.stations) if cell not in taken]


def _partners(tiles: tuple[Tile, ...], pairs: tuple[Pair, ...], lone: Lone, strict: bool) -> Iterator[Cell]:
    colour, first = lone
    for cell in _vacant(tiles, pairs):
        if far_enough(first, cell) and not refusal(tiles, (*pairs, (colour, first, cell)), strict=strict):
            yield cell
