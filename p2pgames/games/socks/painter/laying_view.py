"""The table while the city is laid out: tiles, enclosed hexagons, socks, and where the next piece may lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from p2pgames.contract import Move
from p2pgames.games.socks import tiling
from p2pgames.games.socks.board import Cell, cells_of
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.painter import pointing
from p2pgames.games.socks.painter.city_map import INKS
from p2pgames.games.socks.painter.layout import PRINTED, At, Layout, Place, draw_link
from p2pgames.games.socks.painter.sidebar import Mark
from p2pgames.games.socks.state import SOCKS, State, Task
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Spot, View

MARGIN: Final = 3
"""Rows and columns of hexagons around the tiles, into which the next tile can reach."""


def extent(state: State) -> tuple[Place, Place]:
    """Return the first and the last row and column that are shown."""
    here = names(state)
    tiles = tiling.cells(state.tiles) or ((0, 0),)
    places = [here.place(cell) for cell in tiles]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    margin = MARGIN if state.task is Task.TILE else 0
    return (min(rows) - margin, min(columns) - 2 * margin), (max(rows) + margin, max(columns) + 2 * margin)


def draw(canvas: Canvas, layout: Layout, state: State, view: View) -> tuple[Spot, ...]:
    """Draw all that lies, with the typed piece, and return the spots."""
    here, (first, _) = names(state), extent(state)
    mine = pointing.is_mover(state, view.seat)
    move = pointing.typed_move(state, view.seat, view.typed)

    def at(cell: Cell) -> Place:
        row, column = here.place(cell)
        return layout.at((row - first[0], column - first[1]))

    newest = {made for _, _, made in view.recent}
    legal = open_cells(state) if mine else set()
    _tiles(canvas, layout, state, at, newest)
    _legal(canvas, state, at, legal, mine=mine)
    _socks(canvas, state, at, newest)
    spots = tuple(_spots(state, at, legal, move))
    _preview(canvas, layout, move, at)
    for spot in spots:
        if spot.name == view.cursor:
            canvas.tint(spot.row, spot.column, "reverse", spot.columns)
    return spots


def _tiles(
    canvas: Canvas, layout: Layout, state: State, at: Callable[[Cell], Place], newest: set[Move]
) -> None:
    for tile in state.tiles:
        ink, sign = ("bold", "◆") if ("tile", *tile) in newest else ("", "○")
        _tile(canvas, layout, [at(cell) for cell in cells_of(tile)], ink, sign)
    for cell in tiling.enclosed(state.tiles) if state.tiles else ():
        canvas.put(*at(cell), "▓", "dim")


def _legal(
    canvas: Canvas, state: State, at: Callable[[Cell], Place], legal: set[Cell], *, mine: bool
) -> None:
    """Mark where the next piece may lie, and for a sock where it may not."""
    for cell in legal:
        canvas.put(*at(cell), "+" if state.task is Task.TILE else "○", "bold")
    if state.task is Task.SOCK and mine:
        for cell in set(tiling.cells(state.tiles)) - legal:
            canvas.put(*at(cell), "×", "dim")


def _spots(state: State, at: Callable[[Cell], Place], legal: set[Cell], move: Move | None) -> Iterator[Spot]:
    """Yield a spot for every cell; one that the move lies on is legal only where it means another tile next."""
    here = names(state)
    for cell in sorted(legal | set(tiling.cells(state.tiles)), key=here.place):
        row, column = at(cell)
        open_ = cell in legal
        again = open_ and state.task is Task.TILE and len(pointing.tiles_at(state, here.name(cell))) > 1
        done = is_at(move, cell) and not again
        yield Spot(here.name(cell), row, column - 1, 1, 3, legal=open_ and not done)


def _tile(canvas: Canvas, layout: Layout, places: list[Place], ink: str, sign: str = "○") -> None:
    one, two = places[:2]
    draw_link(canvas, layout, one, two, PRINTED, ink)
    for row, column in places:
        canvas.put(row, column, sign, ink)


def open_cells(state: State) -> set[Cell]:
    """Return the cells where the next piece may be pointed: a tile by its first twin."""
    cells: set[Cell] = set()
    for move in pointing.RULES.moves(state, state.turn, {}):
        match move:
            case ("tile", int(q), int(r), int()) | ("sock", int(), int(q), int(r)):
                cells.add((q, r))
    return cells


def _socks(canvas: Canvas, state: State, at: Callable[[Cell], At], newest: set[Move]) -> None:
    lone = [(state.lone[0], state.lone[1])] if state.lone else []
    laid = [(colour, cell) for colour, one, two in state.pairs for cell in (one, two)]
    for colour, cell in (*laid, *lone):
        row, column = at(cell)
        left, right = "◆◆" if ("sock", colour, *cell) in newest else "()"
        canvas.put(row, column - 1, f"{left}{SOCKS[colour]}{right}", f"bold {INKS[colour]}")


def is_at(move: Move | None, cell: Cell) -> bool:
    """Return whether a move lays its piece, a tile by its first twin, on a cell."""
    match move:
        case ("tile", int(q), int(r), int()) | ("sock", int(), int(q), int(r)):
            return (q, r) == cell
    return False


def _preview(canvas: Canvas, layout: Layout, move: Move | None, at: Callable[[Cell], At]) -> None:
    match move:
        case ("tile", int(q), int(r), int(sixths)):
            _tile(canvas, layout, [at(cell) for cell in cells_of((q, r, sixths))], "bold reverse")
        case ("sock", int(colour), int(q), int(r)):
            row, column = at((q, r))
            canvas.put(row, column - 1, f"({SOCKS[colour]})", f"bold reverse {INKS[colour]}")


def marks(state: State, view: View) -> Iterator[Mark]:
    """Yield every hexagon that matters for the overview."""
    here, (first, _) = names(state), extent(state)
    legal = open_cells(state) if pointing.is_mover(state, view.seat) else set()
    socks = {cell: SOCKS[colour] for colour, one, two in state.pairs for cell in (one, two)}
    if state.lone:
        socks[state.lone[1]] = SOCKS[state.lone[0]]
    signs = dict.fromkeys(legal, "+" if state.task is Task.TILE else "○")
    signs |= dict.fromkeys(set(tiling.cells(state.tiles)) - legal, "○" if state.task is Task.TILE else "×")
    for cell in sorted(signs, key=here.place):
        row, column = here.place(cell)
        place = row - first[0], column - first[1]
        yield Mark(here.name(cell), *place, socks.get(cell, signs[cell]), legal=cell in legal)
