"""The board of Line 1 drawn: tiles, buildings, stop signs, terminals, trams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.games.line1.board import (
    BUILDING_AT,
    CELLS,
    COLS,
    GROUND,
    NAMES,
    OUT,
    ROWS,
    SPACE_NAMES,
    TERMINAL_NAMES,
    TERMINALS,
    Cell,
    Space,
    Terminal,
)
from p2pgames.games.line1.painter.scene import Scene
from p2pgames.games.line1.painter.strokes import LARGE, SMALL, Size, glyphs
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Ink, Row, Spot

LEFT: Final = 4
"""Columns for rows and terminals at the left."""
CURSOR: Final = "▛▜▙▟"
LAST: Final = "◤◥◣◢"
EARLIER: Final = "◤  ◢"


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole board at one size."""

    size: Size

    @property
    def columns(self) -> int:
        """The width of the board with the terminals at its sides."""
        return LEFT + COLS * self.size.width + 2

    @property
    def rows(self) -> int:
        """The height of the board without the letters of its columns."""
        return ROWS * self.size.height

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return row and column of a cell's top left character."""
        return cell // COLS * self.size.height, LEFT + cell % COLS * self.size.width


USUAL: Final = Layout(SMALL)
LARGER: Final = Layout(LARGE)


def draw(canvas: Canvas, shown: Scene, layout: Layout, cursor: str) -> tuple[Spot, ...]:
    """Draw the whole board from the top left of a canvas, and return the spots of its cells and terminals."""
    drawing = _Drawing(canvas, shown, layout, cursor)
    for cell in BUILDING_AT:
        drawing.building(cell)
    for cell in GROUND:
        drawing.cell(cell)
    drawing.numbers()
    for at in range(TERMINALS):
        drawing.terminal(at)
    for cell in GROUND:
        drawing.marks(cell)
    for space in shown.trams:
        drawing.tram(space)
    return (*map(drawing.cell_spot, GROUND), *map(drawing.terminal_spot, range(TERMINALS)))


def head(shown: Scene, layout: Layout, cursor: str, *, alone: bool) -> Row:
    """Return a row with the letters of the columns.

    It stands ``alone`` above the whole board. Otherwise it stands for the first row of characters, and holds also
    what stood there besides rails: stop signs, where an exchange is possible, names of terminals.
    """
    canvas, middle = Canvas(layout.columns, 1), layout.size.down
    drawing = _Drawing(canvas, shown, layout, cursor)
    for cell in range(COLS):
        canvas.put(0, layout.corner(cell)[1] + middle, NAMES[cell][0], "bold")
        if not alone and cell not in BUILDING_AT:
            drawing.sign(cell)
            if drawing.may_exchange(cell):
                canvas.put(0, layout.corner(cell)[1] + middle + 1, "↑", "bold")
    for at in range(TERMINALS):
        if not alone and OUT[at][0] & 3 == 0:
            drawing.name(at)
    return canvas.picture().rows[0]


class _Drawing:
    """A board being drawn."""

    def __init__(self, canvas: Canvas, shown: Scene, layout: Layout, cursor: str) -> None:
        self.canvas, self.shown, self.layout, self.cursor = canvas, shown, layout, cursor
        self.size, self.corner = layout.size, layout.corner

    # -- cells --

    def building(self, cell: Cell) -> None:
        row, column = self.corner(cell)
        letter = BUILDING_AT[cell]
        own = letter in self.shown.stops
        ink = "bold" if own else "dim"
        inner = self.size.width - 2
        walls = [f"▌{' ' * inner}▐" for _ in range(self.size.height - 2)]
        walls[self.size.across - 1] = f"▌{f'({letter})' if own else letter:^{inner}}▐"
        for line, text in enumerate((f"▛{'▀' * inner}▜", *walls, f"▙{'▄' * inner}▟")):
            self.canvas.put(row + line, column, text, ink)
        self.canvas.put(
            row + self.size.across, column + self.size.down, letter, "bold reverse" if own else ""
        )

    def cell(self, cell: Cell) -> None:
        piece = self.shown.cells[cell]
        if not piece:
            self._empty(cell)
            return
        row, column = self.corner(cell)
        fresh = cell in self.shown.fresh
        ground = "" if fresh else " ground"
        self.canvas.tint(row, column, ground.strip(), self.size.width, self.size.height)
        heavier = self.shown.heavy.get(cell, ())
        whose = f" seat{self.shown.coloured[cell]}" if cell in self.shown.coloured else ""
        for (down, right), (glyph, heavy) in glyphs(piece, heavier, self.size).items():
            ink = ("bold" if heavy or fresh else "") + whose + ground
            self.canvas.put(row + down, column + right, glyph, ink.strip())

    def _empty(self, cell: Cell) -> None:
        row, column = self.corner(cell)
        name = NAMES[cell]
        if name == self.cursor:
            text, ink = name.center(3), "reverse"
        elif name in self.shown.legal:
            text, ink = (" + ", "bold") if self.shown.tile is not None else (" · ", "")
        else:
            text, ink = " · ", "dim"
        self.canvas.put(row + self.size.across, column + self.size.down - 1, text, ink)

    def marks(self, cell: Cell) -> None:
        """Mark the cursor, typed and newest tiles, where an exchange is possible, and the stop sign."""
        row, column = self.corner(cell)
        if cell in self.shown.recent:
            seat, newest = self.shown.recent[cell]
            self._corners(cell, LAST if newest else EARLIER, f"seat{seat}" + " bold" * newest)
        if NAMES[cell] == self.cursor or cell in self.shown.fresh:
            self._corners(cell, CURSOR, "bold")
        elif self.may_exchange(cell):
            self._put(row, column + self.size.width - 1, "↑", "bold", cell)
        self.sign(cell)

    def sign(self, cell: Cell) -> None:
        """Write the letter of the stop sign, if one stands there."""
        if letter := self.shown.signs.get(cell):
            own = letter in self.shown.stops
            self._put(*self.corner(cell), letter, "bold reverse" if own else "reverse", cell)

    def may_exchange(self, cell: Cell) -> bool:
        shown = self.shown
        meant = shown.tile is not None or shown.pairing
        return bool(meant and shown.before.track.cells[cell] and NAMES[cell] in shown.legal)

    def _corners(self, cell: Cell, marks: str, ink: Ink) -> None:
        row, column = self.corner(cell)
        for number, mark in enumerate(marks):
            if mark != " ":
                at = (
                    row + number // 2 * (self.size.height - 1),
                    column + number % 2 * (self.size.width - 1),
                )
                self._put(*at, mark, ink, cell)

    def _put(self, row: int, column: int, text: str, ink: Ink, cell: Cell) -> None:
        laid = self.shown.cells[cell] and cell not in self.shown.fresh
        self.canvas.put(row, column, text, f"{ink} ground" if laid else ink)

    # -- around the cells --

    def numbers(self) -> None:
        for row in range(ROWS):
            self.canvas.put(row * self.size.height + self.size.across, 0, f"{row + 1:2d}", "bold")

    def terminal(self, at: Terminal) -> None:
        """Draw the arc of a terminal where there is room for it, its name, and the rails it leads in."""
        side = OUT[at][0] & 3
        ink = "bold" if CELLS + at in self.shown.ends else ""
        for door in OUT[at]:
            self._stub(door >> 2, side)
        if side in (1, 3):
            row = self.corner(OUT[at][0] >> 2)[0] + self.size.across
            edge = LEFT - 1 if side == 3 else self.layout.columns - 2
            begin, end = "╭╰" if side == 3 else "╮╯"
            for line, glyph in enumerate((begin, *"│" * (self.size.height - 1), end)):
                self.canvas.put(row + line, edge, glyph, ink)
        self.name(at)

    def name(self, at: Terminal) -> None:
        """Write the name of a terminal, in reverse under the cursor and for the viewer's own."""
        row, column, text = self._label(at)
        ink = "bold" if CELLS + at in self.shown.ends else ""
        under = " reverse" if SPACE_NAMES[CELLS + at] == self.cursor else ""
        own = " reverse" if CELLS + at in self.shown.ends and not under else ""
        self.canvas.put(row, column, text, (ink + under + own).strip())

    def _stub(self, cell: Cell, side: int) -> None:
        """Show on an empty cell that an arc leads into it."""
        if self.shown.cells[cell]:
            return
        row, column = self.corner(cell)
        across, middle, size = self.size.across, self.size.down, self.size
        down, right = ((0, middle), (across, size.width - 1), (size.height - 1, middle), (across, 0))[side]
        self.canvas.put(row + down, column + right, "│" if side in (0, 2) else "─")

    def _label(self, at: Terminal) -> tuple[int, int, str]:
        """Return where the name of a terminal stands: beside its arc; between two cells only its line has room."""
        row, column = self.corner(OUT[at][0] >> 2)
        name, size = TERMINAL_NAMES[at], self.size
        beside = row + size.across + size.height // 2
        match OUT[at][0] & 3:
            case 0:
                return row, column + size.width - 1, name[0]
            case 1:
                return beside, self.layout.columns - 2, name
            case 2:
                return row + size.height - 1, column + size.width - 1, name[0]
            case _:
                return beside, LEFT - len(name), name

    def cell_spot(self, cell: Cell) -> Spot:
        legal = NAMES[cell] in self.shown.legal
        return Spot(NAMES[cell], *self.corner(cell), self.size.height, self.size.width, legal)

    def terminal_spot(self, at: Terminal) -> Spot:
        row, column, text = self._label(at)
        name, beside = TERMINAL_NAMES[at], OUT[at][0] & 3 in (1, 3)
        return Spot(name, row, column, 2 if beside else 1, len(text), name in self.shown.legal)

    # -- trams --

    def tram(self, space: Space) -> None:
        """Write the signs of the trams on a space, the second one as a plus when there are more than two."""
        seats = self.shown.trams[space]
        row, column = self._stand(space)
        for number, seat in enumerate(seats[:2]):
            glyph = "+" if number and len(seats) > 2 else GLYPHS[seat]
            self.canvas.put(row, column + number, glyph, f"bold reverse seat{seat}")

    def _stand(self, space: Space) -> tuple[int, int]:
        if space < CELLS:
            row, column = self.corner(space)
            return row + self.size.across, column + self.size.down
        row, column, _ = self._label(space - CELLS)
        match OUT[space - CELLS][0] & 3:
            case 0:
                return row + 1, column
            case 2:
                return row - 1, column
            case _:
                return row + 1, column
