"""What Metro says."""

from __future__ import annotations

from typing import Final

from p2pgames.text import PlaceName, counted, message

YELLOW, BLUE = message("metro.yellow", "Yellow"), message("metro.blue", "Blue")
ORANGE, GREEN = message("metro.orange", "Orange"), message("metro.green", "Green")
LILAC, RED = message("metro.lilac", "Lilac"), message("metro.red", "Red")
COLOURS: Final = (YELLOW(), BLUE(), ORANGE(), GREEN(), LILAC(), RED())
"""By seat, as the board's data have them."""

# -- the position --

NOT_ROLLED = message("metro.not-rolled", "It is not known yet who begins.")
TO_SHUFFLE = message("metro.to-shuffle", "The tiles of the pile are about to be shuffled.")
DRAWS = message("metro.draws", "{colour:message} draws from the pile.")
TO_MOVE = message("metro.to-move", "{colour:message} is to move.")
YOUR_MOVE = message("metro.your-move", "{colour:message} is to move: that is you.")
TO_LAY = message("metro.to-lay", "{colour:message} is to move, having drawn one more tile.")
YOUR_LAY = message("metro.your-lay", "{colour:message} is to move: that is you, with one more tile drawn.")
TURNS: Final = {
    (False, False): TO_MOVE,
    (True, False): YOUR_MOVE,
    (False, True): TO_LAY,
    (True, True): YOUR_LAY,
}
"""By whether it is the reader's turn, and whether one more tile has been drawn in it."""
PLAYER = counted(
    "metro.player",
    "{colour:message}, seat {seat:count}: {count} point, trains still to arrive: {trains:count}.",
    "{colour:message}, seat {seat:count}: {count} points, trains still to arrive: {trains:count}.",
)
PLAYER_LEFT = counted(
    "metro.player-left",
    "{colour:message}, seat {seat:count}: {count} point, has left the game.",
    "{colour:message}, seat {seat:count}: {count} points, has left the game.",
)
ROW = message("metro.row", "Row {row:place}: {tiles:verbatim}.")
EMPTY_ROW = message("metro.empty-row", "Row {row:place}: empty.")
OPEN_CELLS = message("metro.open-cells", "Open cells: {cells:place}.")
NO_OPEN_CELLS = message("metro.no-open-cells", "Open cells: none.")
LINE = counted(
    "metro.line",
    "{colour:message}'s line {station:place}: {count} crossing, runs into {end:message}.",
    "{colour:message}'s line {station:place}: {count} crossings, runs into {end:message}.",
)
GOING: Final = (
    message("metro.going-north", "{cell:place} going north"),
    message("metro.going-east", "{cell:place} going east"),
    message("metro.going-south", "{cell:place} going south"),
    message("metro.going-west", "{cell:place} going west"),
)
"""By the side by which a line leaves."""
NOT_BEGUN = message("metro.not-begun", "{colour:message}'s lines not yet begun: {stations:place}.")
LAID = message("metro.laid", "{laid:count} of {all:count} tiles are laid, {pile:count} are in the pile.")
UNDER = message("metro.under", "Under the pile, open and drawn last, in this order: {faces:face}.")
YOU_HOLD_NONE = message("metro.you-hold-none", "You hold no tile.")
HOLDS_NONE = message("metro.holds-none", "{colour:message} holds no tile.")
YOUR_TILE = message("metro.your-tile", "You hold tile {number:count}: {tile:message}.")
YOUR_DRAWN = message("metro.your-drawn", "You hold tile {number:count}, just drawn: {tile:message}.")
THEIR_TILE = message("metro.their-tile", "{colour:message} holds tile {number:count}: {tile:message}.")
THEIR_DRAWN = message(
    "metro.their-drawn", "{colour:message} holds tile {number:count}, just drawn: {tile:message}."
)
FACE = message("metro.face", "{face:face}")
OPEN_FACE = message("metro.open-face", "{face:face}, open to all")
HIDDEN = message("metro.hidden", "hidden")
MAY_LAY = message("metro.may-lay", "It can be laid {places:message}.")
MAY_LAY_FORCED = message("metro.may-lay-forced", "It fits nowhere else, so it can be laid {places:message}.")
ON_CELLS = message("metro.on-cells", "on {cells:place}")
TURNED_ON = message("metro.turned-on", "turned r{turns:count} on {cells:place}")

# -- what a move brings --

MUST_LAY = message("metro.must-lay", "one more tile; it must be laid")
FORCED = message("metro.forced", "{face:face}, the only place where it fits")
ARRIVES = counted(
    "metro.arrives",
    "train {station:place} arrives, {count} point",
    "train {station:place} arrives, {count} points",
)
THEIRS_ARRIVES = counted(
    "metro.theirs-arrives",
    "{player:seat}'s train {station:place} arrives, {count} point",
    "{player:seat}'s train {station:place} arrives, {count} points",
)
IN_THE_CENTRE = counted(
    "metro.in-the-centre",
    "train {station:place} reaches the centre, {length:count} doubled: {count} points",
    "train {station:place} reaches the centre, {length:count} doubled: {count} points",
)
THEIRS_IN_CENTRE = counted(
    "metro.theirs-in-centre",
    "{player:seat}'s train {station:place} reaches the centre, {length:count} doubled: {count} points",
    "{player:seat}'s train {station:place} reaches the centre, {length:count} doubled: {count} points",
)
GROWS = message("metro.grows", "line {station:place} of {colour:message} grows to {length:count}")

# -- how it ends --

ALL_LAID = message("metro.all-laid", "All tiles are laid.")
ALL_LEFT = message("metro.all-left", "All the others have left.")

# -- refusals --

SEATS_TURN = message("metro.seats-turn", "It is {colour:message}'s turn.")
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
    "metro.which-tile", "Say which tile: type its number, 1 to {last:count}, before the cell."
)
NOT_YOURS = message("metro.not-yours", "You hold no tile {tile:verbatim}.")
DRAWN_LAY_IT = message("metro.drawn-lay-it", "You have drawn one more tile this turn: lay it.")
DRAWN_LAY_THAT = message("metro.drawn-lay-that", "You have drawn one more tile this turn: lay that one.")
PILE_EMPTY = message("metro.pile-empty", "The pile is empty: lay a tile from your hand.")
OTHER_FACE = message("metro.other-face", "That tile in your hand is {held:face}, not {named:face}.")
ALL_SEEN = message("metro.all-seen", "All tiles {face:face} are already laid or open.")
ARROW = message(
    "metro.arrow",
    "The arrow fixes how a tile lies: it can be turned only with the option orientation=free.",
)
SAME_TURN = message(
    "metro.same-turn",
    "This tile looks the same turned {turns:count} times as turned {same:count} times: write r{same:count}.",
)
IN_BLOCK = message(
    "metro.in-block", "{cell:place} is part of the block in the middle, where no tile is laid."
)
TAKEN = message("metro.taken", "There is already a tile on {cell:place}.")
NOT_BESIDE = message(
    "metro.not-beside", "{cell:place} is neither on the edge of the board nor beside a tile already laid."
)
LEADS_BACK = message(
    "metro.leads-back",
    "There {face:face} would lead from station {station:place} straight back into it, over this one "
    "tile: only a tile that fits nowhere else may do that.",
)
LEADS_TO = message(
    "metro.leads-to",
    "There {face:face} would lead from station {station:place} to station {end:place} over this one tile: only "
    "a tile that fits nowhere else may do that.",
)

# -- on the board and beside it --

CENTRE_SIGN = message("metro.centre-sign", "CENTRE")
PAYS = message("metro.pays", "pays × 2")
PILE = message("metro.pile", "pile {count:count}")
UNDER_PILE = message("metro.under-pile", "under it {faces:face}")
TRAINS = counted("metro.trains", "{count} train", "{count} trains")
COLOUR_TRAINS = message("metro.colour-trains", "{colour:message}, {trains:message}")
ONE_TILE = message("metro.one-tile", "your tile")
SEVERAL_TILES = message("metro.several-tiles", "your tiles")
TILE_OF = message("metro.tile-of", "tile {number:count}/{all:count}")
ONLY_YOU = message("metro.only-you", "only you see")
OTHERS_HOLD = message("metro.others-hold", "others hold {count:count}")
IN_HANDS = message("metro.in-hands", "in hands {count:count}")
HOLDS = message("metro.holds", "holds {faces:face}")
TRACED = message("metro.traced", "traced")
ON_CELL = message("metro.on-cell", "on {cell:place}")
NO_TRAIN = message("metro.no-train", "no train is waiting there")
NOW_INTO = message("metro.now-into", "now into {cell:place}")
IN_CENTRE = message("metro.in-centre", "in the centre")
IN_STATION = message("metro.in-station", "in station {station:place}")
TO_CENTRE = counted("metro.to-centre", "{count} tile to the centre", "{count} tiles to the centre")
TO_STATION = counted(
    "metro.to-station", "{count} tile to station {station:place}", "{count} tiles to station {station:place}"
)
TO_CELL: Final = (
    counted(
        "metro.north-to-cell", "{count} tile, north to {cell:place}", "{count} tiles, north to {cell:place}"
    ),
    counted(
        "metro.east-to-cell", "{count} tile, east to {cell:place}", "{count} tiles, east to {cell:place}"
    ),
    counted(
        "metro.south-to-cell", "{count} tile, south to {cell:place}", "{count} tiles, south to {cell:place}"
    ),
    counted(
        "metro.west-to-cell", "{count} tile, west to {cell:place}", "{count} tiles, west to {cell:place}"
    ),
)
"""By the side by which a line leaves."""
LAY_HERE = message("metro.lay-here", "lay the tile here")


def station(number: int) -> PlaceName:
    """Return a station as a parameter."""
    return PlaceName(str(number))
