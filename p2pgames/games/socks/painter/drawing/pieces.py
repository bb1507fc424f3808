"""Socks, as they lie and as they have been won."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import line
from p2pgames.drawing.seats import badge
from p2pgames.drawing.shapes import Circle, Group, Ink, Paint, Path, Point, Rect, Shape, Text, Use, stroke
from p2pgames.games.socks.board import Colour
from p2pgames.games.socks.painter.drawing.ground import trees
from p2pgames.games.socks.painter.drawing.plan import SOCK
from p2pgames.games.socks.state import SOCKS

_LEG: Final = (
    ("M", -10, -17), ("L", 7, -17), ("L", 7, -1), ("C", 7, 3, 11, 5, 16, 7.5), ("C", 23, 11, 20.5, 20, 13, 20),
    ("L", 4, 20), ("C", -5, 20, -10, 14, -10, 6), ("Z",),
)  # fmt: skip
_CUFF: Final = (-11.6, -21.5, 20.2, 8)
_FULL: Final = Paint("self", "sockground", 2.6)
_RIM: Final = Paint("tile", "self", 2.6)

SYMBOLS: Final[Mapping[str, tuple[Shape, ...]]] = MappingProxyType(
    {
        "trees": trees(),
        "sock": (
            Path(_LEG, _FULL),
            Rect(*_CUFF, _FULL, 3),
            Path(line((-6, -17.5), (3, -17.5)), stroke("onsock", 2.2, (2.4, 2.6), blunt=True)),
            Path((("M", 12, 9), ("C", 9, 12, 9, 17, 11, 19)), stroke("onsock", 2)),
        ),
        "won": (Path(_LEG, Paint("tile", "self", 2.6, (4.5, 3.5))), Rect(*_CUFF, _RIM, 3)),
    }
)


def ink(colour: Colour) -> Ink:
    """Return the ink of a colour of socks."""
    return f"sock{SOCKS[colour]}"


def sock(colour: Colour, key: str, at: Point, rim: Paint | None = None, won: Seat | None = None) -> Group:
    """Return a sock on its disc; one that is won hollow, with the winner's badge."""
    free, letter = won is None, SOCKS[colour]
    disc = Circle(0, 0, SOCK, rim or Paint("sockground", ink(colour) if free else "rule", 2.6))
    parts = (
        disc,
        Use("sock" if free else "won", -3, 1, 0.95, ink(colour)),
        Text(-3.5, 3.5, letter, 17, "onsock" if free else "muted", bold=True),
        *(badge(won, 19, -19, 11, "board") if won is not None else ()),
    )
    return Group(parts, key, *at)
