"""What can be pointed at on Metro's board, and how it is said."""

from __future__ import annotations

from functools import cache

from p2pgames.drawing import Point, Spot
from p2pgames.drawing.paths import box
from p2pgames.metro.board import COLOURS, NAMES, NOBODY, PLAYABLE, STATIONS, Cell, Station
from p2pgames.metro.draft import DRAW
from p2pgames.metro.drawing.centre import PILE
from p2pgames.metro.drawing.plan import CELL, corner, plate
from p2pgames.metro.scene import Scene
from p2pgames.picture import Say


def spots(shown: Scene, say: Say) -> tuple[Spot, ...]:
    """Return the cells, the pile and the stations."""
    pile = Spot(DRAW, box(*PILE), DRAW in shown.legal, say(_pile(shown)))
    return (
        *(_cell(shown, cell, say) for cell in PLAYABLE),
        pile,
        *(Spot(str(s), _plate(s), title=_station(shown, s, say)) for s in STATIONS),
    )


def _pile(shown: Scene) -> str:
    count = shown.before.pile
    return f"draw from the pile, {count} left" if shown.may_draw else f"pile {count}"


def _cell(shown: Scene, cell: Cell, say: Say) -> Spot:
    name = NAMES[cell]
    legal, piece = name in shown.legal, shown.state.cells[cell]
    what = say("lay the tile here") if legal else piece[:-1] or say("empty")
    return Spot(name, _outline(cell), legal, f"{name}: {what}")


@cache
def _outline(cell: Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _plate(station: Station) -> tuple[Point, ...]:
    x, y, w, h = plate(station)
    return box(x - w / 2, y - h / 2, w, h)


def _station(shown: Scene, station: Station, say: Say) -> str:
    owner = shown.state.owners[station - 1]
    whose = say("nobody" if owner == NOBODY else COLOURS[owner])
    on_its_way = f", {say('under way')}" if shown.live[station - 1] else ""
    return f"{say(f'station {station}')}: {whose}{on_its_way}"
