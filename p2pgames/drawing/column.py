"""What stands beside a board, drawn: parts one below the other, each with what is read aloud in its place.

Texts are measured and broken, so a column is as wide as it says whatever the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from p2pgames.drawing.paths import box
from p2pgames.drawing.shapes import Drawing, Group, Ink, Shape, Spot, Text, Use
from p2pgames.drawing.widths import fitted, width, wrapped

WIDE: Final = 340
"""Of every column, in units that a page shows as about a pixel."""
SIZE: Final = 14.5
LINE: Final = 20
"""From one line of text to the next."""
HEAD: Final = 24
GAP: Final = 5
AIR: Final = 10
"""Above a heading that is not the first."""


@dataclass(frozen=True, slots=True)
class Part:
    """Shapes about their own top left, so high, and what is read aloud in their place."""

    height: float
    shapes: tuple[Shape, ...]
    said: str
    air: float = 0
    """Room above it, unless it is the first."""
    about: str = ""
    """By what name `Rules.describe_spot` tells what it means, or a seat's sign; empty where it says all itself."""


@dataclass(frozen=True, slots=True)
class Token:
    """Something small in a row of its like: shapes about their own top left."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def column(title: str, parts: Iterable[Part], symbols: Mapping[str, tuple[Shape, ...]]) -> Drawing:
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


def heading(text: str, note: str = "") -> Part:
    """Return a heading, and beside it a few words that matter less."""
    room = WIDE * (0.6 if note else 1)
    size = fitted(text, SIZE, room, bold=True)
    x = width(text, size, bold=True) + 8
    more = (Text(x, HEAD / 2, note, fitted(note, 13, WIDE - x), "muted", "start"),) if note else ()
    said = f"{text}, {note}" if note else text
    return Part(HEAD, (Text(0, HEAD / 2, text, size, anchor="start", bold=True), *more), said, AIR)


def prose(
    text: str, ink: Ink = "text", *, bold: bool = False, lead: Token | None = None, said: str = ""
) -> Part:
    """Return a text in as many lines as it needs, right of what leads it."""
    left = lead.width + 8 if lead else 0
    lines = wrapped(text, SIZE, WIDE - left, bold=bold)
    high = max(len(lines) * LINE, lead.height if lead else 0)
    first = (high - len(lines) * LINE) / 2 + LINE / 2
    words = tuple(
        Text(left, first + k * LINE, line, SIZE, ink, "start", bold) for k, line in enumerate(lines)
    )
    return Part(high, (*((Group(lead.shapes),) if lead else ()), *words), said or text)


def flow(tokens: Iterable[Token], said: str, gap: float = 8, indent: float = 0) -> Part:
    """Return small things side by side, in as many rows as they need; all but the first row begin further in."""
    x, y, high, shapes = 0.0, 0.0, 0.0, list[Shape]()
    for token in tokens:
        if x and x + token.width > WIDE:
            x, y, high = indent, y + high + GAP, 0
        shapes.append(Group(token.shapes, x=x, y=y))
        x, high = x + token.width + gap, max(high, token.height)
    return Part(y + high, tuple(shapes), said)


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
