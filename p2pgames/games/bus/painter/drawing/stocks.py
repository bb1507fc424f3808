"""Pills between action board and map: what is left in the stocks, and answers that have no other place."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from p2pgames.drawing.paths import box
from p2pgames.drawing.shapes import Group, Paint, Rect, Shape, Spot, Text, Use
from p2pgames.drawing.widths import width
from p2pgames.games.bus import sites
from p2pgames.games.bus.board import TYPES
from p2pgames.games.bus.painter.drawing.places import said
from p2pgames.games.bus.painter.drawing.plan import STRIP
from p2pgames.games.bus.painter.scene import Scene
from p2pgames.games.bus.state import Task
from p2pgames.picture.picture import View

TOP = STRIP - 12
HIGH = 36
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
                Spot(pill.name, box(x, TOP, pill.width, HIGH), legal, said(shown.state, view, pill.name))
            )
        x += pill.width + 8
    return tuple(shapes), tuple(spots)


def _stocks(shown: Scene) -> tuple[Pill, ...]:
    state, building = shown.state, shown.before.task is Task.BUILD
    left = [(word, sites.left(state, kind)) for kind, word in enumerate(TYPES)]
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
    frame = Rect(0, 0, pill.width, HIGH, Paint("paper", line, wide, (9, 6) if hot else ()), HIGH / 2)
    icon = (Use(pill.icon, 24, 18, 0.95, "text"),) if pill.icon else ()
    text = Text(44 if icon else 18, 18, pill.text, SIZE, anchor="start", bold=True)
    return Group((frame, *icon, text), "cursor" if hot else "", x, TOP, role="cursor" if hot else "")
