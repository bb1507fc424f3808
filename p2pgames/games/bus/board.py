"""The printed matter: both cities, their crossings, streets and building sites, and the numbers of pieces.

A ``Crossing`` is numbered from 0. A ``Street`` is numbered in the order of the data; it joins two different
crossings, and no two streets join the same two.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, TypeAlias

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
