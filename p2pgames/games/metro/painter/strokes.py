"""How tiles are drawn: the tracks of each code on a lattice of characters, at two sizes.

A line enters a cell on the right of its way and leaves it so, by the same characters for every code, so that tiles
that lie side by side join by themselves. Two lines share a character only where they cross straight. The corners
are free.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.games.metro.board import Side

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
_BENDS: Final[dict[str, tuple[Side, Side]]] = {"╰": (0, 1), "╭": (1, 2), "╮": (2, 3), "╯": (0, 3)}


@dataclass(frozen=True, slots=True)
class Stroke:
    """One character of a tile's drawing, and by which side the lines on it entered the tile."""

    row: int
    column: int
    light: str
    across: Side
    """The line on it; at a crossing the one that runs from left to right or back."""
    down: Side
    """The same; at a crossing the other one."""

    def glyph(self, heavy: frozenset[Side]) -> str:
        """Return the character with the lines that entered by these sides drawn heavy."""
        if self.light == "┼":
            return _CROSSED[self.across in heavy, self.down in heavy]
        return _HEAVY[self.light] if self.across in heavy else self.light


@dataclass(frozen=True, slots=True)
class Size:
    """How large cells are drawn, and the drawings of all codes."""

    columns: int
    rows: int
    left: int
    """The column of the left tracks at the upper and lower side; the right ones mirror it."""
    tiles: dict[str, tuple[Stroke, ...]]

    def entry(self, side: Side) -> Place:
        """Return the character by which lines enter from this side."""
        return _entry(self.columns, self.rows, self.left, side)

    def leaving(self, side: Side) -> Place:
        """Return the character by which lines leave by this side."""
        row, column = self.entry(side)
        return (row, self.columns - 1 - column) if side % 2 == 0 else (self.rows - 1 - row, column)


def _entry(columns: int, rows: int, left: int, side: Side) -> Place:
    upper, right = rows // 2 - 1, columns - 1 - left
    return ((0, left), (upper, columns - 1), (rows - 1, right), (upper + 1, 0))[side]


def _size(
    text: str,
    columns: int,
    left: int,
    rows: int = 4,
    stretch: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
) -> Size:
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
    return Size(large[1], large[0], left, tiles)


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
    on: dict[Place, dict[bool, Side]] = {}
    for side, place in enumerate(entries):
        for (row, column), across in _path(drawn, place, side):
            on.setdefault((row, column), {})[across] = side
    return tuple(
        Stroke(row, column, drawn[row][column], sides.get(True, -1), sides.get(False, -1))
        if drawn[row][column] == "┼"
        else Stroke(row, column, drawn[row][column], *2 * tuple(sides.values()))
        for (row, column), sides in sorted(on.items())
    )


def _path(drawn: list[str], place: Place, side: Side) -> list[tuple[Place, bool]]:
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
