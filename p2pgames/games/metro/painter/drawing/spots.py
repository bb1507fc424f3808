"""What can be pointed at on Metro's board, and how it is said."""

from __future__ import annotations

from functools import cache, lru_cache

from p2pgames.contract import Seat
from p2pgames.drawing.paths import box
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import NAMES, NOBODY, PLAYABLE, STATIONS, Cell, Station
from p2pgames.games.metro.painter.drawing.centre import PILE
from p2pgames.games.metro.painter.drawing.plan import CELL, corner, plate
from p2pgames.games.metro.painter.pointing import DRAW
from p2pgames.games.metro.painter.scene import Scene
from p2pgames.games.metro.tiles import Piece
from p2pgames.picture.picture import Say
from p2pgames.text import Count, FaceName, Message, PlaceName


def spots(shown: Scene, say: Say) -> tuple[Spot, ...]:
    """Return the cells, the pile and the stations."""
    pile = Spot(DRAW, box(*PILE), DRAW in shown.legal, say(_pile(shown)))
    return (
        *(_cell(cell, NAMES[cell] in shown.legal, shown.state.cells[cell], say) for cell in PLAYABLE),
        pile,
        *(_station(s, shown.state.owners[s - 1], shown.live[s - 1], say) for s in STATIONS),
    )


def _pile(shown: Scene) -> Message:
    return (messages.DRAW_HERE if shown.may_draw else messages.PILE)(count=Count(shown.before.pile))


@lru_cache(1024)
def _cell(cell: Cell, legal: bool, piece: Piece, say: Say) -> Spot:
    name = NAMES[cell]
    hint = say(messages.LAY_HERE()) if legal else ""
    return Spot(name, _outline(cell), legal, say(_what(PlaceName(name), piece)), hint)


def _what(cell: PlaceName, piece: Piece) -> Message:
    return messages.CELL(cell=cell, face=FaceName(piece[:-1])) if piece else messages.EMPTY_CELL(cell=cell)


@cache
def _outline(cell: Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _plate(station: Station) -> tuple[Point, ...]:
    x, y, w, h = plate(station)
    return box(x - w / 2, y - h / 2, w, h)


@lru_cache(512)
def _station(station: Station, owner: Seat, live: bool, say: Say) -> Spot:
    said = messages.UNDER_WAY if live else messages.STATION
    whose = messages.NOBODY() if owner == NOBODY else messages.COLOURS[owner]
    title = say(said(station=messages.station(station), owner=whose))
    return Spot(str(station), _plate(station), title=title)
