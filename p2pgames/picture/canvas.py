"""A lattice of characters to draw on, and the part of a picture that is shown where all of it has no room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from p2pgames.picture.picture import Ink, Picture, Row, Run, Spot
from p2pgames.replace import replace


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
        return Picture(
            tuple(map(_runs, inks, glyphs)),
            tuple(
                replace(
                    spot,
                    row=spot.row - row,
                    column=spot.column - column,
                    beyond=spot.row < row
                    or spot.column < column
                    or spot.row + spot.rows > row + len(glyphs)
                    or spot.column + spot.columns > column + columns,
                )
                for spot in spots
            ),
        )


def _runs(inks: Sequence[Ink], glyphs: Sequence[str]) -> Row:
    text, at = "".join(glyphs), 0
    row: list[Run] = []
    for ink, same in groupby(inks):
        start, at = at, at + len(list(same))
        row.append((ink, text[start:at]))
    return tuple(row)


# A part of a picture that is too large for where it is shown.


def window(picture: Picture, columns: int, rows: int, focus: str, margin: int = 0) -> Picture:
    """Return so much of a picture as fits, around the spot called ``focus`` or the middle; the whole where it does.

    The first ``margin`` rows always stay. Spots that lie wholly outside are ``beyond`` it.
    """
    wide, high = max(map(len, picture.lines), default=0), len(picture.rows)
    if wide <= columns and high <= rows:
        return picture
    spot = picture.spot(focus) or Spot("", margin, 0, high - margin, wide)
    left = part_start(spot.column, spot.columns, columns, wide)
    top = 0 if spot.row < margin else part_start(spot.row - margin, spot.rows, rows - margin, high - margin)
    shown = (*picture.rows[:margin], *picture.rows[margin + top : top + rows])
    room = columns, min(rows, high)
    spots = (_moved(each, 0 if each.row < margin else top, left, room, margin) for each in picture.spots)
    return Picture(tuple(row_part(row, left, columns) for row in shown), tuple(spots))


def across_names(picture: Picture, columns: int, focus: str, cells: tuple[int, int], names: int) -> Picture:
    """Return this many columns of a board, with those that hold the names of its rows where it begins farther right.

    ``cells`` are the column of the first cell, and how wide they are: none is cut at the left. Spots that lie outside
    are ``beyond`` it.
    """
    wide = max(map(len, picture.lines))
    spot = picture.spot(focus) or Spot("", 0, 0, 1, wide)
    origin, pitch = cells
    left = part_start(spot.column, spot.columns, columns, wide)
    if left:  # then whole cells only, so the last part ends before there is no more room
        left = (
            origin
            + max(0, part_start(spot.column, spot.columns, columns - names, wide) - origin - 1)
            // pitch
            * pitch
        )
        left += pitch if left + columns - names < wide and wide - left - pitch <= columns - names else 0
    kept = names if left else 0
    room = columns - kept
    rows = [(*_name(row, kept), *_filled(row_part(row, left, room), room)) for row in picture.rows]
    spots = (_moved(each, 0, left, (room, len(rows)), 0) for each in picture.spots)
    moved = (replace(each, column=each.column + kept) for each in spots)
    return Picture(tuple(rows), tuple(moved))


def _filled(row: Row, columns: int) -> Row:
    """Return the row with blanks up to so many characters."""
    return (*row, ("", " " * (columns - sum(len(text) for _, text in row))))


def with_spots_beside(spots: Iterable[Spot], beside: Iterable[Spot]) -> tuple[Spot, ...]:
    """Return the spots of a part of a board with those beside it, which take the place of those beyond."""
    more = {spot.name: spot for spot in beside}
    kept = [more.pop(spot.name, spot) if spot.beyond else spot for spot in spots]
    seen = {spot.name for spot in kept}
    return (*kept, *(spot for spot in more.values() if spot.name not in seen))


def shown_spots(picture: Picture) -> frozenset[str]:
    """Return the names of the spots that are shown."""
    return frozenset(spot.name for spot in picture.spots if not spot.beyond)


def _name(row: Row, columns: int) -> Row:
    """Return the bold number that a row begins with, in this many columns; blanks where it begins with none."""
    ink, text = row[0] if row else ("", "")
    name = text.strip() if ink == "bold" and text.strip().isdecimal() else ""
    return (("bold", name.ljust(columns)),) if columns else ()


def row_part(row: Row, left: int, columns: int) -> Row:
    """Return this many characters of a row, from one on."""
    runs: list[Run] = []
    at = -left
    for ink, text in row:
        shown = text[max(-at, 0) : max(columns - at, 0)]
        if shown:
            runs.append((ink, shown))
        at += len(text)
    return tuple(runs)


def part_start(begin: int, length: int, room: int, end: int) -> int:
    """Return where a part of so much room begins that has in its middle what begins there."""
    return max(0, min(begin + length // 2 - room // 2, end - room))


def _moved(spot: Spot, top: int, left: int, room: tuple[int, int], margin: int) -> Spot:
    """Return as much of a spot as lies within the window; all of it, beyond, if nothing does."""
    moved = replace(spot, row=spot.row - top, column=spot.column - left)
    row, column = max(moved.row, margin if top else 0), max(moved.column, 0)
    wide = min(moved.column + spot.columns, room[0]) - column
    high = min(moved.row + spot.rows, room[1]) - row
    if spot.beyond or high <= 0 or wide <= 0:
        return replace(moved, beyond=True)
    return replace(moved, row=row, column=column, rows=high, columns=wide)
