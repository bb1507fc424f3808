"""The finished city: links, sticks, socks and blockers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

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
    Step,
    area,
    stroke,
)
from p2pgames.games.socks.city import FREE, PRINTED, City, Link
from p2pgames.games.socks.hex_names import Frame
from p2pgames.games.socks.notation import link
from p2pgames.games.socks.painter.drawing import ground, pieces
from p2pgames.games.socks.painter.drawing.places import spots
from p2pgames.games.socks.painter.drawing.plan import SOCK, STATION, Plan, rulers
from p2pgames.games.socks.painter.scene import Scene, scene
from p2pgames.games.socks.state import NOBODY, State
from p2pgames.picture.picture import View


@lru_cache(16)
def plan(town: City, frame: Frame) -> Plan:
    """Return the plan of a city; its frame begins at row 0 and column 0."""
    places = [frame.place(town.cell(station)) for station in town.stations]
    return Plan(frame, 0, 0, 1 + max(row for row, _ in places), 1 + max(column for _, column in places))


def drawing(state: State, view: View, title: str, desc: str) -> Drawing:
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
        *_socks(shown, points),
        *_marks(shown, view, points),
    )
    return Drawing(where.width, where.height, shapes, spots(shown, view, points), pieces.SYMBOLS, title, desc)


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


def _socks(shown: Scene, points: dict[int, Point]) -> tuple[Shape, ...]:
    state = shown.state
    found = []
    for station, colour in state.town.sock_at.items():
        won = state.won[colour]
        rim = Paint("sockground", "accent", 4) if colour == shown.looked_at else None
        key = f"sock-{station}"
        found.append(pieces.sock(colour, key, points[station], rim, None if won == NOBODY else won))
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
