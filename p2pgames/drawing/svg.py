"""A drawing as SVG: with the colours of a theme, or with CSS variables for a page that chooses them.

Written for browsers and simple renderers alike: a halo is a second text below the first one, since some know no
``paint-order``, and colours are literal where a theme is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Final

from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Ink,
    Paint,
    Path,
    Point,
    Poly,
    Rect,
    Shape,
    Spot,
    Step,
    Text,
    Use,
)
from p2pgames.drawing.themes import THEMES

FONT: Final = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
CAPITALS: Final = 0.36
"""From the middle of a font's capital letters down to its baseline, as a share of the size."""
HALO: Final = 0.28
INHERITED: Final = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
"""What elements inherit, and whoever puts them together without `svg` has to say."""
_BOLD: Final = ' font-weight="700"'


def svg(drawing: Drawing, theme: str | None = None, *, prefix: str = "", spots: bool | None = None) -> str:
    """Return the drawing as one SVG element.

    Without a theme its colours are CSS variables, ``var(--ink)``, and its spots are there to be pointed at; with one
    it is a still picture. `spots` says otherwise. All ids begin with the prefix, for several drawings on a page.
    """
    with_spots = theme is None if spots is None else spots
    writer = Writer(theme, prefix)
    return "".join(
        (
            head(drawing, prefix, with_spots=with_spots),
            writer.symbols(drawing.symbols),
            *map(writer.shape, drawing.shapes),
            writer.spots(drawing.spots) if with_spots else "",
            "</svg>",
        )
    )


def head(drawing: Drawing, prefix: str = "", *, with_spots: bool = False) -> str:
    """Return the beginning of the element: its size, and what is read aloud in its place."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="0 0 {number(drawing.width)} {number(drawing.height)}" font-family="{FONT}" {INHERITED}'
        f' role="{"group" if with_spots else "img"}" aria-labelledby="{prefix}title {prefix}desc">'
        f'<title id="{prefix}title">{escape(drawing.title)}</title>'
        f'<desc id="{prefix}desc">{escape(drawing.desc)}</desc>'
    )


def number(value: float) -> str:
    """Return a length with at most one decimal."""
    return str(int(value)) if value == int(value) else f"{value:.1f}".removesuffix(".0")


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


@lru_cache(4096)
def path_data(steps: tuple[Step, ...]) -> str:
    """Return a path as the attribute ``d`` has it: relative after each beginning, which is shorter, and packs better.

    Each point is rounded by itself, so that no error adds up.
    """
    parts, x, y = list[str](), 0, 0
    for letter, *lengths in steps:
        tenths = [round(10 * length) for length in lengths]
        if letter == "M":
            parts.append("M" + _joined(tenths))
        else:
            parts.append(letter.lower() + _joined([at - (y if k % 2 else x) for k, at in enumerate(tenths)]))
        if tenths:
            x, y = tenths[-2:]
    return "".join(parts)


def _joined(tenths: Sequence[int]) -> str:
    return " ".join([f"{n / 10:.1f}" if n % 10 else str(n // 10) for n in tenths]).replace(" -", "-")


class Writer:
    """Writes shapes one by one, for a page that puts them together itself, below an element with `INHERITED`."""

    def __init__(self, theme: str | None = None, prefix: str = "") -> None:
        """Choose the colours; KeyError for a theme that is not in `THEMES`."""
        self._tones = None if theme is None else THEMES[theme]
        self._prefix = prefix
        self._paints: dict[Paint, str] = {}

    def shape(self, shape: Shape) -> str:
        """Return the element of a shape."""
        match shape:
            case Path():
                return f'<path d="{path_data(shape.steps)}"{self._paint(shape.paint)}/>'
            case Rect():
                return self._rect(shape)
            case Circle():
                at = f'cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.r)}"'
                return f"<circle {at}{self._paint(shape.paint)}/>"
            case Poly():
                return f'<polygon points="{_points(shape.points)}"{self._paint(shape.paint)}/>'
            case Text():
                return self._text(shape)
            case Use():
                return self._use(shape)
            case Group():
                return self._group(shape)

    def symbols(self, symbols: Mapping[str, tuple[Shape, ...]]) -> str:
        """Return the definitions of a drawing's symbols."""
        parts = (
            f'<g id="{self._prefix}{escape(name)}">{"".join(map(self.shape, shapes))}</g>'
            for name, shapes in symbols.items()
        )
        return f"<defs>{''.join(parts)}</defs>" if symbols else ""

    def spots(self, spots: tuple[Spot, ...]) -> str:
        """Return the group of all spots; the Tab key goes through the legal ones."""
        return f'<g class="spots" fill="transparent">{"".join(map(self.spot, spots))}</g>'

    def spot(self, spot: Spot) -> str:
        """Return what can be pointed at, with its name in ``data-spot``."""
        said = escape(spot.said or spot.name)
        legal = ' class="legal" tabindex="0"' if spot.legal else ""
        return (
            f'<polygon{legal} data-spot="{escape(spot.name)}" role="button"'
            f' points="{_points(spot.outline)}"><title>{said}</title></polygon>'
        )

    def _tone(self, ink: Ink) -> str:
        if ink == "self":
            return "currentColor"
        return self._tones[ink] if self._tones is not None else f"var(--{ink})"

    def _paint(self, paint: Paint) -> str:
        if (known := self._paints.get(paint)) is None:
            known = self._paints[paint] = self._new_paint(paint)
        return known

    def _new_paint(self, paint: Paint) -> str:
        parts = [f' fill="{self._tone(paint.fill)}"'] if paint.fill else []
        if paint.line:
            parts.append(f' stroke="{self._tone(paint.line)}" stroke-width="{number(paint.width)}"')
            if paint.dash:
                parts.append(f' stroke-dasharray="{" ".join(map(number, paint.dash))}"')
            if paint.blunt:
                parts.append(' stroke-linecap="butt"')
        if paint.alpha != 1:
            parts.append(f' opacity="{paint.alpha:g}"')
        return "".join(parts)

    def _rect(self, rect: Rect) -> str:
        r = f' rx="{number(rect.r)}"' if rect.r else ""
        size = f'width="{number(rect.w)}" height="{number(rect.h)}"'
        return f'<rect x="{number(rect.x)}" y="{number(rect.y)}" {size}{r}{self._paint(rect.paint)}/>'

    def _text(self, text: Text) -> str:
        turn = (
            f' transform="rotate({number(text.turn)} {number(text.x)} {number(text.y)})"' if text.turn else ""
        )
        at = (
            f'x="{number(text.x)}" y="{number(text.y + text.size * CAPITALS)}" font-size="{number(text.size)}"'
            f' text-anchor="{text.anchor}"{_BOLD if text.bold else ""}{turn}'
        )
        said = escape(text.text)
        shown = f'<text {at} fill="{self._tone(text.ink)}">{said}</text>'
        if not text.halo:
            return shown
        halo = f'stroke="{self._tone(text.halo)}" stroke-width="{number(text.size * HALO)}"'
        return f'<text {at} {halo} aria-hidden="true">{said}</text>{shown}'

    def _use(self, use: Use) -> str:
        scale = f" scale({use.scale:.3g})" if use.scale != 1 else ""
        ink = f' color="{self._tone(use.ink)}"' if use.ink else ""
        place = f'transform="translate({number(use.x)} {number(use.y)}){scale}"'
        # SVG 2 has plain href; the older name is what simple renderers know, and browsers take it too.
        return f'<use xlink:href="#{self._prefix}{use.symbol}" {place}{ink}/>'

    def _group(self, group: Group) -> str:
        place = f"translate({number(group.x)} {number(group.y)})" if group.x or group.y else ""
        turn = f"rotate({number(group.turn)})" if group.turn else ""
        moved = " ".join(filter(None, (place, turn)))
        marks = (
            ("id", f"{self._prefix}{escape(group.key)}" if group.key else ""),
            ("class", group.role),
            ("transform", moved),
        )
        told = "".join(f' {name}="{value}"' for name, value in marks if value)
        return f"<g{told}>{''.join(map(self.shape, group.shapes))}</g>"
