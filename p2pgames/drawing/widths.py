"""How wide texts are, without a font being there.

Pages and pictures name several sans-serif fonts, and each computer has others. Measured here is DejaVu Sans 2.37,
from its own advance widths: the widest of those that are named, so what fits by this table fits in all of them. The
alternative, SVG's ``textLength``, would stretch or squeeze the letters of every other font.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from unicodedata import normalize

WIDEST: Final = 100
"""In hundredths of the size: what a character that is not in the table may take, such as those of East Asia."""


def _by_letter(widths: Mapping[int, str]) -> dict[str, int]:
    return {letter: width for width, letters in widths.items() for letter in letters}


_PLAIN: Final = _by_letter(
    {
        27: "'",
        28: "ijlıł",
        29: "IJ",
        32: " ,.·‘’",
        34: "/:;\\|¦ŀ",
        35: "fſ",
        36: "-",
        38: "ľ",
        39: "()[]tŧ",
        40: "!¡²³¹",
        41: "r",
        46: '"',
        47: "ªº",
        50: "*_`§¨¯°´¸–",
        52: "sz“”„",
        53: "?¿",
        55: "c",
        56: "LĳŁ",
        58: "Fkĸ",
        59: "vxyĲ",
        60: "PÞ",
        61: "TYao«»ðøŦ",
        62: "e",
        63: "ESbdghnpqußþđŋ",
        64: "$0123456789{}¢£¤¥¶€",
        66: "K",
        68: "AV",
        69: "BRXZħ",
        70: "C",
        73: "U",
        75: "HNŊ",
        77: "DGÐĐ",
        78: "&",
        79: "OQØ",
        81: "ŉ",
        82: "w",
        84: "#+<=>^~¬±×÷−×→←↑↓",
        86: "M",
        92: "Ħ",
        95: "%",
        97: "m¼½¾Æ",
        98: "æ",
        99: "W",
        100: "@©®—…",
        102: "œ",
        107: "Œ",
    }
)
_BOLD: Final = _by_letter(
    {
        31: "'",
        34: "ijlı",
        35: " ",
        37: "/IJ\\|¦ł",
        38: ",.·‘’",
        40: ":;",
        42: "-",
        44: "f²³¹ſ",
        46: "!()[]¡",
        48: "tľŧ",
        49: "r",
        50: "_`§¨¯°´¸–",
        52: '"*',
        56: "ªºŀ",
        58: "?z¿",
        59: "c",
        60: "s",
        64: "L¤¶Ł",
        65: "vxy«»",
        66: "“”„",
        67: "akĸ",
        68: "EFTeŦ",
        69: "oðøĳ",
        70: "$0123456789¢£¥€",
        71: "hnu{}ŋ",
        72: "SYbdgpqßþđ",
        73: "CPZ",
        74: "ÞĲ",
        76: "B",
        77: "AKRVX",
        79: "ħ",
        81: "U",
        82: "G",
        83: "D",
        84: "#+<=>HN^~¬±Ð×÷ĐŊ−×→←↑↓",
        85: "OQØ",
        87: "&",
        92: "w",
        97: "Ħ",
        98: "ŉ",
        100: "%@M©®—…",
        104: "m¼½¾",
        105: "æ",
        108: "Æ",
        109: "œ",
        110: "W",
        117: "Œ",
    }
)


@lru_cache(4096)
def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is at most."""
    table = _BOLD if bold else _PLAIN
    return sum(_letter(table, letter) for letter in text) * size / 100


def _letter(table: Mapping[str, int], letter: str) -> int:
    """Letters with accents are as wide as those without where the table does not say otherwise."""
    return table.get(letter) or table.get(normalize("NFKD", letter)[0], WIDEST)


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> float:
    """Return the size, or as much of it as the text may have to fit into the room."""
    wide = width(text, size, bold=bold)
    return size if wide <= room else round(size * room / wide - 0.05, 1)


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the text as lines of at most this width; a word that is wider is broken."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer, size, bold=bold) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and width(lines[-1] + letter, size, bold=bold) > room:
                lines.append("")
            lines[-1] += letter
    return tuple(lines)


def cut(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return the text, or as much of it as fits into the room with a sign that there is more."""
    if width(text, size, bold=bold) <= room:
        return text
    return next(
        shorter
        for end in range(len(text) - 1, -1, -1)
        if width(shorter := f"{text[:end]}…", size, bold=bold) <= room or not end
    )
