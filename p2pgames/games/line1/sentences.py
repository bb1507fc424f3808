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
    Joint,
    Message,
    PlaceName,
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
    message("line1.rolling", "{player:seat} rolls the die."),
    message("line1.you-roll", "{player:seat}, you roll the die."),
)
DRAWING: Final = (
    message("line1.drawing", "{player:seat} draws {number:count} from the stack."),
    message("line1.you-draw", "{player:seat}, you draw {number:count} from the stack."),
)
MAY_TAKE: Final = (
    message("line1.may-take", "{player:seat} may take a tile that lies open, or pass."),
    message("line1.you-may-take", "{player:seat}, you may take a tile that lies open, or pass."),
)
TAKING: Final = (
    message("line1.taking", "{player:seat} must take a tile that lies open."),
    message("line1.you-take", "{player:seat}, you must take a tile that lies open."),
)
TAKING_OR_DRAWING: Final = (
    message("line1.taking-or-drawing", "{player:seat} must take a tile that lies open, or draw."),
    message("line1.you-take-or-draw", "{player:seat}, you must take a tile that lies open, or draw."),
)
RIDING: Final = (
    message("line1.riding", "{player:seat} must roll, or announce a new route."),
    message("line1.you-ride", "{player:seat}, you must roll, or announce a new route."),
)
LAYING: Final = (
    message("line1.laying", "{player:seat} must lay tile {number:count} of {of:count}."),
    message("line1.you-lay", "{player:seat}, you must lay tile {number:count} of {of:count}."),
)
PLAYER: Final = (
    message("line1.player", "{player:seat}"),
    message("line1.you", "{player:seat} (you)"),
)
GONE = message("line1.gone", "{player:message} has left the game; {tiles:every}, open to all.")
HOLDS_NONE = message("line1.holds-none", "{player:message} holds no tile.")
HOLDS = message("line1.holds", "{player:message} holds {tiles:every}.")
ON_TRIP = message(
    "line1.on-trip",
    "{player:message} is travelling line {line:count}, stops {stops:place}: the tram is on "
    "{space:place}, space {at:count} of "
    "{last:count}; {tiles:every}, open to all.",
)
ON_TRIP_ROLLED = message(
    "line1.on-trip-rolled",
    "{player:message} is travelling line {line:count}, stops {stops:place}: rolled {face:face}, the tram is on "
    "{space:place}, space {at:count} of {last:count}; {tiles:every}, open to all.",
)
AHEAD = message("line1.ahead", "The way ahead: {spaces:place}.")
NOTHING_AHEAD = message("line1.nothing-ahead", "The way ahead: none.")
ROW = message("line1.row", "Row {row:count}: {tiles:every}.")
LAID = message("line1.laid", "{cell:place} {tile:message}")
SIGNS = message("line1.signs", "Stop signs: {signs:place}.")
NO_SIGNS = message("line1.no-signs", "Stop signs: none.")
STACK = counted(
    "line1.stack",
    "{count} tile is left in the stack: {tiles:every}.",
    "{count} tiles are left in the stack: {tiles:every}.",
)

# -- the own cards --

OWN_LINE = message(
    "line1.own-line",
    "Your line is {line:count}, terminals {first:place} and {second:place} ({street:place} and "
    "{other:place}); only you can see this.",
)
STOP_SIGNED = message(
    "line1.stop-signed", "You must stop at {letter:place}, {building:place}: the sign is on {cell:place}."
)
STOP_UNSIGNED = message(
    "line1.stop-unsigned",
    "You must stop at {letter:place}, {building:place}: no stop yet; it may come to {cells:place}.",
)
NOT_CONNECTED = message("line1.not-connected", "Your schedule is not connected yet: {lacks:message}.")
MAY_GO = message(
    "line1.may-go", "Your schedule is connected in {spaces:count} spaces: type go to begin your trip."
)
CONNECTED = message("line1.connected", "Your schedule is connected in {spaces:count} spaces.")
LACKS_SIGN = message("line1.lacks-sign", "{letter:place} has no stop yet")
LACKS_TILE = message("line1.lacks-tile", "no track at {terminal:place} yet")
LACKS_TRACK = message("line1.lacks-track", "no track from {start:place} to {goal:place} yet")
LACKS_MORE = message("line1.lacks-more", "{part:message}; {more:message}")
LACKS_WAY = message("line1.lacks-way", "no single route passes all stops yet")

# -- what a move or a roll brings --

GOES = message(
    "line1.goes", "line {line:count}, stops {stops:place}, {spaces:count} spaces, halts {halts:place}"
)
GOES_ANEW = message("line1.goes-anew", "{spaces:count} spaces, halts {halts:place}, from the beginning")
FROM_PLAYER = message("line1.from-player", "from {player:seat}")
LEAVES_TILES = message("line1.leaves-tiles", "takes no more")
NOTHING_TO_LAY = message("line1.nothing-to-lay", "nothing can be laid")
ONE_OF = message("line1.one-of", "one of {number:count} in the stack")
TO_GO = counted("line1.to-go", "{count} space to go", "{count} spaces to go")
IN_EXCHANGE = message("line1.in-exchange", "in exchange for {tile:message}")
LINKS = message("line1.links", "links {one:place} and {other:place}")
COMES_TO = message("line1.comes-to", "the tram comes to {space:place}, {count:count} to go")
AT_STOP = message("line1.at-stop", "the tram stops at {letter:place} on {space:place}, {count:count} to go")
COMES_HOME = message("line1.comes-home", "the tram reaches {terminal:place}, its other terminal")
WAY = counted(
    "line1.way",
    "your route needs {count} more link, not {before:count}",
    "your route needs {count} more links, not {before:count}",
)
GETS_SIGN = message("line1.gets-sign", "gets the stop sign {letter:place}")
ROLLS = message("line1.rolls", "rolls {face:face}")
DRAWS = message("line1.draws", "draws {tiles:every}")

# -- beside the board --

YOUR_HAND = message("line1.your-hand", "your hand")
SIGN_HOLDS = message("line1.sign-holds", "{sign:verbatim} holds")
LAY_OF = message("line1.lay-of", "lay {number:count} of {of:count}")
TAKE_ONE = message("line1.take-one", "take a tile")
MAY_BE_LAID = message("line1.may-be-laid", "+ may be laid")
MAY_REPLACE = message("line1.may-replace", "↑ may replace")
ONLY_YOU_SEE = message("line1.only-you-see", "only you see")
LINE_ENDS = message("line1.line-ends", "line {line:count}, {first:place} and {second:place}")
SIGN_ON = message("line1.sign-on", "sign on {cell:place}")
NO_SIGN_YET = message("line1.no-sign-yet", "no stop yet")
YOUR_STOP = message("line1.your-stop", "you must stop there")
GO_NOW = message("line1.go-now", "connected, {spaces:count} spaces: type go")
GO_LATER = message("line1.go-later", "connected, {spaces:count} spaces: go at your next turn")
LINKS_TO_GO = counted("line1.links-to-go", "{count} link to go", "{count} links to go")
ROUTE = message("line1.route", "route")
HALTS = message("line1.halts", "{spaces:count} spaces, {halts:count} halts for an H")
TRIP = message("line1.trip", "line {line:count}, {stops:place}: at {space:place}, {left:count} to go")
TRIP_ROLLED = message(
    "line1.trip-rolled",
    "line {line:count}, {stops:place}: rolled {face:face}, at {space:place}, {left:count} to go",
)
TO_TAKE = message("line1.to-take", "to take")
STACK_OF = message("line1.stack-of", "stack {number:count}")
TRAM = message("line1.tram", "tram {at:count}/{last:count}")
TRAM_AT = message("line1.tram-at", "tram on space {at:count} of {last:count}")
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
HANDS = message("line1.hands", "tiles: {hands:every}")
HAND_OF = message("line1.hand-of", "{player:seat} {number:count}")


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

TURNED = message("line1.turned", "{tile:message} r{turns:count}")
NONE = message("line1.none", "none")
NO_TILE = message("line1.no-tile", "no tile")
MANY = message("line1.many", "{number:count} {tile:message}")


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

TURN_OF = message("line1.turn-of", "It is seat {seat:count}'s turn.")
NO_SEAT = message("line1.no-seat", "There is no such seat.")
NOT_INSIDE = message("line1.not-inside", "That seat is not in the game.")
NO_ROLL = message("line1.no-roll", "This is not the time for that roll.")
WRONG_ROLL = message("line1.wrong-roll", "That is not a value this roll can have.")
WRONG_DEAL = message("line1.wrong-deal", "Everybody gets a line card and a route card, seen by nobody else.")
ROLL_OR_ANEW = message("line1.roll-or-anew", "You are on your trip: roll, or announce a new route.")
NOT_YET = message("line1.not-yet", "Tiles are drawn and taken at the end of the turn, after laying.")

# -- what is typed --

NO_MOVE = message("line1.no-move", "That is not a move.")
NOT_A_MOVE = message("line1.not-a-move", "That is not a move. {how:message}")
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
HAND_HAS = message("line1.hand-has", "Your hand has tiles {first:count} to {last:count}.")
NO_SUCH_TILE = message("line1.no-such-tile", "{typed:typed} is not a tile; the tiles are {tiles:every}.")
NO_SPACE = message(
    "line1.no-space", "{typed:typed} is not a space: cells are a1 to l12, terminals such as 5N."
)

# -- laying and exchanging --

NOT_HELD = message("line1.not-held", "You hold no {tile:message}.")
TOO_FEW = message("line1.too-few", "You hold too few of {tile:message}: both must come from your hand.")
PAIR_ALONE = message("line1.pair-alone", "A pair is exchanged as a whole turn, not after another tile.")
MUST_LAY = message("line1.must-lay", "You can still lay or exchange a tile, so you must.")
ON_BUILDING = message(
    "line1.on-building", "{cell:place} is {building:message}: no tile may cover a building."
)
BUILDING = message("line1.building", "building {letter:place} ({name:place})")
HAS_TREES = message(
    "line1.has-trees", "The {tile:message} on {cell:place} has trees: it cannot be exchanged."
)
LOSES = message(
    "line1.loses", "An exchange keeps every connection: {link:message} on {cell:place} would be lost."
)
NOTHING_NEW = message(
    "line1.nothing-new", "An exchange adds a connection: on {cell:place} nothing would be new."
)
NO_FIT = message("line1.no-fit", "{tile:message} does not fit on {cell:place}.")
SIDE_BY_SIDE = message(
    "line1.side-by-side",
    "The two tiles of a pair lie side by side, and neither cell holds a building.",
)
NOTHING_THERE = message(
    "line1.nothing-there",
    "There is no tile on {cell:place}: a pair exchanges two tiles that lie on the board.",
)
NO_FIT_TOGETHER = message(
    "line1.no-fit-together", "The two tiles do not fit together on {one:place} and {other:place}."
)
OFF_BOARD = message(
    "line1.off-board", "A rail would lead off the board on the {side:message} side of {cell:place}."
)
INTO_BUILDING = message(
    "line1.into-building",
    "A rail would lead into {building:message} on the {side:message} side of {cell:place}.",
)
BLANK_SIDE = message(
    "line1.blank-side",
    "A rail on the {side:message} side of {cell:place} would end at a blank side of the tile on {near:place}.",
)
BLOCKS_ARC = message(
    "line1.blocks-arc",
    "The tile would block the arc of terminal {terminal:place} on the {side:message} side of {cell:place}.",
)
BLOCKS_RAIL = message("line1.blocks-rail", "The tile would block the rail coming from {cell:place}.")
POCKET = message("line1.pocket", "A rail leads into {cell:place}, and no tile could continue it there.")

# -- refilling the hand --

STACK_EMPTY = message("line1.stack-empty", "The stack is empty: nothing can be drawn.")
TAKEN_FROM = message(
    "line1.taken-from", "Tiles are taken only from players who are on their trip or have left, and hold some."
)
NOT_AMONG = message("line1.not-among", "There is no {tile:message} among these tiles.")
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
ROUTE_LENGTH = message("line1.route-length", "A route has {least:count} to {most:count} spaces.")
ROUTE_SPACES = message("line1.route-spaces", "A route is a list of cells and terminals.")
ROUTE_ENDS = message(
    "line1.route-ends", "A route of line {line:count} goes from {first:place} to {second:place} or back."
)
ONLY_ENDS = message(
    "line1.only-ends", "Your own terminals may stand only at the beginning and the end of a route."
)
MOST_NAMED = message(
    "line1.most-named", "Name at most {most:count} spaces on the way, or the whole route with both terminals."
)
NO_WAY = message("line1.no-way", "No track leads from {start:place} to {goal:place} past all your stops yet.")
NO_WAY_THROUGH = message(
    "line1.no-way-through",
    "No track leads from {start:place} to {goal:place} past all your stops through {spaces:place} yet.",
)
NO_RAIL = message(
    "line1.no-rail",
    "No rail leads the tram from {here:place} on to {there:place} in the direction it comes from.",
)
YOUR_STOP_UNSIGNED = message(
    "line1.your-stop-unsigned", "Your stop {letter:place} has no sign yet: no tile lies beside that building."
)
ROUTE_UNSIGNED = message(
    "line1.route-unsigned",
    "The stop {letter:place} has no sign yet: no tile lies beside {letter:place} ({building:place}).",
)
ROUTE_MISSES = message(
    "line1.route-misses", "The route misses the stop {letter:place} ({building:place}) on {cell:place}."
)


def building(cell: Cell) -> Message:
    """Return the building on a cell."""
    letter = BUILDING_AT[cell]
    return BUILDING(letter=PlaceName(letter), name=PlaceName(BUILDING_NAMES[letter]))
