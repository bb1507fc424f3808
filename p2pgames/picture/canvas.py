"""A lattice of characters to draw on, which becomes rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from p2pgames.picture.picture import Ink, Picture, Row, Run, Spot


class Canvas:
    """Characters to draw on; what falls outside is cut off."""

    def __init__(self, columns: int, rows: int) -> None:
        """Begin with blanks."""
        self.columns, self.rows = columns, rows
        self._glyphs = [[" "] * columns for _ in range(rows)]
        self._inks = [[""] * columns for _ in range(rows)]

    def put(self, row: int, column: int, text: str, ink: Ink = "") -> None:
        """Write text from a character on to the right; it replaces what is there."""
        if not 0 <= row < self.rows:
            return
        if column < 0 or column + len(text) > self.columns:
            text, column = text[max(-column, 0) : max(self.columns - column, 0)], max(column, 0)
        end = column + len(text)
        self._glyphs[row][column:end] = text
        self._inks[row][column:end] = [ink] * len(text)

    def put_row(self, row: int, column: int, runs: Sequence[Run]) -> None:
        """Write runs one after the other."""
        for ink, text in runs:
            self.put(row, column, text, ink)
            column += len(text)

    def glyph(self, row: int, column: int) -> str:
        """Return the character there; a blank outside."""
        return self._glyphs[row][column] if 0 <= row < self.rows and 0 <= column < self.columns else " "

    def tint(self, row: int, column: int, ink: Ink, columns: int = 1, rows: int = 1) -> None:
        """Add an ink to a rectangle of characters."""
        for r in range(max(row, 0), min(row + rows, self.rows)):
            for c in range(max(column, 0), min(column + columns, self.columns)):
                self._inks[r][c] = f"{self._inks[r][c]} {ink}".strip()

    def picture(self, spots: Sequence[Spot] = ()) -> Picture:
        """Return what has been drawn."""
        return Picture(
            tuple(map(_runs, self._inks, self._glyphs)),
            tuple(spots),
        )

    def window(self, row: int, column: int, rows: int, columns: int, spots: Sequence[Spot] = ()) -> Picture:
        """Return a part of what has been drawn, with all spots: those that do not lie wholly in it are beyond."""
        inks = [line[column : column + columns] for line in self._inks[row : row + rows]]
        glyphs = [line[column : column + columns] for line in self._glyphs[row : row + rows]]
        moved = [replace(spot, row=spot.row - row, column=spot.column - column) for spot in spots]
        return Picture(
            tuple(map(_runs, inks, glyphs)),
            tuple(
                replace(
                    spot,
                    beyond=spot.row < 0
                    or spot.column < 0
                    or spot.row + spot.rows > len(glyphs)
                    or spot.column + spot.columns > columns,
                )
                for spot in moved
            ),
        )


def _runs(inks: Sequence[Ink], glyphs: Sequence[str]) -> Row:
    text, at = "".join(glyphs), 0
    row: list[Run] = []
    for ink, same in groupby(inks):
        start, at = at, at + len(list(same))
        row.append((ink, text[start:at]))
    return tuple(row)
