"""Points, and ways through them."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from p2pgames.drawing.shapes import Point, Step

ROUND = 0.5522847498
"""How far a cubic curve's handles reach toward the corner, for a quarter of a circle."""


def box(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle."""
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


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


def corners(x: float, y: float, w: float, h: float, arm: float) -> tuple[Step, ...]:
    """Return the corners of a rectangle with arms so long: the mark of the cursor."""
    return tuple(
        step
        for px, dx in ((x, arm), (x + w, -arm))
        for py, dy in ((y, arm), (y + h, -arm))
        for step in line((px + dx, py), (px, py), (px, py + dy))
    )
