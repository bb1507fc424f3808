"""Inks as a terminal shows them, and lines made of them."""

from __future__ import annotations

from typing import Final

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.styles import Style

from p2pgames.picture import GLYPHS, Ink, Row, Run, to_ascii

STYLE: Final = Style.from_dict(
    {
        "seat0": "#f0e442",
        "seat1": "#56b4e9",
        "seat2": "#e69f00",
        "seat3": "#3ddc97",
        "seat4": "#ff9ad5",
        "seat5": "#d55e00",
        "ground": "bg:#262626",
        "water": "#5f87af",
        "good": "#3ddc97",
        "bad": "#ff6f5e",
        "warm": "#ff9d5c",
        "cold": "#8ec7ff",
        "paper": "bg:#ffffff fg:#000000",
        "bold": "bold",
        "dim": "dim",
        "reverse": "reverse",
    }
)
"""Colours that a red-green-blind person tells apart; every seat has its glyph beside them."""


def fragments(row: Row, *, ascii_only: bool) -> StyleAndTextTuples:
    """Return a row as prompt_toolkit takes it."""
    return [
        (" ".join(f"class:{name}" for name in ink.split()), to_ascii(text) if ascii_only else text)
        for ink, text in row
    ]


def sign(seat: int) -> Run:
    """Return the glyph of a seat in its colour."""
    return f"seat{seat}", GLYPHS[seat]


def length(row: Row) -> int:
    """Return how many characters a row has."""
    return sum(len(text) for _, text in row)


def fitted(row: Row, columns: int, ink: Ink = "") -> Row:
    """Return the row cut or filled with blanks to exactly so many characters."""
    room = columns
    kept: list[Run] = []
    for name, text in row:
        if room > 0 and text:
            kept.append((name, text[:room]))
            room -= len(text[:room])
    return (*kept, (ink, " " * room)) if room > 0 else tuple(kept)


def heading(text: str, columns: int) -> Row:
    """Return a heading with a rule to the right."""
    return (("", f"─ {text} ".ljust(columns, "─")[:columns]),)
