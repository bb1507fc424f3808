"""Why Line 1 refuses a move."""

from __future__ import annotations

from p2pgames.games.line1.board import BUILDING_AT, BUILDING_NAMES, Cell
from p2pgames.text import Count, Every, Message, PlaceName, Typed, message

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
HOW_TO_TAKE = message("line1.how-to-take", "Type take, a seat and a tile, such as take 2 curve; or draw.")
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

STACK_EMPTY = message("line1.stack-empty", "The stack is empty: take a tile that lies open.")
TAKEN_FROM = message(
    "line1.taken-from", "Tiles are taken only from players who are on their trip or have left, and hold some."
)
NOT_AMONG = message("line1.not-among", "There is no {tile} among these tiles.", tile=Message)
REFILL = message(
    "line1.refill",
    "Refill your hand: take a tile that lies open, or draw where you may.",
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
