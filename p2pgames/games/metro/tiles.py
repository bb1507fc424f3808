"""The tiles: 24 kinds, 60 tiles, and what becomes of one when it is turned.

A face is the code printed on a tile: for lines that enter from north, east, south and west, in this order,
``a`` goes straight on, ``b`` to the side next clockwise, ``c`` to the side next counter-clockwise, ``d`` back
out of the same side. A piece is a tile as it lies on the board: its face and the quarter turns clockwise it
was given, ``cbaa1``.
"""

from __future__ import annotations

import json
from typing import Final, TypeAlias

from p2pgames.contract import Face
from p2pgames.games.metro.board import BORDER, DATA, ONWARD, Cell, Side, Station, station_of

Piece: TypeAlias = str

COPIES: Final[dict[Face, int]] = json.loads(DATA)["tiles"]
ALL: Final[tuple[Face, ...]] = tuple(face for face, copies in COPIES.items() for _ in range(copies))
_WAY: Final = {"a": 2, "b": 1, "c": 3, "d": 0}


def turned(face: Face, turns: int) -> Face:
    """Return the code that the tile has after this many quarter turns clockwise, 0 to 3."""
    return face[-turns:] + face[:-turns] if turns else face


def _exits(code: Face) -> tuple[Side, ...]:
    return tuple((side + _WAY[letter]) % 4 for side, letter in enumerate(code))


TURNS: Final = {
    face: tuple(
        turns for turns in range(4) if turned(face, turns) not in {turned(face, t) for t in range(turns)}
    )
    for face in COPIES
}
"""The turns of each face that differ; of turns that give the same code the smallest stands for all."""

PIECES: Final = {face: tuple(f"{face}{turns}" for turns in range(4)) for face in COPIES}
"""Of each face: how the tile can lie on the board, by its turns."""

EXITS: Final = {f"{face}{turns}": _exits(turned(face, turns)) for face in COPIES for turns in range(4)}
"""Of each piece: the side by which a line leaves that enters by side 0, 1, 2, 3."""


def _short(piece: Piece, cell: Cell) -> tuple[Station, Station] | None:
    for side in range(4):
        begin, end = station_of(ONWARD[4 * cell + side]), station_of(ONWARD[4 * cell + EXITS[piece][side]])
        if begin and end:
            return begin, end
    return None


SHORT: Final = {piece: {cell: way for cell in BORDER if (way := _short(piece, cell))} for piece in EXITS}
"""Of each piece: the cells where it would lead from a numbered station over itself alone into one, and which.

It depends on tile and cell only: such a line begins and ends at the sides of this one cell.
"""
