"""The action board above the map, in the order in which it is carried out, with the clock and its stones."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from p2pgames.drawing.paths import box, ring
from p2pgames.drawing.seats import badge
from p2pgames.drawing.shapes import Circle, Group, Paint, Poly, Rect, Shape, Spot, Text, Use, stroke
from p2pgames.drawing.widths import fitted
from p2pgames.games.bus import areas, messages
from p2pgames.games.bus.areas import NOBODY, ORDER, Area
from p2pgames.games.bus.board import STONES, TYPES
from p2pgames.games.bus.painter.drawing.icons import HOUR
from p2pgames.games.bus.painter.drawing.places import said
from p2pgames.games.bus.painter.drawing.plan import STRIP, WIDTH
from p2pgames.games.bus.painter.scene import Scene
from p2pgames.picture.picture import View

ICON: Final = {
    Area.LINE: "line",
    Area.BUS: "bus",
    Area.RIDERS: "passenger",
    Area.BUILD: "build",
    Area.VROOMM: "go",
    Area.START: "flag",
}
TOP: Final = 20
HIGH: Final = STRIP - 48
GAP: Final = 7
_WIDE: Final = {
    area: 178.0 if area is Area.CLOCK else 186.0 if areas.SIZES[area] > 1 else 98.0 for area in Area
}
_SCALE: Final = (WIDTH - 40 - GAP * (len(Area) - 1)) / sum(_WIDE.values())


def _places() -> dict[Area, tuple[float, float]]:
    """Return left side and width of every area."""
    x, found = 20.0, {}
    for area in Area:
        w = _WIDE[area] * _SCALE
        found[area] = (x, w)
        x += w + GAP
    return found


PLACES: Final = _places()


def strip(shown: Scene, view: View) -> tuple[tuple[Shape, ...], tuple[Spot, ...]]:
    """Return the action board, and its areas as spots."""
    frame = Rect(10, 10, WIDTH - 20, STRIP - 28, Paint("paper", "rule", 1.6), 16)
    legal = {area for area in Area if shown.legal(view.typed, area.label)}
    shapes = tuple(shape for area in Area for shape in _area(shown, view, area, area in legal))
    return (frame, *shapes), tuple(_spot(shown, view, area, area in legal) for area in Area)


def _area(shown: Scene, view: View, area: Area, legal: bool) -> tuple[Shape, ...]:
    x, w = PLACES[area]
    hot = view.cursor == area.label
    word = view.brief(messages.AREAS[area])
    title = word[:1].upper() + word[1:]
    if area is Area.CLOCK:
        head: tuple[Shape, ...] = (*_clock(shown, x), _title(title, x + 84, w - 90))
    else:
        head = Use(ICON[area], x + 20, 42, 0.95, "text"), _title(title, x + 37, w - 43)
    return (_frame(shown, area, legal, hot), *head, *_spaces(shown, area))


def _title(text: str, x: float, room: float) -> Text:
    return Text(x, 42, text, fitted(text, 15, room, bold=True), anchor="start", bold=True)


def _frame(shown: Scene, area: Area, legal: bool, hot: bool) -> Shape:
    x, w = PLACES[area]
    now = _now(shown)
    live = now is not None and now[0] is area
    if hot:
        return Group(
            (Rect(x, TOP, w, HIGH, Paint("raised", "accent", 3.6, (9, 6)), 11),), "cursor", role="cursor"
        )
    line, width = ("accent", 2.4) if legal else ("sign", 2.4) if live else ("rule", 1.4)
    return Rect(x, TOP, w, HIGH, Paint("raised" if live else "board", line, width), 11)


def _now(shown: Scene) -> tuple[Area, int] | None:
    """Return the space that is being carried out."""
    return ORDER[shown.before.step] if shown.before.step >= 0 else None


def _spaces(shown: Scene, area: Area) -> tuple[Shape, ...]:
    x, w = PLACES[area]
    count = areas.SIZES[area]
    first = x + w - 19 if area is Area.CLOCK else x + w / 2 if count == 1 else x + 19
    pitch = (w - 38) / max(1, count - 1)
    return tuple(s for k in range(count) for s in _space(shown, area, k, first + k * pitch))


def _space(shown: Scene, area: Area, space: int, x: float) -> tuple[Shape, ...]:
    seat, y = shown.state.spaces[area][space], 78
    letter = areas.LETTERS[space] if areas.SIZES[area] > 1 else ""
    if seat == NOBODY:
        hole = Circle(x, y, 11.5, Paint("board", "faint", 1.6))
        return (hole, Text(x, y, letter, 13, "muted")) if letter else (hole,)
    marker = Group(badge(seat, 0, 0, 12.5, "board"), f"marker-{area.label}-{space}", x, y)
    return (*_ring(shown, area, space, x, y), marker)


def _ring(shown: Scene, area: Area, space: int, x: float, y: float) -> tuple[Shape, ...]:
    if shown.before.spaces[area][space] == NOBODY:
        return (Group((Circle(x, y, 17, stroke("accent", 3, (5, 4))),), "preview", role="preview"),)
    if _now(shown) == (area, space):
        return (Circle(x, y, 17, stroke("sign", 3)),)
    if shown.marker == (area, space):
        return (Group((Circle(x, y, 17, stroke("accent", 3)),), "last", role="last"),)
    return ()


def _clock(shown: Scene, x: float) -> tuple[Shape, ...]:
    state, cx, cy = shown.state, x + 44, 62
    sectors = tuple(s for kind in range(len(TYPES)) for s in _sector(kind, cx, cy, kind == state.clock))
    stones = (
        Poly(
            ring(6, 6.4, x + 91 + k % 3 * 15, 66 + k // 3 * 17), Paint("stone" if there else "", "stone", 1.6)
        )
        for k in range(STONES[state.seats])
        for there in (k < state.stones_left,)
    )
    return (*sectors, Circle(cx, cy, 4.5, Paint("text", "paper", 1.5)), *stones)


def _sector(kind: int, cx: float, cy: float, here: bool) -> tuple[Shape, ...]:
    first = (-150 + 120 * kind) * pi / 180
    arc = [first + 2 * pi / 3 * k / 12 for k in range(13)]
    rim = tuple((cx + 33 * cos(a), cy + 33 * sin(a)) for a in arc)
    middle = cx + cos(arc[6]) * 20, cy + sin(arc[6]) * 20
    sector = Poly(((cx, cy), *rim), Paint("sign" if here else "tile", "rule", 2))
    name, ink = (f"{TYPES[kind]}{HOUR}", "onsign") if here else (TYPES[kind], "muted")
    return sector, Use(name, *middle, 0.78, ink)


def _spot(shown: Scene, view: View, area: Area, legal: bool) -> Spot:
    x, w = PLACES[area]
    return Spot(area.label, box(x, TOP, w, HIGH), legal, said(shown.state, view, area.label))
