"""The board of Line 1 drawn: tiles, buildings, stop signs, terminals, trams."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from p2pgames.games.line1 import board
from p2pgames.games.line1.view.scene import Line1Scene
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Ink, Row, Spot

LEFT: Final = 4
"""Columns for rows and terminals at the left."""
CURSOR: Final = "▛▜▙▟"
LAST: Final = "◤◥◣◢"
EARLIER: Final = "◤  ◢"


# Tiles as characters: each connection takes a way of its own through the characters of a cell, at two sizes.
#
# A character is a set of arms, a mask of the sides it reaches. What several connections share is the union of their
# arms, so every piece has a picture of its own, and a branch shows which sides it joins.

Place: TypeAlias = tuple[int, int]
"""Row and column within a cell."""

_STEPS: Final = {(-1, 0): 0, (0, 1): 1, (1, 0): 2, (0, -1): 3}


@dataclass(frozen=True, slots=True)
class Line1Size:
    """How many characters a cell has; the width is odd."""

    width: int
    height: int

    @property
    def across(self) -> int:
        """The row of the way from left to right."""
        return (self.height - 1) // 2

    @property
    def down(self) -> int:
        """The column of the way from top to bottom."""
        return self.width // 2

    def ways(self) -> dict[board.Link, tuple[Place, ...]]:
        """Return the way of each connection, from just outside its first side to just outside its second."""
        row, column = self.across, self.down
        top = tuple((each, column) for each in range(-1, row))
        right = tuple((row, each) for each in range(self.width, column, -1))
        bottom = tuple((each, column) for each in range(self.height, row, -1))
        left = tuple((row, each) for each in range(-1, column))
        return {
            (0, 2): (*top, (row, column), *reversed(bottom)),
            (1, 3): (*right, (row, column), *reversed(left)),
            (0, 3): (*top, (row - 1, column - 1), *reversed(left)),
            (0, 1): (*top, (row - 1, column + 1), *reversed(right)),
            (1, 2): (*right, (row + 1, column + 1), *reversed(bottom)),
            (2, 3): (*bottom, (row + 1, column - 1), *reversed(left)),
        }

    def within(self, place: Place) -> bool:
        """Tell whether a place lies in the cell."""
        return 0 <= place[0] < self.height and 0 <= place[1] < self.width


SMALL: Final = Line1Size(5, 3)
LARGE: Final = Line1Size(7, 4)

_LIGHT: Final = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""By arms: north 1, east 2, south 4, west 8."""
_HEAVY: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_MIXED: Final = {
    (15, 10): "┿", (15, 5): "╂", (7, 2): "┝", (13, 8): "┥", (14, 10): "┯", (11, 10): "┷", (7, 5): "┠", (13, 5): "┨",
    (14, 4): "┰", (11, 1): "┸",
}  # fmt: skip
"""By all arms and the heavy ones."""


def _arms(size: Line1Size, path: tuple[Place, ...]) -> dict[Place, board.Sides]:
    """The arms of one connection at a size."""
    found: dict[Place, board.Sides] = {}
    for (row, column), (down, right) in pairwise(path):
        side = _STEPS[down - row, right - column]
        found[row, column] = found.get((row, column), 0) | 1 << side
        found[down, right] = found.get((down, right), 0) | 1 << (side + 2) % 4
    return {place: arms for place, arms in found.items() if size.within(place)}


_ARMS: Final = {
    size: {link: _arms(size, way) for link, way in size.ways().items()} for size in (SMALL, LARGE)
}


def union(links: Iterable[board.Link], size: Line1Size = SMALL) -> dict[Place, board.Sides]:
    """Return the arms of several connections together."""
    found: dict[Place, board.Sides] = {}
    for link in links:
        for place, arms in _ARMS[size][link].items():
            found[place] = found.get(place, 0) | arms
    return found


def glyphs(
    piece: board.Piece, heavy: Collection[board.Link] = (), size: Line1Size = SMALL
) -> dict[Place, tuple[str, bool]]:
    """Return the characters of a piece and whether each is part of a heavy connection, drawn thicker."""
    thick = union(heavy, size)
    return {
        place: _glyph(arms, thick.get(place, 0)) for place, arms in union(board.LINKS[piece], size).items()
    }


def _glyph(arms: board.Sides, thick: board.Sides) -> tuple[str, bool]:
    if not thick:
        return _LIGHT[arms], False
    if thick == arms:
        return _HEAVY[arms], True
    return _MIXED.get((arms, thick), _HEAVY[thick]), True


def mini(piece: board.Piece) -> str:
    """Return one character for a piece: the sides at which it has rails."""
    return _LIGHT[board.RAILS[piece]]


@dataclass(frozen=True, slots=True)
class Line1Layout:
    """The whole board at one size."""

    size: Line1Size

    @property
    def columns(self) -> int:
        """The width of the board with the terminals at its sides."""
        return LEFT + board.COLS * self.size.width + 2

    @property
    def rows(self) -> int:
        """The height of the board without the letters of its columns."""
        return board.ROWS * self.size.height

    def corner(self, cell: board.Cell) -> tuple[int, int]:
        """Return row and column of a cell's top left character."""
        return cell // board.COLS * self.size.height, LEFT + cell % board.COLS * self.size.width


USUAL: Final = Line1Layout(SMALL)
LARGER: Final = Line1Layout(LARGE)


def draw(canvas: Canvas, shown: Line1Scene, layout: Line1Layout, cursor: str) -> tuple[Spot, ...]:
    """Draw the whole board from the top left of a canvas, and return the spots of its cells and terminals."""
    drawing = _Drawing(canvas, shown, layout, cursor)
    for cell in board.BUILDING_AT:
        drawing.building(cell)
    for cell in board.GROUND:
        drawing.cell(cell)
    drawing.numbers()
    for at in range(board.TERMINALS):
        drawing.terminal(at)
    for cell in board.GROUND:
        drawing.marks(cell)
    for space in shown.trams:
        drawing.tram(space)
    return (*map(drawing.cell_spot, board.GROUND), *map(drawing.terminal_spot, range(board.TERMINALS)))


def head(shown: Line1Scene, layout: Line1Layout, cursor: str, *, alone: bool) -> Row:
    """Return a row with the letters of the columns.

    It stands ``alone`` above the whole board. Otherwise it stands for the first row of characters, and holds also
    what stood there besides rails: stop signs, where an exchange is possible, names of terminals.
    """
    canvas, middle = Canvas(layout.columns, 1), layout.size.down
    drawing = _Drawing(canvas, shown, layout, cursor)
    for cell in range(board.COLS):
        canvas.put(0, layout.corner(cell)[1] + middle, board.NAMES[cell][0], "bold")
        if not alone and cell not in board.BUILDING_AT:
            drawing.sign(cell)
            if drawing.may_exchange(cell):
                canvas.put(0, layout.corner(cell)[1] + middle + 1, "↑", "bold")
    for at in range(board.TERMINALS):
        if not alone and board.OUT[at][0] & 3 == 0:
            drawing.name(at)
    return canvas.picture().rows[0]


class _Drawing:
    """A board being drawn."""

    def __init__(self, canvas: Canvas, shown: Line1Scene, layout: Line1Layout, cursor: str) -> None:
        self.canvas, self.shown, self.layout, self.cursor = canvas, shown, layout, cursor
        self.size, self.corner = layout.size, layout.corner

    # -- cells --

    def building(self, cell: board.Cell) -> None:
        row, column = self.corner(cell)
        letter = board.BUILDING_AT[cell]
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

    def cell(self, cell: board.Cell) -> None:
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

    def _empty(self, cell: board.Cell) -> None:
        row, column = self.corner(cell)
        name = board.NAMES[cell]
        if name == self.cursor:
            text, ink = name.center(3), "reverse"
        elif name in self.shown.legal:
            text, ink = (" + ", "bold") if self.shown.tile is not None else (" · ", "")
        else:
            text, ink = " · ", "dim"
        self.canvas.put(row + self.size.across, column + self.size.down - 1, text, ink)

    def marks(self, cell: board.Cell) -> None:
        """Mark the cursor, typed and newest tiles, where an exchange is possible, and the stop sign."""
        row, column = self.corner(cell)
        if cell in self.shown.recent:
            seat, newest = self.shown.recent[cell]
            self._corners(cell, LAST if newest else EARLIER, f"seat{seat}" + " bold" * newest)
        if board.NAMES[cell] == self.cursor or cell in self.shown.fresh:
            self._corners(cell, CURSOR, "bold")
        elif self.may_exchange(cell):
            self._put(row, column + self.size.width - 1, "↑", "bold", cell)
        self.sign(cell)

    def sign(self, cell: board.Cell) -> None:
        """Write the letter of the stop sign, if one stands there."""
        if letter := self.shown.signs.get(cell):
            own = letter in self.shown.stops
            self._put(*self.corner(cell), letter, "bold reverse" if own else "reverse", cell)

    def may_exchange(self, cell: board.Cell) -> bool:
        shown = self.shown
        meant = shown.tile is not None or shown.pairing
        return bool(meant and shown.before.track.cells[cell] and board.NAMES[cell] in shown.legal)

    def _corners(self, cell: board.Cell, marks: str, ink: Ink) -> None:
        row, column = self.corner(cell)
        for number, mark in enumerate(marks):
            if mark != " ":
                at = (
                    row + number // 2 * (self.size.height - 1),
                    column + number % 2 * (self.size.width - 1),
                )
                self._put(*at, mark, ink, cell)

    def _put(self, row: int, column: int, text: str, ink: Ink, cell: board.Cell) -> None:
        laid = self.shown.cells[cell] and cell not in self.shown.fresh
        self.canvas.put(row, column, text, f"{ink} ground" if laid else ink)

    # -- around the cells --

    def numbers(self) -> None:
        for row in range(board.ROWS):
            self.canvas.put(row * self.size.height + self.size.across, 0, f"{row + 1:2d}", "bold")

    def terminal(self, at: board.Terminal) -> None:
        """Draw the arc of a terminal where there is room for it, its name, and the rails it leads in."""
        side = board.OUT[at][0] & 3
        ink = "bold" if board.CELLS + at in self.shown.ends else ""
        for door in board.OUT[at]:
            self._stub(door >> 2, side)
        if side in (1, 3):
            row = self.corner(board.OUT[at][0] >> 2)[0] + self.size.across
            edge = LEFT - 1 if side == 3 else self.layout.columns - 2
            begin, end = "╭╰" if side == 3 else "╮╯"
            for line, glyph in enumerate((begin, *"│" * (self.size.height - 1), end)):
                self.canvas.put(row + line, edge, glyph, ink)
        self.name(at)

    def name(self, at: board.Terminal) -> None:
        """Write the name of a terminal, in reverse under the cursor and for the viewer's own."""
        row, column, text = self._label(at)
        ink = "bold" if board.CELLS + at in self.shown.ends else ""
        under = " reverse" if board.SPACE_NAMES[board.CELLS + at] == self.cursor else ""
        own = " reverse" if board.CELLS + at in self.shown.ends and not under else ""
        self.canvas.put(row, column, text, (ink + under + own).strip())

    def _stub(self, cell: board.Cell, side: int) -> None:
        """Show on an empty cell that an arc leads into it."""
        if self.shown.cells[cell]:
            return
        row, column = self.corner(cell)
        across, middle, size = self.size.across, self.size.down, self.size
        down, right = ((0, middle), (across, size.width - 1), (size.height - 1, middle), (across, 0))[side]
        self.canvas.put(row + down, column + right, "│" if side in (0, 2) else "─")

    def _label(self, at: board.Terminal) -> tuple[int, int, str]:
        """Return where the name of a terminal stands: beside its arc; between two cells only its line has room."""
        row, column = self.corner(board.OUT[at][0] >> 2)
        name, size = board.TERMINAL_NAMES[at], self.size
        beside = row + size.across + size.height // 2
        match board.OUT[at][0] & 3:
            case 0:
                return row, column + size.width - 1, name[0]
            case 1:
                return beside, self.layout.columns - 2, name
            case 2:
                return row + size.height - 1, column + size.width - 1, name[0]
            case _:
                return beside, LEFT - len(name), name

    def cell_spot(self, cell: board.Cell) -> Spot:
        legal = board.NAMES[cell] in self.shown.legal
        return Spot(board.NAMES[cell], *self.corner(cell), self.size.height, self.size.width, legal)

    def terminal_spot(self, at: board.Terminal) -> Spot:
        row, column, text = self._label(at)
        name, beside = board.TERMINAL_NAMES[at], board.OUT[at][0] & 3 in (1, 3)
        return Spot(name, row, column, 2 if beside else 1, len(text), name in self.shown.legal)

    # -- trams --

    def tram(self, space: board.Space) -> None:
        """Write the signs of the trams on a space, the second one as a plus when there are more than two."""
        seats = self.shown.trams[space]
        row, column = self._stand(space)
        for number, seat in enumerate(seats[:2]):
            glyph = "+" if number and len(seats) > 2 else GLYPHS[seat]
            self.canvas.put(row, column + number, glyph, f"bold reverse seat{seat}")

    def _stand(self, space: board.Space) -> tuple[int, int]:
        if space < board.CELLS:
            row, column = self.corner(space)
            return row + self.size.across, column + self.size.down
        row, column, _ = self._label(space - board.CELLS)
        match board.OUT[space - board.CELLS][0] & 3:
            case 0:
                return row + 1, column
            case 2:
                return row - 1, column
            case _:
                return row + 1, column
