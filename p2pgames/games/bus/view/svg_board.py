"""The action board above the map, in the order in which it is carried out, with the clock and its stones."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, pi, sin
from typing import Final

from p2pgames.drawing.paths import box, ring
from p2pgames.drawing.seats import badge
from p2pgames.drawing.shapes import Circle, Group, Paint, Poly, Rect, Shape, Spot, Text, Use, stroke
from p2pgames.drawing.widths import fitted, width
from p2pgames.games.bus import board, lines, sentences
from p2pgames.games.bus.board import NOBODY, ORDER, STONES, TYPES, Area
from p2pgames.games.bus.state import Task
from p2pgames.games.bus.view.scene import Scene
from p2pgames.games.bus.view.svg_crossings import HOUR
from p2pgames.games.bus.view.svg_plan import STRIP, WIDTH, said
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
    area: 178.0 if area is Area.CLOCK else 186.0 if board.SIZES[area] > 1 else 98.0 for area in Area
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
    word = view.brief(sentences.AREAS[area])
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
    count = board.SIZES[area]
    first = x + w - 19 if area is Area.CLOCK else x + w / 2 if count == 1 else x + 19
    pitch = (w - 38) / max(1, count - 1)
    return tuple(s for k in range(count) for s in _space(shown, area, k, first + k * pitch))


def _space(shown: Scene, area: Area, space: int, x: float) -> tuple[Shape, ...]:
    seat, y = shown.state.spaces[area][space], 78
    letter = board.LETTERS[space] if board.SIZES[area] > 1 else ""
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


# Pills between action board and map: what is left in the stocks, and answers that have no other place.

PILL_TOP = STRIP - 12
PILL_HEIGHT = 36
SIZE = 16
STEP = 12


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


def stocks(shown: Scene, view: View) -> tuple[tuple[Shape, ...], tuple[Spot, ...]]:
    """Return all pills, and those of them that can be pointed at."""
    x = 20.0
    shapes: list[Shape] = []
    spots: list[Spot] = []
    for pill in (*_stocks(shown), *_answers(shown)):
        legal = bool(pill.name) and shown.legal(view.typed, pill.name)
        shapes.append(_drawn(pill, x, legal, bool(pill.name) and view.cursor == pill.name))
        if pill.name:
            spots.append(
                Spot(
                    pill.name,
                    box(x, PILL_TOP, pill.width, PILL_HEIGHT),
                    legal,
                    said(shown.state, view, pill.name),
                )
            )
        x += pill.width + 8
    return tuple(shapes), tuple(spots)


def _stocks(shown: Scene) -> tuple[Pill, ...]:
    state, building = shown.state, shown.before.task is Task.BUILD
    left = [(word, lines.left(state, kind)) for kind, word in enumerate(TYPES)]
    return (
        *(Pill(str(n), word, word if building else "") for word, n in left),
        Pill(str(state.waiting), "passenger"),
        Pill(f"×{state.fleet}", "bus"),
    )


def _answers(shown: Scene) -> tuple[Pill, ...]:
    if shown.draft is None:
        return ()
    words = (
        ("stop", "run")
        if shown.before.task is Task.CLOCK
        else ("pass",)
        if "pass" in shown.draft.moves
        else ()
    )
    return tuple(Pill(word, name=word) for word in words)


def _drawn(pill: Pill, x: float, legal: bool, hot: bool) -> Group:
    line, wide = ("accent", 4) if hot else ("accent", 2.4) if legal else ("rule", 1.4)
    frame = Rect(
        0, 0, pill.width, PILL_HEIGHT, Paint("paper", line, wide, (9, 6) if hot else ()), PILL_HEIGHT / 2
    )
    icon = (Use(pill.icon, 24, 18, 0.95, "text"),) if pill.icon else ()
    text = Text(44 if icon else 18, 18, pill.text, SIZE, anchor="start", bold=True)
    return Group((frame, *icon, text), "cursor" if hot else "", x, PILL_TOP, role="cursor" if hot else "")
