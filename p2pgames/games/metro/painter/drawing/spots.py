"""What can be pointed at on Metro's board, and how it is said."""

from __future__ import annotations

from functools import cache

from p2pgames.drawing.paths import box
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import NAMES, PLAYABLE, STATIONS, Cell, Station
from p2pgames.games.metro.here import DRAW, here
from p2pgames.games.metro.painter.drawing.centre import PILE
from p2pgames.games.metro.painter.drawing.plan import CELL, corner, plate
from p2pgames.games.metro.painter.scene import Scene
from p2pgames.picture.picture import Say


def spots(shown: Scene, say: Say) -> tuple[Spot, ...]:
    """Return the cells, the pile and the stations."""
    hint = say(messages.LAY_HERE())
    return (
        *(_spot(shown, say, NAMES[cell], _outline(cell), hint) for cell in PLAYABLE),
        _spot(shown, say, DRAW, box(*PILE)),
        *(_spot(shown, say, str(station), _plate(station)) for station in STATIONS),
    )


def _spot(shown: Scene, say: Say, name: str, outline: tuple[Point, ...], hint: str = "") -> Spot:
    told, legal = here(shown.before, shown.seat, name), name in shown.legal
    return Spot(name, outline, legal, say(told) if told is not None else "", hint if legal else "")


@cache
def _outline(cell: Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _plate(station: Station) -> tuple[Point, ...]:
    x, y, w, h = plate(station)
    return box(x - w / 2, y - h / 2, w, h)
