"""Line 1 as a drawing: twin rails that merge where tracks meet, one's own way as a band along them.

Layers from below: cells, tints of the newest tiles, rails, the way, buildings, marks, terminals, trams, stop signs;
below the board the hand and the words that can be said.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import corners, dist, line
from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Paint,
    Path,
    Point,
    Rect,
    Shape,
    Spot,
    area,
    stroke,
)
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import CELLS, GROUND, NAMES, SPACES, Cell
from p2pgames.games.line1.sentences import NONE, listed
from p2pgames.games.line1.state import State
from p2pgames.games.line1.view import svg_board, svg_plan, svg_tray
from p2pgames.games.line1.view.scene import Scene, scene
from p2pgames.games.line1.view.svg_board import ICONS
from p2pgames.games.line1.view.svg_plan import (
    ARCS,
    CELL,
    FIELD,
    HEIGHT,
    MARGIN,
    SIDE,
    bullet,
    corner,
    middle,
)
from p2pgames.games.line1.view.svg_tray import board_spots
from p2pgames.picture.picture import View
from p2pgames.text import Count, Message, SeatName

_GROUND: Final = (
    Rect(0, 0, SIDE, HEIGHT, area("board"), 22),
    Rect(MARGIN - 6, MARGIN - 6, FIELD + 12, FIELD + 12, area("shadow"), 12),
)


def drawing(state: State, view: View) -> Drawing:
    """Return the board as the viewer sees it, with what the typed move would do."""
    shown = scene(state, view)
    entries, words = svg_tray.entries(shown, view), svg_tray.words(shown)
    below: tuple[Spot, ...] = svg_tray.spots(shown, view, entries, words)
    return Drawing(
        SIDE,
        HEIGHT,
        (*_shapes(shown, view), *svg_tray.tray(shown, view, entries, words)),
        (*board_spots(shown, view), *below),
        {**ICONS, **svg_plan.symbols(shown.cells, [entry.piece for entry in entries])},
        "Line 1",
        view.say(_hands(state)),
    )


# Marks on cells: the newest tiles, where a tile may be laid or exchanged, the typed tile, the cursor.


def tints(shown: Scene) -> tuple[Shape, ...]:
    """Return the ground of the newest tiles, in their player's colour."""
    return tuple(
        Rect(x + 2.5, y + 2.5, CELL - 5, CELL - 5, area(f"seat{seat}", 0.22), 4)
        for cell, (seat, newest) in shown.recent.items()
        if newest
        for x, y in (corner(cell),)
    )


def frames(shown: Scene) -> tuple[Shape, ...]:
    """Return the frame of the newest tiles, and two corners of those before."""
    newest = tuple(_frame(cell, seat) for cell, (seat, new) in shown.recent.items() if new)
    before = tuple(_corners(cell, seat) for cell, (seat, new) in shown.recent.items() if not new)
    return (*before, Group(newest, "last", role="last")) if newest else before


@cache
def _frame(cell: Cell, seat: Seat) -> Shape:
    x, y = corner(cell)
    return Rect(x + 2.5, y + 2.5, CELL - 5, CELL - 5, stroke(f"seat{seat}", 4), 4)


@cache
def _corners(cell: Cell, seat: Seat) -> Shape:
    x, y = corner(cell)
    near, far = 3, CELL - 3
    steps = (
        *line((x + near, y + near + 12), (x + near, y + near), (x + near + 12, y + near)),
        *line((x + far, y + far - 12), (x + far, y + far), (x + far - 12, y + far)),
    )
    return Path(steps, stroke(f"seat{seat}", 3))


def open_cells(shown: Scene) -> tuple[Shape, ...]:
    """Return a ring where the chosen tile may be laid; dots as long as none is chosen: a hundred rings would shout."""
    chosen = shown.tile is not None or shown.pairing
    return tuple(_open(cell, NAMES[cell] in shown.legal, chosen) for cell in GROUND if not shown.cells[cell])


@cache
def _open(cell: Cell, legal: bool, chosen: bool) -> Shape:
    x, y = middle(cell)
    if legal and chosen:
        return Circle(x, y, 6.5, stroke("accent", 2.4))
    return Circle(x, y, 2.8, area("muted")) if legal else Circle(x, y, 1.8, area("faint", 0.7))


def exchanges(shown: Scene) -> tuple[Shape, ...]:
    """Return an arrow where a tile may be exchanged for a chosen one."""
    if shown.tile is None and not shown.pairing:
        return ()
    laid = shown.before.track.cells
    return tuple(s for cell in GROUND if laid[cell] and NAMES[cell] in shown.legal for s in _exchange(cell))


@cache
def _exchange(cell: Cell) -> tuple[Shape, ...]:
    x, y = _free_corner(cell)
    arrow = (*line((x, y + 4.5), (x, y - 4)), *line((x - 3.5, y - 0.5), (x, y - 4.4), (x + 3.5, y - 0.5)))
    return Circle(x, y, 8, Paint("board", "accent", 2)), Path(arrow, stroke("accent", 2))


def _free_corner(cell: Cell) -> Point:
    """Return a place in a corner of a cell, where never a rail is, that no terminal's bullet covers."""
    left, top = corner(cell)
    places = [(left + x, top + y) for x in (CELL - 10, 10) for y in (CELL - 10, 10)]
    return next(at for at in places if all(dist(at, bullet(end)) > 32 for end in ARCS))


def fresh(shown: Scene) -> tuple[Shape, ...]:
    """Return the frames of the tiles that are typed."""
    dashed = stroke("accent", 3.4, (8, 6))
    found = tuple(
        Rect(x + 1.5, y + 1.5, CELL - 3, CELL - 3, dashed, 5)
        for x, y in (corner(cell) for cell in sorted(shown.fresh))
    )
    return (Group(found, "preview", role="preview"),) if found else ()


def cursor(name: str) -> tuple[Shape, ...]:
    """Return the corners about the cell under the cursor."""
    cell = SPACES.get(name.lower(), CELLS)
    if cell >= CELLS:
        return ()
    x, y = corner(cell)
    steps = corners(x - 2, y - 2, CELL + 4, CELL + 4, 16)
    return (
        Group((Path(steps, stroke("board", 8)), Path(steps, stroke("accent", 4.4))), "cursor", role="cursor"),
    )


def _shapes(shown: Scene, view: View) -> tuple[Shape, ...]:
    return (
        *_GROUND,
        *svg_board.rulers(),
        *svg_board.grounds(shown.cells),
        *tints(shown),
        *open_cells(shown),
        *svg_plan.arcs(),
        *svg_plan.rails(shown.cells),
        *svg_plan.reach(shown),
        *svg_plan.route(shown),
        *svg_board.trees(shown.cells),
        *frames(shown),
        *exchanges(shown),
        *svg_board.buildings(shown.stops),
        *fresh(shown),
        *cursor(view.cursor),
        *svg_board.terminals(shown, view.cursor),
        *svg_board.trams(shown.trams),
        *svg_board.signs(shown),
    )


def _hands(state: State) -> Message:
    """Return how many tiles everybody holds."""
    held = (
        sentences.HAND_OF(player=SeatName(seat), number=Count(len(hand)))
        for seat, hand in enumerate(state.hands)
    )
    return sentences.HANDS(hands=listed(held, NONE()))
