"""The board of Metro drawn at one size: cells with their tracks, and the stations around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.games.metro import board, sentences
from p2pgames.games.metro.state import LineChange
from p2pgames.games.metro.view.scene import PLAIN, MetroScene
from p2pgames.games.metro.words import DRAW
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, Ink, Spot, View
from p2pgames.text import Count

CURSOR: Final = "▛▜▙▟"
LAST: Final = "◤◥◣◢"
EARLIER: Final = "◤  ◢"
RANKS: Final = ("dim", "", "dim seat", "bold", "seat", "bold seat")
"""Of two lines that cross, the later one here gives the colour."""


# How tiles are drawn: the tracks of each code on a lattice of characters, at two sizes.
#
# A line enters a cell on the right of its way and leaves it so, by the same characters for every code, so that
# tiles that lie side by side join by themselves. Two lines share a character only where they cross straight. The
# corners are free.

Place: TypeAlias = tuple[int, int]
"""Row and column in a cell, from its top left."""

_LARGE: Final = """
aaaa        aacb        acba        baac        cbaa        bcbc        cbcb        cccc
   │  │      ╭─┼──╯        │  │        ╰──┼─╮      │  │        ╰─╮│        │╭─╯        │  │
───┼──┼───  ─┼─┼──────  ─╮ │  ╰───  ──────┼─┼─  ───╯  │ ╭─  ────╮│╰───  ───╯│╭────  ───╯  ╰───
───┼──┼───  ─╯ │  ╭───  ─┼─┼──────  ───╮  │ ╰─  ──────┼─┼─  ───╮│╰────  ────╯│╭───  ───╮  ╭───
   │  │        │  │      ╰─┼──╮        │  │        ╭──┼─╯      │╰─╮        ╭─╯│        │  │
bbbb        dacc        cdac        ccda        accd        dbba        adbb        badb
 ╭─┼──╯        ╰──╯        │  │        │  │        │  │        ╰──╯      ╭─┼──╯      ╭─┼──╯
─┼─┼──╮ ╭─  ──────────  ───╯  │  ╭  ───╯  ╰───  ╮  │  ╰───  ─╮ ╭──────  ─┼─┼──╮  ╭  ─┼─┼──────
─╯ ╰──┼─┼─  ───╮  ╭───  ───╮  │  ╰  ──────────  ╯  │  ╭───  ─┼─┼──────  ─╯ │  │  ╰  ─╯ ╰──────
   ╭──┼─╯      │  │        │  │        ╭──╮        │  │      ╰─┼──╮        │  │        ╭──╮
bbad        ddbc        cddb        bcdd        dbcd        adad        dada        dddd
   │  │        ╰──╯        │  │        │  │        ╰──╯        │  │        ╰──╯        ╰──╯
╮  │  │ ╭─  ──────╮  ╭  ───╯  │  ╭  ╮  │  ╰───  ╮  ╭──────  ╮  │  │  ╭  ──────────  ╮        ╭
╯  ╰──┼─┼─  ───╮  │  ╰  ──────╯  ╰  ╯  ╰──────  ╯  │  ╭───  ╯  │  │  ╰  ──────────  ╯        ╰
   ╭──┼─╯      │  │        ╭──╮        ╭──╮        │  │        │  │        ╭──╮        ╭──╮
"""

_SMALL: Final = """
aaaa      aacb      acba      baac      cbaa      bcbc      cbcb      cccc
  │  │     ╭┼──╯      │  │      ╰──┼╮     │  │      ╰─╮│      │╭─╯      │  │
──┼──┼──  ─┼┼─────  ──┼╮ ╰──  ─────┼┼─  ──╯  │╭─  ───╮│╰──  ──╯│╭───  ──╯  ╰──
──┼──┼──  ─╯│  ╭──  ──┼┼────  ──╮  │╰─  ─────┼┼─  ──╮│╰───  ───╯│╭──  ──╮  ╭──
  │  │      │  │      │╰─╮      │  │      ╭──┼╯     │╰─╮      ╭─╯│      │  │
bbbb      dacc      cdac      ccda      accd      dbba      adbb      badb
 ╭┼──╯      ╰──╯      │  │      │  │      │  │      ╰──╯      │ ╭╯     ╭┼──╯
─┼┼──╮╭─  ────────  ──╯  │ ╭  ──╯  ╰──  ╮ │  ╰──  ─╮╭─────  ──┼─┼╮ ╭  ─┼┼─────
─╯╰──┼┼─  ──╮  ╭──  ──╮  │ ╰  ────────  ╯ │  ╭──  ─┼┼─────  ──┼─╯│ ╰  ─╯╰─────
  ╭──┼╯     │  │      │  │      ╭──╮      │  │     ╰┼──╮      │  │      ╭──╮
bbad      ddbc      cddb      bcdd      dbcd      adad      dada      dddd
  │  │      ╰──╯      │  │      │  │      ╰──╯      │  │      ╰──╯      ╰──╯
╮ │╭─┼──  ─────╮ ╭  ──╯  │ ╭  ╮ │  ╰──  ╮ ╭─────  ╮ │  │ ╭  ────────  ╮      ╭
╯ ╰┼─┼──  ──╮  │ ╰  ─────╯ ╰  ╯ ╰─────  ╯ │  ╭──  ╯ │  │ ╰  ────────  ╯      ╰
  ╭╯ │      │  │      ╭──╮      ╭──╮      │  │      │  │      ╭──╮      ╭──╮
"""

_HEAVY: Final = dict(zip("─│╭╮╰╯", "━┃┏┓┗┛", strict=True))
_CROSSED: Final = {(False, False): "┼", (True, False): "┿", (False, True): "╂", (True, True): "╋"}
_EASTWARD: Final = "─╭╰┼"
"""Characters from which a line goes on to the right."""
_SOUTHWARD: Final = "│╭╮┼"
"""Those from which one goes on downwards."""
_STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
_BENDS: Final[dict[str, tuple[board.Side, board.Side]]] = {"╰": (0, 1), "╭": (1, 2), "╮": (2, 3), "╯": (0, 3)}


@dataclass(frozen=True, slots=True)
class Stroke:
    """One character of a tile's drawing, and by which side the lines on it entered the tile."""

    row: int
    column: int
    light: str
    across: board.Side
    """The line on it; at a crossing the one that runs from left to right or back."""
    down: board.Side
    """The same; at a crossing the other one."""

    def glyph(self, heavy: frozenset[board.Side]) -> str:
        """Return the character with the lines that entered by these sides drawn heavy."""
        if self.light == "┼":
            return _CROSSED[self.across in heavy, self.down in heavy]
        return _HEAVY[self.light] if self.across in heavy else self.light


@dataclass(frozen=True, slots=True)
class MetroSize:
    """How large cells are drawn, and the drawings of all codes."""

    columns: int
    rows: int
    left: int
    """The column of the left tracks at the upper and lower side; the right ones mirror it."""
    tiles: dict[str, tuple[Stroke, ...]]

    def entry(self, side: board.Side) -> Place:
        """Return the character by which lines enter from this side."""
        return _entry(self.columns, self.rows, self.left, side)

    def leaving(self, side: board.Side) -> Place:
        """Return the character by which lines leave by this side."""
        row, column = self.entry(side)
        return (row, self.columns - 1 - column) if side % 2 == 0 else (self.rows - 1 - row, column)


def _entry(columns: int, rows: int, left: int, side: board.Side) -> Place:
    upper, right = rows // 2 - 1, columns - 1 - left
    return ((0, left), (upper, columns - 1), (rows - 1, right), (upper + 1, 0))[side]


def _size(
    text: str,
    columns: int,
    left: int,
    rows: int = 4,
    stretch: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
) -> MetroSize:
    """Return the drawings of a text; ``stretch`` says how many rows and columns are put in after each."""
    bands = text.strip("\n").split("\n")
    more_rows, more_columns = stretch[0] or (0,) * rows, stretch[1] or (0,) * columns
    large = rows + sum(more_rows), columns + sum(more_columns)
    tiles = {}
    for first in range(0, len(bands), rows + 1):
        for number, code in enumerate(bands[first].split()):
            start = number * (columns + 2)
            drawn = [line.ljust(start + columns)[start:][:columns] for line in bands[first + 1 :][:rows]]
            drawn = _stretched(drawn, more_rows, more_columns)
            tiles[code] = _strokes(drawn, [_entry(large[1], large[0], left, side) for side in range(4)])
    return MetroSize(large[1], large[0], left, tiles)


def _stretched(drawn: list[str], rows: tuple[int, ...], columns: tuple[int, ...]) -> list[str]:
    """Return a drawing with this many rows and columns put in after each of its own, where lines go straight on."""
    wide = [
        "".join(
            glyph + ("─" if glyph in _EASTWARD else " ") * more
            for glyph, more in zip(line, columns, strict=True)
        )
        for line in drawn
    ]
    return [
        one
        for line, more in zip(wide, rows, strict=True)
        for one in (line, *["".join("│" if glyph in _SOUTHWARD else " " for glyph in line)] * more)
    ]


def _strokes(drawn: list[str], entries: list[Place]) -> tuple[Stroke, ...]:
    """Follow the lines through a drawing from where they enter."""
    on: dict[Place, dict[bool, board.Side]] = {}
    for side, place in enumerate(entries):
        for (row, column), across in _path(drawn, place, side):
            on.setdefault((row, column), {})[across] = side
    return tuple(
        Stroke(row, column, drawn[row][column], sides.get(True, -1), sides.get(False, -1))
        if drawn[row][column] == "┼"
        else Stroke(row, column, drawn[row][column], *2 * tuple(sides.values()))
        for (row, column), sides in sorted(on.items())
    )


def _path(drawn: list[str], place: Place, side: board.Side) -> list[tuple[Place, bool]]:
    """Return the characters of the line that enters there by a side, and whether it runs across each."""
    path = []
    row, column = place
    came = side
    while 0 <= row < len(drawn) and 0 <= column < len(drawn[0]):
        glyph = drawn[row][column]
        path.append(((row, column), came % 2 == 1))
        leave = (came + 2) % 4 if glyph not in _BENDS else sum(_BENDS[glyph]) - came
        row, column = row + _STEPS[leave][0], column + _STEPS[leave][1]
        came = (leave + 2) % 4
    return path


LARGE: Final = _size(_LARGE, columns=10, left=3)
SMALL: Final = _size(_SMALL, columns=8, left=2)
# Both halves of a tile grow alike, so that tiles still join.
HUGE: Final = _size(_LARGE, 10, 3, stretch=((1, 0, 1, 0), (0, 0, 0, 1, 0, 1, 0, 0, 0, 0)))
GIANT: Final = _size(_LARGE, 10, 6, stretch=((2, 0, 2, 0), (1, 1, 1, 1, 0, 1, 1, 1, 1, 0)))


@dataclass(frozen=True, slots=True)
class MetroLayout:
    """The whole board at one size, with the stations around it."""

    size: MetroSize
    margin: int
    """Columns for stations at the left, and at the right."""

    @property
    def columns(self) -> int:
        """The width of the whole board."""
        return 2 * self.margin + board.COLS * self.size.columns

    @property
    def rows(self) -> int:
        """The height of the whole board."""
        return 2 + board.ROWS * self.size.rows

    def corner(self, cell: board.Cell) -> tuple[int, int]:
        """Return row and column of a cell's top left character."""
        return 1 + cell // board.COLS * self.size.rows, self.margin + cell % board.COLS * self.size.columns


WHOLE: Final = (MetroLayout(GIANT, 4), MetroLayout(HUGE, 4), MetroLayout(LARGE, 4))
"""The sizes at which all of the board stands with letters on two sides, the largest first."""
NARROW: Final = MetroLayout(SMALL, 3)


def draw(canvas: Canvas, shown: MetroScene, layout: MetroLayout, view: View) -> tuple[Spot, ...]:
    """Draw the whole board from the top left of a canvas, and return its spots: cells, pile, stations."""
    drawing = _Drawing(canvas, shown, layout, view)
    drawing.centre()
    for cell in board.PLAYABLE:
        drawing.cell(cell)
    drawing.marks()
    drawing.letters()
    for station in board.STATIONS:
        drawing.station(station)
    for change in shown.done:
        drawing.arrival(change)
    return (
        *map(drawing.cell_spot, board.PLAYABLE),
        drawing.pile_spot(),
        *map(drawing.station_spot, board.STATIONS),
    )


def tile(canvas: Canvas, at: tuple[int, int], size: MetroSize, piece: board.Piece, ink: Ink = "") -> None:
    """Draw a tile alone, its top left character there."""
    for stroke in size.tiles[board.turned(piece[:-1], int(piece[-1]))]:
        canvas.put(at[0] + stroke.row, at[1] + stroke.column, stroke.light, ink)


class _Drawing:
    """A board being drawn."""

    def __init__(self, canvas: Canvas, shown: MetroScene, layout: MetroLayout, view: View) -> None:
        self.canvas, self.shown, self.layout = canvas, shown, layout
        self.inks = shown.track_inks()
        self.cursor, self.say = view.cursor, view.say
        self.size, self.state = layout.size, shown.state
        self.waiting = {
            (end >> 2, end & 3): station
            for station, (end, length) in enumerate(zip(self.state.ends, self.state.lengths, strict=True), 1)
            if end >= 0 and length and self.shown.live[station - 1]
        }

    # -- cells --

    def centre(self) -> None:
        row, column = self.layout.corner(min(board.CENTRE))
        width, height = 2 * self.size.columns, 2 * self.size.rows
        for line in range(height):
            self.canvas.put(row + line, column, "░" * width, "dim")
        pile = sentences.PILE(count=Count(self.state.pile))
        first = height // 2 - 2
        for line, text in enumerate((sentences.CENTRE_SIGN(), sentences.PAYS(), pile), first):
            said = f" {self.say(text)} "
            self.canvas.put(row + line, column + (width - len(said)) // 2, said)
        if self.shown.may_draw:
            ink = "bold reverse" if self.cursor == DRAW else "bold"
            self.canvas.put(row + first + 3, column + width // 2 - 3, "(draw)", ink)

    def cell(self, cell: board.Cell) -> None:
        piece = self.state.cells[cell]
        if piece:
            self._tile(cell, piece)
        else:
            self._empty(cell)

    def _tile(self, cell: board.Cell, piece: board.Piece) -> None:
        row, column = self.layout.corner(cell)
        fresh = self.shown.lay is not None and self.shown.lay.cell == cell
        ground = "" if fresh else " ground"
        self.canvas.tint(row, column, ground.strip(), self.size.columns, self.size.rows)
        heavy = self.shown.heavy.get(cell, PLAIN)
        inks = [self._ink(cell, side, bold=fresh or side in heavy) for side in range(4)]
        order = sorted(range(4), key=lambda side: (side in heavy, RANKS.index(inks[side].rstrip("012345"))))
        for stroke in self.size.tiles[board.turned(piece[:-1], int(piece[-1]))]:
            side = max(stroke.across, stroke.down, key=order.index)
            at = row + stroke.row, column + stroke.column
            self.canvas.put(*at, stroke.glyph(heavy), (inks[side] + ground).strip())

    def _ink(self, cell: board.Cell, side: board.Side, *, bold: bool) -> Ink:
        ink = self.inks.get((cell, side), "")
        return f"bold {ink.removeprefix('bold').removeprefix('dim').strip()}".strip() if bold else ink

    def _empty(self, cell: board.Cell) -> None:
        row, column = self.layout.corner(cell)
        text, ink = self._name(cell)
        self.canvas.put(row + self.size.rows // 2 - 1, column + self.size.columns // 2 - 3, text, ink)
        for side in range(4):
            if station := self.waiting.get((cell, side)):
                self._end(row, column, side, station)

    def _name(self, cell: board.Cell) -> tuple[str, Ink]:
        name = board.NAMES[cell]
        under = " reverse" if name == self.cursor else ""
        if name in self.shown.legal:
            return f"({name})", "bold" + under
        if board.is_open(self.shown.before.cells, cell):
            return (f" {name}×" if self.shown.mine else f" {name} "), under.strip()
        return (f" {name} " if under else "  · "), ("dim" + under)

    def _end(self, row: int, column: int, side: board.Side, station: board.Station) -> None:
        """Write where a train's line runs into an empty cell."""
        owner = self.state.owners[station - 1]
        changed = any(change.station == station for change in self.shown.done)
        down, right = self.size.entry(side)
        number = str(station)
        text = f"{number}{GLYPHS[owner]}" if side in (1, 2) else f"{GLYPHS[owner]}{number}"
        at = column + right - (len(number) if side in (1, 2) else 0)
        self.canvas.put(row + down, at, text, f"bold seat{owner}" if changed else self.shown.ink(owner))

    # -- marks --

    def marks(self) -> None:
        """Mark the newest tiles, and the cell under the cursor."""
        for cell, seat in self.shown.recent[:-1]:
            self._corners(cell, EARLIER, f"seat{seat}")
        for cell, seat in self.shown.recent[-1:]:
            self._corners(cell, LAST, f"bold seat{seat}")
        if self.shown.lay:
            self._corners(self.shown.lay.cell, CURSOR, "bold")
        if self.cursor in board.NAMES:
            self._corners(board.NAMES.index(self.cursor), CURSOR, "bold")

    def _corners(self, cell: board.Cell, marks: str, ink: Ink) -> None:
        row, column = self.layout.corner(cell)
        ground = " ground" if self.state.cells[cell] else ""
        for number, mark in enumerate(marks):
            at = row + number // 2 * (self.size.rows - 1), column + number % 2 * (self.size.columns - 1)
            if mark != " ":
                self.canvas.put(*at, mark, ink + ground)

    # -- around the board --

    def letters(self) -> None:
        """Write the names of columns and rows."""
        for number in range(board.COLS):
            column = self.layout.margin + number * self.size.columns
            self.canvas.put(0, column, "abcdefgh"[number], "bold")
            if self.layout is not NARROW:
                self.canvas.put(self.layout.rows - 1, column, "abcdefgh"[number], "bold")
        for number in range(board.ROWS):
            self.canvas.put(1 + number * self.size.rows, 0, str(number + 1), "bold")

    def station(self, station: board.Station) -> None:
        """Write a station where its line begins: the owner's sign, a dot where no train waits any more."""
        live, owner = self.shown.live[station - 1], self.state.owners[station - 1]
        row, column, text = self._label(station, GLYPHS[owner] if live else "·")
        ink = self.shown.ink(owner) if live else "dim"
        self.canvas.put(row, column, text, ink + (" reverse" if self.cursor == str(station) else ""))

    def _label(self, station: board.Station, sign: str) -> tuple[int, int, str]:
        cell, side = board.DOORS[station] >> 2, board.DOORS[station] & 3
        row, column = self.layout.corner(cell)
        down, right = self.size.entry(side)
        text = f"{station}{sign}" if side == 3 else f"{sign}{station}"
        if side == 3:
            return row + down, self.layout.margin - len(text), text
        return row + down + (-1, 0, 1)[side], column + right + (0, 1, 0)[side], text

    def arrival(self, change: LineChange) -> None:
        """Write what a line would score where it would arrive."""
        if change.end >= 0:
            return
        door = board.ONWARD.index(change.end)
        row, column = self.layout.corner(door >> 2)
        down, right = self.size.leaving(door & 3)
        text = f"+{change.points}"
        row, column = row + down, column + right
        match door & 3:
            case 0:
                row -= 1
            case 1:
                column += 1
            case 2:
                row, column = row + 1, column + 1 - len(text)
            case _:
                column -= len(text)
        self.canvas.put(row, column, text, f"bold reverse seat{change.owner}")

    # -- spots --

    def cell_spot(self, cell: board.Cell) -> Spot:
        row, column = self.layout.corner(cell)
        name = board.NAMES[cell]
        return Spot(name, row, column, self.size.rows, self.size.columns, name in self.shown.legal)

    def pile_spot(self) -> Spot:
        row, column = self.layout.corner(min(board.CENTRE))
        left = column + self.size.columns - 4
        return Spot(DRAW, row + self.size.rows, left, 2, 8, DRAW in self.shown.legal)

    def station_spot(self, station: board.Station) -> Spot:
        row, column, text = self._label(station, " ")
        return Spot(str(station), row, column, 1, len(text))
