"""Tiles on the table while they are being laid: where the next one may go, and what the layout encloses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from p2pgames.games.socks import refusals
from p2pgames.games.socks.board import (
    DIRECTIONS,
    FEWEST,
    MOST,
    SHAPES,
    Cell,
    Grid,
    Tile,
    around,
    bits,
    cells_of,
    grid,
)
from p2pgames.text import Count, Message

SIDES: Final = 2
"""Sides a further tile shares at least with those that lie."""
LAST: Final = 8
"""Tiles at the end that must enclose one hexagon more each, while too few are enclosed."""
_MARGIN: Final = 4
"""Hexagons around the layout into which one more tile can reach, and one beyond."""

Tiles = tuple[Tile, ...]


def cells(tiles: Iterable[Tile]) -> tuple[Cell, ...]:
    """Return the cells of all tiles, tile by tile."""
    return tuple(cell for tile in tiles for cell in cells_of(tile))


def enclosed(tiles: Tiles) -> tuple[Cell, ...]:
    """Return the vacant hexagons from which no way over vacant hexagons leads outside."""
    laid = cells(tiles)
    box, full = grid(laid, 1)
    return tuple(map(box.cell, bits(_shut(box, full, box.mask(laid)))))


def _shut(box: Grid, full: int, taken: int) -> int:
    """Return the vacant bits that cannot be reached from the margin, which is vacant all around.

    At the ends of a row a step runs on into the margin of the next: outside, like where it came from.
    """
    vacant, (east, down, slant) = full & ~taken, box.steps
    outside, before = 1, 0
    while outside != before:
        before = outside
        outside |= (
            (outside << east)
            | (outside >> east)
            | (outside << down)
            | (outside >> down)
            | (outside << slant)
            | (outside >> slant)
        )
        outside &= vacant
    return vacant & ~outside


def shared(tiles: Tiles, tile: Tile) -> int:
    """Return how many sides a tile would share with those that lie."""
    laid = set(cells(tiles))
    return sum(near in laid for cell in cells_of(tile) for near in around(cell))


@lru_cache(maxsize=256)
def places(tiles: Tiles, total: int) -> tuple[Tile, ...]:
    """Return every way to lay the next of ``total`` tiles, by rotation, row and column."""
    if not tiles:
        return tuple((0, 0, sixths) for sixths in range(len(SHAPES)))
    laid = cells(tiles)
    box, full = grid(laid, _MARGIN)
    taken = box.mask(laid)
    now = _shut(box, full, taken).bit_count()
    found = [
        (tile, _shut(box, full, taken | box.mask(cells_of(tile))).bit_count())
        for tile in _fits(box, full, taken)
    ]
    legal = [(tile, count) for tile, count in found if count <= MOST]
    if now < FEWEST and len(tiles) >= total - LAST:
        legal = [(tile, count) for tile, count in legal if count > now] or legal
    return tuple(tile for tile, _ in legal)


def _fits(box: Grid, full: int, taken: int) -> list[Tile]:
    """Return the ways to lay a tile on vacant cells with enough sides shared, whatever it encloses."""
    found = []
    vacant = full & ~taken
    for sixths, shape in enumerate(SHAPES):
        room, one, several = vacant, 0, 0
        for q, r in shape:
            room &= _moved(vacant, -(r * box.width + q))
            for dq, dr in DIRECTIONS:
                if (q + dq, r + dr) not in shape:
                    near = _moved(taken, -((r + dr) * box.width + q + dq))
                    several |= one & near
                    one |= near
        found += [(*box.cell(bit), sixths) for bit in bits(room & several)]
    return found


def _moved(mask: int, by: int) -> int:
    return mask << by if by >= 0 else mask >> -by


def refusal(tiles: Tiles, total: int, tile: Tile) -> Message | None:
    """Return why a tile may not be laid there; None if it may."""
    if not tiles:
        return None if tile[:2] == (0, 0) else refusals.FIRST_TILE()
    laid = set(cells(tiles))
    if any(cell in laid for cell in cells_of(tile)):
        return refusals.TILE_THERE()
    if shared(tiles, tile) < SIDES:
        return refusals.SIDES_SHARED(sides=Count(SIDES))
    count, now = len(enclosed((*tiles, tile))), len(enclosed(tiles))
    if count > MOST:
        return refusals.TOO_MANY(hexagons=Count(count), most=Count(MOST))
    if count <= now < FEWEST and len(tiles) >= total - LAST and tile not in places(tiles, total):
        return refusals.TOO_FEW(now=Count(now))
    return None
