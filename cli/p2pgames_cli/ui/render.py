"""How the terminal is told to show rows: signs, colours and theme, by the settings of that moment."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from typing import Final
from unicodedata import east_asian_width

from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import BaseStyle, DynamicStyle, Style
from prompt_toolkit.utils import get_cwidth

from p2pgames.picture.picture import Row, to_ascii
from p2pgames_cli.config.themes import THEMES
from p2pgames_cli.pages.rows import width
from p2pgames_cli.table.session import Client

WINDOW = "class:screen"
"""The style of the whole window."""


# Inks as a terminal shows them, and lines made of them.

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


def lines_of(rows: Sequence[Row], client: Client) -> list[StyleAndTextTuples]:
    """Return rows as prompt_toolkit takes them."""
    return [fragments(row, ascii_only=client.in_ascii, narrow=client.narrow) for row in rows]


def point_of(caret: tuple[int, int] | None, lines: Sequence[StyleAndTextTuples]) -> Point | None:
    """Return row and column of a caret as prompt_toolkit takes them: it counts characters, and not columns."""
    if caret is None:
        return None
    row, column = caret
    text = "".join(part[1] for part in lines[row])
    at = next((at for at in range(len(text)) if width(text[:at]) >= column and width(text[at])), len(text))
    return Point(x=at, y=row)


def style_of(client: Client) -> BaseStyle:
    """Return the theme, which changes with the settings and with what the terminal answers."""
    return DynamicStyle(lambda: style(client.theme))


def depth_of(client: Client) -> ColorDepth | None:
    """Return how many colours to use; None for what the terminal is known to have."""
    if not client.in_colour:
        return ColorDepth.DEPTH_1_BIT
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    # prompt_toolkit obeys NO_COLOR on its own; at this point the user has asked for colours nevertheless.
    return ColorDepth.DEPTH_8_BIT if os.environ.get("NO_COLOR") else None
