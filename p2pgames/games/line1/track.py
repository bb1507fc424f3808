"""The track on the board, and for every cell the pieces that may be laid or exchanged there.

Both follow from the tiles alone. They are kept up to date with every tile: it changes what its neighbours may
hold, and through the pockets beside them what the cells two steps away may hold. With strict pockets every
position that is reached passes the pocket check, so only pockets beside a new tile need to be looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from p2pgames.games.line1.board import ARCS, CELLS, GROUND, NEAR, WALLS, Cell, Sides
from p2pgames.games.line1.tiles import FITTING, RAILS, UPGRADES, Piece, Pieces

BYTE: Final = tuple(bytes([piece]) for piece in range(256))
BARE: Final = bytes(CELLS)

NO_RAIL: Final = tuple((sides & 15).bit_count() >= 3 for sides in range(256))
"""Whether no rail may lead into an empty cell with these surroundings: it could not be continued there."""
NO_BLANK: Final = tuple(sides >> 4 > 0 and (sides & 15).bit_count() >= 2 for sides in range(256))
"""Whether no further side of an empty cell may be closed: a rail that leads into it could not be continued."""


def _within(steps: int) -> tuple[tuple[Cell, ...], ...]:
    """Of each cell: those that may hold tiles and are at most this many steps away."""
    zones: list[set[Cell]] = [{cell} for cell in range(CELLS)]
    for _ in range(steps):
        zones = [{near for each in zone for _, near, _ in NEAR[each]} | zone for zone in zones]
    return tuple(tuple(sorted(zone & set(GROUND))) for zone in zones)


_ZONES: Final = {True: _within(2), False: _within(1)}


@dataclass(frozen=True, slots=True)
class Track:
    """The tiles on the board.

    ``cells`` holds the piece on each cell. ``around`` holds for each cell 16 times the sides at which a rail or
    an arc leads into it, plus the sides closed by the edge, a building or a blank side of a tile. ``shut`` holds for
    each laid cell the sides at which its tile cannot get a new rail. ``fits`` holds the pieces that may be laid on an
    empty cell, or exchanged for the one on a laid cell.
    """

    strict: bool
    cells: bytes
    around: bytes
    shut: bytes
    fits: tuple[Pieces, ...]

    def put(self, cell: Cell, piece: Piece) -> Track:
        """Return the track with the piece on this cell, whether it is allowed there or not."""
        cells = self.cells[:cell] + BYTE[piece] + self.cells[cell + 1 :]
        changed = bytearray(self.around)
        rails = RAILS[piece]
        for side, near, facing in NEAR[cell]:
            if rails & side:
                changed[near] = changed[near] & ~facing | facing << 4
            else:
                changed[near] |= facing
        around = bytes(changed)
        shut, fits = bytearray(self.shut), list(self.fits)
        for each in _ZONES[self.strict][cell]:
            if laid := cells[each]:
                shut[each] = sides = _shut(cells, around, each, self.strict)
                fits[each] = UPGRADES[laid] & FITTING[RAILS[laid] << 4 | sides]
            else:
                fits[each] = _fits(cells, around, each, self.strict)
        return Track(self.strict, cells, around, bytes(shut), tuple(fits))


def _shut(cells: bytes, around: bytes, cell: Cell, strict: bool) -> Sides:
    """Return the sides of a laid cell at which its tile cannot get a new rail."""
    sides = around[cell] & 15
    if strict:
        rails = RAILS[cells[cell]]
        for side, near, _ in NEAR[cell]:
            # Only an empty cell is closed all around: a laid one has rails, which nothing closes.
            if not rails & side and around[near] & 15 == 15:
                sides |= side
    return sides


def _fits(cells: bytes, around: bytes, cell: Cell, strict: bool) -> Pieces:
    """Return the pieces that may be laid on an empty cell."""
    sides = around[cell]
    if strict:
        for side, near, _ in NEAR[cell]:
            if not cells[near]:
                beside = around[near]
                if NO_RAIL[beside]:
                    sides |= side
                if NO_BLANK[beside]:
                    sides |= side << 4
    return FITTING[sides]


@cache
def bare(strict: bool) -> Track:
    """Return the board before the first tile."""
    around = bytes(ARCS[cell] << 4 | WALLS[cell] for cell in range(CELLS))
    fits = tuple(_fits(BARE, around, cell, strict) if cell in GROUND else 0 for cell in range(CELLS))
    return Track(strict, BARE, around, BARE, fits)
