"""What can be pointed at on the board, and how it is said."""

from __future__ import annotations

from functools import cache

from p2pgames.drawing.paths import box
from p2pgames.drawing.shapes import Point, Spot
from p2pgames.games.line1 import messages
from p2pgames.games.line1.board import (
    BUILDING_NAMES,
    BUILDINGS,
    GROUND,
    LETTERS,
    NAMES,
    STREETS,
    TERMINAL_NAMES,
    Cell,
    Terminal,
)
from p2pgames.games.line1.names import TILE_NAMES
from p2pgames.games.line1.painter.drawing.plan import ARCS, CELL, bullet, corner
from p2pgames.games.line1.painter.scene import Scene
from p2pgames.games.line1.tiles import TILE
from p2pgames.picture.picture import View
from p2pgames.text import PlaceName

REACH = 23


def spots(shown: Scene, view: View) -> tuple[Spot, ...]:
    """Return the cells, the buildings and the terminals."""
    ends = (_terminal(at, TERMINAL_NAMES[at] in shown.legal, view) for at in ARCS)
    buildings = (_building(shown, letter, view) for letter in LETTERS)
    # What lies in a cell is said once for all cells: there are many, and few kinds of tiles.
    there = {tile: view.brief(said) for tile, said in enumerate(TILE_NAMES)}
    there[TILE[0]] = view.say(messages.EMPTY())
    hint = view.say(messages.LAY_HERE())
    return (*(_cell(shown, cell, there[TILE[shown.cells[cell]]], hint) for cell in GROUND), *buildings, *ends)


def _terminal(at: Terminal, legal: bool, view: View) -> Spot:
    name = TERMINAL_NAMES[at]
    said = messages.TERMINAL_OF(terminal=PlaceName(name), street=PlaceName(STREETS[at]))
    return Spot(name, _bullet(at), legal, view.say(said))


def _building(shown: Scene, letter: str, view: View) -> Spot:
    cell = next((cell for cell, sign in shown.signs.items() if sign == letter), None)
    sign = messages.NO_SIGN_YET() if cell is None else messages.SIGN_ON(cell=PlaceName(NAMES[cell]))
    own = f", {view.say(messages.YOUR_STOP())}" if letter in shown.stops else ""
    title = f"{letter}: {BUILDING_NAMES[letter]}, {view.say(sign)}{own}"
    return Spot(letter, _outline(BUILDINGS[letter]), title=title)


def _cell(shown: Scene, cell: Cell, there: str, hint: str) -> Spot:
    name = NAMES[cell]
    legal = name in shown.legal
    sign = shown.signs.get(cell, "")
    title = f"{name}: {there}, {sign}" if sign else f"{name}: {there}"
    return Spot(name, _outline(cell), legal, title, hint if legal else "")


@cache
def _outline(cell: Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _bullet(at: Terminal) -> tuple[Point, ...]:
    x, y = bullet(at)
    return box(x - REACH, y - REACH, 2 * REACH, 2 * REACH)
