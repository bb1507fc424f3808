"""The table while the city is laid out: tiles, parks, socks, and where the next piece may lie."""

from __future__ import annotations

from p2pgames.contract import Move
from p2pgames.drawing.paths import line
from p2pgames.drawing.shapes import Circle, Drawing, Group, Paint, Path, Poly, Rect, Shape, Spot, area, stroke
from p2pgames.games.socks import messages
from p2pgames.games.socks.board import Cell, Tile, cells_of
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.painter import laying_view, pointing
from p2pgames.games.socks.painter.drawing import ground, pieces
from p2pgames.games.socks.painter.drawing.places import said
from p2pgames.games.socks.painter.drawing.plan import SOCK, STATION, Plan, R, rulers
from p2pgames.games.socks.state import State, Task
from p2pgames.games.socks.tiling import cells
from p2pgames.picture.picture import View


def drawing(state: State, view: View, title: str, desc: str) -> Drawing:
    """Return the table as the viewer sees it, with the typed piece."""
    plan, newest = _plan(state), frozenset(made for _, _, made in view.recent)
    move = pointing.typed_move(state, view.seat, view.typed)
    legal = (
        frozenset(laying_view.open_cells(state)) if pointing.is_mover(state, view.seat) else frozenset[Cell]()
    )
    shapes = (
        Rect(0, 0, plan.width, plan.height, area("board"), 24),
        *ground.ground(state.tiles, plan),
        *rulers(plan),
        *(shape for tile in state.tiles for shape in _tile(plan, tile, ("tile", *tile) in newest)),
        *(shape for cell in sorted(legal) for shape in _open(plan, cell, state.task)),
        *_socks(state, plan, newest),
        *_preview(plan, move),
        *_cursor(plan, view.cursor, legal | set(cells(state.tiles))),
    )
    return Drawing(
        plan.width, plan.height, shapes, _spots(state, view, plan, move, legal), pieces.SYMBOLS, title, desc
    )


def _plan(state: State) -> Plan:
    (top, left), (last, right) = laying_view.extent(state)
    return Plan(names(state), top, left, last - top + 1, right - left + 1)


def _tile(plan: Plan, tile: Tile, fresh: bool, role: str = "") -> tuple[Shape, ...]:
    """Return the stations of a tile, and the rails between its twins."""
    points = [plan.at(cell) for cell in cells_of(tile)]
    ink, wide = ("accent", 3.4) if role else ("glow", 3.4) if fresh else ("muted", 2.4)
    return (*ground.printed(*points[:2]), *(Circle(*at, STATION, Paint("board", ink, wide)) for at in points))


def _open(plan: Plan, cell: Cell, task: Task) -> tuple[Shape, ...]:
    """Return a plus where the first twin of a tile may lie, or a ring where a sock may."""
    x, y = plan.at(cell)
    rim = Circle(x, y, 11, stroke("accent", 2.6))
    if task is not Task.TILE:
        return (rim,)
    return rim, Path((*line((x - 5, y), (x + 5, y)), *line((x, y - 5), (x, y + 5))), stroke("accent", 2.6))


def _socks(state: State, plan: Plan, newest: frozenset[Move]) -> tuple[Shape, ...]:
    laid = [(colour, cell) for colour, one, two in state.pairs for cell in (one, two)]
    lone = [state.lone] if state.lone else []
    return tuple(
        pieces.sock(
            colour,
            f"sock-{plan.frame.name(cell)}",
            plan.at(cell),
            Paint("sockground", "glow", 4) if ("sock", colour, *cell) in newest else None,
        )
        for colour, cell in (*laid, *lone)
    )


def _preview(plan: Plan, move: Move | None) -> tuple[Shape, ...]:
    match move:
        case ("tile", int(q), int(r), int(sixths)):
            tile = (q, r, sixths)
            dashed = Paint("raised", "accent", 4, (9, 6))
            hexagons = (Poly(plan.hexagon(cell), dashed) for cell in cells_of(tile))
            return (Group((*hexagons, *_tile(plan, tile, False, "preview")), "preview", role="preview"),)
        case ("sock", int(colour), int(q), int(r)):
            rim = Paint("sockground", "accent", 4, (8, 6))
            return (Group((pieces.sock(colour, "", plan.at((q, r)), rim),), "preview", role="preview"),)
    return ()


def _cursor(plan: Plan, cursor: str, there: frozenset[Cell]) -> tuple[Shape, ...]:
    found = [cell for cell in there if plan.frame.name(cell) == cursor]
    if not found:
        return ()
    return (
        Group((Circle(*plan.at(found[0]), SOCK + 4, stroke("accent", 4, (8, 6))),), "cursor", role="cursor"),
    )


def _spots(
    state: State, view: View, plan: Plan, move: Move | None, legal: frozenset[Cell]
) -> tuple[Spot, ...]:
    there = sorted(legal | set(cells(state.tiles)), key=plan.frame.place)
    return tuple(
        _spot(state, view, plan, cell, cell in legal and not _done(state, plan, move, cell)) for cell in there
    )


def _done(state: State, plan: Plan, move: Move | None, cell: Cell) -> bool:
    """Return whether the piece that is typed lies there, and pointing at it again would not turn it."""
    if not laying_view.is_at(move, cell):
        return False
    return state.task is not Task.TILE or len(pointing.tiles_at(state, plan.frame.name(cell))) < 2


def _spot(state: State, view: View, plan: Plan, cell: Cell, legal: bool) -> Spot:
    name = plan.frame.name(cell)
    hint = view.say(messages.TILE_HERE()) if legal and state.task is Task.TILE else ""
    return Spot(name, plan.hexagon(cell, R - 2), legal, said(state, view, name), hint)
