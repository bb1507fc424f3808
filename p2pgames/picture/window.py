"""A part of a picture that is too large for where it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from p2pgames.picture.picture import Picture, Row, Run, Spot


def window(picture: Picture, columns: int, rows: int, focus: str, margin: int = 0) -> Picture:
    """Return so much of a picture as fits, around the spot called ``focus`` or the middle; the whole where it does.

    The first ``margin`` rows always stay. Spots that lie wholly outside are ``beyond`` it.
    """
    wide, high = max(map(len, picture.lines), default=0), len(picture.rows)
    if wide <= columns and high <= rows:
        return picture
    spot = picture.spot(focus) or Spot("", margin, 0, high - margin, wide)
    left = first(spot.column, spot.columns, columns, wide)
    top = 0 if spot.row < margin else first(spot.row - margin, spot.rows, rows - margin, high - margin)
    shown = (*picture.rows[:margin], *picture.rows[margin + top : top + rows])
    room = columns, min(rows, high)
    spots = (_moved(each, 0 if each.row < margin else top, left, room, margin) for each in picture.spots)
    return Picture(tuple(part(row, left, columns) for row in shown), tuple(spots))


def across(picture: Picture, columns: int, focus: str, cells: tuple[int, int], names: int) -> Picture:
    """Return this many columns of a board, with those that hold the names of its rows where it begins farther right.

    ``cells`` are the column of the first cell, and how wide they are: none is cut at the left. Spots that lie outside
    are ``beyond`` it.
    """
    wide = max(map(len, picture.lines))
    spot = picture.spot(focus) or Spot("", 0, 0, 1, wide)
    origin, pitch = cells
    left = first(spot.column, spot.columns, columns, wide)
    if left:  # then whole cells only, so the last part ends before there is no more room
        left = (
            origin
            + max(0, first(spot.column, spot.columns, columns - names, wide) - origin - 1) // pitch * pitch
        )
        left += pitch if left + columns - names < wide and wide - left - pitch <= columns - names else 0
    kept = names if left else 0
    room = columns - kept
    rows = [(*_name(row, kept), *_filled(part(row, left, room), room)) for row in picture.rows]
    spots = (_moved(each, 0, left, (room, len(rows)), 0) for each in picture.spots)
    moved = (replace(each, column=each.column + kept) for each in spots)
    return Picture(tuple(rows), tuple(moved))


def _filled(row: Row, columns: int) -> Row:
    """Return the row with blanks up to so many characters."""
    return (*row, ("", " " * (columns - sum(len(text) for _, text in row))))


def joined(spots: Iterable[Spot], beside: Iterable[Spot]) -> tuple[Spot, ...]:
    """Return the spots of a part of a board with those beside it, which take the place of those beyond."""
    more = {spot.name: spot for spot in beside}
    kept = [more.pop(spot.name, spot) if spot.beyond else spot for spot in spots]
    seen = {spot.name for spot in kept}
    return (*kept, *(spot for spot in more.values() if spot.name not in seen))


def inside(picture: Picture) -> frozenset[str]:
    """Return the names of the spots that are shown."""
    return frozenset(spot.name for spot in picture.spots if not spot.beyond)


def _name(row: Row, columns: int) -> Row:
    """Return the bold number that a row begins with, in this many columns; blanks where it begins with none."""
    ink, text = row[0] if row else ("", "")
    name = text.strip() if ink == "bold" and text.strip().isdecimal() else ""
    return (("bold", name.ljust(columns)),) if columns else ()


def part(row: Row, left: int, columns: int) -> Row:
    """Return this many characters of a row, from one on."""
    runs: list[Run] = []
    at = -left
    for ink, text in row:
        shown = text[max(-at, 0) : max(columns - at, 0)]
        if shown:
            runs.append((ink, shown))
        at += len(text)
    return tuple(runs)


def first(begin: int, length: int, room: int, end: int) -> int:
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
