"""Bus as a picture: the city with everybody's line, the action board, the clock, and what a move would change.

A line is a row of beads in its seat's sign and colour along each of its streets; where several share a street their
beads alternate. What the viewer points at or has typed is drawn as if it were done, reversed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pgames.contract import Known, Seat
from p2pgames.games.bus import sentences, turns, words
from p2pgames.games.bus.state import (
    CITIES,
    NOBODY,
    ORDER,
    TYPES,
    Area,
    BusState,
    BusTask,
    Crossing,
    Street,
    crossing_number,
    marker_count,
    street_name,
)
from p2pgames.games.bus.view import scene as painter_panel
from p2pgames.games.bus.view.scene import BusScene, draft_of, scene
from p2pgames.picture.canvas import Canvas, window
from p2pgames.picture.picture import DrawnPainter, Ink, Picture, Row, Run, Spot, View
from p2pgames.text import Count, Message, whole_number

HEAD: Final = 3
"""Rows above a part of the map."""


class BusPainter(DrawnPainter):
    """Draws Bus, and turns pointing at places into moves."""

    def picture(self, state: BusState, view: View) -> Picture:
        """Return the whole city, large where there is room."""
        return _drawn(state, scene(state, view), view)

    def side_panel_rows(self, state: BusState, view: View) -> tuple[Row, ...]:
        """Return what is to be done, the action board in words, and traced lines."""
        return tuple(row for _name, row in self.side_panel_entries(state, view))

    def side_panel_entries(self, state: BusState, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return painter_panel.panel(state, scene(state, view), view)

    def seat_summary(self, state: BusState, seat: Seat) -> Message:
        """Return how many buses, markers and sticks the seat has."""
        return words.TALLY(
            buses=Count(state.buses[seat]),
            markers=Count(state.markers[seat]),
            sticks=Count(state.sticks(seat)),
        )

    def seat_summary_in_words(self, state: BusState, seat: Seat) -> Message:
        """Return how many buses, markers and sticks the seat has, as words with their numbers."""
        return words.HOLDINGS(
            buses=sentences.BUSES(count=Count(state.buses[seat])),
            markers=sentences.MARKERS(count=Count(state.markers[seat])),
            sticks=sentences.STICKS(count=Count(state.sticks(seat))),
        )

    def point(self, state: BusState, seat: Seat, known: Known, typed: str, spot: str) -> str:  # noqa: ARG002
        """Return the move that pointing at a place means, or as much of it as is clear."""
        draft = draft_of(state, seat)
        return typed if draft is None else draft.point(typed, spot)


# The action board above the map, and the clock with the stocks: beside each other, or in a box on the small map.


# Where things stand in the picture of a city, at three sizes: labels of crossings, and the cells of each street.
#
# The printed map is not to scale here: crossings are moved on a lattice so that no streets cross, and none runs
# through a label. All sizes have the same lattice, so a city looks the same at each. A street is a thin line of
# braille dots; a line that uses it hangs beads on it, the sign of its seat.

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
class DrawnStreet:
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
class MapLayout:
    """One city at one size."""

    large: bool
    columns: int
    rows: int
    labels: tuple[At, ...]
    """The first character of each crossing's number; its sites stand in the row below."""
    room: tuple[int, ...]
    """For each label the characters before the next one to the right."""
    ways: tuple[DrawnStreet, ...]
    """The streets, by number."""
    box: At
    """Where the clock and the stocks stand on the small layout; the large one has them above the map."""


HUGE: Final = (115, 52)
LARGE: Final = (88, 36)
SMALL: Final = (80, 20)
"""Columns and rows of a layout."""


@cache
def layout(city: str, size: Size) -> MapLayout:
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
    return MapLayout(
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


def _way(labels: tuple[At, ...], one: Crossing, other: Crossing) -> DrawnStreet:
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
    return DrawnStreet(
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


def draw_city(canvas: Canvas, shown: BusScene, layout: MapLayout, view: View) -> list[Spot]:
    """Draw streets and crossings; return the places among them that can be pointed at."""
    names = map(crossing_number, shown.state.city.crossings)
    marked = frozenset(name for name in names if shown.legal(view.typed, name))
    crossings = shown.state.city.crossings
    labels = [
        row for at in crossings for row in _label(shown, layout, view, at, crossing_number(at) in marked)
    ]
    written = {(row, column + right) for row, column, runs in labels for right in range(runs_length(runs))}
    _streets(canvas, shown, layout, view, written)
    for row, column, runs in labels:
        canvas.put_row(row, column, runs)
    order = sorted(shown.state.city.crossings, key=lambda at: layout.labels[at])
    return [
        *[
            Spot(crossing_number(at), *layout.labels[at], *LABEL, legal=crossing_number(at) in marked)
            for at in order
        ],
        *_street_spots(shown, layout, view),
    ]


# -- streets --


def _streets(canvas: Canvas, shown: BusScene, layout: MapLayout, view: View, written: set[At]) -> None:
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


def _beads(
    canvas: Canvas, shown: BusScene, way: DrawnStreet, seats: tuple[Seat, ...], written: set[At]
) -> None:
    """Hang the signs of all users on a street, one after the other, and give the line between a lone one's colour."""
    ink = shown.ink(seats[0]) if len(seats) == 1 else ""
    for row, column in way.cells:
        canvas.put(row, column, canvas.glyph(row, column), ink)
    beads = [at for at in way.beads if at not in written]
    if len(beads) < max(len(seats), FEWEST):
        beads = [at for at in way.cells if at not in written]
    for count, (row, column) in enumerate(beads):
        ink, sign = shown.seat_sign(seats[count % len(seats)])
        canvas.put(row, column, sign, ink)


def _pointed(shown: BusScene, view: View) -> Street | None:
    """Return the street of the meant stick, or the one under the cursor."""
    one, _, other = view.cursor.partition("-")
    start, end = whole_number(one), whole_number(other)
    if shown.laid is None and start is not None and end is not None:
        return shown.state.city.street.get((start, end))
    return shown.laid


# -- crossings --


def _label(
    shown: BusScene, layout: MapLayout, view: View, at: Crossing, legal: bool
) -> list[tuple[int, int, Row]]:
    """Return both rows of a crossing's label, each with where it begins."""
    row, column = layout.labels[at]
    room = layout.room[at]
    upper: list[Run] = []
    for ink, text in _upper(shown, view, at, legal):
        upper.append((ink, text[: room - runs_length(upper)]))
    if 2 < runs_length(upper) < room:
        upper.append(("", " "))  # so a sign after the number is a head, and one farther on a bead
    mark: Row = (("bold", "»"),) if legal else ()
    return [(row, column - len(mark), (*mark, *upper)), (row + 1, column, tuple(_lower(shown, view, at)))]


def runs_length(runs: Sequence[Run]) -> int:
    """Return how many characters the runs have."""
    return sum(len(text) for _, text in runs)


def _upper(shown: BusScene, view: View, at: Crossing, legal: bool) -> Iterator[Run]:
    """Yield number, passengers who want to go, heads, and the mark of the newest moves."""
    mine = shown.seat in shown.heads.get(at, ())
    ink: Ink = "bold reverse" if view.cursor == crossing_number(at) else "bold" if legal or mine else ""
    yield ink, crossing_number(at)
    if (waiting := turns.spare(shown.state, at)) > 0:
        yield "bold reverse" if at in shown.changed and shown.laid is None else "bold", f"☻{waiting}"
    if heads := shown.heads.get(at, ()):
        yield "", ":"
        yield from (shown.seat_sign(seat) for seat in heads)
    if at in shown.newest:
        seat, last = shown.newest[at]
        yield (f"bold seat{seat}", "◄") if last else (f"seat{seat}", "◁")


def _lower(shown: BusScene, view: View, at: Crossing) -> Iterator[Run]:
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
        fresh = at in shown.changed and state.task is BusTask.BUILD and place == len(built) - 1
        suits = built[place] == state.clock
        free = suits and seated <= 0
        yield "bold reverse" if free or fresh else "bold", LETTERS[built[place]]
        if suits and seated > 0:
            seated -= 1
            yield "bold", "☻"
    yield "", "]"


# -- places to point at --


def _street_spots(shown: BusScene, layout: MapLayout, view: View) -> list[Spot]:
    """Return the streets where a stick may lie, and those at the own heads where none may: they tell the reason."""
    if shown.draft is None or shown.before.task not in (BusTask.FIRST, BusTask.LINE):
        return []
    state, found = shown.before, {}
    sticks = {tuple(map(int, text.split("-"))) for text in shown.draft.moves}
    if state.task is BusTask.LINE:
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


class Strip:
    """Writes words one after the other, and keeps those that can be pointed at."""

    def __init__(self, canvas: Canvas, shown: BusScene, view: View) -> None:
        self.canvas, self.shown, self.view = canvas, shown, view
        self.spots: list[Spot] = []

    def words(self, row: int, column: int, text: str, ink: Ink = "") -> int:
        """Write plain words; return the column after them."""
        self.canvas.put(row, column, text, ink)
        return column + len(text)

    def place(self, row: int, column: int, name: str, text: str, after: tuple[Run, ...] = ()) -> int:
        """Write a place to point at, bold where that leads on, reversed under the cursor; return the column after."""
        legal = self.shown.legal(self.view.typed, name)
        ink = "bold reverse" if self.view.cursor == name else "bold" if legal else ""
        self.canvas.put_row(row, column, ((ink, text), *after))
        width = len(text) + sum(len(more) for _, more in after)
        self.spots.append(Spot(name, row, column, 1, width, legal=legal))
        return column + width

    # -- the action board --

    def actions(self, *, large: bool, rows: int = 1) -> None:
        """Write all areas and their spaces in this many rows, on the small layout without numbers and with the pass."""
        row = column = 0
        for area in Area:
            text = f"{f'{area + 1} ' if large else ''}{self.view.brief(sentences.AREAS[area])} "
            spaces = tuple(self._spaces(area))
            if column + len(text) + len(spaces) > self.canvas.columns and row < rows - 1:
                row, column = row + 1, 0
            column = self.place(row, column, area.label, text, spaces) + 1
        if not large and self._may_pass():
            self.place(row, column, "pass", "pass")

    def _spaces(self, area: Area) -> Iterator[Run]:
        """Yield the spaces of an area: the meant marker reversed, and the space that is being carried out."""
        state, before = self.shown.state, self.shown.before
        now = ORDER[before.step] if before.step >= 0 else None
        for space, seat in enumerate(state.spaces[area]):
            if seat == NOBODY:
                yield "", "·"
            else:
                meant = before.spaces[area][space] == NOBODY
                fresh = self.shown.marker == (area, space)
                yield self._marker(seat, meant or now == (area, space), fresh)

    def _marker(self, seat: Seat, live: bool, fresh: bool) -> Run:
        _, sign = self.shown.seat_sign(seat)
        return f"{'bold ' if live or fresh else ''}seat{seat}{' reverse' if live else ''}", sign

    def _may_pass(self) -> bool:
        return self.shown.draft is not None and "pass" in self.shown.draft.moves

    # -- clock and stocks --

    def stocks(self) -> None:
        """Write clock and stocks in the second row, with the places to point at besides areas and crossings."""
        state = self.shown.state
        column = self.words(1, 0, f"{self.view.brief(sentences.CLOCK())} ")
        for kind in range(len(TYPES)):
            here, name = kind == state.clock, self._type(kind)
            column = self.words(1, column, f"[{name}]" if here else f" {name} ", "bold" if here else "")
        column += 1
        for stock in (_stones(state), _fleet(state), _outside(state)):
            column = self.words(1, column, f"{self.view.say(stock)}  ")
        if self.shown.before.task is not BusTask.CLOCK:  # nobody builds then, and the answers need the room
            column = self._types(1, column) + 2
        self._answers(1, column)

    def _type(self, kind: int) -> str:
        """Return a type of building, with its letter on the map where it does not begin with it."""
        name, word = self.view.brief(sentences.KINDS[kind]), TYPES[kind]
        return name if name[0] == word[0] else f"{name} {word[0].upper()}"

    def _types(self, row: int, column: int) -> int:
        """Write how many buildings of each type are left."""
        for kind, word in enumerate(TYPES):
            text = f"{word[0].upper()}{turns.buildings_left(self.shown.state, kind)}"
            if self.shown.before.task is BusTask.BUILD:
                column = self.place(row, column, word, text) + 1
            else:
                column = self.words(row, column, text) + 1
        return column - 1

    def _answers(self, row: int, column: int) -> int:
        """Write what can be answered to the clock, or that one may pass; return the column after it."""
        if self.shown.draft is not None and self.shown.before.task is BusTask.CLOCK:
            column = self.place(row, column, "stop", "(stop)") + 1
            return self.place(row, column, "run", "(run)")
        return self.place(row, column, "pass", "(pass)") if self._may_pass() else column

    def box(self, at: At) -> None:
        """Write clock, task and what the task is about into the box of a small map."""
        row, column = at
        self._hours(row, column)
        if (due := brief(self.shown.before)) is not None:
            self.words(row + 1, column, self.view.say(due), "bold")
        self._matter(row + 2, column)
        self.words(row + 3, column, self.view.say(_stones(self.shown.state)))

    def line(self, row: int) -> None:
        """Write what is due, the clock and the stones into one row, where the screen is low."""
        column = self._hours(row, 0) + 2
        if (due := brief(self.shown.before)) is not None:
            column = self.words(row, column, self.view.say(due), "bold") + 2
        column = self._matter(row, column) + 2
        self.words(row, column, self.view.say(_stones(self.shown.state)))

    def _hours(self, row: int, column: int) -> int:
        now, arrow, then = self.view.say(words.HOURS[self.shown.state.clock]).partition("→")
        self.canvas.put_row(row, column, (("bold", now), ("", arrow + then)))
        return column + len(now + arrow + then)

    def _matter(self, row: int, column: int) -> int:
        """Write what the task is about."""
        match self.shown.before.task:
            case BusTask.BUILD:
                return self._types(row, column)
            case BusTask.CLOCK:
                return self._answers(row, column)
            case BusTask.RIDERS:
                return self.words(row, column, self.view.say(_outside(self.shown.state)))
        return self.words(row, column, self.view.say(_fleet(self.shown.state)))


def _stones(state: BusState) -> Message:
    return words.STONES(count=Count(state.stones_left))


def _fleet(state: BusState) -> Message:
    return words.FLEET(count=Count(state.fleet))


def _outside(state: BusState) -> Message:
    return words.OUTSIDE(count=Count(state.waiting))


def brief(state: BusState) -> Message | None:
    """Return what is to be done, in at most twelve characters."""
    match state.task:
        case BusTask.CHOOSE:
            return words.MARKER(number=Count(marker_count(state.spaces, state.turn) + 1))
        case BusTask.FIRST:
            return words.FIRST_STICK()
        case BusTask.CLOCK:
            return words.STOP_OR_RUN()
        case BusTask.ROLL | BusTask.OVER:
            return None
    return words.PIECES[state.task](count=Count(state.todo))


def _drawn(state: BusState, shown: BusScene, view: View) -> Picture:
    if view.columns < SMALL[0]:
        return _compact(state, shown, view)
    fits = (size for size in (HUGE, LARGE) if view.columns >= size[0] and view.rows >= size[1])
    chosen = layout(state.city.name, next(fits, SMALL))
    canvas = Canvas(chosen.columns, chosen.rows)
    places = draw_city(canvas, shown, chosen, view)
    strip = Strip(canvas, shown, view)
    strip.actions(large=chosen.large)
    if chosen.large:
        strip.stocks()
    else:
        strip.box(chosen.box)
    return canvas.picture([*places, *strip.spots])


def _compact(state: BusState, shown: BusScene, view: View) -> Picture:
    """Return action board, clock and stocks, and below them the part of the small map around what matters."""
    page = layout(state.city.name, SMALL)
    canvas, head = Canvas(page.columns, page.rows), Canvas(page.columns, HEAD)
    places = draw_city(canvas, shown, page, view)
    strip = Strip(Canvas(view.columns, HEAD), shown, view)
    strip.actions(large=False, rows=HEAD - 1)
    strip.line(HEAD - 1)
    city = [replace(place, row=place.row + HEAD - 1) for place in places]
    board = Picture((*head.picture().rows, *canvas.picture().rows[1:]), tuple(city))
    seen = window(board, view.columns, view.rows, _focus(shown, view), HEAD)
    return Picture((*strip.canvas.picture().rows, *seen.rows[HEAD:]), (*seen.spots, *strip.spots))


def _focus(shown: BusScene, view: View) -> str:
    """Return the crossing or street that a part of the map must show; empty if none matters."""
    if view.cursor[:1].isdecimal():
        return view.cursor
    if shown.changed:
        return crossing_number(max(shown.changed))
    if view.around[:1].isdecimal():
        return view.around
    last = [at for at, (_, newest) in shown.newest.items() if newest]
    line = shown.before.lines[shown.seat] if shown.seat is not None else ()
    return crossing_number(next(iter((*last, *line)), 0))


PAINTER: Final = BusPainter()
