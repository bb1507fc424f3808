"""What can be pointed at on the board, and how it is said."""

from __future__ import annotations

from functools import cache

from p2pgames.drawing.paths import box
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.line1 import messages
from p2pgames.games.line1.board import BUILDINGS, GROUND, LETTERS, NAMES, TERMINAL_NAMES, Cell, Terminal
from p2pgames.games.line1.here import here
from p2pgames.games.line1.painter.drawing.plan import ARCS, CELL, bullet, corner
from p2pgames.games.line1.painter.scene import Scene
from p2pgames.picture.picture import View

REACH = 23


def spots(shown: Scene, view: View) -> tuple[Spot, ...]:
    """Return the cells, the buildings and the terminals."""
    hint = view.say(messages.LAY_HERE())
    return (
        *(spot(shown, view, NAMES[cell], _outline(cell), hint) for cell in GROUND),
        *(spot(shown, view, letter, _outline(BUILDINGS[letter])) for letter in LETTERS),
        *(spot(shown, view, TERMINAL_NAMES[at], _bullet(at)) for at in ARCS),
    )


def spot(shown: Scene, view: View, name: str, outline: tuple[Point, ...], hint: str = "") -> Spot:
    """Return a place that can be pointed at, with what stands there."""
    told, legal = here(shown.before, shown.seat, view.known, name), name in shown.legal
    return Spot(name, outline, legal, view.say(told) if told is not None else "", hint if legal else "")


@cache
def _outline(cell: Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _bullet(at: Terminal) -> tuple[Point, ...]:
    x, y = bullet(at)
    return box(x - REACH, y - REACH, 2 * REACH, 2 * REACH)
