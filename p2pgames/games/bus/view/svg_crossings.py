"""Crossings: number or station, plots with what is built, and passengers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from p2pgames.drawing.paths import line
from p2pgames.drawing.shapes import (
    Circle,
    Group,
    Ink,
    Paint,
    Path,
    Point,
    Poly,
    Rect,
    Shape,
    Text,
    Use,
    area,
    stroke,
)
from p2pgames.drawing.widths import fitted
from p2pgames.games.bus import lines, sentences
from p2pgames.games.bus.board import TYPES, Crossing, number
from p2pgames.games.bus.state import Task
from p2pgames.games.bus.view.scene import Scene
from p2pgames.games.bus.view.svg_plan import NODE, PLOT, STATION, Plan
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
    *before, last = view.say(sentences.STATIONS[shown.state.city.stations[at]]).split()
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


# Small pictures, 20 by 20 about (0, 0), each in one ink.

HOUR: Final = "-now"
"""After the name of a building: the one for the ground of the hour's buildings."""
_INK: Final = area("self")


def _windows(
    lefts: tuple[float, ...], tops: tuple[float, ...], w: float, h: float, hole: Ink
) -> tuple[Rect, ...]:
    return tuple(Rect(x, y, w, h, area(hole)) for x in lefts for y in tops)


def _buildings(hole: Ink) -> dict[str, tuple[Shape, ...]]:
    """Return the types of buildings; their windows show the ground they stand on."""
    handle = Path((("M", 4, -1), ("C", 11, -1, 11, 7, 4, 7)), stroke("self", 3))
    foam = (Circle(x, y, r, _INK) for x, y, r in ((-6, -6.5, 3.4), (-1.5, -8, 3.8), (3, -6.5, 3.2)))
    roof = Poly(((-10, 0), (0, -10), (10, 0)), _INK)
    return {
        "house": (roof, Rect(-7.5, -1, 15, 11, _INK), *_windows((-2.4,), (3,), 4.8, 7, hole)),
        "office": (Rect(-7.5, -10, 15, 20, _INK, 1), *_windows((-4.8, 1.4), (-7, -2, 3), 3.4, 3.2, hole)),
        "pub": (Rect(-8, -5, 12, 15, _INK, 2), handle, *foam, *_windows((-5, -1), (0,), 2, 7, hole)),
    }


_RIDER: tuple[Shape, ...] = (
    Circle(0, -5.6, 4, _INK),
    Path((("M", -6.6, 9), ("C", -6.6, -3.6, 6.6, -3.6, 6.6, 9), ("Z",)), _INK),
)
_BUS: tuple[Shape, ...] = (
    Rect(-11, -7, 22, 13, _INK, 3),
    *_windows((-8.5, -2.5, 3.5), (-4.5,), 5, 4.5, "board"),
    Circle(-6, 6.5, 2.9, _INK),
    Circle(6, 6.5, 2.9, _INK),
)
_LINE = (
    Path((("M", -9, 7), ("L", -3, 7), ("C", 4, 7, -4, -7, 3, -7), ("L", 9, -7)), stroke("self", 3.6)),
    Circle(-9, 7, 3.4, _INK),
    Circle(9, -7, 3.4, _INK),
)
_GO = (Path((*line((-9, -7), (-1, 0), (-9, 7)), *line((1, -7), (9, 0), (1, 7))), stroke("self", 4)),)
_FLAG = (Path(line((-7, 10), (-7, -9)), stroke("self", 3)), Poly(((-6, -9), (9, -5), (-6, 1)), _INK))
_BUILD: tuple[Shape, ...] = (
    Poly(((-11, 2), (-4, -6), (3, 2)), _INK),
    Rect(-9, 2, 10, 8, _INK),
    Rect(3, -10, 8, 20, _INK, 1),
    *_windows((5,), (-7, -2, 3), 4, 2.6, "board"),
)
_TRAIN = (
    Rect(-8, -11, 16, 17, _INK, 4),
    Rect(-5, -8, 10, 6, area("station"), 1.5),
    Circle(-3.6, 2, 1.7, area("station")),
    Circle(3.6, 2, 1.7, area("station")),
    Path((*line((-5, 7), (-9, 12)), *line((5, 7), (9, 12))), stroke("self", 2.6)),
)

ICONS: Final[Mapping[str, tuple[Shape, ...]]] = MappingProxyType(
    {
        **_buildings("tile"),
        **{f"{name}{HOUR}": shapes for name, shapes in _buildings("sign").items()},
        "passenger": _RIDER,
        "bus": _BUS,
        "line": _LINE,
        "go": _GO,
        "flag": _FLAG,
        "build": _BUILD,
        "train": _TRAIN,
    }
)


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
    count = lines.spare(shown.state, at)
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
