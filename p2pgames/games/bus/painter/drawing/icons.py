"""Small pictures, 20 by 20 about (0, 0), each in one ink."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from p2pgames.drawing.paths import line
from p2pgames.drawing.shapes import Circle, Ink, Path, Poly, Rect, Shape, area, stroke

HOUR: Final = "-now"
"""After the name of a building: the one for the ground of the hour's buildings."""
_INK: Final = area("self")


def _windows(
    lefts: tuple[float, ...], tops: tuple[float, ...], w: float, h: float, hole: Ink
) -> tuple[Rect, ...]:
    return tuple(Rect(x, y, w, h, area(hole)) for x in lefts for y in tops)


def _buildings(hole: Ink) -> dict[str, tuple[Shape, ...]]:
    """Return the types of buildings; their windows show the ground they stand on."""
    handle = Path((("M", 4, -1), ("C", 11, -1, 11, 7, 4, 7)), stroke("self", 3))
    foam = (Circle(x, y, r, _INK) for x, y, r in ((-6, -6.5, 3.4), (-1.5, -8, 3.8), (3, -6.5, 3.2)))
    roof = Poly(((-10, 0), (0, -10), (10, 0)), _INK)
    return {
        "house": (roof, Rect(-7.5, -1, 15, 11, _INK), *_windows((-2.4,), (3,), 4.8, 7, hole)),
        "office": (Rect(-7.5, -10, 15, 20, _INK, 1), *_windows((-4.8, 1.4), (-7, -2, 3), 3.4, 3.2, hole)),
        "pub": (Rect(-8, -5, 12, 15, _INK, 2), handle, *foam, *_windows((-5, -1), (0,), 2, 7, hole)),
    }


_RIDER: tuple[Shape, ...] = (
    Circle(0, -5.6, 4, _INK),
    Path((("M", -6.6, 9), ("C", -6.6, -3.6, 6.6, -3.6, 6.6, 9), ("Z",)), _INK),
)
_BUS: tuple[Shape, ...] = (
    Rect(-11, -7, 22, 13, _INK, 3),
    *_windows((-8.5, -2.5, 3.5), (-4.5,), 5, 4.5, "board"),
    Circle(-6, 6.5, 2.9, _INK),
    Circle(6, 6.5, 2.9, _INK),
)
_LINE = (
    Path((("M", -9, 7), ("L", -3, 7), ("C", 4, 7, -4, -7, 3, -7), ("L", 9, -7)), stroke("self", 3.6)),
    Circle(-9, 7, 3.4, _INK),
    Circle(9, -7, 3.4, _INK),
)
_GO = (Path((*line((-9, -7), (-1, 0), (-9, 7)), *line((1, -7), (9, 0), (1, 7))), stroke("self", 4)),)
_FLAG = (Path(line((-7, 10), (-7, -9)), stroke("self", 3)), Poly(((-6, -9), (9, -5), (-6, 1)), _INK))
_BUILD: tuple[Shape, ...] = (
    Poly(((-11, 2), (-4, -6), (3, 2)), _INK),
    Rect(-9, 2, 10, 8, _INK),
    Rect(3, -10, 8, 20, _INK, 1),
    *_windows((5,), (-7, -2, 3), 4, 2.6, "board"),
)
_TRAIN = (
    Rect(-8, -11, 16, 17, _INK, 4),
    Rect(-5, -8, 10, 6, area("station"), 1.5),
    Circle(-3.6, 2, 1.7, area("station")),
    Circle(3.6, 2, 1.7, area("station")),
    Path((*line((-5, 7), (-9, 12)), *line((5, 7), (9, 12))), stroke("self", 2.6)),
)

ICONS: Final[Mapping[str, tuple[Shape, ...]]] = MappingProxyType(
    {
        **_buildings("tile"),
        **{f"{name}{HOUR}": shapes for name, shapes in _buildings("sign").items()},
        "passenger": _RIDER,
        "bus": _BUS,
        "line": _LINE,
        "go": _GO,
        "flag": _FLAG,
        "build": _BUILD,
        "train": _TRAIN,
    }
)
