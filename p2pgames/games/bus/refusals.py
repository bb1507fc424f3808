"""Why a move of Bus is refused, and what could be typed instead."""

from __future__ import annotations

from typing import Final

from p2pgames.games.bus.state import Task
from p2pgames.text import Count, Every, Message, PlaceName, SeatName, Typed, Verbatim, message

NO_SEAT = message("bus.no-seat", "There is no such seat in the game.")
TURN_OF = message("bus.turn-of", "It is {player}'s turn.", player=SeatName)
NOW = message("bus.now", "Now {wanted}.", wanted=Message)
NO_MOVE = message("bus.no-move", "That is not a move in this game; now {wanted}.", wanted=Message)
STOP_OR_RUN = message("bus.stop-or-run", "Tell the clock to stop or to run.")
ACTION_IS = message("bus.action-is", "An action is one of {words}.", words=Every)
NO_SPACE = message("bus.no-space", "All spaces of {area} are taken this round.", area=Message)
MUST_LAY = message("bus.must-lay", "Everybody places {markers} markers before passing.", markers=Count)
NO_STREET = message(
    "bus.no-street", "There is no street between {one} and {other}.", one=Message, other=Message
)
NOT_A_HEAD = message(
    "bus.not-a-head",
    "A stick starts at a head of your line; {at} is not one, yours is at {head}.",
    at=PlaceName,
    head=PlaceName,
)
NO_HEAD = message(
    "bus.no-head",
    "A stick starts at a head of your line; {at} is not one, yours are at {one} and {other}.",
    at=PlaceName,
    one=PlaceName,
    other=PlaceName,
)
NO_DIRECTION = message(
    "bus.no-direction", "The first stick has no direction: type it as {street}.", street=PlaceName
)
OWN_STREET = message(
    "bus.own-street", "Your line already uses {street}: no line uses a street twice.", street=PlaceName
)
USED_STREET = message(
    "bus.used-street",
    "{street} is used by {players}, and from {head} an unused street still leads to {ends}; "
    "you may take a used one only where the head of each line on it meets yours there.",
    street=PlaceName,
    players=Every,
    head=PlaceName,
    ends=Every,
)
NO_CROSSING = message("bus.no-crossing", "There is no crossing {at}.", at=Message)
BUILDING_IS = message("bus.building-is", "A building is one of {words}.", words=Every)
STATION_HAS_NONE = message(
    "bus.station-has-none", "{at} is a station: it has no building sites.", at=PlaceName
)
NO_FREE_SITE = message("bus.no-free-site", "{at} has no free site.", at=PlaceName)
SITES_BEFORE = message(
    "bus.sites-before",
    "All sites {now} are filled before {site}; free ones are at {there}.",
    now=Verbatim,
    site=Verbatim,
    there=Every,
)
NONE_LEFT: Final = (
    message("bus.no-house", "No house is left.")(),
    message("bus.no-office", "No office is left.")(),
    message("bus.no-pub", "No pub is left.")(),
)
"""By type of building."""
COME_IN = message("bus.come-in", "Passengers arrive at a station: {stations}.", stations=Every)
NOT_ON_LINE = message("bus.not-on-line", "Your line does not reach {at}.", at=Message)
ALL_SEATED = message("bus.all-seated", "Everybody at {at} is seated.", at=PlaceName)
NOBODY_WAITS = message("bus.nobody-waits", "Nobody is waiting at {at}.", at=PlaceName)
NOT_FREE = message("bus.not-free", "There is no free {kind} at {at}.", kind=Message, at=PlaceName)

# -- what is typed --

MAY_BE = message("bus.may-be", "{typed} may be {words}.", typed=Typed, words=Every)
END_MAY_BE = message("bus.end-may-be", "{at} may be {moves}.", at=PlaceName, moves=Every)
TYPE_ACTION = message(
    "bus.type-action", "Type an action by its number 1 to 7 or its word, {words}.", words=Every
)
TYPE_KIND = message("bus.type-kind", "Type one of {words}.", words=Every)
TYPE_STATION = message("bus.type-station", "Type a station, {stations}.", stations=Every)
NAMED_STATION = message("bus.named-station", "{at} ({name})", at=PlaceName, name=Message)
TYPE_CLOCK = message("bus.type-clock", "Type stop or run.")
TYPE_BUILDING = message(
    "bus.type-building", "Type a building as crossing, letter and type, such as 07 C house or 07 h."
)
TYPE_PAIR: Final = {
    Task.FIRST: message("bus.type-street", "Type a street as its two crossings, such as 00-08.")(),
    Task.LINE: message(
        "bus.type-stick", "Type a stick as the head it starts from and its far end, such as 00-08."
    )(),
    Task.VROOMM: message("bus.type-ride", "Type a ride as its start and end, such as 01-17.")(),
}
FROM_TO = message("bus.from-to", "From {at} to {ends}?", at=PlaceName, ends=Every)
NOTHING_FROM = message("bus.nothing-from", "No move goes from {at} now.", at=PlaceName)
NOTHING_ENDS = message("bus.nothing-ends", "No move ends at {at} now.", at=PlaceName)
CROSSING_MISSING = message(
    "bus.crossing-missing",
    "The crossing is missing: a free site {site} is at {there}.",
    site=Verbatim,
    there=Every,
)
FIRST_SITE = message(
    "bus.first-site",
    "The first free site at {at} is {site}, not {other}.",
    at=PlaceName,
    site=Verbatim,
    other=Verbatim,
)
