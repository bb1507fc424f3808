"""A drawing as SVG: with the colours of a theme, or with CSS variables for a page that chooses them.

Written for browsers and simple renderers alike: a halo is a second text below the first one, since some know no
``paint-order``, and colours are literal where a theme is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from types import MappingProxyType
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

FONT: Final = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
CAPITALS: Final = 0.36
"""From the middle of a font's capital letters down to its baseline, as a share of the size."""
HALO: Final = 0.28
"""Width of the ground around a text that lies on a drawing, as a share of its size."""
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
            head(drawing, with_spots=with_spots),
            writer.symbols(drawing.symbols),
            *map(writer.shape, drawing.shapes),
            writer.spots(drawing.spots) if with_spots else "",
            "</svg>",
        )
    )


def head(drawing: Drawing, *, with_spots: bool = False) -> str:
    """Return the beginning of the element: its size, and what is read aloud in its place.

    No id is needed for that, since a page may hold many pictures.
    """
    said = " ".join(filter(None, (drawing.title, drawing.desc)))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="0 0 {number(drawing.width)} {number(drawing.height)}" font-family="{FONT}" {INHERITED}'
        f' role="{"group" if with_spots else "img"}" aria-label="{escape(said)}">'
        f"<title>{escape(drawing.title)}</title><desc>{escape(drawing.desc)}</desc>"
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


# The colours of every ink, by theme.
#
# Ratios are those of WCAG 2, and who sees which colours apart was computed after Machado, Oliveira and Fernandes
# (2009): tests/p2pgames/drawing/test_themes.py holds the figures. The seats of "contrast" and "colour-blind" are
# those of the terminal's themes of these names.

Theme = Mapping[Ink, str]

_DARK: Final = {
    # grounds
    "page": "#0f1318", "board": "#171d25", "paper": "#1f2731", "tile": "#2a3441", "raised": "#323e4d",
    "empty": "#1c232c", "shadow": "#0a0d11", "grass": "#1b2a29", "park": "#1f3d33", "lane": "#1d2530",
    # lines and words
    "text": "#eef2f7", "muted": "#a3b0c0", "faint": "#7486a0", "rule": "#3b4757", "rail": "#7d8ca0",
    "accent": "#ffffff", "glow": "#ffe9a3", "good": "#47d199", "bad": "#ff7a6b",
    # seats: the colour, what stands on it, and the edge of its lines
    "seat0": "#f5d547", "seat1": "#56a8ff", "seat2": "#ff8f3c",
    "seat3": "#33c995", "seat4": "#f0b3ec", "seat5": "#f4615f",
    "on0": "#201a00", "on1": "#04172c", "on2": "#2a1200", "on3": "#02210f", "on4": "#2b0a29", "on5": "#2b0506",
    **{f"edge{seat}": "#171d25" for seat in range(6)},
    # things
    "sign": "#ffd447", "onsign": "#1d1a05", "house": "#222b36", "stone": "#93a4b8", "leaf": "#58a879",
    "road": "#364252", "kerb": "#10151b", "node": "#eef2f7", "onnode": "#10161d", "station": "#2b3b52",
    "wood": "#caa472", "bark": "#9c7a4c", "seam": "#11161d", "rails": "#c6d0dc",
    "red": "#ef6a55", "rededge": "#ffb3a3", "onred": "#2b0805",
    "black": "#10141a", "blackedge": "#d7dfe9", "onblack": "#eef2f7",
    "grey": "#e8edf3", "ongrey": "#14181d",
    "sockA": "#ff9a3d", "sockB": "#3fcf8e", "sockC": "#ff9ccf", "sockD": "#f0524f",
    "sockE": "#5aa9ff", "sockF": "#b9c3cf", "onsock": "#14181d", "sockground": "#141a22",
}  # fmt: skip

_LIGHT: Final = {
    "page": "#ffffff", "board": "#eef1f4", "paper": "#ffffff", "tile": "#ffffff", "raised": "#f4f6f8",
    "empty": "#e2e7ec", "shadow": "#c3ccd6", "grass": "#dfeadf", "park": "#d6ecdd", "lane": "#f7f5f0",
    "text": "#17202b", "muted": "#55616f", "faint": "#76838f", "rule": "#c9d1da", "rail": "#7f8c9b",
    "accent": "#10161d", "glow": "#a86400", "good": "#0b7d54", "bad": "#c0341d",
    "seat0": "#f0bd00", "seat1": "#1a6fd0", "seat2": "#e2660c",
    "seat3": "#0b8257", "seat4": "#8f2580", "seat5": "#c8282c",
    "on0": "#1a1400", "on1": "#ffffff", "on2": "#1f0d00", "on3": "#ffffff", "on4": "#ffffff", "on5": "#ffffff",
    "edge0": "#6e5300", "edge1": "#0c3f7c", "edge2": "#8a3a00",
    "edge3": "#05553a", "edge4": "#5a1553", "edge5": "#7d0f16",
    "sign": "#ffcc1f", "onsign": "#1d1a05", "house": "#ffffff", "stone": "#65778a", "leaf": "#3f8f60",
    "road": "#ffffff", "kerb": "#b6c1cd", "node": "#ffffff", "onnode": "#17202b", "station": "#dbe6f5",
    "wood": "#d9b98a", "bark": "#9a7745", "seam": "#c9d1da", "rails": "#55616f",
    "red": "#cc3823", "rededge": "#8f2314", "onred": "#ffffff",
    "black": "#20262e", "blackedge": "#000000", "onblack": "#eef2f7",
    "grey": "#5d6976", "ongrey": "#ffffff",
    "sockA": "#d96c0c", "sockB": "#1f8f58", "sockC": "#d1579a", "sockD": "#d3312f",
    "sockE": "#2f7fd6", "sockF": "#75828f", "onsock": "#14181d", "sockground": "#ffffff",
}  # fmt: skip

_CONTRAST: Final = {
    **_DARK,
    "page": "#000000", "board": "#000000", "paper": "#000000", "tile": "#000000", "raised": "#1c1c1c",
    "empty": "#1a1a1a", "shadow": "#5c5c5c", "grass": "#1f2a1f", "park": "#0f2a1c", "lane": "#0c0c0c",
    "text": "#ffffff", "muted": "#e0e0e0", "faint": "#b0b0b0", "rule": "#8c8c8c", "rail": "#a8a8a8",
    "good": "#00ff9c", "bad": "#ff9b7d", "glow": "#fff2b3",
    "seat0": "#ffff00", "seat1": "#c4ffff", "seat2": "#fb9624",
    "seat3": "#07ff86", "seat4": "#ada8eb", "seat5": "#cea59c",
    **{f"on{seat}": "#000000" for seat in range(6)}, **{f"edge{seat}": "#000000" for seat in range(6)},
    "sign": "#ffff00", "onsign": "#000000", "house": "#000000", "stone": "#e0e0e0", "leaf": "#7fe0a8",
    "road": "#3a3a3a", "kerb": "#8c8c8c", "node": "#ffffff", "onnode": "#000000", "station": "#1f2b3d",
    "seam": "#8c8c8c", "rails": "#ffffff",
    "red": "#ff9b7d", "rededge": "#ffffff", "onred": "#000000", "black": "#000000", "blackedge": "#ffffff",
    "onblack": "#ffffff", "grey": "#ffffff", "ongrey": "#000000",
    "sockA": "#ffb25c", "sockB": "#07ff86", "sockC": "#ffb3dd", "sockD": "#ff8a80",
    "sockE": "#8fd0ff", "sockF": "#e0e0e0", "onsock": "#000000", "sockground": "#000000",
}  # fmt: skip

_COLOUR_BLIND: Final = {
    **_DARK,
    "seat0": "#ffff00", "seat1": "#78f5ff", "seat2": "#e79b02",
    "seat3": "#a1dba0", "seat4": "#cf7aed", "seat5": "#ea604a",
    "good": "#a1dba0", "bad": "#ff8b76", "red": "#e79b02", "rededge": "#ffe0a3", "onred": "#201500",
    "sign": "#ffff00", "leaf": "#7fae8f", "rail": "#7d8ca0",
    "sockA": "#e79b02", "sockB": "#a1dba0", "sockC": "#cf7aed", "sockD": "#ea604a",
    "sockE": "#78f5ff", "sockF": "#d6dde6",
}  # fmt: skip

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {
        name: MappingProxyType(tones)
        for name, tones in (
            ("dark", _DARK),
            ("light", _LIGHT),
            ("contrast", _CONTRAST),
            ("colour-blind", _COLOUR_BLIND),
        )
    }
)
"""By name; every theme has every ink."""


def variables(theme: str) -> str:
    """Return a theme as CSS variables, for a page with drawings that were written without colours."""
    return "".join(f"--{ink}:{tone};" for ink, tone in THEMES[theme].items())


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
        # A page moves a group by its id. In a moving picture, which has literal colours, it may stand many times.
        named = group.key and self._tones is None
        marks = (
            ("id", f"{self._prefix}{escape(group.key)}" if named else ""),
            ("class", group.role),
            ("transform", moved),
        )
        told = "".join(f' {name}="{value}"' for name, value in marks if value)
        return f"<g{told}>{''.join(map(self.shape, group.shapes))}</g>"
