"""Line 1 as a picture: tracks that join from tile to tile, buildings and their signs, terminals, trams, the hand.

Heavy lines are the ones a player looks at: a typed route, the rest of a trip, or with trace all that the own
terminals reach. The own stops and terminals are in reverse.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.line1 import messages
from p2pgames.games.line1.board import CELLS, COLS, SPACE_NAMES, SPACES, Cell
from p2pgames.games.line1.painter import layout, pointing, sidebar
from p2pgames.games.line1.painter import panel as painter_panel
from p2pgames.games.line1.painter.layout import Layout
from p2pgames.games.line1.painter.pointing import cells_typed
from p2pgames.games.line1.painter.scene import Scene, scene
from p2pgames.games.line1.state import State
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Picture, Row, Spot, View
from p2pgames.picture.window import across, inside, joined
from p2pgames.text import Count, Message

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Drawing, Motion

MIDDLE: Final = CELLS // 2
NUMBERS: Final = 3
"""Columns for the names of the rows."""


class LinePainter:
    """Draws Line 1, and turns pointing into moves."""

    def picture(self, state: State, view: View) -> Picture:
        """Return the whole board where there is room, otherwise the rows around the cursor; beside it the hand."""
        shown = scene(state, view)
        at = _layout(view)
        canvas = Canvas(at.columns, at.rows)
        board = canvas.picture(layout.draw(canvas, shown, at, view.cursor))
        seen = _headed(board, shown, at, view) if view.rows >= at.rows else _part(board, shown, at, view)
        if view.columns < at.columns:
            focus = view.cursor if seen.spot(view.cursor) else SPACE_NAMES[_focus(shown, view)]
            seen = across(seen, view.columns - sidebar.NARROW, focus, (layout.LEFT, at.size.width), NUMBERS)
        return _beside(seen, shown, view)

    def panel(self, state: State, view: View) -> tuple[Row, ...]:
        """Return the viewer's cards and what they lack, trips, the hands of the others, and the stack."""
        return tuple(row for _name, row in self.beside(state, view))

    def beside(self, state: State, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return painter_panel.panel(state, scene(state, view), view)

    def tally(self, state: State, seat: Seat) -> Message:
        """Return how far the tram of the seat is, or how many tiles it holds."""
        trip = state.trips[seat]
        if trip is not None:
            return messages.TRAM(at=Count(trip.at), last=Count(len(trip.route) - 1))
        return messages.TILES(count=Count(len(state.hands[seat])))

    def holdings(self, state: State, seat: Seat) -> Message:
        """Return the same, of a tram in words."""
        trip = state.trips[seat]
        if trip is None:
            return self.tally(state, seat)
        return messages.TRAM_AT(at=Count(trip.at), last=Count(len(trip.route) - 1))

    def point(self, state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:
        """Return what stands in the line after a cell, a terminal, a tile of the hand or a word was pointed at."""
        return pointing.point(state, seat, known, typed, spot)

    def drawing(self, state: State, view: View) -> Drawing:
        """Return board and hand in lines and areas."""
        from p2pgames.games.line1.painter.drawing import drawing

        return drawing(state, view)

    def aside(self, state: State, view: View) -> Drawing:
        """Return what stands beside the board, drawn."""
        from p2pgames.games.line1.painter.drawing.aside import aside

        return aside(state, view)

    def motions(self, before: State, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return none: trams go by the roll after a move, and glide by their keys."""
        return ()


def _layout(view: View) -> Layout:
    """Return the larger board where all of it has room beside the drawn hand, otherwise the usual one."""
    large = layout.LARGER
    roomy = view.rows > large.rows and view.columns >= large.columns + sidebar.WIDE
    return large if roomy else layout.USUAL


def _headed(board: Picture, shown: Scene, at: Layout, view: View) -> Picture:
    """Return the whole board under the letters of the columns.

    Where it fits alone, they take the place of its first row of characters: nothing but rails and walls is lost, and
    where these lead the next row shows.
    """
    alone = view.rows > at.rows
    letters = layout.head(shown, at, view.cursor, alone=alone)
    if alone:
        moved = tuple(replace(spot, row=spot.row + 1) for spot in board.spots)
        return Picture((letters, *board.rows), moved)
    return Picture((letters, *board.rows[1:]), tuple(map(_below, board.spots)))


def _below(spot: Spot) -> Spot:
    """Return the spot without the row of the letters; a terminal is named there."""
    return replace(spot, row=1, rows=spot.rows - 1) if spot.row == 0 and spot.rows > 1 else spot


def _part(board: Picture, shown: Scene, at: Layout, view: View) -> Picture:
    """Return the letters of the columns, and whole rows of cells around the one that matters."""
    height = at.size.height
    room = (view.rows - 1) // height * height
    focus = _focus(shown, view) // COLS * height
    top = min(max(0, (focus - room // 2) // height * height), len(board.rows) - room)
    moved = [replace(spot, row=spot.row - top + 1) for spot in board.spots]
    spots = (replace(spot, beyond=not 0 < spot.row <= room + 1 - spot.rows) for spot in moved)
    letters = layout.head(shown, at, view.cursor, alone=True)
    return Picture((letters, *board.rows[top : top + room]), tuple(spots))


def _focus(shown: Scene, view: View) -> Cell:
    """Return the cell a window must show."""
    space = SPACES.get(view.cursor.lower(), CELLS)
    if space < CELLS:
        return space
    if named := cells_typed(view.typed):
        return named[0]
    if (meant := SPACES.get(view.around.lower(), CELLS)) < CELLS:
        return meant
    trip = shown.before.trips[shown.seat] if shown.seat is not None else None
    if trip is not None and trip.route[trip.at] < CELLS:
        return trip.route[trip.at]
    if shown.recent:
        return max(shown.recent, key=lambda cell: shown.recent[cell][1])
    return MIDDLE


def _beside(board: Picture, shown: Scene, view: View) -> Picture:
    """Return the board with the aside at its right, as wide as there is room."""
    wide = max(map(len, board.lines))
    room = view.columns - wide
    if room < sidebar.NARROW:
        return board
    drawing = sidebar.Aside(
        shown, sidebar.WIDE if room >= sidebar.WIDE else sidebar.NARROW, len(board.rows), view
    )
    spots = drawing.draw(inside(board))
    drawn = drawing.canvas.picture().rows
    rows = tuple((*left, *right) for left, right in zip(board.rows, drawn, strict=True))
    moved = (replace(spot, column=spot.column + wide) for spot in spots)
    return Picture(rows, _ordered(joined(board.spots, moved)))


def _ordered(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return the cells in reading order, then terminals, then the rest."""
    return tuple(sorted(spots, key=lambda spot: SPACES.get(spot.name.lower(), len(SPACES))))
