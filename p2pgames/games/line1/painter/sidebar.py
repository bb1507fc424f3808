"""What stands beside the board: the hand as tiles to point at, words to point at, and on low screens a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pgames.games.line1 import messages
from p2pgames.games.line1.board import BUILDING_AT, CELLS, COLS, GROUND, NAMES, ROWS, Cell
from p2pgames.games.line1.here import TILE_SPOT
from p2pgames.games.line1.moves import Lay
from p2pgames.games.line1.names import TILE_NAMES
from p2pgames.games.line1.painter.scene import Scene, kinds, task
from p2pgames.games.line1.painter.strokes import SMALL, glyphs, mini
from p2pgames.games.line1.state import Task
from p2pgames.games.line1.tiles import BY_NAME, OF_TILE, Piece, Tile, each
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Ink, Spot, View
from p2pgames.text import Verbatim

NARROW: Final = 14
"""Columns of the aside with a map."""
WIDE: Final = 24
"""Columns of the aside with drawn tiles."""
LEAST: Final = 34
"""Rows from which on tiles are drawn."""


class Aside:
    """The aside being drawn."""

    def __init__(self, shown: Scene, columns: int, rows: int, view: View) -> None:
        self.shown, self.view, self.cursor = shown, view, view.cursor
        self.canvas = Canvas(columns, rows)
        self.spots: list[Spot] = []
        self.row = 0

    def draw(self, inside: frozenset[str]) -> tuple[Spot, ...]:
        """Draw all from the top; ``inside`` names the cells that the board shows beside it."""
        large = self.canvas.columns >= WIDE and self.canvas.rows >= LEAST
        self._heading()
        if self.shown.before.task is Task.TAKE and self.shown.mine:
            self._takes()
        elif large:
            self._drawn()
        else:
            self._listed()
        self._buttons()
        if self.shown.before.task is Task.TAKE and self.shown.mine:
            self._held()
        if not large and len(inside) < len(GROUND):
            self._map(inside)
        elif self.shown.tile is not None and self.row + 3 < self.canvas.rows:
            self._key()
        return tuple(self.spots)

    def _heading(self) -> None:
        state = self.shown.before
        if self.shown.seat is not None:
            self.canvas.put(0, 1, self.view.say(task(self.shown) or messages.YOUR_HAND()), "bold")
        elif state.turn >= 0:
            holds = messages.SIGN_HOLDS(sign=Verbatim(GLYPHS[state.turn]))
            self.canvas.put(0, 1, self.view.say(holds), "bold")
        self.row = 1

    # -- the hand --

    def _piece(self, tile: Tile) -> Piece:
        """The tile as it lies: turned as it is typed."""
        deed = self.shown.deed
        pieces = each(OF_TILE[tile])
        return deed.piece if isinstance(deed, Lay) and deed.piece in pieces else pieces[0]

    def _chosen(self) -> int:
        """The place in the hand of the tile that is meant."""
        hand, tile = kinds(self.shown), self.shown.tile
        return hand.index(tile) if tile in hand else -1

    def _ink(self, name: str) -> Ink:
        legal = "bold" if name in self.shown.legal else ""
        return f"{legal} reverse".strip() if name == self.cursor else legal

    def _drawn(self) -> None:
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
        self.canvas.put(self.row, 1, self.view.say(messages.YOUR_HAND()), "bold")
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

    def _key(self) -> None:
        self.row += 1
        for text in (messages.MAY_BE_LAID(), messages.MAY_REPLACE()):
            if self.row < self.canvas.rows:
                self.canvas.put(self.row, 1, self.view.say(text), "dim")
                self.row += 1

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
