"""What lies on the table of Bus: the city, the action board, and the position, which everybody sees whole."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.contract import Seat, Wire

# The printed matter: both cities, their crossings, streets and building sites, and the numbers of pieces.
#
# A ``Crossing`` is numbered from 0. A ``Street`` is numbered in the order of the data; it joins two different
# crossings, and no two streets join the same two.

Crossing: TypeAlias = int
Street: TypeAlias = int

DATA: Final = (files("p2pgames.games.bus") / "data" / "board.json").read_bytes()
_PRINTED: Final[dict[str, Any]] = json.loads(DATA)

MARKERS: Final[int] = _PRINTED["markers"]
"""Markers of each player at the start; the one that is the first bus is not among them."""
BUSES: Final[int] = _PRINTED["buses"]
"""The most buses a player can have."""
RIDERS: Final[int] = _PRINTED["riders"]
"""All passengers, those on the start crossings among them."""
BUILDINGS: Final[int] = _PRINTED["buildings"]
"""Buildings of each type."""
TYPES: Final[tuple[str, ...]] = tuple(_PRINTED["clock"])
"""The types of buildings in the order of the clock, which begins at the first."""
STICKS: Final[dict[int, int]] = {int(seats): count for seats, count in _PRINTED["sticks"].items()}
STONES: Final[dict[int, int]] = {int(seats): count for seats, count in _PRINTED["stones"].items()}
SPACES: Final[dict[str, int]] = _PRINTED["spaces"]


@dataclass(frozen=True, slots=True, eq=False)
class BusCity:
    """A map, compared by identity.

    ``around[c]`` holds, by rising number, each neighbour of crossing c with the street that leads there;
    ``street[a, b]`` is the street between neighbours, either way round; ``sites[c]`` holds the letters of
    the building sites at c in alphabetical order; ``starts`` are the crossings where a passenger stands
    at first; ``stations`` maps the crossings that are stations to their names.
    """

    name: str
    streets: tuple[tuple[Crossing, Crossing], ...]
    around: tuple[tuple[tuple[Crossing, Street], ...], ...]
    street: dict[tuple[Crossing, Crossing], Street]
    sites: tuple[str, ...]
    starts: tuple[Crossing, ...]
    stations: dict[Crossing, str]

    @property
    def crossings(self) -> range:
        """The numbers of all crossings."""
        return range(len(self.sites))


def make_city(name: str, crossings: list[dict[str, Any]], streets: list[list[int]]) -> BusCity:
    """Return the city of these crossings and streets, in the form of the data file."""
    around: list[list[tuple[Crossing, Street]]] = [[] for _ in crossings]
    between = {}
    for number, (one, other) in enumerate(streets):
        around[one].append((other, number))
        around[other].append((one, number))
        between[one, other] = between[other, one] = number
    return BusCity(
        name=name,
        streets=tuple((min(pair), max(pair)) for pair in streets),
        around=tuple(tuple(sorted(exits)) for exits in around),
        street=between,
        sites=tuple(crossing["sites"] for crossing in crossings),
        starts=tuple(number for number, crossing in enumerate(crossings) if "rider" in crossing),
        stations={n: crossing["station"] for n, crossing in enumerate(crossings) if "station" in crossing},
    )


CITIES: Final = {name: make_city(name, **printed) for name, printed in _PRINTED["cities"].items()}


# Crossings and streets as they are typed and printed.


def crossing_number(crossing: Crossing) -> str:
    """Return a crossing's number in two digits."""
    return f"{crossing:02d}"


def street_name(one: Crossing, other: Crossing) -> str:
    """Return two crossings as one typed word, ``00-08``."""
    return f"{crossing_number(one)}-{crossing_number(other)}"


# The action board: its areas, their spaces, and the order in which they are carried out.


class Area(IntEnum):
    """An action, numbered as it lies on the board from left to right."""

    LINE = 0
    BUS = 1
    RIDERS = 2
    BUILD = 3
    CLOCK = 4
    VROOMM = 5
    START = 6

    @property
    def label(self) -> str:
        """The word for the area in moves."""
        return self.name.lower()


Board: TypeAlias = tuple[tuple[Seat, ...], ...]
"""For each area the seats whose markers lie on its spaces from a on; `NOBODY` on a free one."""

NOBODY: Final = -1
"""Of a space: no marker lies there. It stands in the digest of the state."""
BY_LABEL: Final = {area.label: area for area in Area}
SIZES: Final = tuple(SPACES[area.label] for area in Area)
EMPTY: Final[Board] = tuple((NOBODY,) * size for size in SIZES)

LETTERS: Final = "abcdef"
"""Of an area's spaces."""

BACKWARDS: Final = (Area.LINE, Area.BUILD)
"""Carried out from the last space to the first."""

ORDER: Final = tuple(
    (area, space)
    for area in Area
    for space in (reversed(range(SIZES[area])) if area in BACKWARDS else range(SIZES[area]))
)
"""All spaces in the order in which they are carried out."""


def free_space(spaces: Board, area: Area) -> int:
    """Return the first free space of an area, or -1."""
    return spaces[area].index(NOBODY) if NOBODY in spaces[area] else -1


def put_marker(spaces: Board, area: Area, space: int, seat: Seat) -> Board:
    """Return the board with the seat's marker on a space, or none with `NOBODY`."""
    row = spaces[area]
    return (*spaces[:area], (*row[:space], seat, *row[space + 1 :]), *spaces[area + 1 :])


def marker_count(spaces: Board, seat: Seat) -> int:
    """Return how many markers of the seat lie on the board."""
    return sum(row.count(seat) for row in spaces)


def without_markers(spaces: Board, seat: Seat) -> Board:
    """Return the board without the markers of the seat; the others stay where they are."""
    return tuple(tuple(NOBODY if each == seat else each for each in row) for row in spaces)


class BusTask(StrEnum):
    """What is to be decided next."""

    ROLL = "roll"
    """Chance says who begins."""
    FIRST = "first"
    """The first stick of a line."""
    CHOOSE = "choose"
    """A marker, or to pass."""
    LINE = "line"
    """A stick that extends a line; also the second one of the set-up."""
    RIDERS = "riders"
    """A station for a new passenger."""
    BUILD = "build"
    """A building; also those of the set-up."""
    CLOCK = "clock"
    """Whether time stops."""
    VROOMM = "vroomm"
    """A passenger to be carried."""
    OVER = "over"
    """Nothing: the game has ended."""


class BusEnd(StrEnum):
    """Why the game has ended. The values stand in the digest of the state, so they never change."""

    NOT_YET = ""
    """It goes on."""
    NO_STONE = "The last time stone is taken."
    NO_SITE = "No building site is free."
    NO_MARKERS = "At most one player has markers left."
    ALL_LEFT = "All the others have left."


Line = tuple[Crossing, ...]
"""The crossings of a line from head to head, the head that moved last at the end; empty before it begins."""


@dataclass(frozen=True, slots=True)
class BusState:
    """A position. Tuples named in the plural hold one entry for each seat, but ``riders`` and ``built``.

    ``turn`` is to decide ``task``, ``todo`` times at most; ``queue`` holds the decisions of the set-up that
    come after it, and ``step`` the space of `areas.ORDER` that is being carried out, -1 before. ``spaces``
    is the action board. ``points`` are gross, without stones. ``stack`` holds the seats in the order in
    which they came to their points. ``riders`` counts passengers and ``built`` holds the types of
    buildings, in the order of the sites, for each crossing. ``why`` says how the game ended.
    """

    city: BusCity
    seats: int
    start: Seat
    lines: tuple[Line, ...]
    markers: tuple[int, ...]
    buses: tuple[int, ...]
    points: tuple[int, ...]
    stones: tuple[int, ...]
    stack: tuple[Seat, ...]
    riders: tuple[int, ...]
    built: tuple[tuple[int, ...], ...]
    task: BusTask = BusTask.ROLL
    turn: Seat = -1
    todo: int = 0
    step: int = -1
    queue: tuple[tuple[BusTask, Seat], ...] = ()
    spaces: Board = EMPTY
    passed: tuple[Seat, ...] = ()
    gone: tuple[Seat, ...] = ()
    clock: int = 0
    round: int = 0
    why: BusEnd = BusEnd.NOT_YET

    @property
    def inside(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def fleet(self) -> int:
        """The largest number of buses anybody has, of those who have left too."""
        return max(self.buses)

    @property
    def waiting(self) -> int:
        """The passengers that are not in the city yet."""
        return RIDERS - sum(self.riders)

    @property
    def stones_left(self) -> int:
        """The time stones nobody has taken."""
        return STONES[self.seats] - sum(self.stones)

    def sticks(self, seat: Seat) -> int:
        """Return how many sticks the seat still has."""
        return STICKS[self.seats] - max(0, len(self.lines[seat]) - 1)

    def yields(self, area: Area, space: int) -> int:
        """Return how many sticks, passengers or buildings a space of one of these three areas yields now."""
        extra = 1 if area is Area.LINE and self.seats == max(STICKS) else 0
        return max(0, self.fleet + extra - space)

    def after(self, seat: Seat) -> Seat:
        """Return the next seat to the left that is still inside."""
        return next(
            each for step in range(1, self.seats + 1) if (each := (seat + step) % self.seats) not in self.gone
        )


def added(counts: tuple[int, ...], at: int, change: int = 1) -> tuple[int, ...]:
    """Return the counts with one of them changed."""
    return (*counts[:at], counts[at] + change, *counts[at + 1 :])


def wire(state: BusState) -> Wire:
    """Return the whole state as plain values."""
    return (
        state.city.name,
        state.seats,
        state.start,
        state.lines,
        state.markers,
        state.buses,
        state.points,
        state.stones,
        state.stack,
        state.riders,
        state.built,
        state.task.value,
        state.turn,
        state.todo,
        state.step,
        tuple((task.value, seat) for task, seat in state.queue),
        state.spaces,
        state.passed,
        state.gone,
        state.clock,
        state.round,
        state.why.value,
    )
