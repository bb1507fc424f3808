"""What Socks in the City says of positions and events; why it refuses something stands in `building`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from p2pgames.games.socks.city import Colour
from p2pgames.games.socks.state import SOCKS, SocksEnd, SocksState
from p2pgames.text import Count, Every, FaceName, Joint, Message, PlaceName, SeatName, counted, message

# -- pieces --

SHADES: Final = (
    message("socks.orange", "A (orange)")(),
    message("socks.green", "B (green)")(),
    message("socks.pink", "C (pink)")(),
    message("socks.red", "D (red)")(),
    message("socks.blue", "E (blue)")(),
    message("socks.grey", "F (grey)")(),
)
"""The socks of each colour."""

# -- the position --

NOT_ROLLED = message("socks.not-rolled", "It is not known yet who begins.")
BEGINS = message("socks.begins", "{player:seat} begins. The coin will lay out the city.")
COIN = message("socks.coin", "the coin lays out the city")
LAYS_STICKS: Final = (
    counted(
        "socks.lays-sticks", "{player:seat} must lay {count} stick.", "{player:seat} must lay {count} sticks."
    ),
    counted(
        "socks.you-lay-sticks",
        "{player:seat}, you must lay {count} stick.",
        "{player:seat}, you must lay {count} sticks.",
    ),
)
LAYS_TILE: Final = (
    message("socks.lays-tile", "{player:seat} must lay a tile."),
    message("socks.you-lay-tile", "{player:seat}, you must lay a tile."),
)
LAYS_SOCK: Final = (
    message("socks.lays-sock", "{player:seat} must lay a sock."),
    message("socks.you-lay-sock", "{player:seat}, you must lay a sock."),
)
"""These three: first for others, then for who looks."""
POINTS = counted("socks.points", "{count} point", "{count} points")
PLAYER = counted(
    "socks.player",
    "{player:seat}: {points:message}, has won nothing yet, {count} stick left.",
    "{player:seat}: {points:message}, has won nothing yet, {count} sticks left.",
)
PLAYER_WON = counted(
    "socks.player-won",
    "{player:seat}: {points:message}, has won {colours:every}, {count} stick left.",
    "{player:seat}: {points:message}, has won {colours:every}, {count} sticks left.",
)
PAIR = message(
    "socks.pair",
    "Socks {pair:message} lie on {one:place} and {other:place}, worth {worth:count}: {told:every}.",
)
WON_BY = message("socks.won-by", "won by {player:seat}")
NEEDS = counted("socks.needs", "{player:seat} needs {count} stick", "{player:seat} needs {count} sticks")
CANNOT_JOIN = message("socks.cannot-join", "{player:seat} cannot join them")
BLOCKED = message("socks.blocked", "Blocked: {stations:every}.")
STICKS_OF = message("socks.sticks-of", "{player:seat}'s sticks: {links:every}.")
NO_STICKS = message("socks.no-sticks", "{player:seat}'s sticks: none.")
PRINTED = message("socks.printed", "Printed links: {links:every}.")
NONE_PRINTED = message("socks.none-printed", "Printed links: none.")
ROW = message("socks.row", "Row {row:place}: {stations:place}.")

# -- while it is laid out --

LAID = message("socks.laid", "{laid:count} of {all:count} tiles are laid.")
TILE = message(
    "socks.tile",
    "Tile {number:count}: twins {twin:place} and {other:place}, single stations {one:place} and {two:place}.",
)
ENCLOSED = message(
    "socks.enclosed",
    "Enclosed: {hexagons:every}; in the end it must be {least:count} to {most:count} hexagons.",
)
NOTHING = message("socks.nothing", "nothing")
PAIR_LIES = message("socks.pair-lies", "Socks {pair:message} lie on {one:place} and {other:place}.")
SOCK_LIES = message("socks.sock-lies", "One sock {sock:message} lies on {at:place}.")
TO_LAY = message("socks.to-lay", "Still to lay: {pairs:every}. Each player has {sticks:count} sticks.")

# -- what a move brings --

WINS = counted(
    "socks.wins", "wins pair {colour:face}, {count} point", "wins pair {colour:face}, {count} points"
)
CHANGES = message("socks.changes", "{colour:face}: {told:every}")
LACKS = message("socks.now-needs", "{player:seat} now needs {now:count} (was {before:count})")
LOSES = message("socks.can-no-longer", "{player:seat} can no longer join them")
PAIR_WORTH = counted(
    "socks.pair-worth", "the pair is worth {count} point", "the pair is worth {count} points"
)
ENCLOSES = counted("socks.encloses", "{count} hexagon enclosed", "{count} hexagons enclosed")

# -- how it ends --

ALL_WON = message("socks.all-won", "All colours are won.")
NO_MORE = message("socks.no-more", "Nobody can join any more socks.")
HAS_LEFT = message("socks.has-left", "{player:seat} has left the game.")
WHY: Final = {
    SocksEnd.ALL_WON: ALL_WON(),
    SocksEnd.NO_MORE: NO_MORE(),
    SocksEnd.FIRST_LEFT: HAS_LEFT(player=SeatName(0)),
    SocksEnd.SECOND_LEFT: HAS_LEFT(player=SeatName(1)),
}

# -- on the board and beside it --

NOT_LAID_OUT = message("socks.not-laid-out", "The city is not laid out yet.")
PAIR_HEAD = message("socks.pair-head", "pair")
WORTH = message("socks.worth", "worth")
LACKS_HEAD = message("socks.lacks-head", "sticks needed")
LACKS_BRIEF = message("socks.lacks-brief", "needed")
WINNER = message("socks.winner", "won by")
ON_TILE = message("socks.on-tile", "printed")
FREE = message("socks.free", "free")
IS_BLOCKED = message("socks.is-blocked", "blocked")
SOCK = message("socks.sock", "sock")
IN_THE_WAY = message("socks.in-the-way", "won, still in the way")
TILE_HERE = message("socks.tile-here", "lay the tile here")
STICKS_DUE = message("socks.sticks-due", "sticks to lay this turn: {count:count}")
TILE_OF = message("socks.tile-of", "tile {number:count} of {all:count}")
ENCLOSED_SO_FAR = message(
    "socks.enclosed-so-far", "enclosed ▓: {now:count}, in the end {least:count} to {most:count}"
)
PARKS = message("socks.parks", "hexagons enclosed: {now:count}; in the end {least:count} to {most:count}")
TWINS_DRAWN = message("socks.twins-drawn", "the twins of a tile; + where the first one may lie")
TWINS = message("socks.twins", "(○:::○) twins of a tile, + legal")
TURN_IT = message("socks.turn-it", "point again to turn the tile")
SOCKS_DUE = message("socks.socks-due", "socks to lay")
SECOND = message("socks.second", "its second one")
ENCLOSES_NOW = message("socks.encloses-now", "encloses {now:count}")
AT_LAST = message("socks.at-last", "in the end {least:count} to {most:count}")
STILL_TO_LAY = message("socks.still-to-lay", "to lay: {socks:face}")
SECOND_SOCK = message("socks.second-sock", "second sock {sock:face}")
COUNTED_STICKS = counted("socks.sticks", "{count} stick", "{count} sticks")
STICKS_AND_PRIZES = counted(
    "socks.sticks-and-prizes", "{count} stick {prizes:face}", "{count} sticks {prizes:face}"
)
HAS_WON = message("socks.has-won", "{sticks:message}, won {colours:every}")


def tile_of(state: SocksState) -> Message:
    """Return which tile is to be laid, or was the last one, of how many."""
    return TILE_OF(number=Count(min(len(state.tiles) + 1, state.total)), all=Count(state.total))


def letter(colour: Colour) -> FaceName:
    """Return the letter of a colour of socks as a parameter."""
    return FaceName(SOCKS[colour])


def letters(colours: Iterable[Colour]) -> Every:
    """Return the letters of colours as a parameter."""
    return Every(tuple(map(letter, colours)), Joint.COMMA)


def places(names: Iterable[str]) -> Every:
    """Return hexagons or links as a parameter."""
    return Every(tuple(map(PlaceName, names)), Joint.COMMA)
