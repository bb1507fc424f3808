"""Parts that several screens are made of: the bar of keys, rows, what can be clicked; with no terminal in them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from typing import Final

from p2pgames.picture.picture import Row, Run
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.page import Key, Region
from p2pgames_cli.ui.styles import fitted, length

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
