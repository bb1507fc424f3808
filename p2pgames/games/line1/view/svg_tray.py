"""Below the board: the hand, or the open tiles that may be taken, and the words that can be said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import box
from p2pgames.drawing.seats import badge
from p2pgames.drawing.shapes import Circle, Group, Paint, Point, Rect, Shape, Spot, Text, Use, area
from p2pgames.drawing.widths import fitted, width
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import (
    BUILDINGS,
    BY_NAME,
    GROUND,
    LETTERS,
    NAMES,
    OF_TILE,
    TERMINAL_NAMES,
    TREES,
    Cell,
    Piece,
    Terminal,
    Tile,
    each,
)
from p2pgames.games.line1.moves import Lay
from p2pgames.games.line1.sentences import TILE_NAMES
from p2pgames.games.line1.state import Task
from p2pgames.games.line1.view.scene import Scene, kinds, task
from p2pgames.games.line1.view.svg_plan import ARCS, CELL, HALF, SIDE, TRAY, bullet, corner
from p2pgames.games.line1.view.svg_plan import name as track
from p2pgames.games.line1.words import TILE_SPOT, describe_spot
from p2pgames.picture.picture import View

TOP: Final = SIDE + 2
LEFT: Final = 96
PITCH: Final = CELL + 28
ROW: Final = 6
"""So many tiles have room in full size; more stand in two rows, half as large."""
SMALL: Final = 0.5


@dataclass(frozen=True, slots=True)
class Entry:
    """A tile that can be pointed at."""

    name: str
    tile: Tile
    piece: Piece
    """The tile as it lies: turned as it is typed."""
    label: str
    owner: Seat | None = None
    """Whose it is, where it may be taken."""
    chosen: bool = False


def entries(shown: Scene, view: View) -> tuple[Entry, ...]:
    """Return the tiles of the hand that is shown, or those that may be taken."""
    if shown.mine and shown.before.task is Task.TAKE:
        return tuple(_taken(word, view) for word in shown.can.words if word.startswith("take"))
    hand = kinds(shown)
    chosen = hand.index(shown.tile) if shown.tile in hand else -1
    return tuple(_held(shown, view, number, tile, number == chosen) for number, tile in enumerate(hand))


def _taken(word: str, view: View) -> Entry:
    _, seat, tile = word.split()
    number = BY_NAME[tile]
    return Entry(word, number, each(OF_TILE[number])[0], view.brief(TILE_NAMES[number]), int(seat) - 1)


def _held(shown: Scene, view: View, number: int, tile: Tile, chosen: bool) -> Entry:
    pieces, deed = each(OF_TILE[tile]), shown.deed
    typed = chosen and isinstance(deed, Lay) and deed.piece in pieces
    piece = deed.piece if typed and isinstance(deed, Lay) else pieces[0]
    return Entry(f"{TILE_SPOT}{number + 1}", tile, piece, view.brief(TILE_NAMES[tile]), None, chosen)


def words(shown: Scene) -> tuple[str, ...]:
    """Return the words that can be said now."""
    can = shown.can
    said = [word for word in can.words if not word.startswith("take")]
    return (*said, *([can.announced] if can.announced else []), *(["pair"] if can.pairs else []))


def tray(shown: Scene, view: View, tiles: tuple[Entry, ...], said: tuple[str, ...]) -> tuple[Shape, ...]:
    """Return all that stands below the board."""
    frame = Rect(24, TOP, SIDE - 48, TRAY - 14, Paint("paper", "rule", 1.5), 16)
    seat = shown.seat if shown.seat is not None else shown.before.turn
    whose = badge(seat, 58, TOP + 46, 15, "paper") if seat >= 0 else ()
    heading = _heading(shown, view)
    title = Text(SIDE - 44, TOP + 20, heading, fitted(heading, 14, 200), "muted", "end")
    return (
        frame,
        *whose,
        *((title,) if heading else ()),
        *(_tile(shown, view, k, entry, len(tiles)) for k, entry in enumerate(tiles)),
        *(_button(shown, view, word, x, w) for word, x, w in _placed(said)),
    )


def _heading(shown: Scene, view: View) -> str:
    said = task(shown)
    return view.say(said) if said is not None else ""


def _place(number: int, count: int) -> tuple[float, float, float]:
    """Return the middle of a tile, and how large it is drawn."""
    if count <= ROW:
        return LEFT + HALF + number * PITCH, TOP + 10 + HALF, 1
    row = (count + 1) // 2
    return LEFT + HALF / 2 + number % row * 54, TOP + 27 + number // row * 48, SMALL


def _tile(shown: Scene, view: View, number: int, entry: Entry, count: int) -> Group:
    x, y, scale = _place(number, count)
    hot, half = view.cursor == entry.name, HALF * scale
    strong = entry.chosen or hot
    paint = Paint("tile", "accent" if strong else "rule", 4 if strong else 2, (7, 5) if hot else ())
    live = entry.name in shown.legal or entry.chosen
    parts: tuple[Shape, ...] = (
        Rect(-half, -half, 2 * half, 2 * half, paint, 7 * scale),
        Use(track(entry.piece), 0, 0, scale),
        *_trees(entry.tile, scale),
        *_mark(number, entry, live, half),
    )
    if scale == 1:
        size = fitted(entry.label, 12.5, PITCH - 6, bold=entry.chosen)
        label = Text(0, HALF + 14, entry.label, size, "text" if entry.chosen else "muted", bold=entry.chosen)
        parts = (*parts, label)
    return Group(parts, f"tile-{number}", x, y, role="cursor" if hot else "")


def _trees(tile: Tile, scale: float) -> tuple[Shape, ...]:
    if not TREES[tile]:
        return ()
    far = (HALF - 9) * scale  # the other one would lie below the number
    return (Circle(far, far, 4.6 * scale, area("leaf", 0.85)),)


def _mark(number: int, entry: Entry, live: bool, half: float) -> tuple[Shape, ...]:
    """Return the tile's number in the hand, or the badge of its owner."""
    if entry.owner is not None:
        return badge(entry.owner, -half + 2, -half + 2, 9, "paper")
    disc = Circle(-half + 2, -half + 2, 11, Paint("text" if live else "muted", "paper", 2.5))
    return disc, Text(-half + 2, -half + 2, str(number + 1), 13, "board", bold=True)


def _placed(said: tuple[str, ...]) -> tuple[tuple[str, float, float], ...]:
    """Return the words with left side and width, from the right edge on."""
    x, found = SIDE - 44.0, []
    for label in reversed(said):
        w = width(label, 17, bold=True) + 34
        x -= w
        found.append((label, x, w))
        x -= 10
    return tuple(found)


def _button(shown: Scene, view: View, word: str, x: float, w: float) -> Group:
    hot = view.cursor == word
    ink = "accent" if hot or word in shown.legal else "rule"
    frame = Rect(0, 0, w, 44, Paint("raised", ink, 4 if hot else 2.4, (9, 6) if hot else ()), 22)
    return Group(
        (frame, Text(w / 2, 22, word, 17, bold=True)),
        f"word-{word}",
        x,
        TOP + 40,
        role="cursor" if hot else "",
    )


# What can be pointed at on the board, and how it is said.

REACH = 23


def board_spots(shown: Scene, view: View) -> tuple[Spot, ...]:
    """Return the cells, the buildings and the terminals."""
    hint = view.say(sentences.LAY_HERE())
    return (
        *(spot(shown, view, NAMES[cell], _outline(cell), hint) for cell in GROUND),
        *(spot(shown, view, letter, _outline(BUILDINGS[letter])) for letter in LETTERS),
        *(spot(shown, view, TERMINAL_NAMES[at], _bullet(at)) for at in ARCS),
    )


def spot(shown: Scene, view: View, name: str, outline: tuple[Point, ...], hint: str = "") -> Spot:
    """Return a place that can be pointed at, with what stands there."""
    told, legal = describe_spot(shown.before, shown.seat, view.known, name), name in shown.legal
    return Spot(name, outline, legal, view.say(told) if told is not None else "", hint if legal else "")


@cache
def _outline(cell: Cell) -> tuple[Point, ...]:
    return box(*corner(cell), CELL, CELL)


@cache
def _bullet(at: Terminal) -> tuple[Point, ...]:
    x, y = bullet(at)
    return box(x - REACH, y - REACH, 2 * REACH, 2 * REACH)


def spots(shown: Scene, view: View, tiles: tuple[Entry, ...], said: tuple[str, ...]) -> tuple[Spot, ...]:
    """Return what can be pointed at below the board."""
    found = []
    for number, entry in enumerate(tiles):
        x, y, scale = _place(number, len(tiles))
        half = HALF * scale + 6
        outline = box(x - half, y - half, 2 * half, 2 * half + (20 if scale == 1 else 0))
        found.append(spot(shown, view, entry.name, outline))
    buttons = (spot(shown, view, word, box(x, TOP + 40, w, 44)) for word, x, w in _placed(said))
    return (*found, *buttons)
