"""The city as it is drawn: streets with the beads of the lines, and a label at every crossing.

A label holds the crossing's number, its passengers who want to go (``☻2``), after a colon the lines that end there,
and below its sites in brackets: a letter where nothing stands, else H, O or P; ``☻`` after it for who sits inside;
reversed where a building of the hour is free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.bus import captions, riders
from p2pgames.games.bus.board import TYPES, Crossing, Street
from p2pgames.games.bus.names import number, street_name
from p2pgames.games.bus.painter.layout import FEWEST, LABEL, At, Layout, Way
from p2pgames.games.bus.painter.scene import Scene
from p2pgames.games.bus.state import Task
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Ink, Row, Run, Spot, View
from p2pgames.text import whole_number

LETTERS: Final = "".join(word[0].upper() for word in TYPES)
BRAILLE: Final = 0x2800
WIDTH: Final = 3
"""Columns of a street that can be pointed at."""


def draw(canvas: Canvas, shown: Scene, layout: Layout, view: View) -> list[Spot]:
    """Draw streets and crossings; return the places among them that can be pointed at."""
    marked = _legal(shown, view)
    crossings = shown.state.city.crossings
    labels = [row for at in crossings for row in _label(shown, layout, view, at, number(at) in marked)]
    written = {(row, column + right) for row, column, runs in labels for right in range(length(runs))}
    _streets(canvas, shown, layout, view, written)
    for row, column, runs in labels:
        canvas.put_row(row, column, runs)
    return [*_crossing_spots(shown, layout, marked), *_street_spots(shown, layout, view)]


# -- streets --


def _streets(canvas: Canvas, shown: Scene, layout: Layout, view: View, written: set[At]) -> None:
    cells: dict[At, int] = {}
    for way in layout.ways:
        for at, dots in way.dots.items():
            cells[at] = cells.get(at, 0) | dots
    for at, dots in cells.items():
        canvas.put(*at, chr(BRAILLE + dots), "dim")
    for street, seats in enumerate(shown.users):
        if seats:
            _beads(canvas, shown, layout.ways[street], seats, written)
    if (pointed := _pointed(shown, view)) is not None:
        for row, column in layout.ways[pointed].cells:
            canvas.tint(row, column, "reverse")


def _beads(canvas: Canvas, shown: Scene, way: Way, seats: tuple[Seat, ...], written: set[At]) -> None:
    """Hang the signs of all users on a street, one after the other, and give the line between a lone one's colour."""
    ink = shown.ink(seats[0]) if len(seats) == 1 else ""
    for row, column in way.cells:
        canvas.put(row, column, canvas.glyph(row, column), ink)
    beads = [at for at in way.beads if at not in written]
    if len(beads) < max(len(seats), FEWEST):
        beads = [at for at in way.cells if at not in written]
    for count, (row, column) in enumerate(beads):
        ink, sign = shown.sign(seats[count % len(seats)])
        canvas.put(row, column, sign, ink)


def _pointed(shown: Scene, view: View) -> Street | None:
    """Return the street of the meant stick, or the one under the cursor."""
    one, _, other = view.cursor.partition("-")
    start, end = whole_number(one), whole_number(other)
    if shown.laid is None and start is not None and end is not None:
        return shown.state.city.street.get((start, end))
    return shown.laid


# -- crossings --


def _label(shown: Scene, layout: Layout, view: View, at: Crossing, legal: bool) -> list[tuple[int, int, Row]]:
    """Return both rows of a crossing's label, each with where it begins."""
    row, column = layout.labels[at]
    room = layout.room[at]
    upper: list[Run] = []
    for ink, text in _upper(shown, view, at, legal):
        upper.append((ink, text[: room - length(upper)]))
    if 2 < length(upper) < room:
        upper.append(("", " "))  # so a sign after the number is a head, and one farther on a bead
    mark: Row = (("bold", "»"),) if legal else ()
    return [(row, column - len(mark), (*mark, *upper)), (row + 1, column, tuple(_lower(shown, view, at)))]


def length(runs: Sequence[Run]) -> int:
    """Return how many characters the runs have."""
    return sum(len(text) for _, text in runs)


def _upper(shown: Scene, view: View, at: Crossing, legal: bool) -> Iterator[Run]:
    """Yield number, passengers who want to go, heads, and the mark of the newest moves."""
    mine = shown.seat in shown.heads.get(at, ())
    ink: Ink = "bold reverse" if view.cursor == number(at) else "bold" if legal or mine else ""
    yield ink, number(at)
    if (waiting := riders.spare(shown.state, at)) > 0:
        yield "bold reverse" if at in shown.changed and shown.laid is None else "bold", f"☻{waiting}"
    if heads := shown.heads.get(at, ()):
        yield "", ":"
        yield from (shown.sign(seat) for seat in heads)
    if at in shown.newest:
        seat, last = shown.newest[at]
        yield (f"bold seat{seat}", "◄") if last else (f"seat{seat}", "◁")


def _lower(shown: Scene, view: View, at: Crossing) -> Iterator[Run]:
    """Yield the sites of a crossing, or that it is a station."""
    state = shown.state
    if at in state.city.stations:
        yield "bold", f"[{view.say(captions.STATION())}]"
        return
    yield "", "["
    built, seated = state.built[at], shown.seated(at)
    for place, letter in enumerate(state.city.sites[at]):
        if place >= len(built):
            yield "", letter
            continue
        fresh = at in shown.changed and state.task is Task.BUILD and place == len(built) - 1
        suits = built[place] == state.clock
        free = suits and seated <= 0
        yield "bold reverse" if free or fresh else "bold", LETTERS[built[place]]
        if suits and seated > 0:
            seated -= 1
            yield "bold", "☻"
    yield "", "]"


# -- places to point at --


def _legal(shown: Scene, view: View) -> frozenset[str]:
    """Return the names of the crossings at which pointing leads on."""
    names = map(number, shown.state.city.crossings)
    return frozenset(name for name in names if shown.legal(view.typed, name))


def _crossing_spots(shown: Scene, layout: Layout, legal: frozenset[str]) -> list[Spot]:
    order = sorted(shown.state.city.crossings, key=lambda at: layout.labels[at])
    return [Spot(number(at), *layout.labels[at], *LABEL, legal=number(at) in legal) for at in order]


def _street_spots(shown: Scene, layout: Layout, view: View) -> list[Spot]:
    """Return the streets where a stick may lie, and those at the own heads where none may: they tell the reason."""
    if shown.draft is None or shown.before.task not in (Task.FIRST, Task.LINE):
        return []
    state, found = shown.before, {}
    sticks = {tuple(map(int, text.split("-"))) for text in shown.draft.moves}
    if state.task is Task.LINE:
        line = state.lines[shown.draft.seat]
        near = {(end, far) for end in (line[0], line[-1]) for far, _ in state.city.around[end]}
        sticks |= {(end, far) for end, far in near if (far, end) not in sticks}
    for one, other in sorted(sticks):
        way = layout.ways[state.city.street[one, other]]
        both = (other, one) in sticks
        part = 0.5 if not both else 0.8 if one < other else 0.2
        row, column = way.spot(part)
        name = street_name(one, other)
        found[name] = Spot(name, row, max(0, column - 1), 1, WIDTH, legal=shown.legal(view.typed, name))
    return list(found.values())
