"""What stands beside the city: what is to be done, the action board with what each space yields, a traced line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.bus import board, sentences, words
from p2pgames.games.bus.board import BUSES, NOBODY, ORDER, Area, number
from p2pgames.games.bus.state import State, Task
from p2pgames.games.bus.view.scene import Scene
from p2pgames.games.bus.words import task
from p2pgames.picture.picture import GLYPHS, Row, Run, Say, View, shortened
from p2pgames.text import Count, Message

WIDEST: Final = 36
ROOMY: Final = 30
"""Rows from which on there is room for blank ones."""
TAUGHT: Final = 1
"""Rounds in which the signs of the map are explained."""
COUNTED: Final = (Area.LINE, Area.RIDERS, Area.BUILD)


def panel(state: State, shown: Scene, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide and no wider than the view, each with what tells what it means."""
    width = min(WIDEST, view.columns)
    rows = [
        *(("", row) for row in _wanted(state, view, width)),
        *_actions(shown, view),
        *(("", row) for row in _legend(state, view)),
        *(("", row) for row in _lines(shown, view, width)),
    ]
    if view.rows < ROOMY:
        rows = [(name, row) for name, row in rows if row]
    return tuple((name, shortened(row, width)) for name, row in rows)


def _wanted(state: State, view: View, width: int) -> Iterator[Row]:
    """Yield what the seat at turn is to do."""
    if state.task in (Task.ROLL, Task.OVER):
        return
    mine = view.seat == state.turn
    when = view.say(words.ROUND(round=Count(state.round)) if state.round else words.SET_UP())
    who: Run = ("bold", view.say(words.YOU())) if mine else (f"seat{state.turn}", GLYPHS[state.turn])
    yield ("", f"{when}, "), who, ("", ":")
    for line in textwrap.wrap(view.say(task(state)), width - 1):
        yield (("bold" if mine else "", f" {line}"),)


# -- the action board --


def _actions(shown: Scene, view: View) -> Iterator[tuple[str, Row]]:
    """Yield each area with its markers in the order they are carried out, and what the next space would yield.

    Each comes with its spot on the board.
    """
    state = shown.before
    if not state.round:
        return
    yield "", ()
    yield "", (("bold", view.say(words.ACTIONS())), ("", f", {view.say(words.WHAT_EACH_GIVES())}"))
    for area in Area:
        now = state.step >= 0 and ORDER[state.step][0] is area
        done = state.step >= 0 and ORDER[state.step][0] > area
        label = f"{'▸' if now else ' '}{area + 1} {view.brief(sentences.AREAS[area]):<7}"
        markers, following = _markers(shown, area), _next(state, area, view.say, done=done)
        yield area.label, (("bold" if now else "", label), *markers, *following)


def _markers(shown: Scene, area: Area) -> Iterator[Run]:
    state = shown.before
    for each, space in ORDER:
        seat = state.spaces[area][space] if each is area else NOBODY
        if seat != NOBODY:
            yield shown.sign(seat)
            yield "", _yield(state, area, space, seat)


def _yield(state: State, area: Area, space: int, seat: Seat) -> str:
    return str(yielded(state, area, space, seat)) if area in (*COUNTED, Area.VROOMM) else ""


def yielded(state: State, area: Area, space: int, seat: Seat) -> int:
    """Return how much a marker of the seat yields on a space that offers this many of something."""
    return state.buses[seat] if area is Area.VROOMM else state.yields(area, space)


def _next(state: State, area: Area, say: Say, *, done: bool) -> Iterator[Run]:
    """Yield what a marker on the first free space would bring, while actions are chosen."""
    if state.task is Task.CHOOSE:
        offered = offer(state, area)
        yield "", f" {say(offered)}" if offered else ""
    elif done and all(seat == NOBODY for seat in state.spaces[area]):
        yield "", "-"


def offer(state: State, area: Area) -> Message | None:
    """Return what a marker on the first free space of an area would bring; None if that is not a number."""
    space = board.free(state.spaces, area)
    if space < 0:
        return words.FULL() if board.SIZES[area] > 1 else None
    if area in COUNTED:
        return words.NEXT(count=Count(state.yields(area, space)))
    if area is Area.VROOMM:
        return words.NEXT(count=Count(state.buses[state.turn]))
    full = area is Area.BUS and state.buses[state.turn] == BUSES
    return words.FREE_BUT_FIVE() if full else sentences.FREE()


# -- what the signs mean, and lines --


def _legend(state: State, view: View) -> Iterator[Row]:
    """Yield what the signs of the map mean, as long as the game is young."""
    if state.round <= TAUGHT and state.task is not Task.OVER:
        yield ()
        yield (("bold", view.say(words.ON_THE_MAP())),)
        yield from ((("", view.say(line)),) for line in words.LEGEND)


def _lines(shown: Scene, view: View, width: int) -> Iterator[Row]:
    """Yield the crossings of each traced line."""
    for seat in shown.traced:
        line = shown.state.lines[seat]
        yield ()
        streets = sentences.STREETS(count=Count(len(line) - 1))
        said = view.say(words.LINE_OF(streets=streets))
        yield shown.sign(seat), ("bold", f" {said}")
        for row in textwrap.wrap(" ".join(map(number, line)), width - 1):
            yield (("", f" {row}"),)
