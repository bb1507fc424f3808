"""Why a move of Socks in the City is refused, and what could be typed instead."""

from __future__ import annotations

from p2pgames.games.socks.board import SIXTHS, STICKS, VACANT
from p2pgames.text import Count, FaceName, Message, SeatName, Typed, Verbatim, message

NOT_THE_ROLL = message("socks.not-the-roll", "That is not the roll that was asked for.")
TILE_DUE = message("socks.tile-due", "Now lay a tile.")
SOCK_DUE = message("socks.sock-due", "Now lay a sock.")

# -- sticks --

SIDE_BY_SIDE = message("socks.side-by-side", "A stick joins two stations that lie side by side.")
PRINTED_THERE = message(
    "socks.printed-there",
    "The link between twins is printed on the tile; nothing can be built there.",
)
STICK_THERE = message("socks.stick-there", "A stick of {player} lies there already.", player=SeatName)

# -- tiles --

FIRST_TILE = message("socks.first-tile", "The first tile goes in the middle of the table.")
TILE_THERE = message("socks.tile-there", "A tile lies there already.")
SIDES_SHARED = message(
    "socks.sides-shared",
    "A tile must share at least {sides} sides with those already laid.",
    sides=Count,
)
TOO_MANY = message(
    "socks.too-many",
    "That would enclose {hexagons} hexagons; at most {most} are allowed.",
    hexagons=Count,
    most=Count,
)
TOO_FEW = message(
    "socks.too-few",
    "Only {now} hexagons are enclosed: this tile must enclose one more, since a tile can.",
    now=Count,
)

# -- socks --

NO_SUCH_SOCK = message("socks.no-such-sock", "There is no such sock to lay.")
OTHER_SOCK = message("socks.other-sock", "First lay the other sock {sock}.", sock=FaceName)
NO_STATION = message("socks.no-station", "There is no such station.")
SOCK_THERE = message("socks.sock-there", "A sock lies there already.")
NO_PARTNER = message("socks.no-partner", "There would be no place for the other sock of this colour.")
APART = message(
    "socks.apart",
    "The socks of a colour lie {least} to {most} stations apart, not {now}.",
    least=Count,
    most=Count,
    now=Count,
)
CROWDED = message(
    "socks.crowded",
    "Every sock must keep {stations} neighbouring stations free of socks.",
    stations=Count,
)(stations=Count(VACANT))
OUT_OF_REACH = message(
    "socks.out-of-reach",
    "It must be possible to join every pair with {sticks} sticks.",
    sticks=Count,
)(sticks=Count(STICKS))

# -- what is typed --

NAME_LINK = message("socks.name-link", "Name two neighbouring stations, such as {example}.", example=Verbatim)
NAME_TILE = message(
    "socks.name-tile",
    "Name the hexagon of the tile's first twin and how it is turned, such as n52 r1.",
)
NAME_SOCK = message("socks.name-sock", "Name a sock and a station, such as A f20.")
NO_MOVE = message("socks.no-move", "That is not a move.")
NO_HEXAGON = message("socks.no-hexagon", "There is no hexagon {typed}. {how}", typed=Typed, how=Message)
TURNS = message("socks.turns", "A tile is turned r0 to r{most}.", most=Count)(most=Count(SIXTHS - 1))
