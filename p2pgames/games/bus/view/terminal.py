"""Bus as a picture: the city with everybody's line, the action board, the clock, and what a move would change.

A line is a row of beads in its seat's sign and colour along each of its streets; where several share a street their
beads alternate. What the viewer points at or has typed is drawn as if it were done, reversed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.games.bus import board, lines, sentences, words
from p2pgames.games.bus.board import NOBODY, ORDER, TYPES, Area, number
from p2pgames.games.bus.state import State, Task
from p2pgames.games.bus.view import panel as painter_panel
from p2pgames.games.bus.view.pointing import draft_of
from p2pgames.games.bus.view.scene import Scene, scene
from p2pgames.games.bus.view.terminal_city import HUGE, LARGE, SMALL, At, draw, layout
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Ink, Picture, Row, Run, Spot, View
from p2pgames.picture.window import window
from p2pgames.text import Count, Message

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Drawing, Motion

HEAD: Final = 3
"""Rows above a part of the map."""


class BusPainter:
    """Draws Bus, and turns pointing at places into moves."""

    def picture(self, state: State, view: View) -> Picture:
        """Return the whole city, large where there is room."""
        return _drawn(state, scene(state, view), view)

    def side_panel_rows(self, state: State, view: View) -> tuple[Row, ...]:
        """Return what is to be done, the action board in words, and traced lines."""
        return tuple(row for _name, row in self.side_panel_entries(state, view))

    def side_panel_entries(self, state: State, view: View) -> tuple[tuple[str, Row], ...]:
        """Return these rows, each with what it is about."""
        return painter_panel.panel(state, scene(state, view), view)

    def seat_summary(self, state: State, seat: Seat) -> Message:
        """Return how many buses, markers and sticks the seat has."""
        return words.TALLY(
            buses=Count(state.buses[seat]),
            markers=Count(state.markers[seat]),
            sticks=Count(state.sticks(seat)),
        )

    def seat_summary_in_words(self, state: State, seat: Seat) -> Message:
        """Return the same in words."""
        return words.HOLDINGS(
            buses=sentences.BUSES(count=Count(state.buses[seat])),
            markers=sentences.MARKERS(count=Count(state.markers[seat])),
            sticks=sentences.STICKS(count=Count(state.sticks(seat))),
        )

    def point(self, state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:  # noqa: ARG002
        """Return the move that pointing at a place means, or as much of it as is clear."""
        draft = draft_of(state, seat)
        return typed if draft is None else draft.point(typed, spot)

    def drawing(self, state: State, view: View) -> Drawing:
        """Return city and action board in lines and areas."""
        from p2pgames.games.bus.view.svg import drawing

        return drawing(state, view)

    def side_panel_drawing(self, state: State, view: View) -> Drawing:
        """Return what stands beside the board, drawn."""
        from p2pgames.games.bus.view.svg_aside import aside

        return aside(state, view)

    def motions(self, before: State, move: Move, view: View) -> tuple[Motion, ...]:  # noqa: ARG002
        """Return the way of a head along its new street, or of a passenger along a line."""
        from p2pgames.games.bus.view.svg import motions

        return motions(before, move)


# The action board above the map, and the clock with the stocks: beside each other, or in a box on the small map.


class Strip:
    """Writes words one after the other, and keeps those that can be pointed at."""

    def __init__(self, canvas: Canvas, shown: Scene, view: View) -> None:
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
        _, sign = self.shown.sign(seat)
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
        if self.shown.before.task is not Task.CLOCK:  # nobody builds then, and the answers need the room
            column = self._types(1, column) + 2
        self._answers(1, column)

    def _type(self, kind: int) -> str:
        """Return a type of building, with its letter on the map where it does not begin with it."""
        name, word = self.view.brief(sentences.KINDS[kind]), TYPES[kind]
        return name if name[0] == word[0] else f"{name} {word[0].upper()}"

    def _types(self, row: int, column: int) -> int:
        """Write how many buildings of each type are left."""
        for kind, word in enumerate(TYPES):
            text = f"{word[0].upper()}{lines.left(self.shown.state, kind)}"
            if self.shown.before.task is Task.BUILD:
                column = self.place(row, column, word, text) + 1
            else:
                column = self.words(row, column, text) + 1
        return column - 1

    def _answers(self, row: int, column: int) -> int:
        """Write what can be answered to the clock, or that one may pass; return the column after it."""
        if self.shown.draft is not None and self.shown.before.task is Task.CLOCK:
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
        """Write the same into one row."""
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
            case Task.BUILD:
                return self._types(row, column)
            case Task.CLOCK:
                return self._answers(row, column)
            case Task.RIDERS:
                return self.words(row, column, self.view.say(_outside(self.shown.state)))
        return self.words(row, column, self.view.say(_fleet(self.shown.state)))


def _stones(state: State) -> Message:
    return words.STONES(count=Count(state.stones_left))


def _fleet(state: State) -> Message:
    return words.FLEET(count=Count(state.fleet))


def _outside(state: State) -> Message:
    return words.OUTSIDE(count=Count(state.waiting))


def brief(state: State) -> Message | None:
    """Return what is to be done, in at most twelve characters."""
    match state.task:
        case Task.CHOOSE:
            return words.MARKER(number=Count(board.count(state.spaces, state.turn) + 1))
        case Task.FIRST:
            return words.FIRST_STICK()
        case Task.CLOCK:
            return words.STOP_OR_RUN()
        case Task.ROLL | Task.OVER:
            return None
    return words.PIECES[state.task](count=Count(state.todo))


def _drawn(state: State, shown: Scene, view: View) -> Picture:
    if view.columns < SMALL[0]:
        return _compact(state, shown, view)
    fits = (size for size in (HUGE, LARGE) if view.columns >= size[0] and view.rows >= size[1])
    chosen = layout(state.city.name, next(fits, SMALL))
    canvas = Canvas(chosen.columns, chosen.rows)
    places = draw(canvas, shown, chosen, view)
    strip = Strip(canvas, shown, view)
    strip.actions(large=chosen.large)
    if chosen.large:
        strip.stocks()
    else:
        strip.box(chosen.box)
    return canvas.picture([*places, *strip.spots])


def _compact(state: State, shown: Scene, view: View) -> Picture:
    """Return action board, clock and stocks, and below them the part of the small map around what matters."""
    page = layout(state.city.name, SMALL)
    canvas, head = Canvas(page.columns, page.rows), Canvas(page.columns, HEAD)
    places = draw(canvas, shown, page, view)
    strip = Strip(Canvas(view.columns, HEAD), shown, view)
    strip.actions(large=False, rows=HEAD - 1)
    strip.line(HEAD - 1)
    city = [replace(place, row=place.row + HEAD - 1) for place in places]
    board = Picture((*head.picture().rows, *canvas.picture().rows[1:]), tuple(city))
    seen = window(board, view.columns, view.rows, _focus(shown, view), HEAD)
    return Picture((*strip.canvas.picture().rows, *seen.rows[HEAD:]), (*seen.spots, *strip.spots))


def _focus(shown: Scene, view: View) -> str:
    """Return the crossing or street that a part of the map must show; empty if none matters."""
    if view.cursor[:1].isdecimal():
        return view.cursor
    if shown.changed:
        return number(max(shown.changed))
    if view.around[:1].isdecimal():
        return view.around
    last = [at for at, (_, newest) in shown.newest.items() if newest]
    line = shown.before.lines[shown.seat] if shown.seat is not None else ()
    return number(next(iter((*last, *line)), 0))
