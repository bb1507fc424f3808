"""Lays, exchanges and pair exchanges: all that are legal, and why one is not.

Rulebook: the track laying rules and track tile exchanges. An exchange is a lay on a cell that has a tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Move
from p2pgames.line1.board import (
    ARC_AT,
    BUILDING_AT,
    BUILDING_NAMES,
    CELLS,
    GROUND,
    NAMES,
    NEAR,
    SIDES,
    TERMINAL_NAMES,
    Cell,
    Side,
    across,
)
from p2pgames.line1.tiles import (
    FITTING,
    LINKS,
    PIECES,
    RAILS,
    TILE,
    TILES,
    TREES,
    TURNS,
    UPGRADES,
    WITH_RAIL,
    Piece,
    Pieces,
    Tile,
    each,
    link_words,
    of_hand,
)
from p2pgames.line1.track import Track, closed

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


# -- reasons --


def why_no_lay(track: Track, cell: Cell, piece: Piece) -> str:
    """Return the rule that forbids a piece on a cell where it is not allowed."""
    name = NAMES[cell]
    if cell in BUILDING_AT:
        return f"{name} is {_building(cell)}: no tile covers a building."
    if track.cells[cell] and (reason := _why_no_exchange(name, track.cells[cell], piece)):
        return reason
    return _why_no_fit(track, cell, piece) or f"{TILES[TILE[piece]]} does not fit on {name}."


def why_no_pair(track: Track, one: Cell, first: Piece, other: Cell, second: Piece) -> str:
    """Return the rule that forbids to exchange two tiles together."""
    if (one, other) not in ((cell, near) for cell in GROUND for _, near in EAST_SOUTH[cell]):
        return "The two tiles of a pair lie side by side, and neither cell holds a building."
    for cell, piece in ((one, first), (other, second)):
        if not track.cells[cell]:
            return f"There is no tile on {NAMES[cell]}: a pair exchanges two tiles that lie on the board."
        if reason := _why_no_exchange(NAMES[cell], track.cells[cell], piece):
            return reason
    after = track.put(one, first).put(other, second)
    return (
        _why_no_fit(after, one, first)
        or _why_no_fit(after, other, second)
        or f"The two tiles do not fit together on {NAMES[one]} and {NAMES[other]}."
    )


def _building(cell: Cell) -> str:
    letter = BUILDING_AT[cell]
    return f"the building {letter} ({BUILDING_NAMES[letter]})"


def _why_no_exchange(name: str, old: Piece, new: Piece) -> str:
    """Return why one tile may never replace another; empty where it may."""
    if TREES[TILE[old]]:
        return f"The {TILES[TILE[old]]} on {name} has trees: it is never exchanged."
    if lost := LINKS[old] - LINKS[new]:
        return f"An exchange keeps every connection: {link_words(min(lost))} on {name} would be lost."
    if LINKS[old] == LINKS[new]:
        return f"An exchange adds a connection: on {name} nothing would be new."
    return ""


def _why_no_fit(track: Track, cell: Cell, piece: Piece) -> str:
    """Return which side of a piece on a cell breaks a laying rule; empty where none does."""
    for side in range(4):
        rail = RAILS[piece] >> side & 1
        if reason := (_rail(track, cell, side) if rail else _blank(track, cell, side)):
            return reason
    return _why_pocket(track, cell, piece) if track.strict else ""


def _rail(track: Track, cell: Cell, side: Side) -> str:
    """Return why a rail may not leave a cell by a side."""
    near, where = across(cell, side), f"{SIDES[side]} of {NAMES[cell]}"
    if near is None:
        return "" if 4 * cell + side in ARC_AT else f"A rail would lead off the board in the {where}."
    if near in BUILDING_AT:
        return f"A rail would lead into {_building(near)} in the {where}."
    if track.cells[near] and not RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return f"A rail in the {where} would end at a blank side of the tile on {NAMES[near]}."
    return ""


def _blank(track: Track, cell: Cell, side: Side) -> str:
    """Return why a side of a cell needs a rail."""
    near = across(cell, side)
    if 4 * cell + side in ARC_AT:
        at = TERMINAL_NAMES[ARC_AT[4 * cell + side][0]]
        return f"The tile would block the arc of terminal {at} in the {SIDES[side]} of {NAMES[cell]}."
    if near is not None and RAILS[track.cells[near]] >> (side + 2) % 4 & 1:
        return f"The tile would block the rail that comes from {NAMES[near]}."
    return ""


def _why_pocket(track: Track, cell: Cell, piece: Piece) -> str:
    after = track.put(cell, piece)
    for _, near, _ in NEAR[cell]:
        sides = after.around[near]
        if not after.cells[near] and sides >> 4 and (sides & 15).bit_count() >= 3:
            return f"A rail leads into {NAMES[near]}, and no tile could continue it there."
    return ""
