"""Curves as SVG: how something grows with something else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH, HEIGHT = 320, 200
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 28, 36
INK: Final = "#6e7d8c"
"""It can be read on light and dark pages."""
LINE: Final = "#3a7fc1"


@dataclass(frozen=True, slots=True)
class Curve:
    """What was measured: ``points`` of how many, and how much that took."""

    name: str
    of: str
    """What is counted along the bottom."""
    unit: str
    points: tuple[tuple[float, float], ...]
    why: str = ""
    """Why it grows faster than what is counted, or is not followed further, where that is so."""

    @property
    def order(self) -> float:
        """The exponent k of n^k that fits the upper half best (least squares of the logarithms); 1 is linear."""
        upper = [(n, much) for n, much in self.points if n > 0 and much > 0]
        upper = upper[-max(3, (len(upper) + 1) // 2) :]
        xs, ys = [math.log(n) for n, _ in upper], [math.log(much) for _, much in upper]
        middle, level = sum(xs) / len(xs), sum(ys) / len(ys)
        spread = sum((x - middle) ** 2 for x in xs)
        return sum((x - middle) * (y - level) for x, y in zip(xs, ys, strict=True)) / spread

    def svg(self) -> str:
        """Return the curve as an SVG file, both axes from 0."""
        most, top = max(n for n, _ in self.points), max(much for _, much in self.points)

        def at(n: float, much: float) -> tuple[float, float]:
            across = LEFT + (WIDTH - LEFT - RIGHT) * n / most
            return across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * much / top

        places = [at(*point) for point in self.points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{LINE}"/>' for x, y in places)
        (x0, y0), (x1, y1) = at(0, 0), at(most, top)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
            f' height="{HEIGHT}" font-family="sans-serif" font-size="11" fill="{INK}">'
            f"<title>{escape(self.name)}</title>"
            f'<text x="{LEFT - 40}" y="16">{escape(self.name)}, {escape(self.unit)}</text>'
            f'<path d="M{x0:.1f} {y1:.1f}V{y0:.1f}H{x1:.1f}" fill="none" stroke="{INK}"/>'
            f'<polyline points="{line}" fill="none" stroke="{LINE}" stroke-width="1.5"/>{dots}'
            f"{_text(x0 - 5, y1 + 4, top, 'end')}{_text(x0 - 5, y0, 0, 'end')}"
            f"{_text(x0, y0 + 14, 0, 'middle')}{_text(x1, y0 + 14, most, 'end')}"
            f'<text x="{(x0 + x1) / 2:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(self.of)}</text></svg>\n'
        )


def _text(x: float, y: float, value: float, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{number(value)}</text>'


def number(value: float) -> str:
    """Return a number with three digits, or all that stand before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(curves: Sequence[Curve]) -> str:
    """Return all curves as a Markdown table, with what each grows like."""
    head = "| what | counted | up to | then | grows like |\n|---|---|---|---|---|\n"
    rows = (
        f"| {curve.name} | {curve.of} | {number(curve.points[-1][0])} | {number(curve.points[-1][1])} {curve.unit}"
        f" | n^{curve.order:.2f} |\n"
        for curve in curves
    )
    return head + "".join(rows)
