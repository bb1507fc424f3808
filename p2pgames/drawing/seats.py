"""How the seats are told apart: each has a colour, a sign, and a pattern along the middle of its lines."""

from __future__ import annotations

from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import ring, star
from p2pgames.drawing.shapes import Circle, Ink, Paint, Path, Poly, Rect, Shape, Step, area, stroke

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
