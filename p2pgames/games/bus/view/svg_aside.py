"""What stands beside the city: what is to be done, what each action gives, what the signs mean, a traced line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from p2pgames.contract import Seat
from p2pgames.drawing.column import WIDE, Part, Token, column, flow, heading, joined, prose, word
from p2pgames.drawing.paths import line
from p2pgames.drawing.seats import badge, core
from p2pgames.drawing.shapes import Circle, Drawing, Group, Paint, Path, Shape, Text, Use, stroke
from p2pgames.games.bus import sentences, words
from p2pgames.games.bus.board import NOBODY, ORDER, Area, number
from p2pgames.games.bus.state import State, Task
from p2pgames.games.bus.view.panel import COUNTED, TAUGHT, offer, yielded
from p2pgames.games.bus.view.scene import Scene, scene
from p2pgames.games.bus.view.svg_board import ICON
from p2pgames.games.bus.view.svg_crossings import ICONS, building, free, person, sitter
from p2pgames.games.bus.view.svg_plan import NODE, PLOT
from p2pgames.games.bus.words import task
from p2pgames.picture.picture import View
from p2pgames.text import Count

HIGH: Final = 28
LABEL: Final = 100
"""How wide icon and name of an action are."""
SIGNS: Final = 70
"""How wide the signs are that are explained."""


def aside(state: State, view: View) -> Drawing:
    """Return the column as the viewer sees it."""
    shown = scene(state, view)
    parts = (*_wanted(state, view), *_actions(shown, view), *_legend(state, view), *_lines(shown, view))
    return column("Bus", parts, ICONS)


def _badge(seat: Seat) -> Token:
    return Token(24, 24, badge(seat, 12, 12, 10.5))


def _wanted(state: State, view: View) -> Iterator[Part]:
    """Yield what the seat at turn is to do."""
    if state.task in (Task.ROLL, Task.OVER):
        return
    when = words.ROUND(round=Count(state.round)) if state.round else words.SET_UP()
    text = view.say(words.NOW(when=when, task=task(state)))
    said = f"{view.called(state.turn)}, {text}"
    yield prose(text, bold=view.seat == state.turn, lead=_badge(state.turn), said=said)


# -- what each action gives --


def _actions(shown: Scene, view: View) -> Iterator[Part]:
    """Yield the actions that give so many of something: to whom, and what the next space would."""
    rows = [row for area in (*COUNTED, Area.VROOMM) if (row := _action(shown, view, area))]
    if shown.before.round and rows:
        yield heading(view.say(words.ACTIONS()), view.say(words.WHAT_EACH_GIVES()))
        yield from rows


def _action(shown: Scene, view: View, area: Area) -> Part | None:
    state, name = shown.before, view.brief(sentences.AREAS[area])
    spaces = [at for each, at in ORDER if each is area]
    taken = [(at, seat) for at in spaces if (seat := state.spaces[area][at]) != NOBODY]
    given = [(seat, yielded(state, area, at, seat)) for at, seat in taken]
    said = [f"{view.called(seat)} {count}" for seat, count in given]
    tokens = [joined((_badge(seat), word(str(count), bold=True)), 3) for seat, count in given]
    next_ = offer(state, area) if state.task is Task.CHOOSE else None
    if next_ is not None:
        said.append(view.say(next_))
        tokens.append(word(said[-1], "muted", high=24))
    if not tokens:
        return None
    head = joined((Token(24, 24, (Use(ICON[area], 12, 12, 0.9, "text"),)), word(name)))
    first = Token(LABEL, HIGH, head.shapes)
    row = flow((first, *tokens), f"{name}: {', '.join(said)}", 8, LABEL + 8)
    return replace(row, about=area.label)


# -- what the signs mean --


def _legend(state: State, view: View) -> Iterator[Part]:
    """Yield the signs of the map, as long as the game is young."""
    if state.round > TAUGHT or state.task is Task.OVER:
        return
    yield heading(view.say(words.ON_THE_MAP()))
    for shapes, text in zip(_SIGNS, words.SIGNS, strict=True):
        yield prose(view.say(text), lead=Token(SIGNS, HIGH, shapes))


def _node(x: float, name: str) -> tuple[Shape, ...]:
    disc = Circle(x, HIGH / 2, NODE - 2, Paint("node", "kerb", 3))
    return disc, Text(x, HIGH / 2, name, 13, "onnode", bold=True)


def _plot(x: float, shapes: tuple[Shape, ...]) -> Group:
    return Group(shapes, x=x, y=(HIGH - PLOT) / 2)


_ROAD: Final = line((22, HIGH / 2), (64, HIGH / 2))
_SIGNS: Final[tuple[tuple[Shape, ...], ...]] = (
    (*_node(15, "12"), Group(person(), x=40, y=HIGH / 2), Group(person(), x=54, y=HIGH / 2)),
    (
        Path(_ROAD, stroke("edge1", 9)),
        Path(_ROAD, stroke("seat1", 7)),
        *core(1, _ROAD, 2.4, 0.85),
        *badge(1, 15, HIGH / 2, 10.5),
    ),
    (
        _plot(2, (*building("office", 0, 0, False, True), sitter(0, 0))),
        _plot(2 + PLOT + 8, free(0, 0, "C")),
    ),
    (_plot(2, building("pub", 0, 0, True, False)),),
    (Circle(15, HIGH / 2, 12, stroke("seat1", 3.4)), Circle(15, HIGH / 2, 7, Paint("node", "kerb", 2))),
)


# -- traced lines --

STEP: Final = 42


def _lines(shown: Scene, view: View) -> Iterator[Part]:
    """Yield each traced line, crossing by crossing."""
    for seat in shown.traced:
        way = shown.state.lines[seat]
        streets = sentences.STREETS(count=Count(len(way) - 1))
        yield prose(view.say(words.LINE_OF(streets=streets)), bold=True, lead=_badge(seat))
        yield _chain(seat, tuple(map(number, way)))


def _chain(seat: Seat, names: tuple[str, ...]) -> Part:
    """Return crossings on their line, in as many rows as they need."""
    each = int(WIDE // STEP)
    places = [(21 + k % each * STEP, 16 + k // each * 36) for k in range(len(names))]
    rows = range(0, len(names), each)
    ways = [
        line(
            (4 if at else 21, places[at][1]),
            (WIDE - 4 if at + each < len(names) else places[-1][0], places[at][1]),
        )
        for at in rows
    ]
    paths = tuple(Path(way, stroke(f"seat{seat}", 7)) for way in ways)
    nodes = (
        shape
        for (x, y), name in zip(places, names, strict=True)
        for shape in (Circle(x, y, 13, Paint("node", "kerb", 3)), Text(x, y, name, 13, "onnode", bold=True))
    )
    return Part(32 + 36 * (len(rows) - 1), (*paths, *nodes), " ".join(names))
