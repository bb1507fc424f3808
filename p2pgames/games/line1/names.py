"""What tiles, sides and connections are called, and how many tiles there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from p2pgames.games.line1.tiles import TILE, TURNS, Link, Piece, Tile
from p2pgames.text import Count, Every, Joint, Message, message

TILE_NAMES: Final = (
    message("line1.straight", "straight")(),
    message("line1.curve", "curve")(),
    message("line1.branch-left", "branch-left")(),
    message("line1.branch-right", "branch-right")(),
    message("line1.wye", "wye")(),
    message("line1.twin", "twin")(),
    message("line1.triangle", "triangle")(),
    message("line1.fork", "fork")(),
    message("line1.star", "star")(),
    message("line1.cross", "cross")(),
    message("line1.mixed-left", "mixed-left")(),
    message("line1.mixed-right", "mixed-right")(),
)
"""By type; in other languages with the word that is typed behind it in brackets."""
SIDE_NAMES: Final = (
    message("line1.north", "north")(),
    message("line1.east", "east")(),
    message("line1.south", "south")(),
    message("line1.west", "west")(),
)
LINK_NAMES: Final[Mapping[Link, Message]] = {
    (0, 1): message("line1.north-east", "north-east")(),
    (0, 2): message("line1.north-south", "north-south")(),
    (0, 3): message("line1.north-west", "north-west")(),
    (1, 2): message("line1.east-south", "east-south")(),
    (1, 3): message("line1.east-west", "east-west")(),
    (2, 3): message("line1.south-west", "south-west")(),
}

TURNED = message("line1.turned", "{tile} r{turns}", tile=Message, turns=Count)
NONE = message("line1.none", "none")
NO_TILE = message("line1.no-tile", "no tile")
MANY = message("line1.many", "{number} {tile}", number=Count, tile=Message)


@cache
def piece_name(piece: Piece) -> Message:
    """Return ``curve`` or ``curve r1``."""
    tile, turns = TILE_NAMES[TILE[piece]], TURNS[piece]
    return TURNED(tile=tile, turns=Count(turns)) if turns else tile


def listed(items: Iterable[Message], none: Message) -> Every:
    """Return all with commas between them; ``none`` where there is nothing."""
    return Every(tuple(items) or (none,), Joint.COMMA)


def hand(tiles: Iterable[Tile]) -> Every:
    """Return tiles one by one."""
    return listed((TILE_NAMES[tile] for tile in tiles), NO_TILE())


def stock(counts: Iterable[int]) -> Every:
    """Return how many of each type there are, as ``3 straight, 1 fork``."""
    there = [(tile, count) for tile, count in enumerate(counts) if count]
    return listed((MANY(number=Count(count), tile=TILE_NAMES[tile]) for tile, count in there), NONE())
