"""Socks in the City as a drawing: hexagons with parks between them, rails that are printed, sticks, and the socks.

`streets` is the finished city, `laying` the table while it is laid out; `ground` and `pieces` serve both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from p2pgames.contract import Move
from p2pgames.drawing.paths import line, ring, toward
from p2pgames.drawing.seats import core
from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Paint,
    Path,
    Point,
    Poly,
    Rect,
    Shape,
    Spot,
    Step,
    Text,
    area,
    stroke,
)
from p2pgames.drawing.widths import fitted
from p2pgames.games.socks import sentences
from p2pgames.games.socks.board import Cell, Tile, cells_of
from p2pgames.games.socks.city import FREE, PRINTED, City, Link
from p2pgames.games.socks.notation import Frame, link, names
from p2pgames.games.socks.state import NOBODY, SOCKS, State, Task
from p2pgames.games.socks.tiling import cells
from p2pgames.games.socks.view import pointing, terminal_map
from p2pgames.games.socks.view import svg_plan as ground
from p2pgames.games.socks.view.scene import Scene, scene
from p2pgames.games.socks.view.svg_plan import SOCK, STATION, SYMBOLS, Plan, R, rulers, said, sock, spots
from p2pgames.picture.picture import View

TITLE = "Socks in the City"
WIDE, HIGH = 880, 620


# The table while the city is laid out: tiles, parks, socks, and where the next piece may lie.


def laying_drawing(state: State, view: View, title: str, desc: str) -> Drawing:
    """Return the table as the viewer sees it, with the typed piece."""
    plan, newest = _plan(state), frozenset(made for _, _, made in view.recent)
    move = pointing.typed_move(state, view.seat, view.typed)
    legal = (
        frozenset(terminal_map.open_cells(state))
        if pointing.is_mover(state, view.seat)
        else frozenset[Cell]()
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
        plan.width, plan.height, shapes, _spots(state, view, plan, move, legal), SYMBOLS, title, desc
    )


def _plan(state: State) -> Plan:
    (top, left), (last, right) = terminal_map.extent(state)
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
        sock(
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
            return (Group((sock(colour, "", plan.at((q, r)), rim),), "preview", role="preview"),)
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
    if not terminal_map.is_at(move, cell):
        return False
    return state.task is not Task.TILE or len(pointing.tiles_at(state, plan.frame.name(cell))) < 2


def _spot(state: State, view: View, plan: Plan, cell: Cell, legal: bool) -> Spot:
    name = plan.frame.name(cell)
    hint = view.say(sentences.TILE_HERE()) if legal and state.task is Task.TILE else ""
    return Spot(name, plan.hexagon(cell, R - 2), legal, said(state, view, name), hint)


# The finished city: links, sticks, socks and blockers.


@lru_cache(16)
def plan(town: City, frame: Frame) -> Plan:
    """Return the plan of a city; its frame begins at row 0 and column 0."""
    places = [frame.place(town.cell(station)) for station in town.stations]
    return Plan(frame, 0, 0, 1 + max(row for row, _ in places), 1 + max(column for _, column in places))


def city_drawing(state: State, view: View, title: str, desc: str) -> Drawing:
    """Return the city as the viewer sees it, with the typed stick laid."""
    shown = scene(state, view)
    where = plan(state.town, shown.frame)
    points = {station: where.at(state.town.cell(station)) for station in state.town.stations}
    shapes = (
        Rect(0, 0, where.width, where.height, area("board"), 24),
        *ground.ground(state.town.layout.tiles, where),
        *rulers(where),
        *_joined(shown, points),
        *_links(shown, points),
        *_sticks(shown, view, points),
        *_stations(shown, points),
        *_sock_shapes(shown, points),
        *_marks(shown, view, points),
    )
    return Drawing(where.width, where.height, shapes, spots(shown, view, points), SYMBOLS, title, desc)


# -- links --


@lru_cache(2048)
def _between(p: Point, q: Point, short: float) -> tuple[Step, ...]:
    """Return the way from one station to another, so much shorter at either end."""
    return line(toward(p, q, short), toward(q, p, short))


def _joined(shown: Scene, points: dict[int, Point]) -> Iterator[Shape]:
    """Yield a band in the winner's colour below every link by which a prize was won."""
    for number, owner in sorted(shown.joined.items()):
        one, two = shown.state.town.ends[number]
        yield Path(_between(points[one], points[two], 0), stroke(f"seat{owner}", 22))


def _links(shown: Scene, points: dict[int, Point]) -> tuple[Shape, ...]:
    """Return free links as dots, thick ones on a cheapest way of the viewer, and those that are printed."""
    free: list[Step] = []
    useful: list[Step] = []
    rails: list[Shape] = []
    wanted = frozenset(shown.useful)
    for number, (one, two) in enumerate(shown.state.town.ends):
        match shown.state.links[number]:
            case 0:
                (useful if number in wanted else free).extend(_between(points[one], points[two], 11))
            case 3:
                rails.extend(ground.printed(points[one], points[two]))
    dots = (Path(tuple(free), stroke("faint", 1.9, (0.1, 6.2))),) if free else ()
    thick = (Path(tuple(useful), stroke("accent", 3.4, (0.1, 7.5))),) if useful else ()
    return (*dots, *thick, *rails)


def _sticks(shown: Scene, view: View, points: dict[int, Point]) -> tuple[Shape, ...]:
    last = _last(shown, view)
    town, links = shown.state.town, shown.state.links
    traced = frozenset(shown.traced)
    found: list[Shape] = []
    for number, what in enumerate(links):
        p, q = (points[end] for end in town.ends[number])
        if number in traced:
            found.append(Path(_between(p, q, STATION), stroke("accent", 19)))
        if what not in (FREE, PRINTED):
            role = "preview" if number == shown.typed else "last" if number in last else ""
            found.append(_stick(what - 1, number, _between(p, q, STATION), role))
    return tuple(found)


@lru_cache(2048)
def _stick(seat: int, number: Link, way: tuple[Step, ...], role: str) -> Group:
    glow = (Path(way, stroke("glow", 21)), Path(way, stroke("tile", 17))) if role == "last" else ()
    edge = "accent" if role == "preview" else "board"
    paths = (
        *glow,
        Path(way, stroke(edge, 16)),
        Path(way, stroke(f"edge{seat}", 12.4)),
        Path(way, stroke(f"seat{seat}", 10.4)),
        *core(seat, way, 3),
    )
    return Group(paths, f"stick-{number}", role=role)


def _last(shown: Scene, view: View) -> frozenset[Link]:
    """Return the newest sticks: those of the last seat that laid, without a break."""
    found: set[Link] = set()
    mover = view.recent[-1][1] if view.recent else NOBODY
    for before, seat, move in reversed(view.recent):
        if seat != mover or before.city is not shown.before.city:
            break
        found.add(link(shown.before, move))
    return frozenset(found)


# -- stations --


def _stations(shown: Scene, points: dict[int, Point]) -> tuple[Shape, ...]:
    town = shown.state.town
    plain = [
        station for station in town.stations if station not in town.sock_at and station not in town.blocked
    ]
    dots = (
        Circle(*points[at], STATION, Paint("board", "text" if at in shown.last else "muted", 2.4))
        for at in plain
    )
    return (*dots, *(shape for at in sorted(town.blocked) for shape in blocker(points[at])))


def blocker(at: Point, r: float = 21) -> tuple[Shape, ...]:
    """Return the sign of a station that is blocked."""
    x, y = at
    bar = Rect(x - r * 0.62, y - r * 0.19, r * 1.24, r * 0.38, area("board"), 2)
    return Poly(ring(8, r, x, y, 22.5), Paint("bad", "board", 3)), bar


def _sock_shapes(shown: Scene, points: dict[int, Point]) -> tuple[Shape, ...]:
    state = shown.state
    found = []
    for station, colour in state.town.sock_at.items():
        won = state.won[colour]
        rim = Paint("sockground", "accent", 4) if colour == shown.looked_at else None
        key = f"sock-{station}"
        found.append(sock(colour, key, points[station], rim, None if won == NOBODY else won))
    return tuple(found)


def _marks(shown: Scene, view: View, points: dict[int, Point]) -> tuple[Shape, ...]:
    """Return a ring where a stick has been begun, and the place under the cursor."""
    town = shown.state.town
    begun: tuple[Shape, ...] = ()
    if shown.begun is not None:
        r = SOCK + 5 if shown.begun in town.sock_at else STATION + 6
        begun = (Group((Circle(*points[shown.begun], r, stroke("accent", 4)),), "preview", role="preview"),)
    under = _under(shown, view.cursor, points)
    return (*begun, Group((under,), "cursor", role="cursor")) if under is not None else begun


def _under(shown: Scene, cursor: str, points: dict[int, Point]) -> Shape | None:
    town, frame = shown.state.town, shown.frame
    here = {frame.name(town.cell(station)): station for station in town.stations}
    if cursor in here:
        station = here[cursor]
        r = SOCK + 5 if station in town.sock_at or station in town.blocked else STATION + 8.5
        return Circle(*points[station], r, stroke("accent", 4, (8, 6)))
    one, _, two = cursor.partition("-")
    if one in here and two in here:
        return Path(_between(points[here[one]], points[here[two]], STATION + 4), stroke("accent", 5, (8, 7)))
    return None


def drawing(state: State, view: View) -> Drawing:
    """Return the city, or what lies of it."""
    if state.city is not None:
        return city_drawing(state, view, TITLE, _said(state, view))
    if state.total:
        return laying_drawing(state, view, TITLE, view.say(sentences.tile_of(state)))
    text = view.say(sentences.NOT_LAID_OUT())
    words = Text(WIDE / 2, HIGH / 2, text, fitted(text, 24, WIDE - 80), "muted")
    return Drawing(WIDE, HIGH, (Rect(0, 0, WIDE, HIGH, area("board"), 24), words), title=TITLE, desc=text)


def _said(state: State, view: View) -> str:
    prizes = (", ".join(SOCKS[colour] for colour in state.prizes(seat)) for seat in range(2))
    return "; ".join(f"{view.called(seat)} {won or '–'}" for seat, won in enumerate(prizes))
