"""Linja as a picture: rows of pawns between sticks, what each is worth, and what may be done from it.

Pawns have the sign and the colour of their player; where there is room for large ones, Red's are filled blocks and
Black's are frames. Red's stand from the left, Black's from the right; dots are the room left in an inner row. A player
sees the own start line at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias, cast

from p2pgames.contract import Illegal, Known, Move, Seat
from p2pgames.linja import messages, notation
from p2pgames.linja.board import FULL, ROWS, STEP, WEIGHTS
from p2pgames.linja.state import State
from p2pgames.linja.turn import LINES, Partial, Step, followed, landing, legal, nudged, opened
from p2pgames.picture import GLYPHS, Canvas, Ink, Picture, Row, Spot, View
from p2pgames.text import Count, Message, PlaceName

SLOTS: Final = 12
"""Pawns that are drawn one by one on a start line; more of them are written as a number."""
INKS: Final[tuple[Ink, Ink]] = ("seat0", "seat1")
Lines: TypeAlias = tuple[str, ...]
Hints: TypeAlias = dict[int, Message]
"""What each row offers as the next step."""
BONUSES: Final = (messages.BONUS_TO, messages.PLUS_BONUS, messages.BONUS_FROM)


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
        return 1 + ROWS * self.height - 1


LARGE: Final = Geometry(
    4, 4, (("▄▄▄", "█x█", "▀▀▀"), ("╭─╮", "│x│", "╰─╯")), " · ", 64, 72, 64, 88
)  # fmt: skip
SMALL: Final = Geometry(2, 2, ((GLYPHS[0],), (GLYPHS[1],)), "·", 40, 50, 68, 79)


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn as far as it stands in the input line."""

    steps: tuple[Step, ...] = ()
    pending: str = ""
    """A bonus whose first row is chosen, as ``+6-`` or ``+x3-``; else empty."""

    def text(self) -> str:
        """Return it as it stands in the input line."""
        return " ".join(filter(None, (notation.text(self.steps) if self.steps else "", self.pending)))


class LinjaPainter:
    """Draws Linja, and turns pointing at rows into steps."""

    def picture(self, state: State, view: View) -> Picture:
        """Return the board after the steps that stand in the input line."""
        geometry = LARGE if view.columns >= LARGE.columns and view.rows >= LARGE.rows else SMALL
        mine = view.seat is not None and view.seat == state.turn and not state.why
        draft = _draft(state, view.typed) if mine else Draft()
        return _Board(state, view, geometry, draft, mine).picture()

    def panel(self, state: State, view: View) -> tuple[Row, ...]:
        """Return how a turn goes on."""
        if view.seat is None or view.seat != state.turn or state.why:
            return ()
        draft = _draft(state, view.typed)
        kinds = {steps[len(draft.steps)][0] for steps in _continuations(state, draft)}
        stages = (
            ("open", messages.STAGE_OPENING()),
            ("follow", messages.STAGE_FOLLOW_UP()),
            ("bonus", messages.STAGE_BONUS()),
        )
        rows: list[Row] = [(("bold", view.say(messages.THIS_TURN())),)]
        for kind, text in stages:
            here = kind in kinds or (kind == "bonus" and "theirs" in kinds)
            rows.append((("bold" if here else "", f"{view.say(text)}{' ◄' if here else ''}"),))
        return tuple(rows)

    def tally(self, state: State, seat: Seat) -> Message:  # noqa: ARG002
        """Return the colour of the seat."""
        return messages.COLOURS[seat]

    def point(self, state: State, seat: Seat, known: Known, typed: str, spot: str) -> str:  # noqa: ARG002
        """Return the turn with a step from this row added, or with a bonus begun or ended there."""
        draft, row = _draft(state, typed), int(spot)
        if draft.pending:
            return _end_bonus(state, draft, row).text()
        found = [steps[len(draft.steps)] for steps in _continuations(state, draft)]
        for kind, start, end in found:
            if start == row and kind in ("open", "follow"):
                return Draft((*draft.steps, (kind, start, end))).text()
        if any(kind == "bonus" and start == row for kind, start, _ in found):
            return Draft(draft.steps, f"+{row}-").text()
        if any(kind == "theirs" and start == row for kind, start, _ in found):
            return Draft(draft.steps, f"+x{row}-").text()
        return Draft().text() if draft.steps else typed


def _end_bonus(state: State, draft: Draft, row: int) -> Draft:
    """Return the draft after a second row was pointed at; the first one again takes the other colour, or nothing."""
    sign, start = ("+x", draft.pending[2:-1]) if draft.pending[1] == "x" else ("+", draft.pending[1:-1])
    kind = "theirs" if sign == "+x" else "bonus"
    steps = {turn[len(draft.steps)] for turn in _continuations(state, Draft(draft.steps))}
    if (kind, int(start), row) in steps:
        return Draft((*draft.steps, (kind, int(start), row)))
    other = any(step[0] == "theirs" and step[1] == row for step in steps)
    if sign == "+" and row == int(start) and other:
        return Draft(draft.steps, f"+x{row}-")
    return Draft(draft.steps)


def _steps(move: Move) -> tuple[Step, ...]:
    """Return the steps of a legal turn."""
    return cast("tuple[Step, ...]", move)


@lru_cache(maxsize=2)
def _turns(state: State) -> tuple[tuple[Step, ...], ...]:
    """Return the legal turns of the state that is drawn; drawing asks for them several times."""
    return tuple(_steps(turn) for turn in legal(state.pawns, state.turn, any_pawn=state.any_pawn))


def _continuations(state: State, draft: Draft) -> list[tuple[Step, ...]]:
    """Return the legal turns that begin with the draft's steps and go on."""
    count = len(draft.steps)
    return [turn for turn in _turns(state) if len(turn) > count and turn[:count] == draft.steps]


def _draft(state: State, typed: str) -> Draft:
    """Return what stands in the input line, as far as it is the beginning of a legal turn."""
    words = typed.split()
    pending = words.pop() if words and words[-1].startswith("+") and words[-1].endswith("-") else ""
    try:
        steps = _steps(notation.read(" ".join(words), any_pawn=state.any_pawn)) if words else ()
    except Illegal:
        return Draft()
    if not any(turn[: len(steps)] == steps for turn in _turns(state)):
        return Draft()
    valid = pending.removeprefix("+").removeprefix("x")[:-1] in {str(row) for row in range(ROWS)}
    return Draft(steps, pending if valid else "")


class _Board:
    """One drawing."""

    def __init__(self, state: State, view: View, geometry: Geometry, draft: Draft, mine: bool) -> None:
        self.state, self.view, self.geometry, self.draft, self.mine = state, view, geometry, draft, mine
        self.turn = _after(state, draft.steps)
        self.canvas = Canvas(geometry.columns, geometry.rows)
        self.hints = _hints(state, draft, self.turn) if mine else {}
        self.marks = _marks(draft.steps or _last_steps(view))
        self.colours = tuple(map(view.say, messages.COLOURS))

    def picture(self) -> Picture:
        geometry, canvas = self.geometry, self.canvas
        canvas.put(0, geometry.weights, " / ".join(colour[0] for colour in self.colours), "bold")
        if self.mine:
            canvas.put(0, geometry.hints, self.view.say(_stage(self.draft, self.hints)), "bold")
        order = range(ROWS) if self.view.seat == 1 else range(ROWS - 1, -1, -1)
        spots = []
        for place, row in enumerate(order):
            top = 1 + place * geometry.height
            self._row(top, row)
            if place < ROWS - 1:
                width = SLOTS * geometry.pitch - 1 + 4
                canvas.put(top + geometry.height - 1, geometry.first - 2, "═" * width, "dim")
            legal_here = row in self.hints
            spots.append(Spot(str(row), top, 0, geometry.height - 1, geometry.columns, legal_here))
        return canvas.picture(spots)

    def _row(self, top: int, row: int) -> None:
        geometry, canvas, line = self.geometry, self.canvas, top + self.geometry.middle
        under = self.view.cursor == str(row)
        canvas.put(line, 1, str(row), "reverse" if under else "bold" if row in self.hints else "")
        if row in LINES:
            owner = LINES.index(row)
            whose = self.view.say(messages.OWNERS[owner])
            canvas.put_row(line, 3, ((f"bold {INKS[owner]}", GLYPHS[owner]), ("", f" {whose}")))
        if row in self.hints:
            canvas.put(line, geometry.first - 1, "»", "bold")
            canvas.put(line, geometry.hints, self.view.say(self.hints[row]), "bold" if under else "")
        for text, column, ink in self._pawns(row):
            for number, part in enumerate(text):
                canvas.put(top + number, column, part, ink)
        red, black = WEIGHTS[0][row], WEIGHTS[1][row]
        canvas.put(line, geometry.weights, f"{red:+d} / {black:+d}")
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


def _after(state: State, steps: tuple[Step, ...]) -> Partial:
    turn, seat = Partial(state.pawns), state.turn
    for kind, start, end in steps:
        if kind == "open":
            turn = opened(turn.pawns, seat, start)
        elif kind == "follow":
            turn = followed(turn, seat, start)
        else:
            turn = nudged(turn, seat if kind == "bonus" else 1 - seat, start, end)
    return turn


def _stage(draft: Draft, hints: Hints) -> Message:
    if not hints:
        return messages.ENTER_SENDS() if draft.steps else messages.NO_OPENING()
    if not draft.steps:
        return messages.OPENING()
    bonus = draft.pending or any(hint.template in BONUSES for hint in hints.values())
    return messages.NEXT_BONUS() if bonus else messages.NEXT_FOLLOW_UP()


def _hints(state: State, draft: Draft, turn: Partial) -> Hints:
    """Return what each row offers as the next step, by row."""
    found = [steps[len(draft.steps)] for steps in _continuations(state, draft)]
    if draft.pending:
        begun = ("theirs", draft.pending[2:-1]) if draft.pending[1] == "x" else ("bonus", draft.pending[1:-1])
        return {
            end: messages.BONUS_TO(step=_arrow(s, end)) for kind, s, end in found if (kind, str(s)) == begun
        }
    hints: Hints = {}
    for kind, start, end in found:
        if kind == "open":
            hints[start] = _promise(_arrow(start, end), opened(state.pawns, state.turn, start))
        elif kind == "follow":
            exact = (
                start + STEP[state.turn] * turn.strength == landing(turn, state.turn, start) and end in LINES
            )
            said = messages.PLUS_BONUS if exact else messages.FOLLOW_TO
            hints[start] = said(step=_arrow(start, end))
        else:
            hints.setdefault(start, messages.BONUS_FROM(row=messages.place(start)))
    return hints


def _promise(step: PlaceName, turn: Partial) -> Message:
    if turn.bonus:
        return messages.HOME_BONUS(step=step)
    if turn.strength:
        return messages.THEN_ROWS(step=step, count=Count(turn.strength))
    return messages.NO_MORE(step=step)


def _arrow(start: int, end: int) -> PlaceName:
    return PlaceName(f"{start}→{end}")


def _last_steps(view: View) -> tuple[Step, ...]:
    return _steps(view.recent[-1][2]) if view.recent else ()


def _marks(steps: tuple[Step, ...]) -> dict[int, tuple[str, ...]]:
    """Return for each row where steps began and ended, in order."""
    marks: dict[int, tuple[str, ...]] = {}
    for number, (_, start, end) in enumerate(steps, 1):
        marks[start] = (*marks.get(start, ()), f"◁{number}")
        marks[end] = (*marks.get(end, ()), f"◄{number}")
    return marks
