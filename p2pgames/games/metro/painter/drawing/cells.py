"""The cells: grounds, track, where a tile may be laid, and the marks of the newest ones."""

from __future__ import annotations

from functools import cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.paths import corners, line
from p2pgames.drawing.seats import badge
from p2pgames.drawing.shapes import Circle, Group, Paint, Path, Rect, Shape, Text, Use, area, stroke
from p2pgames.games.metro.board import CELLS, COLS, NAMES, PLAYABLE, ROWS, Cell
from p2pgames.games.metro.painter.drawing.plan import CELL, MARGIN, corner, piece_steps
from p2pgames.games.metro.painter.scene import Scene
from p2pgames.games.metro.placement import is_open
from p2pgames.games.metro.state import State
from p2pgames.games.metro.tiles import EXITS, Piece

MARKED: Final = 4
"""How many of the newest tiles are marked."""


@cache
def rulers() -> tuple[Shape, ...]:
    """Return the names of columns and rows."""
    middles = [MARGIN + number * CELL + CELL / 2 for number in range(COLS)]
    letters = [Text(at, 19, "abcdefgh"[number], 17, "muted") for number, at in enumerate(middles)]
    return (
        *letters,
        *(Text(19, at, str(number), 17, "muted") for number, at in enumerate(middles[:ROWS], 1)),
    )


def grounds(shown: Scene) -> tuple[Shape, ...]:
    """Return what lies below everything in each cell."""
    return tuple(_ground(cell, "tile" if shown.state.cells[cell] else "empty") for cell in PLAYABLE)


@cache
def _ground(cell: Cell, ink: str) -> Rect:
    x, y = corner(cell)
    return Rect(x + 1, y + 1, CELL - 2, CELL - 2, area(ink), 7)


def symbols(state: State) -> dict[str, tuple[Shape, ...]]:
    """Return the tracks of every kind of tile that lies on the board."""
    return {piece: _symbol(piece) for piece in sorted(set(state.cells)) if piece}


@cache
def _symbol(piece: Piece) -> tuple[Shape, ...]:
    steps = piece_steps(EXITS[piece])
    return Path(steps, stroke("tile", 10, blunt=True)), Path(steps, stroke("rail", 4, blunt=True))


def tracks(state: State) -> tuple[Shape, ...]:
    """Return the track of all tiles; lines of players lie over it."""
    return tuple(Use(state.cells[cell], *corner(cell)) for cell in PLAYABLE if state.cells[cell])


def tint(shown: Scene) -> tuple[Shape, ...]:
    """Return the ground of the newest tile, in its player's colour."""
    if not shown.recent:
        return ()
    cell, seat = shown.recent[-1]
    x, y = corner(cell)
    return (Rect(x + 3.5, y + 3.5, CELL - 7, CELL - 7, area(f"seat{seat}", 0.2), 5),)


def open_marks(shown: Scene) -> tuple[Shape, ...]:
    """Return a ring and the name where a tile may be laid, a cross where the rules forbid it, and dots elsewhere."""
    return tuple(
        shape
        for cell in PLAYABLE
        if not shown.state.cells[cell]
        for shape in _open_mark(cell, _kind(shown, cell))
    )


def _kind(shown: Scene, cell: Cell) -> str:
    if NAMES[cell] in shown.legal:
        return "legal"
    return "barred" if shown.mine and is_open(shown.before.cells, cell) else "empty"


@cache
def _open_mark(cell: Cell, kind: str) -> tuple[Shape, ...]:
    x, y = corner(cell)
    x, y = x + CELL / 2, y + CELL / 2
    if kind == "empty":
        return (Circle(x, y, 2.6, area("faint")),)
    if kind == "barred":
        cross = line((x - 6, y - 6), (x + 6, y + 6)) + line((x + 6, y - 6), (x - 6, y + 6))
        return (Path(cross, stroke("faint", 2.6)),)
    name = Text(x + 35, y - 39, NAMES[cell], 14, "muted")  # where no train stands
    return Circle(x, y, 9, stroke("accent", 3)), Circle(x, y, 3, area("accent")), name


def newest(shown: Scene) -> tuple[Shape, ...]:
    """Return the frame of the newest tile, and two corners of each of those before."""
    shapes: list[Shape] = []
    for cell, seat in shown.recent[-MARKED:-1]:
        shapes.append(_earlier(cell, seat))
    for cell, seat in shown.recent[-1:]:
        shapes.append(_last(cell, seat))
    return tuple(shapes)


def _earlier(cell: Cell, seat: Seat) -> Path:
    x, y = corner(cell)
    one = line((x + 4, y + 21), (x + 4, y + 4), (x + 21, y + 4))
    return Path(
        (*one, *line((x + 96, y + 79), (x + 96, y + 96), (x + 79, y + 96))), stroke(f"seat{seat}", 3.5)
    )


def _last(cell: Cell, seat: Seat) -> Group:
    x, y = corner(cell)
    frame = Rect(x + 3.5, y + 3.5, CELL - 7, CELL - 7, stroke(f"seat{seat}", 5), 5)
    return Group((frame, *badge(seat, x + CELL - 12, y + CELL - 12, 10, "tile")), "last", role="last")


def marks(shown: Scene, cursor: str) -> tuple[Shape, ...]:
    """Return the frames of the tile in hand and of the cursor."""
    shapes: list[Shape] = []
    if shown.lay:
        x, y = corner(shown.lay.cell)
        dashed = Rect(x + 2, y + 2, CELL - 4, CELL - 4, Paint("", "accent", 4, (11, 8)), 7)
        shapes.append(Group((dashed,), "preview", role="preview"))
    if cursor in CELLS:
        x, y = corner(CELLS[cursor])
        steps = corners(x - 3, y - 3, CELL + 6, CELL + 6, 24)
        shapes.append(
            Group(
                (Path(steps, stroke("board", 10)), Path(steps, stroke("accent", 5.5))),
                "cursor",
                role="cursor",
            )
        )
    return tuple(shapes)
