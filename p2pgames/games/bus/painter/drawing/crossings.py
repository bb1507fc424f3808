"""Crossings: number or station, plots with what is built, and passengers."""

from __future__ import annotations

from typing import Final

from p2pgames.drawing.paths import line
from p2pgames.drawing.shapes import Circle, Group, Paint, Path, Point, Rect, Shape, Text, Use, area, stroke
from p2pgames.drawing.widths import fitted
from p2pgames.games.bus import messages, riders
from p2pgames.games.bus.board import TYPES, Crossing
from p2pgames.games.bus.names import number
from p2pgames.games.bus.painter.drawing.icons import HOUR
from p2pgames.games.bus.painter.drawing.plan import NODE, PLOT, STATION, Plan
from p2pgames.games.bus.painter.scene import Scene
from p2pgames.games.bus.state import Task
from p2pgames.picture.picture import View

MANY: Final = 3
"""From so many passengers on, one stands for all, with their number."""


def crossings(shown: Scene, plan: Plan, view: View, legal: frozenset[str]) -> tuple[Shape, ...]:
    """Return all crossings in parts and layer by layer, so that what changes is little and lies together."""
    every = shown.state.city.crossings
    return (
        *(_crossing(shown, plan, at, view) for at in every),
        *(
            shape
            for at in every
            for shape in _rings(shown, plan.points[at], at, view.cursor, number(at) in legal)
        ),
        *(shape for at in every for shape in _plots(shown, plan, at)),
        *(shape for at in every for shape in _waiting(shown, plan, at)),
    )


def newest(shown: Scene, plan: Plan) -> tuple[Shape, ...]:
    """Return the grounds of the crossings of the newest moves; heads lie over them."""
    every = shown.state.city.crossings
    return tuple(shape for at in every for shape in _newest(shown, plan.points[at], at))


def _crossing(shown: Scene, plan: Plan, at: Crossing, view: View) -> Group:
    station = at in shown.state.city.stations
    return Group(_station(shown, plan, at, view) if station else _tie(plan, at), f"crossing-{number(at)}")


def _newest(shown: Scene, place: Point, at: Crossing) -> tuple[Shape, ...]:
    if at not in shown.newest:
        return ()
    (seat, last), station = shown.newest[at], at in shown.state.city.stations
    ink = f"seat{seat}"
    if not last:
        return (_ring(place, station, 7, stroke(ink, 2, (5, 5))),)
    return _ring(place, station, 8, area(ink, 0.28)), _ring(place, station, 7, stroke(ink, 3.4))


def _tie(plan: Plan, at: Crossing) -> tuple[Shape, ...]:
    """Return a crossing's disc, tied to its plots: without that they are read as the neighbour's."""
    (x, y), (left, top, w, h) = plan.points[at], plan.boxes[at]
    near = min(max(x, left + 3), left + w - 3), min(max(y, top + 3), top + h - 3)
    return (
        Path(line((x, y), near), stroke("muted", 2.4)),
        Circle(x, y, NODE, Paint("node", "kerb", 3)),
        Circle(x, y, NODE, stroke("onnode", 1)),
        Text(x, y, number(at), 14.5, "onnode", bold=True),
    )


def _station(shown: Scene, plan: Plan, at: Crossing, view: View) -> tuple[Shape, ...]:
    (x, y), (left, top, w, _) = plan.points[at], plan.boxes[at]
    *before, last = view.say(messages.STATIONS[shown.state.city.stations[at]]).split()
    above, middle = " ".join(before), left + w / 2
    return (
        Rect(x - STATION[0] / 2, y - STATION[1] / 2, *STATION, Paint("station", "text", 3), 10),
        Use("train", x - 12, y - 1, 1.05, "text"),
        Text(x + 12, y, number(at), 15, bold=True),
        Text(middle, top + 9, above, fitted(above, 15, w, bold=True), bold=True, halo="board"),
        Text(middle, top + 27, last, fitted(last, 15, w, bold=True), bold=True, halo="board"),
    )


def _rings(shown: Scene, place: Point, at: Crossing, cursor: str, legal: bool) -> tuple[Shape, ...]:
    station = at in shown.state.city.stations
    rings: tuple[Shape, ...] = (_ring(place, station, 5, stroke("accent", 3)),) if legal else ()
    if cursor != number(at):
        return rings
    return (
        *rings,
        Group((_ring(place, station, 9.5, stroke("accent", 4, (9, 6))),), "cursor", role="cursor"),
    )


def _ring(place: Point, station: bool, far: float, paint: Paint) -> Shape:
    """Return what goes around a crossing so far from its edge."""
    if not station:
        return Circle(*place, NODE + far, paint)
    w, h = STATION[0] + 2 * far, STATION[1] + 2 * far
    return Rect(place[0] - w / 2, place[1] - h / 2, w, h, paint, 10 + far)


# -- plots --


def _plots(shown: Scene, plan: Plan, at: Crossing) -> tuple[Shape, ...]:
    state, seated = shown.state, shown.seated(at)
    shapes: list[Shape] = []
    for place, letter in enumerate(state.city.sites[at]):
        x, y = plan.plot(at, place)
        if place >= len(state.built[at]):
            shapes += free(x, y, letter)
            continue
        kind = state.built[at][place]
        sits = kind == state.clock and seated > 0
        seated -= sits
        shapes += building(TYPES[kind], x, y, kind == state.clock, sits)
        if sits:
            shapes.append(sitter(x, y, f"seated-{number(at)}-{seated}"))
        if at in shown.changed and shown.before.task is Task.BUILD and place == len(state.built[at]) - 1:
            frame = Rect(x - 4, y - 4, PLOT + 8, PLOT + 8, stroke("accent", 2.6, (6, 4)), 8)
            shapes.append(Group((frame,), "preview", role="preview"))
    return tuple(shapes)


def free(x: float, y: float, letter: str) -> tuple[Shape, ...]:
    """Return a plot on which anything of its letter may be built."""
    middle = x + PLOT / 2, y + PLOT / 2
    frame = Paint("board", "faint", 1.8, (4, 3.2), blunt=True)
    return Rect(x, y, PLOT, PLOT, frame, 5), Text(*middle, letter, 15, "muted")


def building(kind: str, x: float, y: float, hour: bool, sits: bool) -> tuple[Shape, ...]:
    """Return a plot that is built on; yellow where its hour is, and moved a little for who sits there."""
    paint = Paint("sign", "sign", 2) if hour else Paint("tile", "muted", 2)
    name, ink = (f"{kind}{HOUR}", "onsign") if hour else (kind, "text")
    icon = Use(name, x + PLOT / 2 - 3 * sits, y + PLOT / 2 - sits, 0.88 if sits else 1, ink)
    return Rect(x, y, PLOT, PLOT, paint, 5), icon


def sitter(x: float, y: float, key: str = "") -> Group:
    """Return a passenger who sits on the building of a plot."""
    disc = Circle(0, 0, 8.2, Paint("text", "board", 2))
    return Group((disc, Use("passenger", 0, -0.5, 0.55, "board")), key, x + PLOT - 4, y + PLOT - 5)


# -- passengers who want to go --


def _waiting(shown: Scene, plan: Plan, at: Crossing) -> tuple[Shape, ...]:
    count = riders.spare(shown.state, at)
    if count <= 0:
        return ()
    x, y = plan.stands[at]
    if count < MANY:
        places = [x + (k - (count - 1) / 2) * 13 for k in range(count)]
        return tuple(Group(person(), f"waiting-{number(at)}-{k}", px, y) for k, px in enumerate(places))
    disc = Circle(x + 10, y + 3, 9.5, Paint("text", "board", 2))
    number_ = Text(x + 10, y + 3, str(count), 14, "board", bold=True)
    return Group(person(), f"waiting-{number(at)}-0", x - 7, y), disc, number_


def person() -> tuple[Shape, ...]:
    """Return a passenger who wants to go."""
    paint = Paint("text", "board", 1.8)
    body = (("M", -7.4, 11), ("C", -7.4, -5, 7.4, -5, 7.4, 11), ("Z",))
    return Circle(0, -6.5, 4.6, paint), Path(body, paint)
