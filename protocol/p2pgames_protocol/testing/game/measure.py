"""Where the shapes of a drawing lie, how large they are, and which inks they use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from p2pgames.drawing.shapes import Circle, Drawing, Group, Path, Poly, Rect, Shape, Text, Use
from p2pgames.drawing.widths import width

CAPITALS = 0.74
"""Of the size of a text: the height of its capital letters."""


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box, least: float = 0.5) -> bool:
        """Tell whether both share more than so much in width and in height."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > least and high > least


def around(points: list[tuple[float, float]], rim: float = 0) -> Box:
    """Return the smallest box that holds the points, with a rim around."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim)


@dataclass(frozen=True)
class Place:
    """Where the (0, 0) of a group lies, and how it is turned and enlarged."""

    x: float = 0
    y: float = 0
    turn: float = 0
    scale: float = 1

    def put(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the group lies."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return self.x + (x * c - y * s) * self.scale, self.y + (x * s + y * c) * self.scale

    def inside(self, x: float, y: float, turn: float = 0, scale: float = 1) -> Place:
        """Return the place of a group within this one."""
        return Place(*self.put(x, y), self.turn + turn, self.scale * scale)


@dataclass(frozen=True)
class Seen:
    """A shape that is no group and no symbol, with where it lies, and the innermost group with a key it is in."""

    shape: Shape
    box: Box
    key: str
    role: str


def flat(drawing: Drawing) -> list[Seen]:
    """Return every shape in the order in which they are drawn."""
    return [*_flat(drawing, drawing.shapes, Place(), "", "")]


def _flat(drawing: Drawing, shapes: tuple[Shape, ...], at: Place, key: str, role: str) -> Iterator[Seen]:
    for shape in shapes:
        match shape:
            case Group():
                inside = at.inside(shape.x, shape.y, shape.turn)
                yield from _flat(drawing, shape.shapes, inside, shape.key or key, shape.role or role)
            case Use():
                inside = at.inside(shape.x, shape.y, 0, shape.scale)
                yield from _flat(drawing, drawing.symbols[shape.symbol], inside, key, role)
            case _:
                yield Seen(shape, bounds(shape, at), key, role)


def bounds(shape: Shape, at: Place) -> Box:
    """Return what a shape covers."""
    if isinstance(shape, Text):
        return _text(shape, at)
    if isinstance(shape, Group | Use):
        raise TypeError(f"{type(shape).__name__} is no single shape.")
    points, rim = _points(shape), shape.paint.width / 2 if shape.paint.line else 0
    return around([at.put(*point) for point in points], rim * at.scale)


def _points(shape: Rect | Circle | Poly | Path) -> list[tuple[float, float]]:
    match shape:
        case Rect(x, y, w, h):
            return [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
        case Circle(x, y, r):
            return [(x - r, y - r), (x + r, y + r), (x - r, y + r), (x + r, y - r)]
        case Poly(points):
            return list(points)
        case Path(steps):
            numbers = [[float(number) for number in step[1:]] for step in steps]
            return [(each[k], each[k + 1]) for each in numbers for k in range(0, len(each), 2)]


def _text(text: Text, at: Place) -> Box:
    wide, high = width(text.text, text.size, bold=text.bold), text.size * CAPITALS
    left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor]
    here = at.inside(text.x, text.y, text.turn)
    return around([here.put(x, y) for x in (left, left + wide) for y in (-high / 2, high / 2)])


def groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    """Yield all groups, also those in groups."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from groups(shape.shapes)


def inks(drawing: Drawing) -> set[str]:
    """Return every ink that is used."""
    found: set[str] = set()
    everything = (*drawing.shapes, *(s for shapes in drawing.symbols.values() for s in shapes))
    for shape in (*everything, *(s for group in groups(everything) for s in group.shapes)):
        match shape:
            case Text():
                found |= {shape.ink, shape.halo}
            case Use():
                found.add(shape.ink)
            case Group():
                pass
            case _:
                found |= {shape.paint.fill, shape.paint.line}
    return found - {"", "self"}
