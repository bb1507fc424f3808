"""Lays, exchanges and pair exchanges: all that are legal.

Rulebook: the track laying rules and track tile exchanges. An exchange is a lay on a cell that has a tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.line1 import sentences, travel
from p2pgames.games.line1.board import (
    ARC_AT,
    BUILDING_AT,
    CELLS,
    FITTING,
    GROUND,
    LINKS,
    NAMES,
    NEAR,
    PIECES,
    RAILS,
    TERMINAL_NAMES,
    TILE,
    TILES,
    TREES,
    TURNS,
    UPGRADES,
    WITH_RAIL,
    Cell,
    Piece,
    Pieces,
    Side,
    Tile,
    Track,
    across,
    each,
    of_hand,
)
from p2pgames.games.line1.moves import DRAW, PASS, ROLL
from p2pgames.games.line1.sentences import LINK_NAMES, SIDE_NAMES, TILE_NAMES, building
from p2pgames.games.line1.state import State, Task
from p2pgames.text import Message, PlaceName

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


# Every legal move of a seat.


def moves(state: State, seat: Seat, known: Known) -> Sequence[Move]:
    """Return the legal moves of a seat, nothing when it is not to move.

    First a trip that can begin or be begun anew, then lays and exchanges by cell, then pairs; a pass alone, or
    after the tiles that may be taken.
    """
    if seat != state.turn:
        return ()
    if state.task is Task.TAKE:
        takes: list[Move] = [
            ("take", owner, TILES[tile])
            for owner in state.open_hands
            for tile in sorted(set(state.hands[owner]))
        ]
        if sum(state.stack):
            return [DRAW, *takes]
        return [*takes, PASS] if state.may_leave else takes
    if state.task is not Task.TURN:
        return ()
    if state.trip is not None:
        return [ROLL, *travel.announcements(state, seat, known)]
    return _laying(state, seat, known)


def _laying(state: State, seat: Seat, known: Known) -> list[Move]:
    hand = state.hands[seat]
    found = lays(state.track, hand)
    if state.lays:
        return found or [PASS]
    found += pairs(state.track, hand)
    return [*travel.announcements(state, seat, known), *(found or [PASS])]


# Why a lay, an exchange or a pair exchange is not legal.


def why_no_lay(track: Track, cell: Cell, piece: Piece) -> Message:
    """Return the rule that forbids a piece on a cell where it is not allowed."""
    if cell in BUILDING_AT:
        return sentences.ON_BUILDING(cell=place(cell), building=building(cell))
    if track.cells[cell] and (reason := _why_no_exchange(cell, track.cells[cell], piece)):
        return reason
    fits_not = sentences.NO_FIT(tile=TILE_NAMES[TILE[piece]], cell=place(cell))
    return _why_no_fit(track, cell, piece) or fits_not


def why_no_pair(track: Track, one: Cell, first: Piece, other: Cell, second: Piece) -> Message:
    """Return the rule that forbids to exchange two tiles together."""
    if (one, other) not in ((cell, near) for cell in GROUND for _, near in EAST_SOUTH[cell]):
        return sentences.SIDE_BY_SIDE()
    for cell, piece in ((one, first), (other, second)):
        if not track.cells[cell]:
            return sentences.NOTHING_THERE(cell=place(cell))
        if reason := _why_no_exchange(cell, track.cells[cell], piece):
            return reason
    after = track.put(one, first).put(other, second)
    return (
        _why_no_fit(after, one, first)
        or _why_no_fit(after, other, second)
        or sentences.NO_FIT_TOGETHER(one=place(one), other=place(other))
    )


def place(cell: Cell) -> PlaceName:
    """Return a cell as a parameter."""
    return PlaceName(NAMES[cell])


def _why_no_exchange(cell: Cell, old: Piece, new: Piece) -> Message | None:
    """Return why one tile may never replace another; None if it may."""
    if TREES[TILE[old]]:
        return sentences.HAS_TREES(tile=TILE_NAMES[TILE[old]], cell=place(cell))
    if lost := LINKS[old] - LINKS[new]:
        return sentences.LOSES(link=LINK_NAMES[min(lost)], cell=place(cell))
    return sentences.NOTHING_NEW(cell=place(cell)) if LINKS[old] == LINKS[new] else None


def _why_no_fit(track: Track, cell: Cell, piece: Piece) -> Message | None:
    """Return which side of a piece on a cell breaks a laying rule; None if none does."""
    for side in range(4):
        rail = RAILS[piece] >> side & 1
        if reason := (_rail(track, cell, side) if rail else _blank(track, cell, side)):
            return reason
    return _why_pocket(track, cell, piece) if track.strict else None


def _rail(track: Track, cell: Cell, side: Side) -> Message | None:
    """Return why a rail may not leave a cell by a side."""
    near, where, here = across(cell, side), SIDE_NAMES[side], place(cell)
    if near is None:
        return None if 4 * cell + side in ARC_AT else sentences.OFF_BOARD(side=where, cell=here)
    if near in BUILDING_AT:
        return sentences.INTO_BUILDING(building=building(near), side=where, cell=here)
    if track.cells[near] and not RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return sentences.BLANK_SIDE(side=where, cell=here, near=place(near))
    return None


def _blank(track: Track, cell: Cell, side: Side) -> Message | None:
    """Return why a side of a cell needs a rail."""
    near = across(cell, side)
    if 4 * cell + side in ARC_AT:
        terminal = PlaceName(TERMINAL_NAMES[ARC_AT[4 * cell + side][0]])
        return sentences.BLOCKS_ARC(terminal=terminal, side=SIDE_NAMES[side], cell=place(cell))
    if near is not None and RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return sentences.BLOCKS_RAIL(cell=place(near))
    return None


def _why_pocket(track: Track, cell: Cell, piece: Piece) -> Message | None:
    after = track.put(cell, piece)
    for _, near, _ in NEAR[cell]:
        sides = after.around[near]
        if not after.cells[near] and sides >> 4 and (sides & 15).bit_count() >= 3:
            return sentences.POCKET(cell=place(near))
    return None
