"""Line 1 as a picture: tracks that join from tile to tile, buildings and their signs, terminals, trams, the hand.

Heavy lines are the ones a player looks at: a typed route, the rest of a trip, or with trace all that the own
terminals reach. The own stops and terminals are in reverse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import (
    BUILDING_AT,
    BY_NAME,
    CELLS,
    COLS,
    GROUND,
    NAMES,
    OF_TILE,
    ROWS,
    SPACE_NAMES,
    SPACES,
    Cell,
    Piece,
    Tile,
    each,
)
from p2pgames.games.line1.sentences import TILE_NAMES
from p2pgames.games.line1.state import Line1State, Line1Task
from p2pgames.games.line1.turns import Line1Lay
from p2pgames.games.line1.view import pointing, terminal_board
from p2pgames.games.line1.view import scene as painter_panel
from p2pgames.games.line1.view.pointing import cells_typed
from p2pgames.games.line1.view.scene import Line1Scene, kinds, scene, tile_task
from p2pgames.games.line1.view.terminal_board import SMALL, Line1Layout, glyphs, mini
from p2pgames.games.line1.words import TILE_SPOT
from p2pgames.picture.canvas import Canvas, across_names, shown_spots, with_spots_beside
from p2pgames.picture.picture import GLYPHS, DrawnPainter, Ink, Picture, Row, Spot, View
from p2pgames.text import Count, Message, Verbatim

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Motion

MIDDLE: Final = CELLS // 2
NUMBERS: Final = 3
"""Columns for the names of the rows."""


# What stands beside the board: the hand as tiles to point at, words to point at, and on low screens a map.

NARROW: Final = 14
"""Columns of the aside with a map."""
WIDE: Final = 24
"""Columns of the aside with drawn tiles."""
LEAST: Final = 34
"""Rows from which on tiles are drawn."""


class Aside:
    """The aside being drawn."""

    def __init__(self, shown: Line1Scene, columns: int, rows: int, view: View) -> None:
        self.shown, self.view, self.cursor = shown, view, view.cursor
        self.canvas = Canvas(columns, rows)
        self.spots: list[Spot] = []
        self.row = 0

    def draw(self, inside: frozenset[str]) -> tuple[Spot, ...]:
        """Draw all from the top; ``inside`` names the cells that the board shows beside it."""
        large = self.canvas.columns >= WIDE and self.canvas.rows >= LEAST
        self._heading()
        if self.shown.before.task is Line1Task.TAKE and self.shown.mine:
            self._takes()
        elif large:
            for number, tile in enumerate(kinds(self.shown)):
                name = f"{TILE_SPOT}{number + 1}"
                chosen = number == self._chosen()
                for (down, right), (glyph, _) in glyphs(
                    self._piece(tile) if chosen else each(OF_TILE[tile])[0]
                ).items():
                    self.canvas.put(self.row + down, 3 + right, glyph, "bold" if chosen else "")
                self.canvas.put(self.row + 1, 1, f"{'▸' if chosen else ' '}", "bold")
                self.canvas.put(self.row, 1, str(number + 1), self._ink(name))
                ink = "bold" if chosen else self._ink(name)
                self.canvas.put(self.row + 1, 4 + SMALL.width, self.view.brief(TILE_NAMES[tile]), ink)
                self._spot(name, SMALL.height)
                self.row += SMALL.height + 1
        else:
            self._listed()
        self._buttons()
        if self.shown.before.task is Line1Task.TAKE and self.shown.mine:
            self._held()
        if not large and len(inside) < len(GROUND):
            self._map(inside)
        elif self.shown.tile is not None and self.row + 3 < self.canvas.rows:
            self.row += 1
            for text in (sentences.MAY_BE_LAID(), sentences.MAY_REPLACE()):
                if self.row < self.canvas.rows:
                    self.canvas.put(self.row, 1, self.view.say(text), "dim")
                    self.row += 1
        return tuple(self.spots)

    def _heading(self) -> None:
        state = self.shown.before
        if self.shown.seat is not None:
            self.canvas.put(0, 1, self.view.say(tile_task(self.shown) or sentences.YOUR_HAND()), "bold")
        elif state.turn >= 0:
            holds = sentences.SIGN_HOLDS(sign=Verbatim(GLYPHS[state.turn]))
            self.canvas.put(0, 1, self.view.say(holds), "bold")
        self.row = 1

    # -- the hand --

    def _piece(self, tile: Tile) -> Piece:
        """The tile as it lies: turned as it is typed."""
        deed = self.shown.deed
        pieces = each(OF_TILE[tile])
        return deed.piece if isinstance(deed, Line1Lay) and deed.piece in pieces else pieces[0]

    def _chosen(self) -> int:
        """The place in the hand of the tile that is meant."""
        hand, tile = kinds(self.shown), self.shown.tile
        return hand.index(tile) if tile in hand else -1

    def _ink(self, name: str) -> Ink:
        legal = "bold" if name in self.shown.legal else ""
        return f"{legal} reverse".strip() if name == self.cursor else legal

    def _listed(self) -> None:
        for number, tile in enumerate(kinds(self.shown)):
            name = f"{TILE_SPOT}{number + 1}"
            chosen = number == self._chosen()
            text = f"{'▸' if chosen else ' '}{self.view.brief(TILE_NAMES[tile])}"
            self.canvas.put(self.row, 1, text, "bold" if chosen else self._ink(name))
            self._spot(name, 1)
            self.row += 1

    def _takes(self) -> None:
        for text in self.shown.can.words:
            if text != "draw" and self.row < self.canvas.rows - 2:
                _, seat, tile = text.split()
                said = f"{GLYPHS[int(seat) - 1]} {self.view.brief(TILE_NAMES[BY_NAME[tile]])}"
                self.canvas.put(self.row, 1, said, self._ink(text))
                self._spot(text, 1)
                self.row += 1

    def _held(self) -> None:
        """Write the hand that is to be refilled."""
        self.canvas.put(self.row, 1, self.view.say(sentences.YOUR_HAND()), "bold")
        self.row += 1
        for tile in kinds(self.shown):
            self.canvas.put(self.row, 2, self.view.brief(TILE_NAMES[tile]))
            self.row += 1

    def _buttons(self) -> None:
        """Draw the words that can be pointed at, in brackets, side by side where they fit."""
        column = 1
        for word in self._words():
            text = f"({word})"
            if column + len(text) > self.canvas.columns:
                self.row, column = self.row + 1, 1
            self.canvas.put(self.row, column, text, self._ink(word))
            self._spot(word, 1, column, len(text))
            column += len(text) + 1
        self.row += 1 if column > 1 else 0

    def _words(self) -> Iterator[str]:
        can = self.shown.can
        yield from (word for word in can.words if not word.startswith("take"))
        if can.announced:
            yield can.announced
        if can.pairs:
            yield "pair"

    def _spot(self, name: str, rows: int, column: int = 1, columns: int = 0) -> None:
        if self.row + rows <= self.canvas.rows:
            width = columns or self.canvas.columns - column
            self.spots.append(Spot(name, self.row, column, rows, width, name in self.shown.legal))

    # -- the map --

    def _map(self, inside: frozenset[str]) -> None:
        """Draw every cell as one character, at the bottom; a bar marks the rows that the board shows."""
        top = self.canvas.rows - ROWS
        if top < self.row:
            return
        for cell in range(CELLS):
            glyph, ink = self._sign(cell)
            self.canvas.put(top + cell // COLS, 2 + cell % COLS, glyph, ink)
            name = NAMES[cell]
            if cell in GROUND and name not in inside:
                self.spots.append(
                    Spot(name, top + cell // COLS, 2 + cell % COLS, 1, 1, name in self.shown.legal)
                )
        for row in range(ROWS):
            if NAMES[row * COLS + 1] in inside:
                self.canvas.put(top + row, 1, "│", "bold")

    def _sign(self, cell: Cell) -> tuple[str, Ink]:
        shown = self.shown
        under = " reverse" if NAMES[cell] == self.cursor else ""
        if cell in BUILDING_AT:
            own = BUILDING_AT[cell] in shown.stops
            return BUILDING_AT[cell], "bold reverse" if own else "dim"
        if cell in shown.trams:
            seat = shown.trams[cell][0]
            return GLYPHS[seat], f"bold seat{seat}" + under
        if shown.cells[cell]:
            bold = cell in shown.heavy or cell in shown.fresh
            return mini(shown.cells[cell]), ("bold" if bold else "") + under
        if shown.tile is not None and NAMES[cell] in shown.legal:
            return "+", "bold" + under
        return "·", "dim" + under


class LinePainter(DrawnPainter):
    """Draws Line 1, and turns pointing into moves."""

    def picture(self, state: Line1State, view: View) -> Picture:
        """Return the whole board where there is room, otherwise the rows around the cursor; beside it the hand."""
        shown = scene(state, view)
        at = _layout(view)
        canvas = Canvas(at.columns, at.rows)
        board = canvas.picture(terminal_board.draw(canvas, shown, at, view.cursor))
        seen = _headed(board, shown, at, view) if view.rows >= at.rows else _part(board, shown, at, view)
        if view.columns < at.columns:
            focus = view.cursor if seen.spot(view.cursor) else SPACE_NAMES[_focus(shown, view)]
            seen = across_names(
                seen, view.columns - NARROW, focus, (terminal_board.LEFT, at.size.width), NUMBERS
            )
        return _beside(seen, shown, view)

    def side_panel_rows(self, state: Line1State, view: View) -> tuple[Row, ...]:
        """Return the viewer's cards and what they lack, trips, the hands of the others, and the stack."""
        return tuple(row for _name, row in self.side_panel_entries(state, view))

    def side_panel_entries(self, state: Line1State, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return painter_panel.panel(state, scene(state, view), view)

    def seat_summary(self, state: Line1State, seat: Seat) -> Message:
        """Return how far the tram of the seat is, or how many tiles it holds."""
        trip = state.trips[seat]
        if trip is not None:
            return sentences.TRAM(at=Count(trip.at), last=Count(len(trip.route) - 1))
        return sentences.TILES(count=Count(len(state.hands[seat])))

    def seat_summary_in_words(self, state: Line1State, seat: Seat) -> Message:
        """Return how far the tram of the seat is in whole words, or how many tiles it holds."""
        trip = state.trips[seat]
        if trip is None:
            return self.seat_summary(state, seat)
        return sentences.TRAM_AT(at=Count(trip.at), last=Count(len(trip.route) - 1))

    def point(self, state: Line1State, seat: Seat, known: Known, typed: str, spot: str) -> str:
        """Return what stands in the line after a cell, a terminal, a tile of the hand or a word was pointed at."""
        return pointing.point_at(state, seat, known, typed, spot)

    def motions(self, before: Line1State, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return none: trams go by the roll after a move, and glide by their keys."""
        return ()


def _layout(view: View) -> Line1Layout:
    """Return the larger board where all of it has room beside the drawn hand, otherwise the usual one."""
    large = terminal_board.LARGER
    roomy = view.rows > large.rows and view.columns >= large.columns + WIDE
    return large if roomy else terminal_board.USUAL


def _headed(board: Picture, shown: Line1Scene, at: Line1Layout, view: View) -> Picture:
    """Return the whole board under the letters of the columns.

    Where it fits alone, they take the place of its first row of characters: nothing but rails and walls is lost, and
    where these lead the next row shows.
    """
    alone = view.rows > at.rows
    letters = terminal_board.head(shown, at, view.cursor, alone=alone)
    if alone:
        moved = tuple(replace(spot, row=spot.row + 1) for spot in board.spots)
        return Picture((letters, *board.rows), moved)
    return Picture((letters, *board.rows[1:]), tuple(map(_below, board.spots)))


def _below(spot: Spot) -> Spot:
    """Return the spot without the row of the letters; a terminal is named there."""
    return replace(spot, row=1, rows=spot.rows - 1) if spot.row == 0 and spot.rows > 1 else spot


def _part(board: Picture, shown: Line1Scene, at: Line1Layout, view: View) -> Picture:
    """Return the letters of the columns, and whole rows of cells around the one that matters."""
    height = at.size.height
    room = (view.rows - 1) // height * height
    focus = _focus(shown, view) // COLS * height
    top = min(max(0, (focus - room // 2) // height * height), len(board.rows) - room)
    moved = [replace(spot, row=spot.row - top + 1) for spot in board.spots]
    spots = (replace(spot, beyond=not 0 < spot.row <= room + 1 - spot.rows) for spot in moved)
    letters = terminal_board.head(shown, at, view.cursor, alone=True)
    return Picture((letters, *board.rows[top : top + room]), tuple(spots))


def _focus(shown: Line1Scene, view: View) -> Cell:
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


def _beside(board: Picture, shown: Line1Scene, view: View) -> Picture:
    """Return the board with the aside at its right, as wide as there is room."""
    wide = max(map(len, board.lines))
    room = view.columns - wide
    if room < NARROW:
        return board
    drawing = Aside(shown, WIDE if room >= WIDE else NARROW, len(board.rows), view)
    spots = drawing.draw(shown_spots(board))
    drawn = drawing.canvas.picture().rows
    rows = tuple((*left, *right) for left, right in zip(board.rows, drawn, strict=True))
    moved = (replace(spot, column=spot.column + wide) for spot in spots)
    return Picture(
        rows,
        tuple(
            sorted(
                with_spots_beside(board.spots, moved),
                key=lambda spot: SPACES.get(spot.name.lower(), len(SPACES)),
            )
        ),
    )


PAINTER: Final = LinePainter()
