"""What stands beside a board, drawn: parts one below the other, each with what is read aloud in its place.

Texts are measured and broken, so a column is as wide as it says whatever the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from p2pgames.drawing.shapes import Drawing, Group, Ink, Shape, Spot, Text, Use, box

WIDE: Final = 340
"""Of every column, in units that a page shows as about a pixel."""
SIZE: Final = 14.5
LINE: Final = 20
"""Of the text, and from one line of it to the next."""
HEAD: Final = 24
GAP: Final = 5
"""Height of a heading, and room between parts of a column."""
AIR: Final = 10
"""Above a heading that is not the first."""


@dataclass(frozen=True, slots=True)
class ColumnPart:
    """Shapes about their own top left, so high, and what is read aloud in their place."""

    height: float
    shapes: tuple[Shape, ...]
    said: str
    air: float = 0
    """Room above it, unless it is the first."""
    about: str = ""
    """By what name `Rules.describe_spot` tells what it means, or a seat's sign; empty where it says all itself."""


# How wide texts are, without a font being there.
#
# Pages and pictures name several sans-serif fonts, and each computer has others. Measured here is DejaVu Sans 2.37,
# from its own advance widths: the widest of those that are named, so what fits by this table fits in all of them.
# The alternative, SVG's ``textLength``, would stretch or squeeze the letters of every other font.

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


@dataclass(frozen=True, slots=True)
class Token:
    """Something small in a row of its like: shapes about their own top left."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def column(title: str, parts: Iterable[ColumnPart], symbols: Mapping[str, tuple[Shape, ...]]) -> Drawing:
    """Return the parts as a drawing with those symbols that it uses: a group for each, and a spot of its size.

    A spot is named by what its part is about. It has no shapes where there are no parts.
    """
    y, shapes, spots = 0.0, list[Shape](), list[Spot]()
    for number, part in enumerate(parts, 1):
        y += part.air if shapes else 0
        shapes.append(Group(part.shapes, y=y))
        spots.append(Spot(part.about or f"part-{number}", box(0, y, WIDE, part.height), title=part.said))
        y += part.height + GAP
    used = {name: symbols[name] for name in dict.fromkeys(_used(shapes))}
    desc = ". ".join(spot.title for spot in spots)
    return Drawing(WIDE, max(0, y - GAP), tuple(shapes), tuple(spots), used, title, desc or title)


def _used(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _used(shape.shapes)
        elif isinstance(shape, Use):
            yield shape.symbol


@lru_cache(512)
def heading(text: str, note: str = "") -> ColumnPart:
    """Return a heading, and beside it a few words that matter less."""
    room = WIDE * (0.6 if note else 1)
    size = fitted(text, SIZE, room, bold=True)
    x = width(text, size, bold=True) + 8
    more = (Text(x, HEAD / 2, note, fitted(note, 13, WIDE - x), "muted", "start"),) if note else ()
    said = f"{text}, {note}" if note else text
    return ColumnPart(HEAD, (Text(0, HEAD / 2, text, size, anchor="start", bold=True), *more), said, AIR)


@lru_cache(512)
def prose(
    text: str, ink: Ink = "text", *, bold: bool = False, lead: Token | None = None, said: str = ""
) -> ColumnPart:
    """Return a text in as many lines as it needs, right of what leads it."""
    left = lead.width + 8 if lead else 0
    lines = wrapped(text, SIZE, WIDE - left, bold=bold)
    high = max(len(lines) * LINE, lead.height if lead else 0)
    first = (high - len(lines) * LINE) / 2 + LINE / 2
    words = tuple(
        Text(left, first + k * LINE, line, SIZE, ink, "start", bold) for k, line in enumerate(lines)
    )
    return ColumnPart(high, (*((Group(lead.shapes),) if lead else ()), *words), said or text)


def flow(tokens: Iterable[Token], said: str, gap: float = 8, indent: float = 0) -> ColumnPart:
    """Return small things side by side, in as many rows as they need; all but the first row begin further in."""
    x, y, high, shapes = 0.0, 0.0, 0.0, list[Shape]()
    for token in tokens:
        if x and x + token.width > WIDE:
            x, y, high = indent, y + high + GAP, 0
        shapes.append(Group(token.shapes, x=x, y=y))
        x, high = x + token.width + gap, max(high, token.height)
    return ColumnPart(y + high, tuple(shapes), said)


def word(
    text: str, ink: Ink = "text", *, bold: bool = False, high: float = LINE, size: float = SIZE
) -> Token:
    """Return a word or two that stand in a row."""
    shown = Text(0, high / 2, text, size, ink, "start", bold)
    return Token(width(text, size, bold=bold), high, (shown,))


def joined(tokens: Iterable[Token], gap: float = 6) -> Token:
    """Return small things side by side as one, their middles at one height."""
    row = tuple(tokens)
    high = max(token.height for token in row)
    return Token(
        sum(token.width for token in row) + gap * (len(row) - 1), high, tuple(_placed(row, high, gap))
    )


def _placed(row: tuple[Token, ...], high: float, gap: float) -> Iterator[Group]:
    x = 0.0
    for token in row:
        yield Group(token.shapes, x=x, y=(high - token.height) / 2)
        x += token.width + gap
