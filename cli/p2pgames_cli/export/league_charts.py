"""The small drawings on the page of a league."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from p2pgames_protocol.league.rating import Rating

WIDE: Final = 200
HIGH: Final = 60
EDGE: Final = 4


def course(points: Sequence[int], longest: int, most: int, text: str) -> str:
    """Return a line from nothing to the points at the end; all of a page have the same scale."""
    across, up = (WIDE - 2 * EDGE) / longest, (HIGH - 2 * EDGE) / most
    corners = [(EDGE + number * across, HIGH - EDGE - each * up) for number, each in enumerate((0, *points))]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    x, y = corners[-1]
    return (
        f'<svg class="course" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(text)}">'
        f'<path class="axis" d="M{EDGE} {EDGE}V{HIGH - EDGE}H{WIDE - EDGE}"/>'
        f'<polyline points="{line}"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3"/></svg>'
    )


def span(rating: Rating, every: Sequence[Rating]) -> str:
    """Return a bar from the least that a rating may be to the most; all of a page have the same scale."""
    low = min(each.value - each.margin for each in every)
    high = max(each.value + each.margin for each in every)
    scale = (WIDE - 2 * EDGE) / max(high - low, 1)
    left, middle, right = (
        EDGE + (rating.value + off - low) * scale for off in (-rating.margin, 0, rating.margin)
    )
    return (
        f'<svg class="span" viewBox="0 0 {WIDE} 12" aria-hidden="true">'
        f'<path d="M{left:.1f} 6H{right:.1f}"/><circle cx="{middle:.1f}" cy="6" r="4"/></svg>'
    )
