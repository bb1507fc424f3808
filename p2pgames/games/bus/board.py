"""The printed matter: both cities, their crossings, streets and building sites, and the numbers of pieces.

A ``Crossing`` is numbered from 0. A ``Street`` is numbered in the order of the data; it joins two different
crossings, and no two streets join the same two.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.contract import Seat

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
class City:
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


def city(name: str, crossings: list[dict[str, Any]], streets: list[list[int]]) -> City:
    """Return the city of these crossings and streets, in the form of the data file."""
    around: list[list[tuple[Crossing, Street]]] = [[] for _ in crossings]
    between = {}
    for number, (one, other) in enumerate(streets):
        around[one].append((other, number))
        around[other].append((one, number))
        between[one, other] = between[other, one] = number
    return City(
        name=name,
        streets=tuple((min(pair), max(pair)) for pair in streets),
        around=tuple(tuple(sorted(exits)) for exits in around),
        street=between,
        sites=tuple(crossing["sites"] for crossing in crossings),
        starts=tuple(number for number, crossing in enumerate(crossings) if "rider" in crossing),
        stations={n: crossing["station"] for n, crossing in enumerate(crossings) if "station" in crossing},
    )


CITIES: Final = {name: city(name, **printed) for name, printed in _PRINTED["cities"].items()}


# Crossings and streets as they are typed and printed.


def number(crossing: Crossing) -> str:
    """Return a crossing's number in two digits."""
    return f"{crossing:02d}"


def street_name(one: Crossing, other: Crossing) -> str:
    """Return two crossings as one typed word, ``00-08``."""
    return f"{number(one)}-{number(other)}"


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


def free(spaces: Board, area: Area) -> int:
    """Return the first free space of an area, or -1."""
    return spaces[area].index(NOBODY) if NOBODY in spaces[area] else -1


def put(spaces: Board, area: Area, space: int, seat: Seat) -> Board:
    """Return the board with the seat's marker on a space, or none with `NOBODY`."""
    row = spaces[area]
    return (*spaces[:area], (*row[:space], seat, *row[space + 1 :]), *spaces[area + 1 :])


def count(spaces: Board, seat: Seat) -> int:
    """Return how many markers of the seat lie on the board."""
    return sum(row.count(seat) for row in spaces)


def without(spaces: Board, seat: Seat) -> Board:
    """Return the board without the markers of the seat; the others stay where they are."""
    return tuple(tuple(NOBODY if each == seat else each for each in row) for row in spaces)
