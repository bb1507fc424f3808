"""Lays, exchanges and pair exchanges: all that are legal.

Rulebook: the track laying rules and track tile exchanges. An exchange is a lay on a cell that has a tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import compress
from operator import itemgetter
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
from p2pgames.games.line1.track import Track

LAY: Final = tuple(
    tuple(("lay", TILES[TILE[piece]], TURNS[piece], cell) for piece in (0, *PIECES)) for cell in range(CELLS)
)
"""The move that lays a piece on a cell."""

EAST_SOUTH: Final = tuple(
    tuple((side, near) for side in (1, 2) if (near := across(cell, side)) is not None and near in GROUND)
    for cell in range(CELLS)
)

FREED: Final = tuple(
    tuple(
        UPGRADES[piece] & FITTING[RAILS[piece] << 4 | shut & ~(1 << side)]
        for piece in (0, *PIECES)
        for shut in range(16)
    )
    for side in range(4)
)
"""By a side, 16 times a laid piece plus the sides shut to it: what may replace it if the tile across there matches."""


def lays(track: Track, hand: tuple[Tile, ...]) -> list[Move]:
    """Return every legal lay and exchange with a tile of the hand, by cell."""
    mine = of_hand(hand)
    found: list[Move] = []
    for row, fits in zip(LAY, track.fits, strict=True):
        if here := fits & mine:
            found += PICK[here](row)
    return found


class _Picking(dict[Pieces, Callable[[tuple[Move, ...]], tuple[Move, ...]]]):
    """By pieces: what picks the moves with them out of those of a cell; one by one it takes twice as long."""

    def __missing__(self, pieces: Pieces) -> Callable[[tuple[Move, ...]], tuple[Move, ...]]:
        if len(self) >= MOST_PICKED:
            self.clear()
        first, *others = each(pieces)
        self[pieces] = itemgetter(first, *others) if others else itemgetter(slice(first, first + 1))
        return self[pieces]


MOST_PICKED: Final = 8192
PICK: Final = _Picking()


def any_lay(track: Track, hand: tuple[Tile, ...]) -> bool:
    """Return whether there is a legal lay or exchange."""
    mine = of_hand(hand)
    return any(fits & mine for fits in track.fits)


def pairs(track: Track, hand: tuple[Tile, ...]) -> Iterator[Move]:
    """Yield every legal pair exchange with two tiles of the hand, by cells."""
    mine = of_hand(hand)
    improvable = track.cells.translate(_improvable(mine))
    for one in compress(range(CELLS), improvable):
        for side, other in EAST_SOUTH[one]:
            if improvable[other]:
                for first, second in _both(track, one, other, side, mine):
                    if TILE[first] != TILE[second] or hand.count(TILE[first]) > 1:
                        yield pair(one, first, other, second)


@lru_cache(4096)
def _improvable(mine: Pieces) -> bytes:
    """Return for each piece that lies on a cell, 0 for none, whether one of these may replace it."""
    return bytes(bool(better & mine) for better in UPGRADES).ljust(256, b"\0")


def pair(one: Cell, first: Piece, other: Cell, second: Piece) -> Move:
    """Return the move that exchanges two pieces."""
    return ("pair", TILES[TILE[first]], TURNS[first], one, TILES[TILE[second]], TURNS[second], other)


def _both(track: Track, one: Cell, other: Cell, side: Side, mine: Pieces) -> tuple[tuple[Piece, Piece], ...]:
    """Return the pieces that fit together on two laid cells, the other one across a side of the first."""
    ours = FREED[side][track.cells[one] << 4 | track.shut[one]] & mine
    if not ours:
        return ()
    theirs = FREED[side - 2][track.cells[other] << 4 | track.shut[other]] & mine
    return _matching(ours, theirs, side) if theirs else ()


@lru_cache(4096)
def _matching(ours: Pieces, theirs: Pieces, side: Side) -> tuple[tuple[Piece, Piece], ...]:
    """Return all of these pieces that both have a rail, or both a blank side, where they meet."""
    joining, back = WITH_RAIL[side], WITH_RAIL[(side + 2) % 4]
    return tuple(
        (first, second)
        for first in each(ours)
        for second in each(theirs & (back if joining >> first & 1 else ~back))
    )


def is_pair(track: Track, one: Cell, first: Piece, other: Cell, second: Piece) -> bool:
    """Return whether the two pieces may replace those on two cells that share a side, the lower cell first."""
    for side, near in EAST_SOUTH[one]:
        if near == other and UPGRADES[track.cells[one]] and UPGRADES[track.cells[other]]:
            return (first, second) in _both(track, one, other, side, 1 << first | 1 << second)
    return False


def stuck(track: Track, hand: tuple[Tile, ...], *, second: bool) -> bool:
    """Return whether nothing can be laid or exchanged; a pair counts unless this is the second lay."""
    return not any_lay(track, hand) and (second or next(pairs(track, hand), None) is None)
