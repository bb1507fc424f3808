"""What Line 1 says; what its tiles and sides are called stands in ``names.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from p2pgames.games.line1.state import End
from p2pgames.text import Count, Every, FaceName, Message, PlaceName, SeatName, Verbatim, counted, message

# -- how it ends --

HOME = message("line1.home", "A tram has reached its other terminal.")
NO_LAYS = message("line1.no-lays", "Nobody could lay a tile, and nobody is on a trip.")
ALONE = message("line1.alone", "All the others have left.")
WHY: Final[Mapping[End, Message]] = {End.HOME: HOME(), End.DRAWN: NO_LAYS(), End.ALONE: ALONE()}

# -- the position: first for others, then for who looks --

NOT_ROLLED = message("line1.not-rolled", "It is not known yet who begins.")
NOT_DEALT = message("line1.not-dealt", "The cards are about to be shuffled and dealt.")
ROLLING: Final = (
    message("line1.rolling", "{player} rolls the die.", player=SeatName),
    message("line1.you-roll", "{player}, you roll the die.", player=SeatName),
)
DRAWING: Final = (
    message("line1.drawing", "{player} draws {number} from the stack.", player=SeatName, number=Count),
    message(
        "line1.you-draw",
        "{player}, you draw {number} from the stack.",
        player=SeatName,
        number=Count,
    ),
)
MAY_TAKE: Final = (
    message("line1.may-take", "{player} may take a tile that lies open, or pass.", player=SeatName),
    message("line1.you-may-take", "{player}, you may take a tile that lies open, or pass.", player=SeatName),
)
TAKING: Final = (
    message("line1.taking", "{player} must take a tile that lies open.", player=SeatName),
    message("line1.you-take", "{player}, you must take a tile that lies open.", player=SeatName),
)
TAKING_OR_DRAWING: Final = (
    message("line1.taking-or-drawing", "{player} must take a tile that lies open, or draw.", player=SeatName),
    message(
        "line1.you-take-or-draw",
        "{player}, you must take a tile that lies open, or draw.",
        player=SeatName,
    ),
)
RIDING: Final = (
    message("line1.riding", "{player} must roll, or announce a new route.", player=SeatName),
    message("line1.you-ride", "{player}, you must roll, or announce a new route.", player=SeatName),
)
LAYING: Final = (
    message(
        "line1.laying", "{player} must lay tile {number} of {of}.", player=SeatName, number=Count, of=Count
    ),
    message(
        "line1.you-lay",
        "{player}, you must lay tile {number} of {of}.",
        player=SeatName,
        number=Count,
        of=Count,
    ),
)
PLAYER: Final = (
    message("line1.player", "{player}", player=SeatName),
    message("line1.you", "{player} (you)", player=SeatName),
)
GONE = message("line1.gone", "{player} has left the game; {tiles}, open to all.", player=Message, tiles=Every)
HOLDS_NONE = message("line1.holds-none", "{player} holds no tile.", player=Message)
HOLDS = message("line1.holds", "{player} holds {tiles}.", player=Message, tiles=Every)
ON_TRIP = message(
    "line1.on-trip",
    "{player} is travelling line {line}, stops {stops}: the tram is on {space}, space {at} of "
    "{last}; {tiles}, open to all.",
    player=Message,
    line=Count,
    stops=PlaceName,
    space=PlaceName,
    at=Count,
    last=Count,
    tiles=Every,
)
ON_TRIP_ROLLED = message(
    "line1.on-trip-rolled",
    "{player} is travelling line {line}, stops {stops}: rolled {face}, the tram is on "
    "{space}, space {at} of {last}; {tiles}, open to all.",
    player=Message,
    line=Count,
    stops=PlaceName,
    face=FaceName,
    space=PlaceName,
    at=Count,
    last=Count,
    tiles=Every,
)
AHEAD = message("line1.ahead", "The way ahead: {spaces}.", spaces=PlaceName)
NOTHING_AHEAD = message("line1.nothing-ahead", "The way ahead: none.")
ROW = message("line1.row", "Row {row}: {tiles}.", row=Count, tiles=Every)
LAID = message("line1.laid", "{cell} {tile}", cell=PlaceName, tile=Message)
SIGNS = message("line1.signs", "Stop signs: {signs}.", signs=PlaceName)
NO_SIGNS = message("line1.no-signs", "Stop signs: none.")
STACK = counted(
    "line1.stack",
    "{count} tile is left in the stack: {tiles}.",
    "{count} tiles are left in the stack: {tiles}.",
    tiles=Every,
)

# -- the own cards --

OWN_LINE = message(
    "line1.own-line",
    "Your line is {line}, terminals {first} and {second} ({street} and {other}); only you can see this.",
    line=Count,
    first=PlaceName,
    second=PlaceName,
    street=PlaceName,
    other=PlaceName,
)
STOP_SIGNED = message(
    "line1.stop-signed",
    "You must stop at {letter}, {building}: the sign is on {cell}.",
    letter=PlaceName,
    building=PlaceName,
    cell=PlaceName,
)
STOP_UNSIGNED = message(
    "line1.stop-unsigned",
    "You must stop at {letter}, {building}: no sign yet, it may come to {cells}.",
    letter=PlaceName,
    building=PlaceName,
    cells=PlaceName,
)
NOT_CONNECTED = message("line1.not-connected", "Your schedule is not connected yet: {lacks}.", lacks=Message)
MAY_GO = message(
    "line1.may-go",
    "Your schedule is connected in {spaces} spaces: type go to begin your trip.",
    spaces=Count,
)
CONNECTED = message("line1.connected", "Your schedule is connected in {spaces} spaces.", spaces=Count)
LACKS_SIGN = message("line1.lacks-sign", "{letter} has no sign", letter=PlaceName)
LACKS_TILE = message("line1.lacks-tile", "no tile lies at {terminal}", terminal=PlaceName)
LACKS_TRACK = message(
    "line1.lacks-track", "no track leads from {start} to {goal}", start=PlaceName, goal=PlaceName
)
LACKS_MORE = message("line1.lacks-more", "{part}; {more}", part=Message, more=Message)
LACKS_WAY = message("line1.lacks-way", "no single way passes all stops")

# -- what a move or a roll brings --

GOES = message(
    "line1.goes",
    "line {line}, stops {stops}, {spaces} spaces, halts {halts}",
    line=Count,
    stops=PlaceName,
    spaces=Count,
    halts=PlaceName,
)
GOES_ANEW = message(
    "line1.goes-anew", "{spaces} spaces, halts {halts}, from the beginning", spaces=Count, halts=PlaceName
)
FROM_PLAYER = message("line1.from-player", "from {player}", player=SeatName)
LEAVES_TILES = message("line1.leaves-tiles", "takes no more")
NOTHING_TO_LAY = message("line1.nothing-to-lay", "nothing can be laid")
ONE_OF = message("line1.one-of", "one of {number} in the stack", number=Count)
TO_GO = counted("line1.to-go", "{count} space to go", "{count} spaces to go")
IN_EXCHANGE = message("line1.in-exchange", "in exchange for {tile}", tile=Message)
LINKS = message("line1.links", "links {one} and {other}", one=PlaceName, other=PlaceName)
COMES_TO = message("line1.comes-to", "the tram comes to {space}, {count} to go", space=PlaceName, count=Count)
AT_STOP = message(
    "line1.at-stop",
    "the tram stops at {letter} on {space}, {count} to go",
    letter=PlaceName,
    space=PlaceName,
    count=Count,
)
COMES_HOME = message(
    "line1.comes-home", "the tram reaches {terminal}, its other terminal", terminal=PlaceName
)
WAY = counted(
    "line1.way",
    "your route lacked {before} links, now {count}",
    "your route lacked {before} links, now {count}",
    before=Count,
)
GETS_SIGN = message("line1.gets-sign", "gets the stop sign {letter}", letter=PlaceName)
ROLLS = message("line1.rolls", "rolls {face}", face=FaceName)
DRAWS = message("line1.draws", "draws {tiles}", tiles=Every)

# -- beside the board --

YOUR_HAND = message("line1.your-hand", "your hand")
SIGN_HOLDS = message("line1.sign-holds", "{sign} holds", sign=Verbatim)
LAY_OF = message("line1.lay-of", "lay {number} of {of}", number=Count, of=Count)
TAKE_ONE = message("line1.take-one", "take a tile")
MAY_BE_LAID = message("line1.may-be-laid", "+ may be laid")
MAY_REPLACE = message("line1.may-replace", "↑ may replace")
ONLY_YOU_SEE = message("line1.only-you-see", "only you see")
LINE_ENDS = message(
    "line1.line-ends",
    "line {line}, {first} and {second}",
    line=Count,
    first=PlaceName,
    second=PlaceName,
)
SIGN_ON = message("line1.sign-on", "sign on {cell}", cell=PlaceName)
NO_SIGN_YET = message("line1.no-sign-yet", "no sign yet")
YOUR_STOP = message("line1.your-stop", "you must stop there")
GO_NOW = message("line1.go-now", "connected, {spaces} spaces: type go", spaces=Count)
GO_LATER = message("line1.go-later", "connected, {spaces} spaces: go at your next turn", spaces=Count)
ROUTE = message("line1.route", "route")
HALTS = message("line1.halts", "{spaces} spaces, {halts} halts for an H", spaces=Count, halts=Count)
TRIP = message(
    "line1.trip",
    "line {line}, {stops}: at {space}, {left} to go",
    line=Count,
    stops=PlaceName,
    space=PlaceName,
    left=Count,
)
TRIP_ROLLED = message(
    "line1.trip-rolled",
    "line {line}, {stops}: rolled {face}, at {space}, {left} to go",
    line=Count,
    stops=PlaceName,
    face=FaceName,
    space=PlaceName,
    left=Count,
)
TO_TAKE = message("line1.to-take", "to take")
STACK_OF = message("line1.stack-of", "stack {number}", number=Count)
TRAM = message("line1.tram", "tram {at}/{last}", at=Count, last=Count)
TRAM_AT = message("line1.tram-at", "tram on space {at} of {last}", at=Count, last=Count)
TILES = counted("line1.tiles", "{count} tile", "{count} tiles")
EMPTY = message("line1.empty", "empty")
LAY_HERE = message("line1.lay-here", "lay the tile here")
BUTTON_LEAVE = message("line1.button-leave", "pass: take no more")
BUTTONS: Final = {
    "pass": message("line1.button-pass", "pass: there is nothing to lay")(),
    "roll": message("line1.button-roll", "roll: roll the die and ride")(),
    "draw": message("line1.button-draw", "draw: take a tile from the stack")(),
    "go": message("line1.button-go", "go: announce this route")(),
    "anew": message("line1.button-anew", "anew: announce another route")(),
    "pair": message("line1.button-pair", "pair: lay two tiles at once")(),
}
"""What each word that can be pointed at means, by its first."""
HANDS = message("line1.hands", "tiles: {hands}", hands=Every)
HAND_OF = message("line1.hand-of", "{player} {number}", player=SeatName, number=Count)
