"""Bus drawn in parts: the action board with clock and stones, the crossings with their plots, the stocks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import ceil, cos, pi, sin
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.drawing.layout import fitted, width
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
    Spot,
    Text,
    Use,
    area,
    badge,
    beside,
    box,
    line,
    mix,
    ring,
    stroke,
    toward,
)
from p2pgames.games.bus import sentences, turns, words
from p2pgames.games.bus.state import (
    LETTERS,
    NOBODY,
    ORDER,
    SIZES,
    STONES,
    TYPES,
    Area,
    BusCity,
    BusState,
    BusTask,
    Crossing,
    crossing_number,
    street_name,
)
from p2pgames.games.bus.view.scene import BusScene
from p2pgames.games.bus.words import describe_spot
from p2pgames.picture.picture import Say, View

ICON: Final = {
    Area.LINE: "line",
    Area.BUS: "bus",
    Area.RIDERS: "passenger",
    Area.BUILD: "build",
    Area.VROOMM: "go",
    Area.START: "flag",
}
TOP: Final = 20
"""From the upper edge to the action board."""


# Where everything of a city lies in its drawing.

_PRINTED: Final[dict[str, Any]] = json.loads((files("p2pgames.games.bus") / "data" / "map.json").read_bytes())

WIDTH: Final = 1060
"""Of every city, in units of the drawing."""
STRIP: Final = 132
"""Down to here goes the action board."""
PLOT: Final = 27
"""The side of a plot."""
GAP: Final = 3
NODE: Final = 15
"""Half of a crossing's width."""

STATION: Final = (54, 38)
"""Width and height of a station."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class CityPlan:
    """One city's places, by crossing."""

    height: float
    points: tuple[Point, ...]
    stands: tuple[Point, ...]
    """Where passengers wait."""
    boxes: tuple[Box, ...]
    """Of its plots; of a station, of its name."""

    def plot(self, at: Crossing, number: int) -> Point:
        """Return the top left of a plot."""
        x, y, _, _ = self.boxes[at]
        return x + GAP + number * (PLOT + GAP), y + GAP


@cache
def plan_of(city: BusCity) -> CityPlan:
    """Return where things lie in a city."""
    printed = _PRINTED[city.name]
    points, stands, boxes = (tuple(map(tuple, printed[name])) for name in ("points", "stands", "boxes"))
    return CityPlan(printed["height"], points, stands, boxes)


# What can be pointed at on the map, and how it is said.


def crossing_spots(shown: BusScene, plan: CityPlan, view: View, legal: frozenset[str]) -> tuple[Spot, ...]:
    """Return each crossing together with its plots."""
    state, every = shown.state, shown.state.city.crossings
    return tuple(
        _SPOT(name := crossing_number(at), _around(plan, at), name in legal, said_at(state, view.say, name))
        for at in every
    )


_SPOT: Final = lru_cache(4096)(Spot)
"""The very spot of a position before, where it is the same."""


def _around(plan: CityPlan, at: Crossing) -> tuple[Point, ...]:
    (x, y), (left, top, w, h) = plan.points[at], plan.boxes[at]
    first, last = min(x - NODE, left), max(x + NODE, left + w)
    upper, lower = min(y - NODE, top), max(y + NODE, top + h)
    return box(first, upper, last - first, lower - upper)


def street_spots(shown: BusScene, plan: CityPlan, view: View) -> tuple[Spot, ...]:
    """Return the streets where a stick may lie, and those at the own heads where none may: they tell the reason."""
    if shown.draft is None or shown.before.task not in (BusTask.FIRST, BusTask.LINE):
        return ()
    state = shown.before
    sticks = {(int(one), int(other)) for one, other in (text.split("-") for text in shown.draft.moves)}
    if state.task is BusTask.LINE:
        line = state.lines[shown.draft.seat]
        near = {(end, far) for end in (line[0], line[-1]) for far, _ in state.city.around[end]}
        sticks |= {(end, far) for end, far in near if (far, end) not in sticks}
    return tuple(_street(shown, plan, view, way, way[::-1] in sticks) for way in sorted(sticks))


@lru_cache(128)
def said_at(state: BusState, say: Say, spot: str) -> str:
    """Return what stands at a spot, in the viewer's words, which are the same for all who look on."""
    told = describe_spot(state, spot)
    return say(told) if told is not None else spot


def _street(shown: BusScene, plan: CityPlan, view: View, way: tuple[Crossing, Crossing], both: bool) -> Spot:
    name = street_name(*way)
    legal = shown.legal(view.typed, name)
    title = said_at(shown.state, view.say, name)
    hint = view.say((words.LAY_STICK if legal else words.NO_STICK)())
    return Spot(name, _along(plan, *way, both), legal, title, hint)


def _along(plan: CityPlan, one: Crossing, other: Crossing, both: bool) -> tuple[Point, ...]:
    """Return a street between its crossings; the farther half of it where the other half is the way back."""
    p, q = plan.points[one], plan.points[other]
    start, end = toward(p, q, NODE + 4), toward(q, p, NODE + 4)
    start = mix(start, end, 0.5) if both else start
    ox, oy = beside(p, q, 12)
    return tuple(
        (x + sign * ox, y + sign * oy) for (x, y), sign in ((start, 1), (end, 1), (end, -1), (start, -1))
    )


HIGH: Final = STRIP - 48
AREA_GAP: Final = 7
"""Between two areas."""
_WIDE: Final = {area: 178.0 if area is Area.CLOCK else 186.0 if SIZES[area] > 1 else 98.0 for area in Area}
"""Widths against each other: an area with several spaces takes about twice one with a single space."""
_SCALE: Final = (WIDTH - 40 - AREA_GAP * (len(Area) - 1)) / sum(_WIDE.values())
"""Brings all areas to the width of the drawing, 20 from either edge."""


def _places() -> dict[Area, tuple[float, float]]:
    """Return left side and width of every area."""
    x, found = 20.0, {}
    for each in Area:
        w = _WIDE[each] * _SCALE
        found[each] = (x, w)
        x += w + AREA_GAP
    return found


PLACES: Final = _places()


_FRAME: Final = Rect(10, 10, WIDTH - 20, STRIP - 28, Paint("paper", "rule", 1.6), 16)


def strip(shown: BusScene, view: View) -> tuple[tuple[Shape, ...], tuple[Spot, ...]]:
    """Return the action board, and its areas as spots."""
    legal = {area for area in Area if shown.legal(view.typed, area.label)}
    shapes = tuple(shape for area in Area for shape in _area(shown, view, area, area in legal))
    return (_FRAME, *shapes), tuple(_spot(shown, view, area, area in legal) for area in Area)


def _area(shown: BusScene, view: View, area: Area, legal: bool) -> tuple[Shape, ...]:
    x, w = PLACES[area]
    hot = view.cursor == area.label
    word = view.brief(sentences.AREAS[area])
    title = word[:1].upper() + word[1:]
    now, state = _now(shown), shown.state
    live = now is not None and now[0] is area
    if area is Area.CLOCK:
        dial = _clock(x, state.clock, state.stones_left, STONES[state.seats])
        head: tuple[Shape, ...] = (*dial, *_title(title, x + 84, w - 90))
    else:
        head = _title(title, x + 37, w - 43, ICON[area])
    return (_frame(area, live, legal, hot), *head, *_spaces(shown, area))


@lru_cache(64)
def _title(text: str, x: float, room: float, icon: str = "") -> tuple[Shape, ...]:
    word = Text(x, 42, text, fitted(text, 15, room, bold=True), anchor="start", bold=True)
    return (Use(icon, x - 17, 42, 0.95, "text"), word) if icon else (word,)


@lru_cache(64)
def _frame(area: Area, live: bool, legal: bool, hot: bool) -> Shape:
    x, w = PLACES[area]
    if hot:
        return Group(
            (Rect(x, TOP, w, HIGH, Paint("raised", "accent", 3.6, (9, 6)), 11),), "cursor", role="cursor"
        )
    line, width = ("accent", 2.4) if legal else ("sign", 2.4) if live else ("rule", 1.4)
    return Rect(x, TOP, w, HIGH, Paint("raised" if live else "board", line, width), 11)


def _now(shown: BusScene) -> tuple[Area, int] | None:
    """Return the space that is being carried out."""
    return ORDER[shown.before.step] if shown.before.step >= 0 else None


def _spaces(shown: BusScene, area: Area) -> tuple[Shape, ...]:
    x, w = PLACES[area]
    count = SIZES[area]
    first = x + w - 19 if area is Area.CLOCK else x + w / 2 if count == 1 else x + 19
    pitch = (w - 38) / max(1, count - 1)
    shapes, now = list[Shape](), _now(shown)
    for k, seat in enumerate(shown.state.spaces[area]):
        here, meant = (area, k), shown.before.spaces[area][k] == NOBODY
        mark = "preview" if meant else "now" if now == here else "last" if shown.marker == here else ""
        shapes += _space(area, k, first + k * pitch, seat, mark)
    return tuple(shapes)


@lru_cache(512)
def _space(area: Area, space: int, x: float, seat: Seat, mark: str) -> tuple[Shape, ...]:
    y, letter = 78, LETTERS[space] if SIZES[area] > 1 else ""
    if seat == NOBODY:
        hole = Circle(x, y, 11.5, Paint("board", "faint", 1.6))
        return (hole, Text(x, y, letter, 13, "muted")) if letter else (hole,)
    marker = Group(badge(seat, 0, 0, 12.5, "board"), f"marker-{area.label}-{space}", x, y)
    if not mark:
        return (marker,)
    around = Circle(x, y, 17, _RINGS[mark])
    return around if mark == "now" else Group((around,), mark, role=mark), marker


_RINGS: Final = {
    "preview": stroke("accent", 3, (5, 4)),
    "now": stroke("sign", 3),
    "last": stroke("accent", 3),
}
"""What rings a marker: the one that is meant, the one whose action is under way, the newest one."""


@lru_cache(64)
def _clock(x: float, hour: int, left: int, stones: int) -> tuple[Shape, ...]:
    cx, cy = x + 44, 62
    sectors = tuple(s for kind in range(len(TYPES)) for s in _sector(kind, cx, cy, kind == hour))
    places = (ring(6, 6.4, x + 91 + k % 3 * 15, 66 + k // 3 * 17) for k in range(stones))
    drawn = (Poly(at, Paint("stone" if k < left else "", "stone", 1.6)) for k, at in enumerate(places))
    return (*sectors, Circle(cx, cy, 4.5, Paint("text", "paper", 1.5)), *drawn)


# Crossings: number or station, plots with what is built, and passengers.

MANY: Final = 3
"""From so many passengers on, one stands for all, with their number."""


def crossings(shown: BusScene, plan: CityPlan, view: View, legal: frozenset[str]) -> tuple[Shape, ...]:
    """Return all crossings in parts and layer by layer, so that what changes is little and lies together."""
    every = shown.state.city.crossings
    return (
        *_crossings(shown.state.city, view.say),
        *(
            shape
            for at in every
            for shape in _rings(shown, plan.points[at], at, view.cursor, crossing_number(at) in legal)
        ),
        *(shape for at in every for shape in _plots(shown, at)),
        *(shape for at in every for shape in _waiting(shown.state.city, at, turns.spare(shown.state, at))),
    )


def newest(shown: BusScene, plan: CityPlan) -> tuple[Shape, ...]:
    """Return the grounds of the crossings of the newest moves; heads lie over them."""
    every = shown.state.city.crossings
    return tuple(shape for at in every for shape in _newest(shown, plan.points[at], at))


@lru_cache(8)
def _crossings(city: BusCity, say: Say) -> tuple[Group, ...]:
    where, stations = plan_of(city), city.stations
    return tuple(
        Group(
            _station(where, at, say(sentences.STATIONS[stations[at]])) if at in stations else _tie(where, at),
            f"crossing-{crossing_number(at)}",
        )
        for at in city.crossings
    )


def _newest(shown: BusScene, place: Point, at: Crossing) -> tuple[Shape, ...]:
    if at not in shown.newest:
        return ()
    (seat, last), station = shown.newest[at], at in shown.state.city.stations
    ink = f"seat{seat}"
    if not last:
        return (_ring(place, station, 7, stroke(ink, 2, (5, 5))),)
    return _ring(place, station, 8, area(ink, 0.28)), _ring(place, station, 7, stroke(ink, 3.4))


def _tie(plan: CityPlan, at: Crossing) -> tuple[Shape, ...]:
    """Return a crossing's disc, tied to its plots: without that they are read as the neighbour's."""
    (x, y), (left, top, w, h) = plan.points[at], plan.boxes[at]
    near = min(max(x, left + 3), left + w - 3), min(max(y, top + 3), top + h - 3)
    return (
        Path(line((x, y), near), stroke("muted", 2.4)),
        Circle(x, y, NODE, Paint("node", "kerb", 3)),
        Circle(x, y, NODE, stroke("onnode", 1)),
        Text(x, y, crossing_number(at), 14.5, "onnode", bold=True),
    )


def _station(plan: CityPlan, at: Crossing, name: str) -> tuple[Shape, ...]:
    (x, y), (left, top, w, _) = plan.points[at], plan.boxes[at]
    *before, last = name.split()
    above, middle = " ".join(before), left + w / 2
    return (
        Rect(x - STATION[0] / 2, y - STATION[1] / 2, *STATION, Paint("station", "text", 3), 10),
        Use("train", x - 12, y - 1, 1.05, "text"),
        Text(x + 12, y, crossing_number(at), 15, bold=True),
        Text(middle, top + 9, above, fitted(above, 15, w, bold=True), bold=True, halo="board"),
        Text(middle, top + 27, last, fitted(last, 15, w, bold=True), bold=True, halo="board"),
    )


def _rings(shown: BusScene, place: Point, at: Crossing, cursor: str, legal: bool) -> tuple[Shape, ...]:
    station = at in shown.state.city.stations
    rings: tuple[Shape, ...] = (_ring(place, station, 5, stroke("accent", 3)),) if legal else ()
    if cursor != crossing_number(at):
        return rings
    return (
        *rings,
        Group((_ring(place, station, 9.5, stroke("accent", 4, (9, 6))),), "cursor", role="cursor"),
    )


@lru_cache(512)
def _ring(place: Point, station: bool, far: float, paint: Paint) -> Shape:
    """Return what goes around a crossing so far from its edge."""
    if not station:
        return Circle(*place, NODE + far, paint)
    w, h = STATION[0] + 2 * far, STATION[1] + 2 * far
    return Rect(place[0] - w / 2, place[1] - h / 2, w, h, paint, 10 + far)


# -- plots --


def _plots(shown: BusScene, at: Crossing) -> tuple[Shape, ...]:
    state, fresh = shown.state, at in shown.changed and shown.before.task is BusTask.BUILD
    return _built(state.city, at, state.built[at], state.clock, shown.seated(at), fresh)


@lru_cache(2048)
def _built(
    city: BusCity, at: Crossing, built: tuple[int, ...], clock: int, seated: int, fresh: bool
) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for place, letter in enumerate(city.sites[at]):
        x, y = plan_of(city).plot(at, place)
        if place >= len(built):
            shapes += free_plot(x, y, letter)
            continue
        kind = built[place]
        sits = kind == clock and seated > 0
        seated -= sits
        shapes += building_plot(TYPES[kind], x, y, kind == clock, sits)
        if sits:
            shapes.append(sitter(x, y, f"seated-{crossing_number(at)}-{seated}"))
        if fresh and place == len(built) - 1:
            frame = Rect(x - 4, y - 4, PLOT + 8, PLOT + 8, stroke("accent", 2.6, (6, 4)), 8)
            shapes.append(Group((frame,), "preview", role="preview"))
    return tuple(shapes)


def free_plot(x: float, y: float, letter: str) -> tuple[Shape, ...]:
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


def building_plot(kind: str, x: float, y: float, hour: bool, sits: bool) -> tuple[Shape, ...]:
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


@lru_cache(512)
def _waiting(city: BusCity, at: Crossing, count: int) -> tuple[Shape, ...]:
    if count <= 0:
        return ()
    x, y = plan_of(city).stands[at]
    if count < MANY:
        places = [x + (k - (count - 1) / 2) * 13 for k in range(count)]
        return tuple(
            Group(person(), f"waiting-{crossing_number(at)}-{k}", px, y) for k, px in enumerate(places)
        )
    disc = Circle(x + 10, y + 3, 9.5, Paint("text", "board", 2))
    number_ = Text(x + 10, y + 3, str(count), 14, "board", bold=True)
    return Group(person(), f"waiting-{crossing_number(at)}-0", x - 7, y), disc, number_


def person() -> tuple[Shape, ...]:
    """Return a passenger who wants to go."""
    paint = Paint("text", "board", 1.8)
    body = (("M", -7.4, 11), ("C", -7.4, -5, 7.4, -5, 7.4, 11), ("Z",))
    return Circle(0, -6.5, 4.6, paint), Path(body, paint)


def _sector(kind: int, cx: float, cy: float, here: bool) -> tuple[Shape, ...]:
    first = (-150 + 120 * kind) * pi / 180
    arc = [first + 2 * pi / 3 * k / 12 for k in range(13)]
    rim = tuple((cx + 33 * cos(a), cy + 33 * sin(a)) for a in arc)
    middle = cx + cos(arc[6]) * 20, cy + sin(arc[6]) * 20
    sector = Poly(((cx, cy), *rim), Paint("sign" if here else "tile", "rule", 2))
    name, ink = (f"{TYPES[kind]}{HOUR}", "onsign") if here else (TYPES[kind], "muted")
    return sector, Use(name, *middle, 0.78, ink)


def _spot(shown: BusScene, view: View, area: Area, legal: bool) -> Spot:
    x, w = PLACES[area]
    return _SPOT(area.label, box(x, TOP, w, HIGH), legal, said_at(shown.state, view.say, area.label))


# Pills between action board and map: what is left in the stocks, and answers that have no other place.

PILL_TOP: Final = STRIP - 12
PILL_HEIGHT: Final = 36
SIZE: Final = 16
STEP: Final = 12
"""Where pills begin and how high they are, the size of their text, and the steps in which they get wider."""


@dataclass(frozen=True, slots=True)
class Pill:
    """A few words with an icon; with a name it can be pointed at."""

    text: str
    icon: str = ""
    name: str = ""

    @property
    def width(self) -> float:
        """How wide it is: in steps, so that the next ones seldom move when a number becomes shorter."""
        return ceil(width(self.text, SIZE, bold=True) / STEP) * STEP + (60 if self.icon else 36)


def stocks(shown: BusScene, view: View) -> tuple[tuple[Shape, ...], tuple[Spot, ...]]:
    """Return all pills, and those of them that can be pointed at."""
    x = 20.0
    shapes: list[Shape] = []
    spots: list[Spot] = []
    for pill in (*_stocks(shown), *_answers(shown)):
        legal = bool(pill.name) and shown.legal(view.typed, pill.name)
        shapes.append(_drawn(pill, x, legal, bool(pill.name) and view.cursor == pill.name))
        if pill.name:
            spots.append(
                _SPOT(
                    pill.name,
                    box(x, PILL_TOP, pill.width, PILL_HEIGHT),
                    legal,
                    said_at(shown.state, view.say, pill.name),
                )
            )
        x += pill.width + 8
    return tuple(shapes), tuple(spots)


def _stocks(shown: BusScene) -> tuple[Pill, ...]:
    state, building = shown.state, shown.before.task is BusTask.BUILD
    left = [(word, turns.buildings_left(state, kind)) for kind, word in enumerate(TYPES)]
    return (
        *(Pill(str(n), word, word if building else "") for word, n in left),
        Pill(str(state.waiting), "passenger"),
        Pill(f"×{state.fleet}", "bus"),
    )


def _answers(shown: BusScene) -> tuple[Pill, ...]:
    if shown.draft is None:
        return ()
    words = (
        ("stop", "run")
        if shown.before.task is BusTask.CLOCK
        else ("pass",)
        if "pass" in shown.draft.moves
        else ()
    )
    return tuple(Pill(word, name=word) for word in words)


@lru_cache(256)
def _drawn(pill: Pill, x: float, legal: bool, hot: bool) -> Group:
    line, wide = ("accent", 4) if hot else ("accent", 2.4) if legal else ("rule", 1.4)
    frame = Rect(
        0, 0, pill.width, PILL_HEIGHT, Paint("paper", line, wide, (9, 6) if hot else ()), PILL_HEIGHT / 2
    )
    icon = (Use(pill.icon, 24, 18, 0.95, "text"),) if pill.icon else ()
    text = Text(44 if icon else 18, 18, pill.text, SIZE, anchor="start", bold=True)
    return Group((frame, *icon, text), "cursor" if hot else "", x, PILL_TOP, role="cursor" if hot else "")
