"""The central block: where lines count double, and the pile of tiles."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from p2pgames.drawing.paths import line, quarter
from p2pgames.drawing.shapes import Circle, Group, Paint, Path, Rect, Shape, Text, stroke
from p2pgames.drawing.widths import fitted
from p2pgames.games.metro import messages
from p2pgames.games.metro.board import CENTRE, ONWARD
from p2pgames.games.metro.here import DRAW
from p2pgames.games.metro.painter.drawing.plan import CELL, INWARD, corner, exit_
from p2pgames.games.metro.painter.scene import Scene
from p2pgames.picture.picture import Say, View
from p2pgames.text import Count

_LEFT, _TOP = corner(min(CENTRE))
X: Final = _LEFT + CELL
Y: Final = _TOP + CELL
PILE: Final = (X - 72, Y + 14, 144, 70)
"""Left, top, width and height of the place of the pile."""


def centre(shown: Scene, view: View) -> tuple[Shape, ...]:
    """Return the block with its platforms, and the pile."""
    return (*_block(view.say), *_pile(shown.before.pile, view.say), *_drawable(shown, view.cursor))


@lru_cache(16)
def _block(say: Say) -> tuple[Shape, ...]:
    word = say(messages.CENTRE_SIGN())
    return (
        Rect(_LEFT + 3, _TOP + 3, 2 * CELL - 6, 2 * CELL - 6, Paint("raised", "rule", 3), 26),
        Circle(X, Y - 30, 46, Paint("board", "text", 5)),
        Rect(X - 64, Y - 43, 128, 26, Paint("text"), 5),
        Text(X, Y - 30, word, fitted(word, 19, 118, bold=True), "board", bold=True),
        Text(X, Y - 59, "×2", 21, bold=True),
        *map(_platform, range(-40, -32)),
    )


def _platform(end: int) -> Shape:
    door = ONWARD.index(end)
    x, y = exit_(door >> 2, door & 3, 10)
    w, h = (26, 9) if INWARD[door & 3][0] == 0 else (9, 26)
    return Rect(x - w / 2, y - h / 2, w, h, Paint("board", "text", 2.6), 4.5)


def _pile(count: int, say: Say) -> tuple[Shape, ...]:
    word = say(messages.PILE(count=Count(count)))
    text = Text(X + 30, Y + 50, word, fitted(word, 19, 76, bold=True), bold=True)
    return (*_stack(min(4, 1 + count // 12) if count else 0), text)


@cache
def _stack(height: int) -> tuple[Shape, ...]:
    """Return some tiles, one upon the other, the upper one with its tracks."""
    sheets = [
        Rect(X - 60 - k * 3, Y + 31 - k * 3, 40, 40, Paint("tile", "rail", 2.5), 6) for k in range(height)
    ]
    if not sheets:
        return ()
    x, y = sheets[-1].x, sheets[-1].y
    steps = (
        *line((x + 14, y), (x + 14, y + 40)),
        ("M", x, y + 27),
        quarter((x, y + 27), (x + 27, y), (x + 27, y + 27)),
    )
    return (*sheets, Path(steps, stroke("rail", 3, blunt=True)))


def _drawable(shown: Scene, cursor: str) -> tuple[Shape, ...]:
    if not shown.may_draw:
        return ()
    hot = cursor == DRAW
    paint = stroke("accent", 4) if hot else stroke("accent", 2.2, (7, 6))
    frame = Rect(*PILE, paint, 10)
    return (Group((frame,), "cursor" if hot else "may-draw", role="cursor" if hot else ""),)
