"""What Line 1 says: positions, events, refusals, and what tiles and sides are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from p2pgames.games.line1.board import BUILDING_AT, BUILDING_NAMES, TILE, TURNS, Cell, Link, Piece, Tile
from p2pgames.games.line1.state import Line1End
from p2pgames.text import (
    Count,
    Every,
    FaceName,
    Joint,
    Message,
    PlaceName,
    SeatName,
    Typed,
    Verbatim,
    counted,
    message,
)

# -- how it ends --

HOME = message("line1.home", "A tram has reached its other terminal.")
NO_LAYS = message("line1.no-lays", "Nobody could lay a tile, and nobody is on a trip.")
ALONE = message("line1.alone", "All the others have left.")
WHY: Final[Mapping[Line1End, Message]] = {
    Line1End.HOME: HOME(),
    Line1End.DRAWN: NO_LAYS(),
    Line1End.ALONE: ALONE(),
}

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
    "You must stop at {letter}, {building}: no stop yet; it may come to {cells}.",
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
LACKS_SIGN = message("line1.lacks-sign", "{letter} has no stop yet", letter=PlaceName)
LACKS_TILE = message("line1.lacks-tile", "no track at {terminal} yet", terminal=PlaceName)
LACKS_TRACK = message(
    "line1.lacks-track", "no track from {start} to {goal} yet", start=PlaceName, goal=PlaceName
)
LACKS_MORE = message("line1.lacks-more", "{part}; {more}", part=Message, more=Message)
LACKS_WAY = message("line1.lacks-way", "no single route passes all stops yet")

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
    "your route needs {count} more link, not {before}",
    "your route needs {count} more links, not {before}",
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
NO_SIGN_YET = message("line1.no-sign-yet", "no stop yet")
YOUR_STOP = message("line1.your-stop", "you must stop there")
GO_NOW = message("line1.go-now", "connected, {spaces} spaces: type go", spaces=Count)
GO_LATER = message("line1.go-later", "connected, {spaces} spaces: go at your next turn", spaces=Count)
LINKS_TO_GO = counted("line1.links-to-go", "{count} link to go", "{count} links to go")
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


# What tiles, sides and connections are called, and how many tiles there are.

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


# Why Line 1 refuses a move.

# -- whose turn it is, and what for --

TURN_OF = message("line1.turn-of", "It is seat {seat}'s turn.", seat=Count)
NO_SEAT = message("line1.no-seat", "There is no such seat.")
NOT_INSIDE = message("line1.not-inside", "That seat is not in the game.")
NO_ROLL = message("line1.no-roll", "This is not the time for that roll.")
WRONG_ROLL = message("line1.wrong-roll", "That is not a value this roll can have.")
WRONG_DEAL = message("line1.wrong-deal", "Everybody gets a line card and a route card, seen by nobody else.")
ROLL_OR_ANEW = message("line1.roll-or-anew", "You are on your trip: roll, or announce a new route.")
NOT_YET = message("line1.not-yet", "Tiles are drawn and taken at the end of the turn, after laying.")

# -- what is typed --

NO_MOVE = message("line1.no-move", "That is not a move.")
NOT_A_MOVE = message("line1.not-a-move", "That is not a move. {how}", how=Message)
HOW_TO_LAY = message(
    "line1.how-to-lay", "Type a tile and a cell, such as curve e6, or turned, curve e6 r1; or pair, pass, go."
)
HOW_TO_RIDE = message("line1.how-to-ride", "Type roll, or anew for another route.")
HOW_TO_TAKE = message(
    "line1.how-to-take", "Type take, a seat and a tile, such as take 2 curve; or draw or pass, where you may."
)
PAIR_ORDER = message("line1.pair-order", "A pair starts with the cell that comes first in reading order.")
NO_PIECE = message("line1.no-piece", "There is no such tile, turn or cell.")
ROTATION = message("line1.rotation", "A rotation is r0, r1, r2 or r3: quarter turns clockwise.")
HAND_HAS = message("line1.hand-has", "Your hand has tiles {first} to {last}.", first=Count, last=Count)
NO_SUCH_TILE = message(
    "line1.no-such-tile", "{typed} is not a tile; the tiles are {tiles}.", typed=Typed, tiles=Every
)
NO_SPACE = message(
    "line1.no-space", "{typed} is not a space: cells are a1 to l12, terminals such as 5N.", typed=Typed
)

# -- laying and exchanging --

NOT_HELD = message("line1.not-held", "You hold no {tile}.", tile=Message)
TOO_FEW = message("line1.too-few", "You hold too few of {tile}: both must come from your hand.", tile=Message)
PAIR_ALONE = message("line1.pair-alone", "A pair is exchanged as a whole turn, not after another tile.")
MUST_LAY = message("line1.must-lay", "You can still lay or exchange a tile, so you must.")
ON_BUILDING = message(
    "line1.on-building",
    "{cell} is {building}: no tile may cover a building.",
    cell=PlaceName,
    building=Message,
)
BUILDING = message("line1.building", "building {letter} ({name})", letter=PlaceName, name=PlaceName)
HAS_TREES = message(
    "line1.has-trees", "The {tile} on {cell} has trees: it cannot be exchanged.", tile=Message, cell=PlaceName
)
LOSES = message(
    "line1.loses",
    "An exchange keeps every connection: {link} on {cell} would be lost.",
    link=Message,
    cell=PlaceName,
)
NOTHING_NEW = message(
    "line1.nothing-new",
    "An exchange adds a connection: on {cell} nothing would be new.",
    cell=PlaceName,
)
NO_FIT = message("line1.no-fit", "{tile} does not fit on {cell}.", tile=Message, cell=PlaceName)
SIDE_BY_SIDE = message(
    "line1.side-by-side",
    "The two tiles of a pair lie side by side, and neither cell holds a building.",
)
NOTHING_THERE = message(
    "line1.nothing-there",
    "There is no tile on {cell}: a pair exchanges two tiles that lie on the board.",
    cell=PlaceName,
)
NO_FIT_TOGETHER = message(
    "line1.no-fit-together",
    "The two tiles do not fit together on {one} and {other}.",
    one=PlaceName,
    other=PlaceName,
)
OFF_BOARD = message(
    "line1.off-board",
    "A rail would lead off the board on the {side} side of {cell}.",
    side=Message,
    cell=PlaceName,
)
INTO_BUILDING = message(
    "line1.into-building",
    "A rail would lead into {building} on the {side} side of {cell}.",
    building=Message,
    side=Message,
    cell=PlaceName,
)
BLANK_SIDE = message(
    "line1.blank-side",
    "A rail on the {side} side of {cell} would end at a blank side of the tile on {near}.",
    side=Message,
    cell=PlaceName,
    near=PlaceName,
)
BLOCKS_ARC = message(
    "line1.blocks-arc",
    "The tile would block the arc of terminal {terminal} on the {side} side of {cell}.",
    terminal=PlaceName,
    side=Message,
    cell=PlaceName,
)
BLOCKS_RAIL = message(
    "line1.blocks-rail", "The tile would block the rail coming from {cell}.", cell=PlaceName
)
POCKET = message(
    "line1.pocket", "A rail leads into {cell}, and no tile could continue it there.", cell=PlaceName
)

# -- refilling the hand --

STACK_EMPTY = message("line1.stack-empty", "The stack is empty: nothing can be drawn.")
TAKEN_FROM = message(
    "line1.taken-from", "Tiles are taken only from players who are on their trip or have left, and hold some."
)
NOT_AMONG = message("line1.not-among", "There is no {tile} among these tiles.", tile=Message)
REFILL = message(
    "line1.refill",
    "Refill your hand: take a tile that lies open, or draw or pass, where you may.",
)

# -- the trip --

ON_TRIP_ALREADY = message(
    "line1.on-trip-already", "You are on your trip already: roll, or announce a new route."
)
TRIP_FIRST = message("line1.trip-first", "A trip begins at the start of a turn, before any lay.")
NO_TRIP_ANEW = message("line1.no-trip-anew", "Only a player on a trip may announce a new route.")
ANEW_TWICE = message("line1.anew-twice", "You announced a new route last turn: roll this time.")
NO_TRIP_ROLL = message("line1.no-trip-roll", "Only a player on a trip rolls the die.")
NOBODY_ROLLS = message("line1.nobody-rolls", "Nobody has to roll the die.")
NO_CARDS = message("line1.no-cards", "Your line card and your route card are not known here.")
ROUTE_LENGTH = message("line1.route-length", "A route has {least} to {most} spaces.", least=Count, most=Count)
ROUTE_SPACES = message("line1.route-spaces", "A route is a list of cells and terminals.")
ROUTE_ENDS = message(
    "line1.route-ends",
    "A route of line {line} goes from {first} to {second} or back.",
    line=Count,
    first=PlaceName,
    second=PlaceName,
)
ONLY_ENDS = message(
    "line1.only-ends", "Your own terminals may stand only at the beginning and the end of a route."
)
MOST_NAMED = message(
    "line1.most-named",
    "Name at most {most} spaces on the way, or the whole route with both terminals.",
    most=Count,
)
NO_WAY = message(
    "line1.no-way",
    "No track leads from {start} to {goal} past all your stops yet.",
    start=PlaceName,
    goal=PlaceName,
)
NO_WAY_THROUGH = message(
    "line1.no-way-through",
    "No track leads from {start} to {goal} past all your stops through {spaces} yet.",
    start=PlaceName,
    goal=PlaceName,
    spaces=PlaceName,
)
NO_RAIL = message(
    "line1.no-rail",
    "No rail leads the tram from {here} on to {there} in the direction it comes from.",
    here=PlaceName,
    there=PlaceName,
)
YOUR_STOP_UNSIGNED = message(
    "line1.your-stop-unsigned",
    "Your stop {letter} has no sign yet: no tile lies beside that building.",
    letter=PlaceName,
)
ROUTE_UNSIGNED = message(
    "line1.route-unsigned",
    "The stop {letter} has no sign yet: no tile lies beside {letter} ({building}).",
    letter=PlaceName,
    building=PlaceName,
)
ROUTE_MISSES = message(
    "line1.route-misses",
    "The route misses the stop {letter} ({building}) on {cell}.",
    letter=PlaceName,
    building=PlaceName,
    cell=PlaceName,
)


def building(cell: Cell) -> Message:
    """Return the building on a cell."""
    letter = BUILDING_AT[cell]
    return BUILDING(letter=PlaceName(letter), name=PlaceName(BUILDING_NAMES[letter]))
