"""Inks as a terminal shows them, and lines made of them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final
from unicodedata import east_asian_width

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from p2pgames.picture.picture import GLYPHS, Ink, Row, Run, to_ascii
from p2pgames_cli.config.themes import THEMES
from p2pgames_cli.table.turn_input import beside

_UNDRAWN: Final = re.compile(
    "[\u2068\u2069\ufe0e\ufe0f\U000e0020-\U000e007f]|\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
)
"""What isolates a text, makes one picture of several emoji, or a coloured one of a sign.

Terminals disagree on how wide that is.
"""


_SHAPES: Final = {"bold": "bold", "reverse": "reverse"}
PAPER: Final = "bg:#ffffff #000000"
"""What a QR code is drawn on, in every theme."""


@cache
def style(name: str) -> Style:
    """Return the theme of this name for prompt_toolkit."""
    tones = THEMES[name]
    return Style.from_dict({**tones, **_SHAPES, "paper": PAPER})


def fragments(row: Row, *, ascii_only: bool = False, narrow: bool = False) -> StyleAndTextTuples:
    """Return a row as prompt_toolkit takes it: in ASCII, or ``narrow``, without what may take two columns."""
    draw = plain if ascii_only else narrowed if narrow else breakable
    return [(" ".join(f"class:{name}" for name in ink.split()), draw(text)) for ink, text in row]


def breakable(text: str) -> str:
    """Return the text with each sign as wide as it is counted, and blanks for no-break spaces; lines are broken by now.

    prompt_toolkit underlines such spaces.
    """
    return text if text.isascii() else _UNDRAWN.sub("", text).replace("\N{NO-BREAK SPACE}", " ")


def plain(text: str) -> str:
    """Return the text in ASCII, as wide as it was."""
    drawn = to_ascii(text)
    if width(text) == len(text):
        return drawn
    return "".join(c * width(was) for c, was in zip(drawn, text, strict=True))


def narrowed(text: str) -> str:
    """Return the text with ASCII for every character that East Asian terminals draw wide (UAX 11, ambiguous)."""
    return "".join(
        to_ascii(c) if east_asian_width(c) == "A" and get_cwidth(c) else c for c in breakable(text)
    )


def sign(seat: int) -> Run:
    """Return the glyph of a seat in its colour."""
    return f"seat{seat}", GLYPHS[seat]


def width(text: str) -> int:
    """Return how many columns a text takes: a name may hold characters that take two (UAX 11)."""
    return len(text) if text.isascii() else get_cwidth(text)


def cut(text: str, columns: int) -> str:
    """Return as much of a text as fits; a character of several is cut in two only if it is wider than all of that."""
    if text.isascii():
        return text[: max(columns, 0)]
    at = used = 0
    while at < len(text):
        after = beside(text, at, 1)
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
        before = beside(text, first, -1)
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
