"""What stands beside a small board: a map of all cells, a tile in hand, and what it would change."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from p2pgames.games.metro import messages
from p2pgames.games.metro.board import CENTRE, COLS, NAMES, ROWS, Cell
from p2pgames.games.metro.painter.hand import Shown, held
from p2pgames.games.metro.painter.layout import tile
from p2pgames.games.metro.painter.scene import Scene
from p2pgames.games.metro.painter.strokes import SMALL
from p2pgames.games.metro.placement import is_open
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Ink, Say, Spot, View
from p2pgames.text import Count

COLUMNS: Final = 10
"""The blank before it, the names of the rows, and the cells."""
FIRST: Final = 2
"""The column of the cells."""
LEAST: Final = 16
"""Rows from which on there is room for the tile."""
CHANGES: Final = 20
"""Rows from which on there is room for what it changes."""


def draw(canvas: Canvas, shown: Scene, view: View, inside: Set[str]) -> tuple[Spot, ...]:
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
    said = messages.TILE_OF(number=Count(meant.number + 1), all=Count(len(hand)))
    canvas.put(10, 1, say(said if len(hand) > 1 else messages.ONE_TILE()), "bold")
    tile(canvas, (11, FIRST), SMALL, meant.piece, "bold")
    turns = meant.piece[-1]
    canvas.put(15, FIRST, meant.face + (f" r{turns}" if turns != "0" else ""))


def _changes(canvas: Canvas, shown: Scene) -> None:
    """Write how long each line would be, or what it would score."""
    for row, change in enumerate(shown.done, 16):
        result = f"+{change.points}" if change.end < 0 else f"{change.before}→{change.after}"
        sign = f"{GLYPHS[change.owner]}{change.station}"
        canvas.put_row(row, 1, ((f"bold seat{change.owner}", sign), ("", f" {result}")))
