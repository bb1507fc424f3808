"""Lays, exchanges and pair exchanges: all that are legal.

Rulebook: the track laying rules and track tile exchanges. An exchange is a lay on a cell that has a tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Move
from p2pgames.games.line1.board import CELLS, GROUND, Cell, Side, across
from p2pgames.games.line1.tiles import (
    FITTING,
    PIECES,
    RAILS,
    TILE,
    TILES,
    TURNS,
    UPGRADES,
    WITH_RAIL,
    Piece,
    Pieces,
    Tile,
    each,
    of_hand,
)
from p2pgames.games.line1.track import Track, closed

LAY: Final = tuple(
    tuple(("lay", TILES[TILE[piece]], TURNS[piece], cell) for piece in (0, *PIECES)) for cell in range(CELLS)
)
"""The move that lays a piece on a cell."""

EAST_SOUTH: Final = tuple(
    tuple((side, near) for side in (1, 2) if (near := across(cell, side)) is not None and near in GROUND)
    for cell in range(CELLS)
)


def lays(track: Track, hand: tuple[Tile, ...]) -> list[Move]:
    """Return every legal lay and exchange with a tile of the hand, by cell."""
    mine = of_hand(hand)
    found: list[Move] = []
    for cell, fits in enumerate(track.fits):
        if here := fits & mine:
            row = LAY[cell]
            found += [row[piece] for piece in each(here)]
    return found


def any_lay(track: Track, hand: tuple[Tile, ...]) -> bool:
    """Return whether there is a legal lay or exchange."""
    mine = of_hand(hand)
    return any(fits & mine for fits in track.fits)


def pairs(track: Track, hand: tuple[Tile, ...]) -> Iterator[Move]:
    """Yield every legal pair exchange with two tiles of the hand, by cells."""
    mine = of_hand(hand)
    cells = track.cells
    there = {cell for cell in GROUND if UPGRADES[cells[cell]] & mine}
    for one in sorted(there):
        for side, other in EAST_SOUTH[one]:
            if other in there:
                for first, second in _both(track, one, other, side, mine):
                    if TILE[first] != TILE[second] or hand.count(TILE[first]) > 1:
                        yield pair(one, first, other, second)


def pair(one: Cell, first: Piece, other: Cell, second: Piece) -> Move:
    """Return the move that exchanges two pieces."""
    return ("pair", TILES[TILE[first]], TURNS[first], one, TILES[TILE[second]], TURNS[second], other)


def _both(track: Track, one: Cell, other: Cell, side: Side, mine: Pieces) -> Iterator[tuple[Piece, Piece]]:
    """Yield the pieces that fit together on two laid cells, the other one across a side of the first."""
    back = (side + 2) % 4
    ours, theirs = _freed(track, one, side) & mine, _freed(track, other, back) & mine
    for first in each(ours):
        joins = WITH_RAIL[side] >> first & 1
        for second in each(theirs & WITH_RAIL[back] if joins else theirs & ~WITH_RAIL[back]):
            yield first, second


def _freed(track: Track, cell: Cell, side: Side) -> Pieces:
    """Return the pieces that may replace the one on a cell, when the tile across this side will match."""
    piece = track.cells[cell]
    shut = closed(track.cells, track.around, cell, track.strict) & ~(1 << side)
    return UPGRADES[piece] & FITTING[RAILS[piece] << 4 | shut]


def is_pair(track: Track, one: Cell, first: Piece, other: Cell, second: Piece) -> bool:
    """Return whether the two pieces may replace those on two cells that share a side, the lower cell first."""
    for side, near in EAST_SOUTH[one]:
        if near == other and UPGRADES[track.cells[one]] and UPGRADES[track.cells[other]]:
            return (first, second) in _both(track, one, other, side, 1 << first | 1 << second)
    return False


def stuck(track: Track, hand: tuple[Tile, ...], *, second: bool) -> bool:
    """Return whether nothing can be laid or exchanged; a pair counts unless this is the second lay."""
    return not any_lay(track, hand) and (second or next(pairs(track, hand), None) is None)
