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
BEGINS = message("socks.begins", "{player} begins. The coin will lay out the city.", player=SeatName)
COIN = message("socks.coin", "the coin lays out the city")
LAYS_STICKS: Final = (
    counted(
        "socks.lays-sticks",
        "{player} must lay {count} stick.",
        "{player} must lay {count} sticks.",
        player=SeatName,
    ),
    counted(
        "socks.you-lay-sticks",
        "{player}, you must lay {count} stick.",
        "{player}, you must lay {count} sticks.",
        player=SeatName,
    ),
)
LAYS_TILE: Final = (
    message("socks.lays-tile", "{player} must lay a tile.", player=SeatName),
    message("socks.you-lay-tile", "{player}, you must lay a tile.", player=SeatName),
)
LAYS_SOCK: Final = (
    message("socks.lays-sock", "{player} must lay a sock.", player=SeatName),
    message("socks.you-lay-sock", "{player}, you must lay a sock.", player=SeatName),
)
"""These three: first for others, then for who looks."""
POINTS = counted("socks.points", "{count} point", "{count} points")
PLAYER = counted(
    "socks.player",
    "{player}: {points}, has won nothing yet, {count} stick left.",
    "{player}: {points}, has won nothing yet, {count} sticks left.",
    player=SeatName,
    points=Message,
)
PLAYER_WON = counted(
    "socks.player-won",
    "{player}: {points}, has won {colours}, {count} stick left.",
    "{player}: {points}, has won {colours}, {count} sticks left.",
    player=SeatName,
    points=Message,
    colours=Every,
)
PAIR = message(
    "socks.pair",
    "Socks {pair} lie on {one} and {other}, worth {worth}: {told}.",
    pair=Message,
    one=PlaceName,
    other=PlaceName,
    worth=Count,
    told=Every,
)
WON_BY = message("socks.won-by", "won by {player}", player=SeatName)
NEEDS = counted(
    "socks.needs",
    "{player} needs {count} stick",
    "{player} needs {count} sticks",
    player=SeatName,
)
CANNOT_JOIN = message("socks.cannot-join", "{player} cannot join them", player=SeatName)
BLOCKED = message("socks.blocked", "Blocked: {stations}.", stations=Every)
STICKS_OF = message("socks.sticks-of", "{player}'s sticks: {links}.", player=SeatName, links=Every)
NO_STICKS = message("socks.no-sticks", "{player}'s sticks: none.", player=SeatName)
PRINTED = message("socks.printed", "Printed links: {links}.", links=Every)
NONE_PRINTED = message("socks.none-printed", "Printed links: none.")
ROW = message("socks.row", "Row {row}: {stations}.", row=PlaceName, stations=PlaceName)

# -- while it is laid out --

LAID = message("socks.laid", "{laid} of {all} tiles are laid.", laid=Count, all=Count)
TILE = message(
    "socks.tile",
    "Tile {number}: twins {twin} and {other}, single stations {one} and {two}.",
    number=Count,
    twin=PlaceName,
    other=PlaceName,
    one=PlaceName,
    two=PlaceName,
)
ENCLOSED = message(
    "socks.enclosed",
    "Enclosed: {hexagons}; in the end it must be {least} to {most} hexagons.",
    hexagons=Every,
    least=Count,
    most=Count,
)
NOTHING = message("socks.nothing", "nothing")
PAIR_LIES = message(
    "socks.pair-lies",
    "Socks {pair} lie on {one} and {other}.",
    pair=Message,
    one=PlaceName,
    other=PlaceName,
)
SOCK_LIES = message("socks.sock-lies", "One sock {sock} lies on {at}.", sock=Message, at=PlaceName)
TO_LAY = message(
    "socks.to-lay",
    "Still to lay: {pairs}. Each player has {sticks} sticks.",
    pairs=Every,
    sticks=Count,
)

# -- what a move brings --

WINS = counted(
    "socks.wins", "wins pair {colour}, {count} point", "wins pair {colour}, {count} points", colour=FaceName
)
CHANGES = message("socks.changes", "{colour}: {told}", colour=FaceName, told=Every)
LACKS = message(
    "socks.now-needs", "{player} now needs {now} (was {before})", player=SeatName, now=Count, before=Count
)
LOSES = message("socks.can-no-longer", "{player} can no longer join them", player=SeatName)
PAIR_WORTH = counted(
    "socks.pair-worth", "the pair is worth {count} point", "the pair is worth {count} points"
)
ENCLOSES = counted("socks.encloses", "{count} hexagon enclosed", "{count} hexagons enclosed")

# -- how it ends --

ALL_WON = message("socks.all-won", "All colours are won.")
NO_MORE = message("socks.no-more", "Nobody can join any more socks.")
HAS_LEFT = message("socks.has-left", "{player} has left the game.", player=SeatName)
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
STICKS_DUE = message("socks.sticks-due", "sticks to lay this turn: {count}", count=Count)
TILE_OF = message("socks.tile-of", "tile {number} of {all}", number=Count, all=Count)
ENCLOSED_SO_FAR = message(
    "socks.enclosed-so-far",
    "enclosed ▓: {now}, in the end {least} to {most}",
    now=Count,
    least=Count,
    most=Count,
)
PARKS = message(
    "socks.parks",
    "hexagons enclosed: {now}; in the end {least} to {most}",
    now=Count,
    least=Count,
    most=Count,
)
TWINS_DRAWN = message("socks.twins-drawn", "the twins of a tile; + where the first one may lie")
TWINS = message("socks.twins", "(○:::○) twins of a tile, + legal")
TURN_IT = message("socks.turn-it", "point again to turn the tile")
SOCKS_DUE = message("socks.socks-due", "socks to lay")
SECOND = message("socks.second", "its second one")
ENCLOSES_NOW = message("socks.encloses-now", "encloses {now}", now=Count)
AT_LAST = message("socks.at-last", "in the end {least} to {most}", least=Count, most=Count)
STILL_TO_LAY = message("socks.still-to-lay", "to lay: {socks}", socks=FaceName)
SECOND_SOCK = message("socks.second-sock", "second sock {sock}", sock=FaceName)
COUNTED_STICKS = counted("socks.sticks", "{count} stick", "{count} sticks")
STICKS_AND_PRIZES = counted(
    "socks.sticks-and-prizes", "{count} stick {prizes}", "{count} sticks {prizes}", prizes=FaceName
)
HAS_WON = message("socks.has-won", "{sticks}, won {colours}", sticks=Message, colours=Every)


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
