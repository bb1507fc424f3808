"""The action board above the map, and the clock with the stocks: beside each other, or in a box on the small map."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Seat
from p2pgames.games.bus import areas, captions, messages, sites
from p2pgames.games.bus.areas import NOBODY, ORDER, Area
from p2pgames.games.bus.board import TYPES
from p2pgames.games.bus.painter.layout import At
from p2pgames.games.bus.painter.scene import Scene
from p2pgames.games.bus.state import State, Task
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import Ink, Run, Spot, View
from p2pgames.text import Count, Message


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
            text = f"{f'{area + 1} ' if large else ''}{self.view.brief(messages.AREAS[area])} "
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
        column = self.words(1, 0, f"{self.view.brief(messages.CLOCK())} ")
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
        name, word = self.view.brief(messages.KINDS[kind]), TYPES[kind]
        return name if name[0] == word[0] else f"{name} {word[0].upper()}"

    def _types(self, row: int, column: int) -> int:
        """Write how many buildings of each type are left."""
        for kind, word in enumerate(TYPES):
            text = f"{word[0].upper()}{sites.left(self.shown.state, kind)}"
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
        now, arrow, then = self.view.say(captions.HOURS[self.shown.state.clock]).partition("→")
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
    return captions.STONES(count=Count(state.stones_left))


def _fleet(state: State) -> Message:
    return captions.FLEET(count=Count(state.fleet))


def _outside(state: State) -> Message:
    return captions.OUTSIDE(count=Count(state.waiting))


def brief(state: State) -> Message | None:
    """Return what is to be done, in at most twelve characters."""
    match state.task:
        case Task.CHOOSE:
            return captions.MARKER(number=Count(areas.count(state.spaces, state.turn) + 1))
        case Task.FIRST:
            return captions.FIRST_STICK()
        case Task.CLOCK:
            return captions.STOP_OR_RUN()
        case Task.ROLL | Task.OVER:
            return None
    return captions.PIECES[state.task](count=Count(state.todo))
