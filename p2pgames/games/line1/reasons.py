"""Why a lay, an exchange or a pair exchange is not legal."""

from __future__ import annotations

from p2pgames.games.line1 import refusals
from p2pgames.games.line1.board import (
    ARC_AT,
    BUILDING_AT,
    GROUND,
    NAMES,
    NEAR,
    TERMINAL_NAMES,
    Cell,
    Side,
    across,
)
from p2pgames.games.line1.laying import EAST_SOUTH
from p2pgames.games.line1.names import LINK_NAMES, SIDE_NAMES, TILE_NAMES
from p2pgames.games.line1.refusals import building
from p2pgames.games.line1.tiles import LINKS, RAILS, TILE, TREES, Piece
from p2pgames.games.line1.track import Track
from p2pgames.text import Message, PlaceName


def why_no_lay(track: Track, cell: Cell, piece: Piece) -> Message:
    """Return the rule that forbids a piece on a cell where it is not allowed."""
    if cell in BUILDING_AT:
        return refusals.ON_BUILDING(cell=place(cell), building=building(cell))
    if track.cells[cell] and (reason := _why_no_exchange(cell, track.cells[cell], piece)):
        return reason
    fits_not = refusals.NO_FIT(tile=TILE_NAMES[TILE[piece]], cell=place(cell))
    return _why_no_fit(track, cell, piece) or fits_not


def why_no_pair(track: Track, one: Cell, first: Piece, other: Cell, second: Piece) -> Message:
    """Return the rule that forbids to exchange two tiles together."""
    if (one, other) not in ((cell, near) for cell in GROUND for _, near in EAST_SOUTH[cell]):
        return refusals.SIDE_BY_SIDE()
    for cell, piece in ((one, first), (other, second)):
        if not track.cells[cell]:
            return refusals.NOTHING_THERE(cell=place(cell))
        if reason := _why_no_exchange(cell, track.cells[cell], piece):
            return reason
    after = track.put(one, first).put(other, second)
    return (
        _why_no_fit(after, one, first)
        or _why_no_fit(after, other, second)
        or refusals.NO_FIT_TOGETHER(one=place(one), other=place(other))
    )


def place(cell: Cell) -> PlaceName:
    """Return a cell as a parameter."""
    return PlaceName(NAMES[cell])


def _why_no_exchange(cell: Cell, old: Piece, new: Piece) -> Message | None:
    """Return why one tile may never replace another; None if it may."""
    if TREES[TILE[old]]:
        return refusals.HAS_TREES(tile=TILE_NAMES[TILE[old]], cell=place(cell))
    if lost := LINKS[old] - LINKS[new]:
        return refusals.LOSES(link=LINK_NAMES[min(lost)], cell=place(cell))
    return refusals.NOTHING_NEW(cell=place(cell)) if LINKS[old] == LINKS[new] else None


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
        return None if 4 * cell + side in ARC_AT else refusals.OFF_BOARD(side=where, cell=here)
    if near in BUILDING_AT:
        return refusals.INTO_BUILDING(building=building(near), side=where, cell=here)
    if track.cells[near] and not RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return refusals.BLANK_SIDE(side=where, cell=here, near=place(near))
    return None


def _blank(track: Track, cell: Cell, side: Side) -> Message | None:
    """Return why a side of a cell needs a rail."""
    near = across(cell, side)
    if 4 * cell + side in ARC_AT:
        terminal = PlaceName(TERMINAL_NAMES[ARC_AT[4 * cell + side][0]])
        return refusals.BLOCKS_ARC(terminal=terminal, side=SIDE_NAMES[side], cell=place(cell))
    if near is not None and RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return refusals.BLOCKS_RAIL(cell=place(near))
    return None


def _why_pocket(track: Track, cell: Cell, piece: Piece) -> Message | None:
    after = track.put(cell, piece)
    for _, near, _ in NEAR[cell]:
        sides = after.around[near]
        if not after.cells[near] and sides >> 4 and (sides & 15).bit_count() >= 3:
            return refusals.POCKET(cell=place(near))
    return None
