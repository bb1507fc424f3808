"""What tiles, sides and connections are called, and how many of them are listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from typing import Final

from p2pgames.line1.tiles import TILE, TURNS, Link, Piece, Tile
from p2pgames.text import Count, Message, Template, message

STRAIGHT = message("line1.straight", "straight")
CURVE = message("line1.curve", "curve")
BRANCH_LEFT = message("line1.branch-left", "branch-left")
BRANCH_RIGHT = message("line1.branch-right", "branch-right")
WYE = message("line1.wye", "wye")
TWIN = message("line1.twin", "twin")
TRIANGLE = message("line1.triangle", "triangle")
FORK = message("line1.fork", "fork")
STAR = message("line1.star", "star")
CROSS = message("line1.cross", "cross")
MIXED_LEFT = message("line1.mixed-left", "mixed-left")
MIXED_RIGHT = message("line1.mixed-right", "mixed-right")
TILE_NAMES: Final = (
    STRAIGHT(),
    CURVE(),
    BRANCH_LEFT(),
    BRANCH_RIGHT(),
    WYE(),
    TWIN(),
    TRIANGLE(),
    FORK(),
    STAR(),
    CROSS(),
    MIXED_LEFT(),
    MIXED_RIGHT(),
)
"""By type; in other languages with the word that is typed behind it in brackets."""
TURNED = message("line1.turned", "{tile} r{turns}", tile=Message, turns=Count)

NORTH = message("line1.north", "north")
EAST = message("line1.east", "east")
SOUTH = message("line1.south", "south")
WEST = message("line1.west", "west")
SIDE_NAMES: Final = (NORTH(), EAST(), SOUTH(), WEST())

NORTH_EAST = message("line1.north-east", "north-east")
NORTH_SOUTH = message("line1.north-south", "north-south")
NORTH_WEST = message("line1.north-west", "north-west")
EAST_SOUTH = message("line1.east-south", "east-south")
EAST_WEST = message("line1.east-west", "east-west")
SOUTH_WEST = message("line1.south-west", "south-west")
LINK_NAMES: Final[Mapping[Link, Message]] = {
    (0, 1): NORTH_EAST(),
    (0, 2): NORTH_SOUTH(),
    (0, 3): NORTH_WEST(),
    (1, 2): EAST_SOUTH(),
    (1, 3): EAST_WEST(),
    (2, 3): SOUTH_WEST(),
}

NONE = message("line1.none", "none")
NO_TILE = message("line1.no-tile", "no tile")
MANY = message("line1.many", "{number} {tile}", number=Count, tile=Message)
COMMA = message("line1.comma", "{first}, {rest}", first=Message, rest=Message)
SEMICOLON = message("line1.semicolon", "{first}; {rest}", first=Message, rest=Message)


@cache
def piece_name(piece: Piece) -> Message:
    """Return ``curve`` or ``curve r1``."""
    tile, turns = TILE_NAMES[TILE[piece]], TURNS[piece]
    return TURNED(tile=tile, turns=Count(turns)) if turns else tile


def listed(items: Iterable[Message], none: Message, between: Template = COMMA) -> Message:
    """Return all with commas between them; ``none`` where there is nothing."""
    return reduce(lambda rest, first: between(first=first, rest=rest), reversed([*items] or [none]))


def hand(tiles: Iterable[Tile]) -> Message:
    """Return tiles one by one."""
    return listed((TILE_NAMES[tile] for tile in tiles), NO_TILE())


def stock(counts: Iterable[int]) -> Message:
    """Return how many of each type there are, as ``3 straight, 1 fork``."""
    there = [(tile, count) for tile, count in enumerate(counts) if count]
    return listed((MANY(number=Count(count), tile=TILE_NAMES[tile]) for tile, count in there), NONE())
