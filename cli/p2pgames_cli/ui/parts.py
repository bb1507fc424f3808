"""Parts that several screens are made of: keys, pages to read, lists to choose from; with no terminal in them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.picture.picture import Row, Run
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.ui.pages import Palette, Sheet
from p2pgames_cli.ui.styles import column, fitted, heading, length, several, shortened, width, wrapped

KEY: Final = 8
"""Characters for a key in a list."""
NAME: Final = 22
"""Columns for what stands in a list, at least."""
TOLD: Final = 3
"""Rows at the foot of a list for what is said of the chosen line."""
LEAST: Final = (80, 24)
"""Columns and rows below which nothing is drawn."""


@dataclass(frozen=True, slots=True)
class Region:
    """Characters that do something when they are clicked."""

    row: int
    column: int
    columns: int
    do: Callable[[], None]


Key: TypeAlias = tuple[str, str, Callable[[], None]]
"""A key, what it does in a word, and that it is done."""


def key_bar(keys: list[Key], row: int, columns: int) -> tuple[Row, list[Region]]:
    """Return the keys that fit, each with what it does when clicked; what is only explained is not in reverse."""
    runs: list[Run] = [("", " ")]
    regions = []
    for named, what, do in keys:
        key = _(named)
        words = f" {what}" if what else ""
        at = length(tuple(runs))
        if at + len(key) + len(words) + 3 > columns:
            break
        if do is nothing:
            runs += [("bold", f" {key} "), ("", f"{words} ")]
            continue
        regions.append(Region(row, at, len(key) + len(words) + 3, do))
        runs += [("reverse", f" {key} "), ("", f"{words} ")]
    return fitted(tuple(runs), columns), regions


def yes_no() -> str:
    """Return how a question is answered."""
    return _("y yes · n no")


def nothing() -> None:
    """Do nothing: the key is only explained."""


def placed(rows: tuple[Row, ...], high: int) -> list[Row]:
    """Return exactly so many rows."""
    return [*rows[:high], *([()] * (high - len(rows)))]


def too_small(columns: int, rows: int) -> list[Row]:
    """Return what stands on a screen that nothing can be drawn on."""
    text = _(
        "This screen has {columns} x {rows} characters. The client takes {least_columns} x {least_rows}:"
        " make the window larger, or begin again with --plain."
    ).format(columns=columns, rows=rows, least_columns=LEAST[0], least_rows=LEAST[1])
    lines = textwrap.wrap(text, max(columns, 8))[:rows]
    return [fitted((("", line),), columns) for line in [*lines, *([""] * (rows - len(lines)))]]


def sheet_rows(sheet: Sheet, columns: int, rows: int) -> list[Row]:
    """Return a page to read, scrolled as it is."""
    room = rows - 2
    lines = [part for line in sheet.lines for part in wrapped(line, columns - 3)]
    sheet.lines = lines
    sheet.scroll(0, room)
    shown = lines[sheet.top : sheet.top + room]
    more = len(lines) - sheet.top - len(shown)
    end: Row = (
        (("dim", " " + ngettext("{count} more line", "{count} more lines", more).format(count=more)),)
        if more
        else ()
    )
    read = _emphasised(lines)[sheet.top : sheet.top + room] if sheet.markdown else list(map(_read, shown))
    built = [heading(sheet.title, columns), *read]
    return [fitted(row, columns) for row in [*placed(tuple(built), rows - 1), end]]


def _read(line: str) -> Row:
    """Return a line to read; headings, as Markdown has them, stand out without its sign."""
    head = re.match("#{1,3} ", line)
    return (("bold", f" {line[head.end() :]}"),) if head else (("", f" {line}"),)


def _emphasised(lines: list[str]) -> list[Row]:
    """Return lines of Markdown; what stands between asterisks is bold, also across lines."""
    rows: list[Row] = []
    bold = False
    for line in lines:
        runs: list[Run] = [("", " ")]
        for at, part in enumerate(re.split(r"\*{1,2}", line)):
            bold ^= at > 0
            runs.append(("bold" if bold else "", part))
        rows.append(tuple(run for run in runs if run[1]) if len(runs) > 2 or bold else _read(line))
    return rows


def palette_rows(chosen: Palette, columns: int, rows: int) -> list[Row]:
    """Return a list to choose from, narrowed as it is; at its foot all that is said of what is chosen."""
    found = chosen.found
    room = rows - 2 - TOLD
    first = max(0, min(chosen.chosen - room // 2, len(found) - room))
    built: list[Row] = [
        heading(chosen.title or _("what you can do"), columns),
        (("bold", f" ? {chosen.typed}▏"),),
    ]
    shown = found[first : first + room]
    wide = max([NAME, *(width(item.name) for item in shown)])
    key = max([KEY, *(width(item.key) for item in shown)])
    for at, item in enumerate(shown, first):
        here = at == chosen.chosen and item.do is not None
        ink = "reverse" if here else "bold" if item.do is not None else ""
        mark = "▸" if here else " " if item.do is not None else "·"
        left = f" {mark} {column(item.name, wide)}"
        about = shortened(item.about, columns - width(left) - key - 3)
        built.append(((ink, left), ("", f" {column(item.key, key)} {about}")))
    if not found:
        none = _("it stands in the line on your turn") if chosen.ahead else _("nothing is called so")
        built.append((("", "   " + none),))
    told = several(found[chosen.chosen].about, columns - 4, TOLD) if found else []
    body = placed(tuple(built), rows - TOLD)
    return [
        fitted(row, columns) for row in [*body, *placed(tuple((("", f"   {line}"),) for line in told), TOLD)]
    ]
