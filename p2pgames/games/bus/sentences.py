"""What Bus says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from p2pgames.games.bus.state import TYPES, Area, BusEnd, BusTask, Crossing, crossing_number, street_name
from p2pgames.text import Every, Joint, Message, PlaceName, SeatName, Verbatim, counted, message

# -- places and pieces --

LINE = message("bus.line", "line")
BUS = message("bus.bus", "bus")
RIDERS = message("bus.riders", "riders")
BUILD = message("bus.build", "build")
CLOCK = message("bus.clock", "clock")
VROOMM = message("bus.vroomm", "vroomm")
START = message("bus.start", "start")
AREAS: Final = (LINE(), BUS(), RIDERS(), BUILD(), CLOCK(), VROOMM(), START())
"""By area."""
HOUSE, OFFICE, PUB = message("bus.house", "house"), message("bus.office", "office"), message("bus.pub", "pub")
KINDS: Final = (HOUSE(), OFFICE(), PUB())
"""By type of building."""
STATIONS: Final = {
    "1830 Station": message("bus.station-1830", "1830 Station")(),
    "Dampfross Station": message("bus.station-dampfross", "Dampfross Station")(),
    "West Station": message("bus.station-west", "West Station")(),
    "East Station": message("bus.station-east", "East Station")(),
}
"""By the name that is printed, and typed."""
CROSSING = message("bus.crossing", "{at:place}")
TOO_LARGE = message("bus.too-large", "so large a number")
STREETS = counted("bus.streets", "{count} street", "{count} streets")
PASSENGERS = counted("bus.passengers", "{count} passenger", "{count} passengers")
BUILDINGS = counted("bus.buildings", "{count} building", "{count} buildings")
RIDES = counted("bus.rides", "{count} ride", "{count} rides")

# -- what is to be done --

WANTED: Final = {
    BusTask.CHOOSE: message("bus.wanted-choose", "choose an action")(),
    BusTask.FIRST: message("bus.wanted-first", "lay the first stick of your line")(),
    BusTask.LINE: message("bus.wanted-line", "extend your line")(),
    BusTask.RIDERS: message("bus.wanted-riders", "bring a new passenger to a station")(),
    BusTask.BUILD: message("bus.wanted-build", "put up a building")(),
    BusTask.CLOCK: message("bus.wanted-clock", "stop the clock or let it run")(),
    BusTask.VROOMM: message("bus.wanted-vroomm", "carry a passenger")(),
}
COMPULSORY_MARKER = message(
    "bus.compulsory-marker", "choose an action ({number:count} of {all:count} compulsory)"
)
MARKER_OR_PASS = message("bus.marker-or-pass", "choose an action (marker {number:count}), or pass")
TO_DO = message("bus.to-do", "{wanted:message}, {left:count} to go, for {space:message}")
SPACES: Final = {
    Area.LINE: message("bus.line-space", "line {space:verbatim}"),
    Area.RIDERS: message("bus.riders-space", "riders {space:verbatim}"),
    Area.BUILD: message("bus.build-space", "build {space:verbatim}"),
    Area.VROOMM: message("bus.vroomm-space", "vroomm {space:verbatim}"),
}
"""The spaces whose actions take several moves."""
NOTHING_DONE: Final = {
    Area.LINE: message("bus.nothing-laid", "{player:seat}, {space:message}: no stick to lay"),
    Area.BUS: message("bus.no-bus", "{player:seat}, bus: has five already"),
    Area.RIDERS: message("bus.nobody-comes", "{player:seat}, {space:message}: nobody to bring in"),
    Area.BUILD: message("bus.nothing-built", "{player:seat}, {space:message}: nothing to build"),
    Area.VROOMM: message("bus.nobody-carried", "{player:seat}, {space:message}: nobody to carry"),
}
"""What is told of an action that was chosen and cannot be carried out, or no further."""

# -- the position --

NOT_KNOWN = message("bus.not-known", "It is not known yet who starts.")
OVER = message("bus.over", "The game is over. {why:message}")
TURN = message("bus.turn", "Round {round:count}, {player:seat}'s turn: {task:message}.")
YOUR_TURN = message("bus.your-turn", "Round {round:count}, your turn, {player:seat}: {task:message}.")
SET_UP_TURN = message("bus.set-up-turn", "Set-up, {player:seat}'s turn: {task:message}.")
YOUR_SET_UP_TURN = message("bus.your-set-up-turn", "Set-up, your turn, {player:seat}: {task:message}.")
CLOCK_SHOWS = counted(
    "bus.clock-shows",
    "The clock shows {now:message}; {then:message} is next. {count} time stone left.",
    "The clock shows {now:message}; {then:message} is next. {count} time stones left.",
)
LARGEST_FLEET = counted(
    "bus.largest-fleet",
    "The largest fleet is {fleet:count}. {count} passenger still outside the city.",
    "The largest fleet is {fleet:count}. {count} passengers still outside the city.",
)
BUILDINGS_LEFT = message(
    "bus.buildings-left", "Buildings left: house {houses:count}, office {offices:count}, pub {pubs:count}."
)
SEAT = message(
    "bus.seat",
    "{player:seat}: {points:message}, {buses:message}, {markers:message}, {sticks:message}; {line:message}.",
)
STARTS = message("bus.starts", "{seat:message} Starts this round.")
HAS_LEFT = message("bus.has-left", "{seat:message} Has left the game.")
POINTS = counted("bus.points", "{count} point", "{count} points")
POINTS_LESS = counted(
    "bus.points-less",
    "{count} point ({all:count} less {stones:message})",
    "{count} points ({all:count} less {stones:message})",
)
STONES = counted("bus.stones", "{count} stone", "{count} stones")
BUSES = counted("bus.buses", "{count} bus", "{count} buses")
MARKERS = counted("bus.markers", "{count} marker", "{count} markers")
STICKS = counted("bus.sticks", "{count} stick", "{count} sticks")
NO_LINE = message("bus.no-line", "no line yet")
LINE_HEADS = message("bus.line-heads", "line {line:place}, heads at {heads:every}")
BOTH_HEADS = message("bus.both-heads", "line {line:place}, both heads at {head:place}")
ROWS: Final = (
    message("bus.line-row", "Line: {spaces:every}."),
    message("bus.bus-row", "Bus: {spaces:every}."),
    message("bus.riders-row", "Riders: {spaces:every}."),
    message("bus.build-row", "Build: {spaces:every}."),
    message("bus.clock-row", "Clock: {spaces:every}."),
    message("bus.vroomm-row", "Vroomm: {spaces:every}."),
    message("bus.start-row", "Start: {spaces:every}."),
)
"""By area."""
TAKEN_BY = message("bus.taken-by", "{space:verbatim} {player:seat}")
FREE = message("bus.free", "free")
ALL_FREE = message("bus.all-free", "all free")
PASSENGERS_SEATED = counted(
    "bus.passengers-seated",
    "{count} passenger, {seated:count} seated",
    "{count} passengers, {seated:count} seated",
)
AT = message("bus.at", "{at:place}: {there:every}.")
AT_BOTH = message("bus.at-both", "{at:place}: {there:every}; {riders:message}.")
FREE_SITES = message("bus.free-sites", "Free sites {site:verbatim}: {crossings:every}.")
TWICE = message("bus.twice", "{at:place} twice")

# -- what a move brings --

SPACE_GIVES = message(
    "bus.space-gives", "space {space:verbatim}: {pieces:message} (largest fleet {fleet:count})"
)
SPACE_GIVES_MORE = message(
    "bus.space-gives-more",
    "space {space:verbatim}: {pieces:message} (largest fleet {fleet:count}, and 1 for {players:count} players)",
)
SPACE_RIDES = message("bus.space-rides", "space {space:verbatim}: {rides:message} at most")
FIVE_BUSES = message("bus.five-buses", "no more: five is the limit")
ONE_MORE_BUS = message("bus.one-more-bus", "one more bus")
TO_STOP_TIME = message("bus.to-stop-time", "to stop time or let it run")
TO_BEGIN = message("bus.to-begin", "to begin the next round")
NO_MORE_MARKERS = message("bus.no-more-markers", "no more markers in this round")
WASTED_MARKER = message("bus.wasted-marker", "careful: this marker gives you nothing")
LAST_MARKER = message("bus.last-marker", "careful: your last marker, for all rounds to come")
RIDES_GIVEN_UP = counted(
    "bus.rides-given-up",
    "careful: {count} ride is open to you, and you have no marker on vroomm",
    "careful: {count} rides are open to you, and you have no marker on vroomm",
)
BESIDE = message("bus.beside", "beside {players:every}")
CIRCLE = message("bus.circle", "closes a loop at {at:place}")
STICKS_LEFT = counted("bus.sticks-left", "{count} stick left", "{count} sticks left")
KIND_LEFT: Final = (
    counted("bus.house-left", "{count} house left", "{count} houses left"),
    counted("bus.office-left", "{count} office left", "{count} offices left"),
    counted("bus.pub-left", "{count} pub left", "{count} pubs left"),
)
"""By type of building."""
MORE_WAIT = message("bus.more-wait", "{station:message}; {left:count} more waiting outside")
COMES = message("bus.comes", "the clock moves on to {kind:message}")
STAYS = message("bus.stays", "the clock stays at {kind:message}; the stone costs 1 point, {left:count} left")
LAST_STONE = message("bus.last-stone", "the last stone is taken, it costs 1 point")
SERVED = message("bus.served", "passenger served, 1 point")
MORE_RIDES = counted("bus.more-rides", "{count} more ride to make", "{count} more rides to make")
LAST_RIDE = message("bus.last-ride", "the last ride of these buses")
HAS_NOW = message("bus.has-now", "{player:seat} now has {buses:message}")
ROUND_BEGINS = message("bus.round-begins", "round {round:count}, {player:seat} starts")

# -- how it ends --

NO_STONE = message("bus.no-stone", "The last time stone is taken.")
NO_SITE = message("bus.no-site", "No building site is free.")
NO_MARKERS = message("bus.no-markers", "At most one player has markers left.")
ALL_LEFT = message("bus.all-left", "All the others have left.")
WHY: Final = {
    BusEnd.NO_STONE: NO_STONE(),
    BusEnd.NO_SITE: NO_SITE(),
    BusEnd.NO_MARKERS: NO_MARKERS(),
    BusEnd.ALL_LEFT: ALL_LEFT(),
}


def place(at: Crossing) -> PlaceName:
    """Return a crossing as a parameter."""
    return PlaceName(crossing_number(at))


def street(one: Crossing, other: Crossing) -> PlaceName:
    """Return two crossings as a parameter."""
    return PlaceName(street_name(one, other))


def path(line: Iterable[Crossing]) -> PlaceName:
    """Return the crossings of a line as a parameter."""
    return PlaceName(" ".join(map(crossing_number, line)))


def crossing(at: Crossing) -> Message:
    """Return a number that somebody gave for a crossing, as a parameter; it may be too long to write."""
    return CROSSING(at=place(at)) if abs(at) < 10**6 else TOO_LARGE()


def places(crossings: Iterable[Crossing], joint: Joint = Joint.AND) -> Every:
    """Return crossings as a parameter."""
    return Every(tuple(map(place, crossings)), joint)


def seats(some: Iterable[int]) -> Every:
    """Return players as a parameter."""
    return Every(tuple(map(SeatName, some)))


def words(some: Iterable[str]) -> Every:
    """Return words that can be typed, as a parameter."""
    return Every(tuple(map(Verbatim, some)), Joint.OR)


KIND_WORDS: Final = words(TYPES)
ACTION_WORDS: Final = Every(AREAS, Joint.OR)
CHOICE_WORDS: Final = Every((*AREAS, Verbatim("pass")), Joint.OR)


# Why a move of Bus is refused, and what could be typed instead.

NO_SEAT = message("bus.no-seat", "There is no such seat in the game.")
TURN_OF = message("bus.turn-of", "It is {player:seat}'s turn.")
NOW = message("bus.now", "Now {wanted:message}.")
NO_MOVE = message("bus.no-move", "That is not a move in this game; now {wanted:message}.")
STOP_OR_RUN = message("bus.stop-or-run", "Tell the clock to stop or to run.")
ACTION_IS = message("bus.action-is", "An action is one of {words:every}.")
NO_SPACE = message("bus.no-space", "All spaces of {area:message} are taken this round.")
MUST_LAY = message("bus.must-lay", "Everybody places {markers:count} markers before passing.")
NO_STREET = message("bus.no-street", "There is no street between {one:message} and {other:message}.")
NOT_A_HEAD = message(
    "bus.not-a-head",
    "A stick starts at a head of your line; {at:place} is not one, yours is at {head:place}.",
)
NO_HEAD = message(
    "bus.no-head",
    "A stick starts at a head of your line; {at:place} is not one, yours are at {one:place} and {other:place}.",
)
NO_DIRECTION = message("bus.no-direction", "The first stick has no direction: type it as {street:place}.")
OWN_STREET = message("bus.own-street", "Your line already uses {street:place}: no line uses a street twice.")
USED_STREET = message(
    "bus.used-street",
    "{street:place} is used by {players:every}, and from {head:place} an unused street still leads to {ends:every}; "
    "you may take a used one only where the head of each line on it meets yours there.",
)
NO_CROSSING = message("bus.no-crossing", "There is no crossing {at:message}.")
BUILDING_IS = message("bus.building-is", "A building is one of {words:every}.")
STATION_HAS_NONE = message("bus.station-has-none", "{at:place} is a station: it has no building sites.")
NO_FREE_SITE = message("bus.no-free-site", "{at:place} has no free site.")
SITES_BEFORE = message(
    "bus.sites-before",
    "All sites {now:verbatim} are filled before {site:verbatim}; free ones are at {there:every}.",
)
NONE_LEFT: Final = (
    message("bus.no-house", "No house is left.")(),
    message("bus.no-office", "No office is left.")(),
    message("bus.no-pub", "No pub is left.")(),
)
"""By type of building."""
COME_IN = message("bus.come-in", "Passengers arrive at a station: {stations:every}.")
NOT_ON_LINE = message("bus.not-on-line", "Your line does not reach {at:message}.")
ALL_SEATED = message("bus.all-seated", "Everybody at {at:place} is seated.")
NOBODY_WAITS = message("bus.nobody-waits", "Nobody is waiting at {at:place}.")
NOT_FREE = message("bus.not-free", "There is no free {kind:message} at {at:place}.")

# -- what is typed --

MAY_BE = message("bus.may-be", "{typed:typed} may be {words:every}.")
END_MAY_BE = message("bus.end-may-be", "{at:place} may be {moves:every}.")
TYPE_ACTION = message("bus.type-action", "Type an action by its number 1 to 7 or its word, {words:every}.")
TYPE_KIND = message("bus.type-kind", "Type one of {words:every}.")
TYPE_STATION = message("bus.type-station", "Type a station, {stations:every}.")
NAMED_STATION = message("bus.named-station", "{at:place} ({name:message})")
TYPE_CLOCK = message("bus.type-clock", "Type stop or run.")
TYPE_BUILDING = message(
    "bus.type-building", "Type a building as crossing, letter and type, such as 07 C house or 07 h."
)
TYPE_PAIR: Final = {
    BusTask.FIRST: message("bus.type-street", "Type a street as its two crossings, such as 00-08.")(),
    BusTask.LINE: message(
        "bus.type-stick", "Type a stick as the head it starts from and its far end, such as 00-08."
    )(),
    BusTask.VROOMM: message("bus.type-ride", "Type a ride as its start and end, such as 01-17.")(),
}
FROM_TO = message("bus.from-to", "From {at:place} to {ends:every}?")
NOTHING_FROM = message("bus.nothing-from", "No move goes from {at:place} now.")
NOTHING_ENDS = message("bus.nothing-ends", "No move ends at {at:place} now.")
CROSSING_MISSING = message(
    "bus.crossing-missing", "The crossing is missing: a free site {site:verbatim} is at {there:every}."
)
FIRST_SITE = message(
    "bus.first-site", "The first free site at {at:place} is {site:verbatim}, not {other:verbatim}."
)
