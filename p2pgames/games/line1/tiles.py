"""The tiles: twelve types, and the 34 pieces they make when they are turned.

A piece is a type with its quarter turns clockwise, numbered from 1; 0 stands for no tile. A set of pieces is a
mask with bit ``1 << piece``. A link joins two sides; a tile has a rail at each side that a link of it touches.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from p2pgames.games.line1.board import LAYOUT, Side, Sides

Tile: TypeAlias = int
"""A type, 0 to 11, in the order of the data."""
Piece: TypeAlias = int
Pieces: TypeAlias = int
Link: TypeAlias = tuple[Side, Side]
"""Two sides, the lower one first."""

_WORDS: Final = {
    "straight_curve_left": "branch-left",
    "straight_curve_right": "branch-right",
    "double_curve_y": "wye",
    "double_curve_opposite": "twin",
}
TILES: Final[tuple[str, ...]] = tuple(
    _WORDS.get(tile["type"], tile["type"].replace("_", "-")) for tile in LAYOUT["tiles"]
)
"""The name of each type."""
BY_NAME: Final = {name: tile for tile, name in enumerate(TILES)}
STACK: Final[tuple[int, ...]] = tuple(tile["stack_copies"] for tile in LAYOUT["tiles"])
START: Final[tuple[Tile, ...]] = tuple(
    tile
    for tile, data in enumerate(LAYOUT["tiles"])
    for _ in range(LAYOUT["start_hand"].get(data["type"], 0))
)
"""The tiles everybody begins with."""
TREES: Final[tuple[bool, ...]] = tuple(tile["tree"] for tile in LAYOUT["tiles"])


def _turned(links: Iterable[str], turns: int) -> frozenset[Link]:
    pairs = (sorted(("NESW".index(side) + turns) % 4 for side in link) for link in links)
    return frozenset((one, other) for one, other in pairs)


def _pieces() -> tuple[tuple[Tile, int, frozenset[Link]], ...]:
    """Each type in each rotation that differs; of equal ones the least turned."""
    made: list[tuple[Tile, int, frozenset[Link]]] = []
    for tile, data in enumerate(LAYOUT["tiles"]):
        for turns in range(4):
            links = _turned(data["links"], turns)
            if all(links != seen for _, _, seen in made):
                made.append((tile, turns, links))
    return tuple(made)


_MADE: Final = ((-1, 0, frozenset[Link]()), *_pieces())
TILE: Final[tuple[Tile, ...]] = tuple(tile for tile, _, _ in _MADE)
"""The type of each piece."""
TURNS: Final[tuple[int, ...]] = tuple(turns for _, turns, _ in _MADE)
LINKS: Final[tuple[frozenset[Link], ...]] = tuple(links for _, _, links in _MADE)
PIECE: Final = {(TILES[tile], turns): at for at, (tile, turns, _) in enumerate(_MADE) if at}
"""The piece of a type's name and its turns; only the least of turns that look the same."""
PIECES: Final = range(1, len(_MADE))
RAILS: Final[tuple[Sides, ...]] = tuple(
    sum({1 << side for link in links for side in link}) for links in LINKS
)
EXITS: Final = tuple(
    tuple(
        tuple(side for side in range(4) if (min(enter, side), max(enter, side)) in links)
        for enter in range(4)
    )
    for links in LINKS
)
"""Of each piece: the sides by which a tram may leave that entered by side 0, 1, 2, 3."""


def _mask(pieces: Iterable[Piece]) -> Pieces:
    return sum(1 << piece for piece in pieces)


OF_TILE: Final = tuple(_mask(p for p in PIECES if TILE[p] == tile) for tile in range(len(TILES)))
"""The pieces of each type."""
WITH_RAIL: Final = tuple(_mask(p for p in PIECES if RAILS[p] >> side & 1) for side in range(4))
"""The pieces with a rail at each side."""
FITTING: Final = tuple(
    _mask(p for p in PIECES if RAILS[p] & sides >> 4 == sides >> 4 and not RAILS[p] & sides & 15)
    for sides in range(256)
)
"""By 16 times the sides that need a rail, plus those that must have none: the pieces that fit."""
UPGRADES: Final = (
    0,
    *(0 if TREES[TILE[old]] else _mask(p for p in PIECES if LINKS[p] > LINKS[old]) for old in PIECES),
)
"""Of each piece: those that keep all its links and add one; none for a tile with trees."""


@lru_cache(4096)
def each(pieces: Pieces) -> tuple[Piece, ...]:
    """Return the pieces of a mask in their order."""
    return tuple(piece for piece in PIECES if pieces >> piece & 1)


@lru_cache(4096)
def of_hand(hand: tuple[Tile, ...]) -> Pieces:
    """Return every piece that these tiles can be."""
    mask = 0
    for tile in hand:
        mask |= OF_TILE[tile]
    return mask


def turns_of(tile: Tile) -> range:
    """Return the turns of a type that look different."""
    return range(OF_TILE[tile].bit_count())
