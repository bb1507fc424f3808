"""Metro as a picture: tracks that join from tile to tile, stations around them, and what a tile would do.

A train's station and the cell its line runs into both show the owner's sign and the station's number. Heavy lines
are those a player looks at: what the typed tile would change, or what is traced from the cursor.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.metro import sentences
from p2pgames.games.metro.board import CELLS, CENTRE, COLS, DOORS, NAMES, ROWS, STATIONS, Cell, is_open
from p2pgames.games.metro.state import State
from p2pgames.games.metro.view import panel as painter_panel
from p2pgames.games.metro.view import pointing
from p2pgames.games.metro.view.panel import Shown, held
from p2pgames.games.metro.view.scene import Scene, scene
from p2pgames.games.metro.view.terminal_board import NARROW, SMALL, WHOLE, Layout, draw, tile
from p2pgames.games.metro.words import DRAW
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Ink, Picture, Row, Say, Spot, View
from p2pgames.picture.window import across, inside, joined
from p2pgames.text import Count, Message, whole_number

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Drawing, Motion

UPPER: Final = 3
"""Rows of the board from either edge in which the cursor keeps a window at that edge."""


# What stands beside a small board: a map of all cells, a tile in hand, and what it would change.

COLUMNS: Final = 10
"""The blank before it, the names of the rows, and the cells."""
FIRST: Final = 2
"""The column of the cells."""
LEAST: Final = 16
"""Rows from which on there is room for the tile."""
CHANGES: Final = 20
"""Rows from which on there is room for what it changes."""


def draw_sidebar(canvas: Canvas, shown: Scene, view: View, inside: Set[str]) -> tuple[Spot, ...]:
    """Draw all from the top left, and return the map's spots; a bar marks rows that the board shows."""
    canvas.put(0, FIRST, "abcdefgh", "bold")
    spots = []
    for cell, name in enumerate(NAMES):
        row, column = 1 + cell // COLS, FIRST + cell % COLS
        glyph, ink = _sign(shown, cell)
        if name in inside:
            ink = f"{ink} ground".strip()
        canvas.put(row, column, glyph, f"{ink} reverse" if name == view.cursor else ink)
        if cell not in CENTRE:
            spots.append(Spot(name, row, column, legal=name in shown.legal))
    for row in range(ROWS):
        seen = NAMES[row * COLS] in inside
        canvas.put(1 + row, 1, "│" if seen else str(row + 1), "" if seen else "bold")
    if canvas.rows >= LEAST:
        _hand(canvas, held(shown, view), view.say)
    if canvas.rows >= CHANGES:
        _changes(canvas, shown)
    return tuple(spots)


def _sign(shown: Scene, cell: Cell) -> tuple[str, Ink]:
    if cell in CENTRE:
        return "░", "dim"
    if shown.recent and shown.recent[-1][0] == cell:
        return GLYPHS[shown.recent[-1][1]], f"bold seat{shown.recent[-1][1]}"
    if shown.state.cells[cell]:
        return "▓", "dim"
    if NAMES[cell] in shown.legal:
        return "(", "bold"
    return ("×", "") if shown.mine and is_open(shown.before.cells, cell) else ("·", "dim")


def _hand(canvas: Canvas, hand: tuple[Shown, ...], say: Say) -> None:
    """Draw the tile that is meant, and say of how many."""
    meant = next((one for one in hand if one.meant), None)
    if meant is None:
        return
    said = sentences.TILE_OF(number=Count(meant.number + 1), all=Count(len(hand)))
    canvas.put(10, 1, say(said if len(hand) > 1 else sentences.ONE_TILE()), "bold")
    tile(canvas, (11, FIRST), SMALL, meant.piece, "bold")
    turns = meant.piece[-1]
    canvas.put(15, FIRST, meant.face + (f" r{turns}" if turns != "0" else ""))


def _changes(canvas: Canvas, shown: Scene) -> None:
    """Write how long each line would be, or what it would score."""
    for row, change in enumerate(shown.done, 16):
        result = f"+{change.points}" if change.end < 0 else f"{change.before}→{change.after}"
        sign = f"{GLYPHS[change.owner]}{change.station}"
        canvas.put_row(row, 1, ((f"bold seat{change.owner}", sign), ("", f" {result}")))


class MetroPainter:
    """Draws Metro, and turns pointing at cells into moves."""

    def picture(self, state: State, view: View) -> Picture:
        """Return the whole board where there is room, otherwise the rows around the cursor; beside it a map."""
        shown = scene(state, view)
        for layout in WHOLE:
            if view.columns >= layout.columns and view.rows >= layout.rows:
                return _whole(shown, layout, view)
        board = _whole(shown, NARROW, view)
        if view.rows < NARROW.rows:
            board = _part(board, shown, view)
        if view.columns < NARROW.columns:
            focus = view.cursor if board.spot(view.cursor) else NAMES[_focus(shown, view)]
            cells = NARROW.margin, NARROW.size.columns
            board = across(board, view.columns - COLUMNS, focus, cells, 2)
        wide = max(map(len, board.lines))
        return _beside(board, shown, view) if view.columns >= wide + COLUMNS else board

    def side_panel_rows(self, state: State, view: View) -> tuple[Row, ...]:
        """Return the viewer's tiles, the pile, and what the typed tile or a traced line does."""
        return tuple(row for _name, row in self.side_panel_entries(state, view))

    def side_panel_entries(self, state: State, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return painter_panel.panel(state, scene(state, view), view)

    def seat_summary(self, state: State, seat: Seat) -> Message:
        """Return how many trains of the seat are still under way."""
        return sentences.TRAINS(count=Count(state.under_way(seat)))

    def seat_summary_in_words(self, state: State, seat: Seat) -> Message:
        """Return the same with the colour, by which the board calls the seat."""
        return sentences.COLOUR_TRAINS(colour=sentences.COLOURS[seat], trains=self.seat_summary(state, seat))

    def point(self, state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:
        """Return the lay on this cell; pointing there again turns the tile or takes the next one of the hand."""
        return pointing.point(state, seat, known, typed, spot)

    def drawing(self, state: State, view: View) -> Drawing:
        """Return the board in lines and areas."""
        from p2pgames.games.metro.view.svg import drawing

        return drawing(state, view)

    def side_panel_drawing(self, state: State, view: View) -> Drawing:
        """Return what stands beside the board, drawn."""
        from p2pgames.games.metro.view.svg_aside import aside

        return aside(state, view)

    def motions(self, before: State, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return the ways of all trains that the move sends on."""
        from p2pgames.games.metro.view.svg import motions

        return motions(before, move)


def _whole(shown: Scene, layout: Layout, view: View) -> Picture:
    canvas = Canvas(layout.columns, layout.rows)
    spots = draw(canvas, shown, layout, view)
    return canvas.picture(spots)


def _part(board: Picture, shown: Scene, view: View) -> Picture:
    """Return a heading, and as many rows of the board as there is room for, at the top, in the middle or below."""
    room = view.rows - 1
    lowest = len(board.rows) - room
    focus = _focus(shown, view) // COLS
    top = 1 if focus < UPPER else lowest if focus >= ROWS - UPPER else (1 + lowest) // 2
    heading = board.rows[0] if top == 1 else _letters()
    moved = [replace(spot, row=spot.row - top + 1) for spot in board.spots]
    seen = [(top == 1 or spot.row > 0) and 0 <= spot.row <= view.rows - spot.rows for spot in moved]
    spots = (replace(spot, beyond=not there) for spot, there in zip(moved, seen, strict=True))
    return Picture((heading, *board.rows[top : top + room]), tuple(spots))


def _focus(shown: Scene, view: View) -> Cell:
    """Return the cell a window must show."""
    if view.cursor in CELLS:
        return CELLS[view.cursor]
    if (station := whole_number(view.cursor)) in STATIONS:
        return DOORS[station] >> 2
    if shown.lay:
        return shown.lay.cell
    if view.around in CELLS:
        return CELLS[view.around]
    if view.around == DRAW:
        return min(CENTRE)
    return shown.recent[-1][0] if shown.recent else 0


def _letters() -> Row:
    canvas = Canvas(NARROW.columns, 1)
    for number, letter in enumerate("abcdefgh"):
        canvas.put(0, NARROW.margin + number * NARROW.size.columns, letter, "bold")
    return canvas.picture().rows[0]


def _beside(board: Picture, shown: Scene, view: View) -> Picture:
    """Return the board with the map at its right; cells that the board does not show are pointed at there."""
    canvas, seen = Canvas(COLUMNS, len(board.rows)), inside(board)
    spots = draw_sidebar(canvas, shown, view, seen)
    drawn = canvas.picture().rows
    rows = tuple((*left, *right) for left, right in zip(board.rows, drawn, strict=True))
    wide = max(map(len, board.lines))
    moved = (replace(spot, column=spot.column + wide) for spot in spots)
    return Picture(rows, _ordered(joined(board.spots, moved)))


def _ordered(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return cells in reading order, then stations."""
    return tuple(sorted(spots, key=lambda spot: CELLS.get(spot.name, len(CELLS))))
