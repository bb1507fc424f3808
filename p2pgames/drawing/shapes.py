"""What a drawing is made of: frozen values in units of the board, x to the right and y down from its top left.

Inks are names; `svg.THEMES` has their colours. Nothing is told apart by an ink alone. Equal shapes are equal and can be
keys of a dict, so frames of a game can be compared shape by shape.

How large things of a board are was chosen by eye. What must not happen, whatever words and boards turn out to be,
`p2pgames_protocol.testing.game.drawings` checks for every game: labels that touch, are covered or lie outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Any, Final, TypeAlias

from p2pgames.contract import Seat

Ink: TypeAlias = str
"""The name of a tone in a theme; "self" in a symbol is the ink of the `Use`; empty for none."""

Point: TypeAlias = tuple[float, float]

Step: TypeAlias = tuple[str, *tuple[float, ...]]
"""Of a path: ("M", x, y) begins, ("L", x, y) goes straight, ("C", x1, y1, x2, y2, x, y) is a cubic curve, ("Z",)
closes. No others: whatever can draw can draw these."""


# Points, and ways through them.

ROUND = 0.5522847498
"""How far a cubic curve's handles reach toward the corner, for a quarter of a circle."""


def box(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle."""
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


@lru_cache(1024)
def ring(corners: int, r: float, x: float = 0, y: float = 0, start: float = -90) -> tuple[Point, ...]:
    """Return the corners of a regular polygon about (x, y), the first one at so many degrees."""
    angles = [(start + k * 360 / corners) * pi / 180 for k in range(corners)]
    return tuple((x + r * cos(a), y + r * sin(a)) for a in angles)


def star(points: int, outer: float, inner: float, x: float = 0, y: float = 0) -> tuple[Point, ...]:
    """Return the corners of a star about (x, y)."""
    far, near = ring(points, outer, x, y), ring(points, inner, x, y, -90 + 180 / points)
    return tuple(p for pair in zip(far, near, strict=True) for p in pair)


def dist(a: Point, b: Point) -> float:
    """Return how far two points are apart."""
    return hypot(a[0] - b[0], a[1] - b[1])


def toward(a: Point, b: Point, far: float) -> Point:
    """Return the point so far from the first one on the way to the second."""
    whole = dist(a, b) or 1
    return mix(a, b, far / whole)


def mix(a: Point, b: Point, share: float) -> Point:
    """Return the point at this share of the way."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def beside(a: Point, b: Point, far: float) -> Point:
    """Return the vector so long that points to the right of the way from one point to another."""
    whole = dist(a, b) or 1
    return (a[1] - b[1]) / whole * far, (b[0] - a[0]) / whole * far


def quarter(start: Point, end: Point, corner: Point) -> Step:
    """Return a quarter of a circle (or ellipse) whose ends point at the corner."""
    return ("C", *mix(start, corner, ROUND), *mix(end, corner, ROUND), *end)


def line(*points: Point, closed: bool = False) -> tuple[Step, ...]:
    """Return the straight way through points."""
    steps: tuple[Step, ...] = (("M", *points[0]), *(("L", *point) for point in points[1:]))
    return (*steps, ("Z",)) if closed else steps


def cursor_corners(x: float, y: float, w: float, h: float, arm: float) -> tuple[Step, ...]:
    """Return the corners of a rectangle with arms so long: the mark of the cursor."""
    return tuple(
        step
        for px, dx in ((x, arm), (x + w, -arm))
        for py, dy in ((y, arm), (y + h, -arm))
        for step in line((px + dx, py), (px, py), (px, py + dy))
    )


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


def drawing_data(value: Any) -> Any:
    """Return a drawing, or a part of it, as lists, dicts, strings and numbers: what JSON can say.

    A value is a dict with its ``kind`` in small letters and those fields that differ from their defaults.
    """
    if names := _FIELDS.get(type(value)):
        told = {
            name: drawing_data(here)
            for name in names
            if not _usual(value, name, here := getattr(value, name))
        }
        return {"kind": type(value).__name__.lower(), **told}
    if isinstance(value, tuple):
        return [drawing_data(each) for each in value]
    if isinstance(value, Mapping):
        return {name: drawing_data(each) for name, each in value.items()}
    return round(value, 1) if isinstance(value, float) else value


def _usual(value: Any, name: str, here: Any) -> bool:
    usual = type(value).__dataclass_fields__[name].default
    return type(here) is type(usual) and here == usual


# How the seats are told apart: each has a colour, a sign, and a pattern along the middle of its lines.

CORES: Final[tuple[tuple[float, ...] | None, ...]] = (
    None,
    (),
    (14, 9),
    (0.1, 9),
    (14, 7, 0.1, 7),
    (4, 5),
)
"""The dashes of each seat's pattern: none, a stripe, dashes, dots, dash and dot, ticks."""
_ROUND: Final = (3, 4)


def sign(seat: Seat, x: float, y: float, r: float, ink: Ink) -> Shape:
    """Return the sign of a seat within about so much of (x, y)."""
    paint = area(ink)
    match seat:
        case 0:
            return Circle(x, y, r * 0.82, paint)
        case 1:
            return Poly(ring(3, r * 1.12, x, y + r * 0.16), paint)
        case 2:
            return Rect(x - r * 0.74, y - r * 0.74, r * 1.48, r * 1.48, paint)
        case 3:
            return Poly(ring(4, r * 1.08, x, y), paint)
        case 4:
            return Poly(star(5, r * 1.12, r * 0.5, x, y), paint)
    return _cross(x, y, r * 0.34, r * 0.95, ink)


def _cross(x: float, y: float, a: float, b: float, ink: Ink) -> Poly:
    arms = (
        (-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a),
        (a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a),
    )  # fmt: skip
    return Poly(tuple((x + dx, y + dy) for dx, dy in arms), area(ink))


@lru_cache(1024)
def badge(seat: Seat, x: float, y: float, r: float, edge: Ink = "paper") -> tuple[Shape, ...]:
    """Return a seat's sign on a disc of its colour."""
    return Circle(x, y, r, Paint(f"seat{seat}", edge, r * 0.22)), sign(seat, x, y, r * 0.52, f"on{seat}")


def core(seat: Seat, steps: tuple[Step, ...], width: float, scale: float = 1) -> tuple[Path, ...]:
    """Return the pattern along the middle of a seat's line."""
    pattern = CORES[seat]
    if pattern is None:
        return ()
    dash = tuple(round(each * scale, 1) for each in pattern)
    return (Path(steps, stroke(f"on{seat}", width, dash, blunt=seat not in _ROUND)),)


def track(seat: Seat, steps: tuple[Step, ...], width: float, ground: Ink, casing: float) -> tuple[Path, ...]:
    """Return a seat's line of this width with a darker edge, and a casing that parts it from what it crosses."""
    return (
        Path(steps, stroke(ground, width + casing, blunt=True)),
        Path(steps, stroke(f"edge{seat}", width + 2, blunt=True)),
        Path(steps, stroke(f"seat{seat}", width - 0.6, blunt=True)),
    )
