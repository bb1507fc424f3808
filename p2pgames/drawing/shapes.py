"""What a drawing is made of: frozen values in units of the board, x to the right and y down from its top left.

Inks are names; `themes` has their colours. Nothing is told apart by an ink alone. Equal shapes are equal and can be
keys of a dict, so frames of a game can be compared shape by shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Ink: TypeAlias = str
"""The name of a tone in a theme; "self" in a symbol is the ink of the `Use`; empty for none."""

Point: TypeAlias = tuple[float, float]

Step: TypeAlias = tuple[str, *tuple[float, ...]]
"""Of a path: ("M", x, y) begins, ("L", x, y) goes straight, ("C", x1, y1, x2, y2, x, y) is a cubic curve, ("Z",)
closes. No others: whatever can draw can draw these."""


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is inked: its inside and its outline."""

    fill: Ink = ""
    line: Ink = ""
    width: float = 0
    dash: tuple[float, ...] = ()
    blunt: bool = False
    """Whether lines end square where they end, and not in a half circle; so do dashes."""
    alpha: float = 1


def stroke(ink: Ink, width: float, dash: tuple[float, ...] = (), *, blunt: bool = False) -> Paint:
    """Return the paint of a line."""
    return Paint("", ink, width, dash, blunt)


def area(ink: Ink, alpha: float = 1) -> Paint:
    """Return the paint of an inside without outline."""
    return Paint(ink, alpha=alpha)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with its top left at (x, y), its corners rounded by r."""

    x: float
    y: float
    w: float
    h: float
    paint: Paint
    r: float = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about (x, y)."""

    x: float
    y: float
    r: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Poly:
    """A closed polygon."""

    points: tuple[Point, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path:
    """Lines and curves."""

    steps: tuple[Step, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    x: float
    y: float
    """The middle of the capital letters, so that a text at a circle's middle is centred in it."""
    text: str
    size: float
    ink: Ink = "text"
    anchor: str = "middle"
    """What lies at x: "start", "middle" or "end" of the text."""
    bold: bool = False
    turn: float = 0
    """Degrees clockwise about (x, y)."""
    halo: Ink = ""
    """An ink around the letters, for text on lines."""


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol of the drawing, its middle at (x, y), enlarged."""

    symbol: str
    x: float
    y: float
    scale: float = 1
    ink: Ink = ""
    """What takes the place of the symbol's ink "self"."""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together; their own (0, 0) lies at (x, y), and they are turned about it by degrees."""

    shapes: tuple[Shape, ...]
    key: str = ""
    """Names the same thing in every drawing of a game, so that it can glide from where it was. Unique in a drawing."""
    x: float = 0
    y: float = 0
    turn: float = 0
    role: str = ""
    """What it shows besides the position: "last", "cursor", "preview" or "route"."""


Shape: TypeAlias = Rect | Circle | Poly | Path | Text | Use | Group


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that can be pointed at, named as in a `Picture`; later ones lie above earlier ones."""

    name: str
    outline: tuple[Point, ...]
    legal: bool = False
    """Whether pointing at it, with what is typed so far, leads on to a legal move."""
    title: str = ""
    """What lies there, for reading aloud."""
    hint: str = ""
    """What pointing at it does now, or why it does nothing."""

    @property
    def said(self) -> str:
        """Title and hint together."""
        return f"{self.title}, {self.hint}" if self.hint else self.title


@dataclass(frozen=True, slots=True)
class Motion:
    """A way that a group went from one drawing to the next."""

    key: str
    """The group's; it stands in the drawing before, after, or both."""
    steps: tuple[Step, ...]
    ms: int = 350
    """How long it should take."""
    wait: int = 0
    """How many milliseconds after the others it begins."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board, from its ground up."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    spots: tuple[Spot, ...] = ()
    symbols: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
    """Small pictures about (0, 0), by the names that each `Use` refers to."""
    title: str = ""
    desc: str = ""
    seats: tuple[tuple[Ink, tuple[Shape, ...]], ...] = ()
    """By seat the ink and the sign, about (0, 0) and 10 in radius, of a player's things; empty if these are
    ``seat0`` to ``seat5`` and their badges."""

    def spot(self, name: str) -> Spot | None:
        """Return the spot of this name."""
        return next((spot for spot in self.spots if spot.name == name), None)


_FIELDS = {
    kind: tuple(kind.__dataclass_fields__)
    for kind in (Paint, Rect, Circle, Poly, Path, Text, Use, Group, Spot, Motion, Drawing)
}


def plain(value: Any) -> Any:
    """Return a drawing, or a part of it, as lists, dicts, strings and numbers: what JSON can say.

    A value is a dict with its ``kind`` in small letters and those fields that differ from their defaults.
    """
    if names := _FIELDS.get(type(value)):
        told = {name: plain(here) for name in names if not _usual(value, name, here := getattr(value, name))}
        return {"kind": type(value).__name__.lower(), **told}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    return round(value, 1) if isinstance(value, float) else value


def _usual(value: Any, name: str, here: Any) -> bool:
    usual = type(value).__dataclass_fields__[name].default
    return type(here) is type(usual) and here == usual
