"""Parts that several screens are made of: keys, pages to read, lists to choose from; with no terminal in them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.picture import Row, Run
from p2pgames_cli.screen.inks import fitted, heading, length
from p2pgames_cli.screen.overlay import Palette, Sheet

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
    """Return the keys that fit, each with what it does when clicked."""
    runs: list[Run] = [("", " ")]
    regions = []
    for key, words, do in keys:
        at = length(tuple(runs))
        if at + len(key) + len(words) + 3 > columns:
            break
        regions.append(Region(row, at, len(key) + len(words) + 3, do))
        runs += [("reverse", f" {key} "), ("", f"{words} ")]
    return fitted(tuple(runs), columns), regions


def nothing() -> None:
    """Do nothing: the key is only explained."""


def placed(rows: tuple[Row, ...], high: int) -> list[Row]:
    """Return exactly so many rows."""
    return [*rows[:high], *([()] * (high - len(rows)))]


def too_small(columns: int, rows: int) -> list[Row]:
    """Return what stands on a screen that nothing can be drawn on."""
    text = (
        f"This screen has {columns} x {rows} characters. The client takes {LEAST[0]} x {LEAST[1]}:"
        " make the window larger, or begin again with --plain."
    )
    lines = textwrap.wrap(text, max(columns, 8))[:rows]
    return [fitted((("", line),), columns) for line in [*lines, *([""] * (rows - len(lines)))]]


def sheet_rows(sheet: Sheet, columns: int, rows: int) -> list[Row]:
    """Return a page to read, scrolled as it is."""
    room = rows - 2
    lines = [part for line in sheet.lines for part in (textwrap.wrap(line, columns - 3) or [""])]
    sheet.lines = lines
    sheet.scroll(0, room)
    shown = lines[sheet.top : sheet.top + room]
    more = len(lines) - sheet.top - len(shown)
    end: Row = (("dim", f" {more} more lines"),) if more else ()
    built = [heading(sheet.title, columns), *((("", f" {line}"),) for line in shown)]
    return [fitted(row, columns) for row in [*placed(tuple(built), rows - 1), end]]


def palette_rows(chosen: Palette, columns: int, rows: int) -> list[Row]:
    """Return a list to choose from, narrowed as it is."""
    found = chosen.found
    room = rows - 2
    first = max(0, min(chosen.chosen - room // 2, len(found) - room))
    built: list[Row] = [heading("what you can do", columns), (("bold", f" ? {chosen.typed}▏"),)]
    for at, item in enumerate(found[first : first + room], first):
        ink = "reverse" if at == chosen.chosen else "bold"
        mark = "▸" if at == chosen.chosen else " "
        built.append(((ink, f" {mark} {item.name:<22}"), ("", f" {item.key:<8} {item.about}")))
    if not found:
        built.append((("", "   nothing is called so"),))
    return [fitted(row, columns) for row in placed(tuple(built), rows)]
