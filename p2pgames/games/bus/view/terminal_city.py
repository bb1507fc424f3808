"""Where things stand in the picture of a city, at three sizes: labels of crossings, and the cells of each street.

The printed map is not to scale here: crossings are moved on a lattice so that no streets cross, and none runs through
a label. All sizes have the same lattice, so a city looks the same at each. A street is a thin line of braille dots;
a line that uses it hangs beads on it, the sign of its seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.games.bus import lines, words
from p2pgames.games.bus.board import CITIES, TYPES, Crossing, Street, number, street_name
from p2pgames.games.bus.state import Task
from p2pgames.games.bus.view.scene import Scene
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Ink, Row, Run, Spot, View
from p2pgames.text import whole_number

At: TypeAlias = tuple[int, int]
"""A row and a column."""
Size: TypeAlias = tuple[int, int]
"""Columns and rows."""

_PRINTED: Final[dict[str, Any]] = json.loads(
    (files("p2pgames.games.bus") / "data" / "drawing.json").read_bytes()
)
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each braille dot, by row and column within a character."""
LATTICE: Final = (17, 72)
"""The rows and columns of the lattice; columns are counted from 1."""
LABEL: Final = (2, 5)
"""Rows and columns of a label that is pointed at: a number with passengers, and the sites below."""
EDGE: Final = 8
"""Columns that the lattice leaves to the labels at its right, and one at the left."""
FEWEST: Final = 2
"""Beads by which a street is seen to be used."""


@dataclass(frozen=True, slots=True)
class Way:
    """One street as it is drawn."""

    dots: dict[At, int]
    """The braille dots of each cell it runs through, as bits."""
    cells: tuple[At, ...]
    """The cells outside the labels at its ends, from the lower crossing on: one for every column or row."""
    beads: tuple[At, ...]
    """Those of them that hold beads, evenly spaced to the eye."""

    def spot(self, part: float) -> At:
        """Return the cell after that part of the way, 0 to 1."""
        return self.cells[round(part * (len(self.cells) - 1))]


@dataclass(frozen=True, slots=True)
class Layout:
    """One city at one size."""

    large: bool
    columns: int
    rows: int
    labels: tuple[At, ...]
    """The first character of each crossing's number; its sites stand in the row below."""
    room: tuple[int, ...]
    """For each label the characters before the next one to the right."""
    ways: tuple[Way, ...]
    """The streets, by number."""
    box: At
    """Where the clock and the stocks stand on the small layout; the large one has them above the map."""


HUGE: Final = (115, 52)
LARGE: Final = (88, 36)
SMALL: Final = (80, 20)
"""Columns and rows of a layout."""


@cache
def layout(city: str, size: Size) -> Layout:
    """Return a city's layout, with two rows above the map, or on the small one with one row above it."""
    printed, large = _PRINTED[city], size != SMALL
    top = 2 if large else 1
    columns, rows = size
    high, wide = rows - top - LABEL[0], columns - EDGE
    labels = tuple(
        (top + round(row * high / LATTICE[0]), 1 + round((column - 1) * wide / LATTICE[1]))
        for column, row in printed["labels"]
    )
    column, row = printed["box"]
    ways = tuple(_way(labels, one, other) for one, other in CITIES[city].streets)
    return Layout(
        large=large,
        columns=columns,
        rows=rows,
        labels=labels,
        room=tuple(_room(labels, each, columns) for each in labels),
        ways=ways,
        box=(row + top, column),
    )


def _room(labels: tuple[At, ...], label: At, columns: int) -> int:
    row, column = label
    beside = [right - 1 for down, right in labels if right > column and down in (row - 1, row)]
    return min([columns, *beside]) - column


def _way(labels: tuple[At, ...], one: Crossing, other: Crossing) -> Way:
    (top, left), (bottom, right) = labels[one], labels[other]
    flat = abs(right - left) >= 2 * abs(bottom - top)
    steps = list(_steps((top, left + 1), (bottom, right + 1)))
    ends = labels[one], labels[other]
    # On a slope a bead right beside a number would look like a head.
    for beside in (LABEL[1] - 1, 1) if top != bottom else (1,):
        outside = [at for at in steps if not any(_covered(end, at, beside) for end in ends)]
        if len(outside) > FEWEST:
            break
    spaced = outside[len(outside) % 2 :: 2] if flat else outside
    return Way(
        dots=_dots((4 * top + 2, 2 * left + 2), (4 * bottom + 2, 2 * right + 2)),
        cells=tuple(outside),
        beads=tuple(spaced if len(spaced) >= FEWEST else outside),
    )


def _covered(label: At, at: At, beside: int) -> bool:
    """Whether a cell lies within a label: its number with this many columns after it, or the sites below."""
    down, right = at[0] - label[0], at[1] - label[1]
    return (down == 0 and -1 <= right <= beside) or (down == 1 and 0 <= right <= 3)


def _steps(begin: At, end: At) -> Iterator[At]:
    """Yield the cells from one to another, both included: one for each column of a flat way, else for each row."""
    down, right = end[0] - begin[0], end[1] - begin[1]
    count = abs(right) if abs(right) >= 2 * abs(down) else abs(down)
    for step in range(count + 1):
        yield begin[0] + round(down * step / count), begin[1] + round(right * step / count)


def _dots(begin: At, end: At) -> dict[At, int]:
    """Return the cells of a thin line from dot to dot, with the bits of their dots."""
    down, right = end[0] - begin[0], end[1] - begin[1]
    count = max(abs(down), abs(right))
    cells: dict[At, int] = {}
    for step in range(count + 1):
        row, column = begin[0] + round(down * step / count), begin[1] + round(right * step / count)
        at = row // 4, column // 2
        cells[at] = cells.get(at, 0) | _DOTS[row % 4][column % 2]
    return cells


# The city as it is drawn: streets with the beads of the lines, and a label at every crossing.
#
# A label holds the crossing's number, its passengers who want to go (``☻2``), after a colon the lines that end
# there, and below its sites in brackets: a letter where nothing stands, else H, O or P; ``☻`` after it for who sits
# inside; reversed where a building of the hour is free.

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
    if (waiting := lines.spare(shown.state, at)) > 0:
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
        yield "bold", f"[{view.say(words.STATION())}]"
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
