"""What Metro says."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, FaceName, Message, PlaceName, SeatName, Verbatim, counted, message

YELLOW, BLUE = message("metro.yellow", "Yellow"), message("metro.blue", "Blue")
ORANGE, GREEN = message("metro.orange", "Orange"), message("metro.green", "Green")
LILAC, RED = message("metro.lilac", "Lilac"), message("metro.red", "Red")
COLOURS: Final = (YELLOW(), BLUE(), ORANGE(), GREEN(), LILAC(), RED())
"""By seat, as the board's data have them."""

# -- the position --

NOT_ROLLED = message("metro.not-rolled", "It is not known yet who begins.")
TO_SHUFFLE = message("metro.to-shuffle", "The tiles of the pile are about to be shuffled.")
DRAWS = message("metro.draws", "{colour} draws from the pile.", colour=Message)
TO_MOVE = message("metro.to-move", "{colour} is to move.", colour=Message)
YOUR_MOVE = message("metro.your-move", "{colour} is to move: that is you.", colour=Message)
TO_LAY = message("metro.to-lay", "{colour} is to move, having drawn one more tile.", colour=Message)
YOUR_LAY = message(
    "metro.your-lay", "{colour} is to move: that is you, with one more tile drawn.", colour=Message
)
TURNS: Final = {
    (False, False): TO_MOVE,
    (True, False): YOUR_MOVE,
    (False, True): TO_LAY,
    (True, True): YOUR_LAY,
}
"""By whether it is the reader's turn, and whether one more tile has been drawn in it."""
PLAYER = counted(
    "metro.player",
    "{colour}, seat {seat}: {count} point, trains still to arrive: {trains}.",
    "{colour}, seat {seat}: {count} points, trains still to arrive: {trains}.",
    colour=Message,
    seat=Count,
    trains=Count,
)
PLAYER_LEFT = counted(
    "metro.player-left",
    "{colour}, seat {seat}: {count} point, has left the game.",
    "{colour}, seat {seat}: {count} points, has left the game.",
    colour=Message,
    seat=Count,
)
ROW = message("metro.row", "Row {row}: {tiles}.", row=PlaceName, tiles=Verbatim)
EMPTY_ROW = message("metro.empty-row", "Row {row}: empty.", row=PlaceName)
OPEN_CELLS = message("metro.open-cells", "Open cells: {cells}.", cells=PlaceName)
NO_OPEN_CELLS = message("metro.no-open-cells", "Open cells: none.")
LINE = counted(
    "metro.line",
    "{colour}'s line {station}: {count} crossing, runs into {end}.",
    "{colour}'s line {station}: {count} crossings, runs into {end}.",
    colour=Message,
    station=PlaceName,
    end=Message,
)
GOING: Final = (
    message("metro.going-north", "{cell} going north", cell=PlaceName),
    message("metro.going-east", "{cell} going east", cell=PlaceName),
    message("metro.going-south", "{cell} going south", cell=PlaceName),
    message("metro.going-west", "{cell} going west", cell=PlaceName),
)
"""By the side by which a line leaves."""
NOT_BEGUN = message(
    "metro.not-begun", "{colour}'s lines not yet begun: {stations}.", colour=Message, stations=PlaceName
)
LAID = message(
    "metro.laid", "{laid} of {all} tiles are laid, {pile} are in the pile.", laid=Count, all=Count, pile=Count
)
UNDER = message("metro.under", "Under the pile, open and drawn last, in this order: {faces}.", faces=FaceName)
YOU_HOLD_NONE = message("metro.you-hold-none", "You hold no tile.")
HOLDS_NONE = message("metro.holds-none", "{colour} holds no tile.", colour=Message)
YOUR_TILE = message("metro.your-tile", "You hold tile {number}: {tile}.", number=Count, tile=Message)
YOUR_DRAWN = message(
    "metro.your-drawn", "You hold tile {number}, just drawn: {tile}.", number=Count, tile=Message
)
THEIR_TILE = message(
    "metro.their-tile", "{colour} holds tile {number}: {tile}.", colour=Message, number=Count, tile=Message
)
THEIR_DRAWN = message(
    "metro.their-drawn",
    "{colour} holds tile {number}, just drawn: {tile}.",
    colour=Message,
    number=Count,
    tile=Message,
)
FACE = message("metro.face", "{face}", face=FaceName)
OPEN_FACE = message("metro.open-face", "{face}, open to all", face=FaceName)
HIDDEN = message("metro.hidden", "hidden")
MAY_LAY = message("metro.may-lay", "It can be laid {places}.", places=Message)
MAY_LAY_FORCED = message(
    "metro.may-lay-forced", "It fits nowhere else, so it can be laid {places}.", places=Message
)
ON_CELLS = message("metro.on-cells", "on {cells}", cells=PlaceName)
TURNED_ON = message("metro.turned-on", "turned r{turns} on {cells}", turns=Count, cells=PlaceName)

# -- what a move brings --

MUST_LAY = message("metro.must-lay", "one more tile; it must be laid")
FORCED = message("metro.forced", "{face}, the only place where it fits", face=FaceName)
ARRIVES = counted(
    "metro.arrives",
    "train {station} arrives, {count} point",
    "train {station} arrives, {count} points",
    station=PlaceName,
)
THEIRS_ARRIVES = counted(
    "metro.theirs-arrives",
    "{player}'s train {station} arrives, {count} point",
    "{player}'s train {station} arrives, {count} points",
    player=SeatName,
    station=PlaceName,
)
IN_THE_CENTRE = counted(
    "metro.in-the-centre",
    "train {station} reaches the centre, {length} doubled: {count} points",
    "train {station} reaches the centre, {length} doubled: {count} points",
    station=PlaceName,
    length=Count,
)
THEIRS_IN_CENTRE = counted(
    "metro.theirs-in-centre",
    "{player}'s train {station} reaches the centre, {length} doubled: {count} points",
    "{player}'s train {station} reaches the centre, {length} doubled: {count} points",
    player=SeatName,
    station=PlaceName,
    length=Count,
)
GROWS = message(
    "metro.grows",
    "line {station} of {colour} grows to {length}",
    station=PlaceName,
    colour=Message,
    length=Count,
)

# -- how it ends --

ALL_LAID = message("metro.all-laid", "All tiles are laid.")
ALL_LEFT = message("metro.all-left", "All the others have left.")

# -- refusals --

SEATS_TURN = message("metro.seats-turn", "It is {colour}'s turn.", colour=Message)
NOT_INSIDE = message("metro.not-inside", "That seat is not in the game.")
TOO_MANY = message("metro.too-many", "There are not that many tiles of these kinds.")
OWNER_ALONE = message("metro.owner-alone", "Only the player who draws a tile sees it.")
NO_SUCH_TILE = message("metro.no-such-tile", "You have no such tile in your hand.")
MOVE_IS = message(
    "metro.move-is", "A move lays a tile from your hand on a cell of the board, or draws one more."
)
NOT_A_MOVE = message(
    "metro.not-a-move",
    "That is not a move. Type a cell, such as a6; with several tiles 2 a6, with a rotation a6 r1; or draw.",
)
ROTATION_IS = message("metro.rotation-is", "A rotation is r0, r1, r2 or r3: quarter turns clockwise.")
WHICH_TILE = message(
    "metro.which-tile", "Say which tile: type its number, 1 to {last}, before the cell.", last=Count
)
NOT_YOURS = message("metro.not-yours", "You hold no tile {tile}.", tile=Verbatim)
DRAWN_LAY_IT = message("metro.drawn-lay-it", "You have drawn one more tile this turn: lay it.")
DRAWN_LAY_THAT = message("metro.drawn-lay-that", "You have drawn one more tile this turn: lay that one.")
PILE_EMPTY = message("metro.pile-empty", "The pile is empty: lay a tile from your hand.")
OTHER_FACE = message(
    "metro.other-face", "That tile in your hand is {held}, not {named}.", held=FaceName, named=FaceName
)
ALL_SEEN = message("metro.all-seen", "All tiles {face} are already laid or open.", face=FaceName)
ARROW = message(
    "metro.arrow",
    "The arrow fixes how a tile lies: it can be turned only with the option orientation=free.",
)
SAME_TURN = message(
    "metro.same-turn",
    "This tile looks the same turned {turns} times as turned {same} times: write r{same}.",
    turns=Count,
    same=Count,
)
IN_BLOCK = message(
    "metro.in-block", "{cell} is part of the block in the middle, where no tile is laid.", cell=PlaceName
)
TAKEN = message("metro.taken", "There is already a tile on {cell}.", cell=PlaceName)
NOT_BESIDE = message(
    "metro.not-beside",
    "{cell} is neither on the edge of the board nor beside a tile already laid.",
    cell=PlaceName,
)
LEADS_BACK = message(
    "metro.leads-back",
    "There {face} would lead from station {station} straight back into it, over this one "
    "tile: only a tile that fits nowhere else may do that.",
    face=FaceName,
    station=PlaceName,
)
LEADS_TO = message(
    "metro.leads-to",
    "There {face} would lead from station {station} to station {end} over this one tile: only "
    "a tile that fits nowhere else may do that.",
    face=FaceName,
    station=PlaceName,
    end=PlaceName,
)

# -- on the board and beside it --

CENTRE_SIGN = message("metro.centre-sign", "CENTRE")
PAYS = message("metro.pays", "pays × 2")
PILE = message("metro.pile", "pile {count}", count=Count)
UNDER_PILE = message("metro.under-pile", "under it {faces}", faces=FaceName)
TRAINS = counted("metro.trains", "{count} train", "{count} trains")
COLOUR_TRAINS = message("metro.colour-trains", "{colour}, {trains}", colour=Message, trains=Message)
ONE_TILE = message("metro.one-tile", "your tile")
SEVERAL_TILES = message("metro.several-tiles", "your tiles")
TILE_OF = message("metro.tile-of", "tile {number}/{all}", number=Count, all=Count)
ONLY_YOU = message("metro.only-you", "only you see")
OTHERS_HOLD = message("metro.others-hold", "others hold {count}", count=Count)
IN_HANDS = message("metro.in-hands", "in hands {count}", count=Count)
HOLDS = message("metro.holds", "holds {faces}", faces=FaceName)
TRACED = message("metro.traced", "traced")
ON_CELL = message("metro.on-cell", "on {cell}", cell=PlaceName)
NO_TRAIN = message("metro.no-train", "no train is waiting there")
NOW_INTO = message("metro.now-into", "now into {cell}", cell=PlaceName)
IN_CENTRE = message("metro.in-centre", "in the centre")
IN_STATION = message("metro.in-station", "in station {station}", station=PlaceName)
TO_CENTRE = counted("metro.to-centre", "{count} tile to the centre", "{count} tiles to the centre")
TO_STATION = counted(
    "metro.to-station",
    "{count} tile to station {station}",
    "{count} tiles to station {station}",
    station=PlaceName,
)
TO_CELL: Final = (
    counted(
        "metro.north-to-cell",
        "{count} tile, north to {cell}",
        "{count} tiles, north to {cell}",
        cell=PlaceName,
    ),
    counted(
        "metro.east-to-cell",
        "{count} tile, east to {cell}",
        "{count} tiles, east to {cell}",
        cell=PlaceName,
    ),
    counted(
        "metro.south-to-cell",
        "{count} tile, south to {cell}",
        "{count} tiles, south to {cell}",
        cell=PlaceName,
    ),
    counted(
        "metro.west-to-cell",
        "{count} tile, west to {cell}",
        "{count} tiles, west to {cell}",
        cell=PlaceName,
    ),
)
"""By the side by which a line leaves."""
LAY_HERE = message("metro.lay-here", "lay the tile here")


def station(number: int) -> PlaceName:
    """Return a station as a parameter."""
    return PlaceName(str(number))
