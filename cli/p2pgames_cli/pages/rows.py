"""Rows of inked characters: how wide they are, cut, filled and wrapped, and what frames a page of them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final

from p2pgames.picture.picture import GLYPHS, Ink, Row, Run
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.page import Key, Region
from p2pgames_cli.table.turn_input import next_caret


def sign(seat: int) -> Run:
    """Return the glyph of a seat in its colour."""
    return f"seat{seat}", GLYPHS[seat]


@lru_cache(maxsize=4096)  # the same names and sentences stand in every frame
def width(text: str) -> int:
    """Return how many columns a text takes: a name may hold characters that take two (UAX 11)."""
    if text.isascii():
        return len(text)
    from wcwidth import wcwidth  # its tables take a while to load

    return sum(max(0, wcwidth(each)) for each in text)


def cut(text: str, columns: int) -> str:
    """Return as much of a text as fits; a character of several is cut in two only if it is wider than all of that."""
    if text.isascii():
        return text[: max(columns, 0)]
    at = used = 0
    while at < len(text):
        after = next_caret(text, at, 1)
        if width(text[at:after]) > columns:
            after = at + 1
        used += width(text[at:after])
        if used > columns:
            break
        at = after
    return text[:at]


def shortened(text: str, columns: int) -> str:
    """Return the text, or as much of it as fits with a sign that there is more."""
    return text if width(text) <= columns else cut(text, max(columns - 1, 0)) + "…" * (columns > 0)


def seen(text: str, caret: int, columns: int) -> tuple[str, int]:
    """Return the part of a text that is seen in this many columns, with the caret in it, and the caret's column."""
    first, used = caret, 0
    while first:
        before = next_caret(text, first, -1)
        used += width(text[before:first])
        if used >= columns:
            break
        first = before
    return cut(text[first:], columns), width(text[first:caret])


def column(text: str, columns: int) -> str:
    """Return the text shortened or filled with blanks to exactly this many columns."""
    shown = shortened(text, columns)
    return shown + " " * (columns - width(shown))


def length(row: Row) -> int:
    """Return how many columns a row takes."""
    return sum(width(text) for _, text in row)


def fitted(row: Row, columns: int, ink: Ink = "") -> Row:
    """Return the row shortened or filled with blanks to exactly this many columns."""
    blank = columns - length(row)
    if blank >= 0:  # as of most rows
        kept = [run for run in row if run[1]]
        return (*kept, (ink, " " * blank)) if blank else tuple(kept)
    more = columns > 0 and not _blank_from(row, columns)
    room = max(columns - more, 0)
    kept = []
    for name, text in row:
        shown, wide = text, width(text)
        if wide > room:
            shown = cut(text, room)
            wide = width(shown)
        if shown:
            kept.append((name, shown))
            room -= wide
    end = "…" * more + " " * max(room, 0)
    return (*kept, (kept[-1][0] if more and kept else ink, end)) if end else tuple(kept)


def _blank_from(row: Row, columns: int) -> bool:
    """Tell whether nothing is lost of a row beyond so many columns."""
    return width("".join(text for _, text in row).rstrip()) <= columns


def wrapped(text: str, columns: int) -> list[str]:
    """Return a text of one paragraph in lines of at most this many columns; at least one."""
    wide = width(text)
    if wide <= columns and text.isprintable() and text == text.strip():
        return [text]  # as most do, and wrapping takes far longer
    return list(_wrapped(text, columns, wide=wide != len(text)))


@lru_cache(maxsize=512)  # a page of the chat draws its 200 newest messages anew with each key
def _wrapped(text: str, columns: int, *, wide: bool) -> Sequence[str]:
    """Wrap a text; ``wide``: it holds characters of two columns or none, which `textwrap` would count as one."""
    if not wide:
        return textwrap.wrap(text, columns) or [""]
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".lstrip()
        if width(joined) <= columns:
            lines[-1] = joined
            continue
        lines.append(word)
        while (first := cut(lines[-1], columns) or lines[-1][0]) != lines[-1]:
            lines[-1:] = [first, lines[-1][len(first) :]]
    return [line for line in lines if line] or [""]


def several(text: str, columns: int, rows: int) -> list[str]:
    """Return a text in at most this many lines, the last one shortened where it is longer; none for an empty text."""
    lines = wrapped(text, columns) if text else []
    if len(lines) <= rows:
        return lines
    return [*lines[: rows - 1], shortened(" ".join(lines[rows - 1 :]), columns)]


def heading(text: str, columns: int) -> Row:
    """Return a heading with a rule to the right."""
    shown = shortened(f"─ {text} ", columns)
    return (("", shown + "─" * (columns - width(shown))),)


# Parts that several screens are made of: the bar of keys, rows, what can be clicked; with no terminal in them.

LEAST: Final = (60, 20)
"""Columns and rows below which nothing is drawn."""


def key_bar(
    keys: list[Key], press: Callable[[str], object], row: int, columns: int
) -> tuple[Row, list[Region]]:
    """Return the keys that fit; a click on one presses it. What is only explained is not in reverse."""
    runs: list[Run] = [("", " ")]
    regions = []
    for named, what, pressed in keys:
        key = _(named)
        words = f" {what}" if what else ""
        at = length(tuple(runs))
        if at + len(key) + len(words) + 3 > columns:
            break
        if not pressed:
            runs += [("bold", f" {key} "), ("", f"{words} ")]
            continue
        regions.append(Region(row, at, len(key) + len(words) + 3, partial(press, pressed)))
        runs += [("reverse", f" {key} "), ("", f"{words} ")]
    return fitted(tuple(runs), columns), regions


def placed(rows: tuple[Row, ...], high: int) -> list[Row]:
    """Return exactly this many rows."""
    return [*rows[:high], *([()] * (high - len(rows)))]


def too_small(columns: int, rows: int) -> list[Row]:
    """Return what stands on a screen that nothing can be drawn on."""
    text = _(
        "This screen has {columns} x {rows} characters. The client needs at least {least_columns} x {least_rows}:"
        " make the window larger, or begin again with --plain."
    ).format(columns=columns, rows=rows, least_columns=LEAST[0], least_rows=LEAST[1])
    lines = textwrap.wrap(text, max(columns, 8))[:rows]
    return [fitted((("", line),), columns) for line in [*lines, *([""] * (rows - len(lines)))]]
