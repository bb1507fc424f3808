"""The themes: a tone for every ink. Whatever a tone says is also said by a glyph, a letter or a place.

Ratios are those of WCAG 2; who sees which colours apart was computed after Machado, Oliveira and Fernandes (2009): see
tests/cli/ui/test_theme.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

THEMES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        # The terminal's own sixteen colours, as its user has chosen them.
        "default": {
            "seat0": "ansibrightyellow",
            "seat1": "ansibrightcyan",
            "seat2": "ansibrightred",
            "seat3": "ansibrightgreen",
            "seat4": "ansibrightmagenta",
            "seat5": "ansiyellow",
            "water": "ansicyan",
            "good": "ansibrightgreen",
            "bad": "ansibrightred",
            "warm": "ansibrightyellow",
            "cold": "ansibrightcyan",
            "fresh": "bold",  # no colour: white could not be seen on white
            "dim": "dim",
        },
        # At least 7:1 on black and on the ground of laid tiles, and nothing dim.
        "contrast": {
            "screen": "bg:#000000 #ffffff",
            "seat0": "#ffff00",
            "seat1": "#c4ffff",
            "seat2": "#fb9624",
            "seat3": "#07ff86",
            "seat4": "#ada8eb",
            "seat5": "#cea59c",
            "ground": "bg:#242424",
            "water": "#9fd0ff",
            "good": "#00ff9c",
            "bad": "#ff9b7d",
            "warm": "#ffc040",
            "cold": "#8fe0ff",
            "fresh": "#ffffff bold underline",
            "dim": "#d0d0d0",
        },
        # The hues of Okabe and Ito, moved until also those who see no red, no green or no blue tell all six, and the
        # grey of unowned track, apart.
        "colour-blind": {
            "seat0": "#ffff00",
            "seat1": "#78f5ff",
            "seat2": "#e79b02",
            "seat3": "#a1dba0",
            "seat4": "#cf7aed",
            "seat5": "#ea604a",
            "ground": "bg:#262626",
            "water": "#5f87af",
            "good": "#a1dba0",
            "bad": "#ff6f5e",
            "warm": "#ff9d5c",
            "cold": "#8ec7ff",
            "fresh": "#ffffff bold",
            "dim": "#8a8a8a",
        },
        "light": {
            "screen": "bg:#ffffff #1a1a1a",
            "seat0": "#7a6000",
            "seat1": "#0067a8",
            "seat2": "#a84300",
            "seat3": "#007a52",
            "seat4": "#a3278f",
            "seat5": "#c00020",
            "ground": "bg:#ececec",
            "water": "#2f6690",
            "good": "#007a52",
            "bad": "#b3001b",
            "warm": "#a84300",
            "cold": "#005f9e",
            "fresh": "#000000 bold",
            "dim": "#595959",
        },
    }
)
"""By the name in the settings, where ``auto`` chooses.

`screen` is all of it; a tone that a theme leaves out is that of plain text."""


def colour_of(theme: str, ink: str) -> str:
    """Return the colour of one ink as ``#rrggbb``, empty if the theme leaves it to the terminal."""
    parts = THEMES[theme].get(ink, "").split()
    return next((part.removeprefix("bg:") for part in parts if part.removeprefix("bg:").startswith("#")), "")
