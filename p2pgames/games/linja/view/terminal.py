"""Linja as a picture: rows of pawns between sticks, what each is worth, and what may be done from it.

Pawns have the sign and the colour of their player; where there is room for large ones, Red's are filled blocks and
Black's are frames. Red's stand from the left, Black's from the right; dots are the room left in an inner row. A player
sees the own start line at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from p2pgames.contract import Known, Seat
from p2pgames.games.linja import sentences
from p2pgames.games.linja.rules import LINES, Step
from p2pgames.games.linja.state import FULL, ROWS, WEIGHTS, LinjaState
from p2pgames.games.linja.view import pointing
from p2pgames.picture.canvas import Canvas
from p2pgames.picture.picture import GLYPHS, DrawnPainter, Ink, Picture, Row, Spot, View
from p2pgames.text import Message, whole_number

SLOTS: Final = 12
"""Pawns that are drawn one by one on a start line; more of them are written as a number."""
INKS: Final[tuple[Ink, Ink]] = ("seat0", "seat1")
Lines: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where things stand at one size."""

    pitch: int
    """Characters from one pawn to the next."""
    height: int
    """Lines from one row to the next, the stick between them included."""
    pawns: tuple[Lines, Lines]
    """With an x for the first letter of the colour."""
    room: str
    weights: int
    hints: int
    marks: int
    columns: int
    first: int = 14
    """The column of a start line's first pawn."""

    @property
    def middle(self) -> int:
        """The line of a row on which its words stand."""
        return (self.height - 1) // 2

    def pawn(self, seat: Seat, colour: str) -> Lines:
        """Return a pawn with the first letter of its colour."""
        return tuple(line.replace("x", colour[0]) for line in self.pawns[seat])

    @property
    def rows(self) -> int:
        """The lines of the whole board, with its heading."""
        return 1 + ROWS * self.height - (self.height > 1)

    @property
    def narrow(self) -> bool:
        """Whether the owners' names and most blanks are left out."""
        return self.first < 14


HUGE: Final = Geometry(
    6,
    6,
    (("▄███▄", "█████", "██x██", "█████", "▀███▀"), ("╭───╮", "│   │", "│ x │", "│   │", "╰───╯")),
    "  ·  ",
    88,
    97,
    88,
    115,
)
LARGE: Final = Geometry(
    4, 4, (("▄▄▄", "█x█", "▀▀▀"), ("╭─╮", "│x│", "╰─╯")), " · ", 64, 72, 64, 88
)  # fmt: skip
SMALL: Final = Geometry(2, 2, ((GLYPHS[0],), (GLYPHS[1],)), "·", 40, 50, 68, 79)
COMPACT: Final = Geometry(2, 2, ((GLYPHS[0],), (GLYPHS[1],)), "·", 31, 38, 54, 60, first=6)
"""Without the owners' names, and blanks only where they must be."""
LOW: Final = replace(COMPACT, height=1)
"""Without the sticks, too: a whole board below a lesson on a terminal of 20 rows."""


class LinjaPainter(DrawnPainter):
    """Draws Linja, and turns pointing at rows into steps."""

    def picture(self, state: LinjaState, view: View) -> Picture:
        """Return the board after the steps that stand in the input line."""
        fits = (
            each for each in (HUGE, LARGE, SMALL) if view.columns >= each.columns and view.rows >= each.rows
        )
        geometry = next(fits, LOW if 0 < view.rows < COMPACT.rows else COMPACT)
        mine = view.seat is not None and view.seat == state.turn and not state.why
        draft = pointing.draft_of(state, view.typed) if mine else pointing.LinjaDraft()
        return _Board(state, view, geometry, draft, mine).picture()

    def side_panel_rows(self, state: LinjaState, view: View) -> tuple[Row, ...]:
        """Return how a turn goes on."""
        steps = pointing.stages(state, view)
        title: tuple[Row, ...] = ((("bold", view.say(sentences.THIS_TURN())),),) if steps else ()
        return (
            *title,
            *(
                (("bold" if here else "", f"{k} {view.say(text)}{' ◄' if here else ''}"),)
                for k, (text, here) in enumerate(steps, 1)
            ),
        )

    def seat_summary(self, state: LinjaState, seat: Seat) -> Message:  # noqa: ARG002
        """Return the colour of the seat."""
        return sentences.COLOURS[seat]

    def seat_summary_in_words(self, state: LinjaState, seat: Seat) -> Message:
        """Return the colour of the seat: there is nothing more to say of it at length."""
        return self.seat_summary(state, seat)

    def point(self, state: LinjaState, seat: Seat, known: Known, typed: str, spot: str) -> str:  # noqa: ARG002
        """Return the turn with a step from this row added, or with a bonus begun or ended there."""
        row = whole_number(spot)
        return typed if row is None else pointing.pointed(state, typed, row)


class _Board:
    """One drawing."""

    def __init__(
        self, state: LinjaState, view: View, geometry: Geometry, draft: pointing.LinjaDraft, mine: bool
    ) -> None:
        self.state, self.view, self.geometry, self.draft, self.mine = state, view, geometry, draft, mine
        self.turn = pointing.played_steps(state, draft.steps)
        self.canvas = Canvas(geometry.columns, geometry.rows)
        self.hints = pointing.hints_of(state, draft, self.turn) if mine else {}
        self.marks = _marks(draft.steps or pointing.last_steps(view))
        self.between = "/" if geometry.narrow else " / "
        self.colours = tuple(map(view.say, sentences.COLOURS))

    def picture(self) -> Picture:
        geometry, canvas = self.geometry, self.canvas
        canvas.put(0, geometry.weights, self.between.join(colour[0] for colour in self.colours), "bold")
        if self.mine:
            canvas.put(0, geometry.hints, self.view.say(pointing.next_stage(self.draft, self.hints)), "bold")
        order = range(ROWS) if self.view.seat == 1 else range(ROWS - 1, -1, -1)
        spots = []
        for place, row in enumerate(order):
            top = 1 + place * geometry.height
            self._row(top, row)
            if place < ROWS - 1 and geometry.height > 1:
                width = SLOTS * geometry.pitch - 1 + 4
                canvas.put(top + geometry.height - 1, geometry.first - 2, "═" * width, "dim")
            legal_here = row in self.hints
            spots.append(Spot(str(row), top, 0, max(1, geometry.height - 1), geometry.columns, legal_here))
        return canvas.picture(spots)

    def _row(self, top: int, row: int) -> None:
        geometry, canvas, line = self.geometry, self.canvas, top + self.geometry.middle
        under = self.view.cursor == str(row)
        canvas.put(line, 1, str(row), "reverse" if under else "bold" if row in self.hints else "")
        if row in LINES:
            owner = LINES.index(row)
            whose = "" if geometry.narrow else self.view.say(sentences.OWNERS[owner])
            canvas.put_row(line, 3, ((f"bold {INKS[owner]}", GLYPHS[owner]), ("", f" {whose}")))
        if row in self.hints:
            canvas.put(line, geometry.first - 1, "»", "bold")
            canvas.put(line, geometry.hints, self.view.say(self.hints[row]), "bold" if under else "")
        for text, column, ink in self._pawns(row):
            for number, part in enumerate(text):
                canvas.put(top + number, column, part, ink)
        red, black = WEIGHTS[0][row], WEIGHTS[1][row]
        canvas.put(line, geometry.weights, f"{red:+d}{self.between}{black:+d}")
        beside = line + (1 if geometry.height > 2 else 0)
        canvas.put(beside, geometry.marks, " ".join(self.marks.get(row, ())), "bold")

    def _pawns(self, row: int) -> Iterator[tuple[Lines, int, Ink]]:
        """Yield everything that stands on a row, with column and ink."""
        geometry = self.geometry
        red, black = self.turn.pawns[0][row], self.turn.pawns[1][row]
        slots, first = (SLOTS, 0) if row in LINES else (FULL, (SLOTS - FULL) // 2)
        columns = [geometry.first + (first + slot) * geometry.pitch for slot in range(slots)]
        middle = geometry.middle
        if red + black > slots:
            for owner, count, column in ((0, red, columns[0]), (1, black, columns[slots // 2])):
                blank = ("",) * middle
                yield (*blank, f"{self.colours[owner][0]} x {count}"), column, f"bold {INKS[owner]}"
            return
        for number, column in enumerate(columns):
            seat: Seat | None = 0 if number < red else 1 if number >= slots - black else None
            if seat is not None:
                yield geometry.pawn(seat, self.colours[seat]), column, f"bold {INKS[seat]}"
            elif row not in LINES:
                yield (*("",) * middle, geometry.room), column, "dim"


def _marks(steps: tuple[Step, ...]) -> dict[int, tuple[str, ...]]:
    """Return for each row where steps began and ended, in order."""
    marks: dict[int, tuple[str, ...]] = {}
    for number, (_, start, end) in enumerate(steps, 1):
        marks[start] = (*marks.get(start, ()), f"◁{number}")
        marks[end] = (*marks.get(end, ()), f"◄{number}")
    return marks


PAINTER: Final = LinjaPainter()
