"""Where everything of a city lies in its drawing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.drawing.shapes import Point
from p2pgames.games.bus.board import City, Crossing

_PRINTED: Final[dict[str, Any]] = json.loads((files("p2pgames.games.bus") / "data" / "map.json").read_bytes())

WIDTH: Final = 1060
STRIP: Final = 132
"""Down to here goes the action board."""
PLOT: Final = 27
GAP: Final = 3
NODE: Final = 15
"""Half of a crossing's width."""

STATION: Final = (54, 38)
"""Width and height of a station."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One city's places, by crossing."""

    height: float
    points: tuple[Point, ...]
    stands: tuple[Point, ...]
    """Where passengers wait."""
    boxes: tuple[Box, ...]
    """Of its plots; of a station, of its name."""

    def plot(self, at: Crossing, number: int) -> Point:
        """Return the top left of a plot."""
        x, y, _, _ = self.boxes[at]
        return x + GAP + number * (PLOT + GAP), y + GAP


@cache
def plan(city: City) -> Plan:
    """Return where things lie in a city."""
    printed = _PRINTED[city.name]
    points, stands, boxes = (tuple(map(tuple, printed[name])) for name in ("points", "stands", "boxes"))
    return Plan(printed["height"], points, stands, boxes)
