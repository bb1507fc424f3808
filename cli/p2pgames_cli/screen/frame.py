"""One frame of the screen: board, panels, preview, line, notice and keys, put together for its size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from p2pgames.picture.picture import Picture, Row, Run, Spot
from p2pgames_cli.i18n.catalogue import N_, _, ngettext
from p2pgames_cli.pages.page import Region
from p2pgames_cli.pages.rows import (
    LEAST,
    fitted,
    key_bar,
    length,
    placed,
    seen,
    several,
    shortened,
    too_small,
    width,
    wrapped,
)
from p2pgames_cli.screen.board import Board, press, top
from p2pgames_cli.screen.panels import PANELS, TWO, news, panels, status
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import offers as table_offers
from p2pgames_cli.table.history_text import with_full_stop
from p2pgames_cli.table.lesson_step import LessonStep
from p2pgames_cli.table.turn_input import TurnInput
from p2pgames_cli.table.view import TableView, TurnView, turn

FOOT: Final = 4
"""Rows under the board: preview or status, line, notice, keys."""
SIDE: Final = 112
"""Columns from which on the panels stand beside the board."""
LEAST_SIDE: Final = 30
"""Columns that the panels have at least."""
WIDE: Final = 90
"""The widest board beside panels in one column."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands on the screen, and what a click means where."""

    rows: tuple[Row, ...]
    picture: Picture
    regions: tuple[Region, ...] = ()
    caret: tuple[int, int] | None = None
    """Row and column of the caret; None if nothing can be typed."""
    covered: bool = False
    """Whether something lies over the board."""
    top: int = 0
    """Rows above the board."""

    def spot_at(self, row: int, column: int) -> Spot | None:
        """Return the spot of the board at a character of the screen."""
        return None if self.covered else self.picture.spot_at(row - self.top, column)

    def region_at(self, row: int, column: int) -> Region | None:
        """Return what a click on a character does, if anything."""
        return next((r for r in self.regions if r.row == row and 0 <= column - r.column < r.columns), None)


def compose(presenter: Presenter, columns: int, rows: int) -> Frame:
    """Return the frame for a screen of this size; the presenter knows the board it holds afterwards."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return Frame(tuple(too_small(columns, rows)), Picture(()), covered=True)
    with presenter.model.timeline.still():
        return _composed(presenter, columns, rows)


def _composed(presenter: Presenter, columns: int, rows: int) -> Frame:
    side = columns >= SIDE
    view = TableView(presenter.model)
    drawn, lesson = _lesson(presenter, view, _room(columns) if side else columns, rows - FOOT)
    page, high = top(presenter), rows - FOOT - len(lesson)
    covered = presenter.overlay is not None and not page.asks
    wide = max(map(len, presenter.cursor.picture.lines), default=0) if side else columns
    body = [fitted(row, wide) for row in placed(tuple(drawn), high)]
    caret, clickable = caret_at(presenter, rows, columns), list[Region]()
    if covered:
        content = page.rows(wide, high)
        clickable = content.shifted(len(lesson))
        body, caret = [fitted(row, wide) for row in placed(tuple(content.rows), high)], content.caret
    if side:
        beside = panels(presenter, view, columns - wide - 1, high)
        body = [(*left, ("", " "), *right) for left, right in zip(body, beside.rows, strict=True)]
        clickable = beside.shifted(len(lesson), wide + 1)
    keys, regions = key_bar(page.keys(), partial(press, presenter), rows - 1, columns)
    made = turn(view.model, presenter.input)
    said = _upper(presenter, made, columns), _notice(presenter, view, made, columns)
    upper, notice = _refused(presenter, columns) or _spoken(presenter, columns, *said)
    if not side:
        upper, notice = upper or status(view, columns), notice or news(view.model, columns)
    foot = [fitted(upper, columns), input_line(presenter, view, columns), fitted(notice, columns), keys]
    send = Region(rows - 3, 0, columns, presenter.input.send)
    board = presenter.cursor.picture
    again = partial(presenter.actions.act, "lesson")
    clickable += [Region(row, 0, columns, again) for row in range(len(lesson))]
    return Frame((*lesson, *body, *foot), board, (*regions, *clickable, send), caret, covered, len(lesson))


def _room(columns: int) -> int:
    """Return how wide a board may be: wider than usual where the panels have room for two columns all the same."""
    return max(min(columns - LEAST_SIDE, WIDE), columns - TWO - 1)


# The step of a lesson, above the board.


def lesson_rows(said: LessonStep | None, columns: int, *, learns: bool = True) -> list[Row]:
    """Return the step: what is learnt by it, then bold what is to be done; nothing if this is no lesson."""
    if said is None:
        return []
    head, parts = said.head or "✓", [("bold", said.task)]
    if learns:
        parts.insert(0, ("", said.learn))
    parts[0] = (parts[0][0], f"{head}  {parts[0][1]}")
    runs = [(ink, f" {line}") for ink, text in parts for line in wrapped(text, columns - 2)]
    ink, first = runs[0]
    number: Run = ("reverse bold", f" {head} ")
    rows: list[Row] = [(number, (ink, first[len(number[1]) :])), *((run,) for run in runs[1:])]
    return [fitted(row, columns) for row in rows]


def _lesson(presenter: Presenter, view: TableView, columns: int, rows: int) -> tuple[list[Row], list[Row]]:
    """Return the board, and the step above it; where both have no room, the first key takes away what is learnt."""
    said, board = view.lesson, Board(presenter)
    lesson = lesson_rows(said, columns)
    drawn = board.rows(columns, rows - len(lesson)).rows
    if said is not None and board.cut and presenter.read == said.number:
        lesson = lesson_rows(said, columns, learns=False)
        drawn = board.rows(columns, rows - len(lesson)).rows
    return drawn, lesson


# -- the foot --


def _spoken(presenter: Presenter, columns: int, upper: Row, notice: Row) -> tuple[Row, Row]:
    """Return the rows above and below the line, with what stands at the cursor where they leave room for it."""
    spot, over = presenter.pointer.spot, presenter.overlay
    there = presenter.model.describe_spot(spot) if spot and (over is None or over.name == PANELS) else None
    if presenter.pointer.looked:
        upper = ()
    if there is None or (upper and notice):
        return upper, notice
    said = with_full_stop(presenter.model.named(there))
    lines: list[Row] = [
        (("", f" {line}"),) for line in several(said, columns - 2, 1 if upper or notice else 2)
    ]
    if notice:
        return lines[0], notice
    return (lines[0] if len(lines) > 1 else upper), lines[-1]


def _refused(presenter: Presenter, columns: int) -> tuple[Row, Row] | None:
    """Return why something was refused, above and below the line where one row does not hold it; None if it does."""
    word, text = presenter.notices.shown
    lines = several(text, columns - 4, 2) if word == "No" and not top(presenter).asks else []
    if len(lines) < 2:
        return None
    return (("", " "), ("bad", "✗"), ("", f" {lines[0]}")), (("", f"   {lines[1]}"),)


def _upper(presenter: Presenter, made: TurnView, columns: int) -> Row:
    """Return the preview; nothing if there is none."""
    if made.sign:
        ink, arrow = ("bold", "▶") if made.sign == "yes" else ("bad bold", "✗")
        return (ink, f" {arrow} "), ("", wrapped(made.words, columns - 3)[0])
    offers = presenter.input.offers
    if made.typed and offers:
        texts = " | ".join(text for text, _move in offers[:8])
        said = ngettext(
            "{count} move begins like this: {moves}", "{count} moves begin like this: {moves}", len(offers)
        )
        return (("", " " + said.format(count=len(offers), moves=texts)),)
    return ()


def _notice(presenter: Presenter, view: TableView, made: TurnView, columns: int) -> Row:
    """Return what is asked or new, or what is chosen and not sent; nothing if there is none of it."""
    model = view.model
    if asks := top(presenter).asks:
        return (("reverse bold", f" {shortened(asks, columns - 2)} "),)
    waits = model.what_if is None and bool(table_offers.answerable(model.handle))
    rest = wrapped(made.words, columns - 3)[1:]
    if rest and not waits:
        return (("", f"   {rest[0]}"),)
    word, text = presenter.notices.shown
    if word == "Over" and text in "".join(part for _, part in input_line(presenter, view, columns)):
        word = ""  # the line says it already
    if not word or word in ("Info", "Over") or (word == "Chat" and waits):  # what is said is kept on its page
        offer = view.offer
        if offer is not None:
            room = columns - length((("", offer.kind),)) - 3
            return ("bold", f" {offer.kind}"), ("", f" {shortened(offer.text, room)}")
    if not word:
        return (("", f" {made.click}"),) if made.click else _drafted(presenter, made)
    ink = {"Fault": "bad bold", "No": "bad", "Over": "bold"}.get(word, "bold")
    if word == "Info":
        return (("", f" {shortened(text, columns - 2)}"),)
    lead = "✗" if word == "No" else f"{_(word)}:"
    return ("", " "), (ink, lead), ("", f" {shortened(text, columns - len(lead) - 3)}")


def _drafted(presenter: Presenter, made: TurnView) -> Row:
    """Return what is chosen and not sent yet."""
    if not made.draft:
        return ()
    key = presenter.actions.key("take-back-step") or "?"
    said = _("{moves}. Enter sends, {key} takes back.").format(moves=", ".join(made.draft), key=key)
    return ("bold", f" {_('Draft:')} "), ("", said)


# The line: what is typed, an example of it, and what holds at the table.

PROMPT: Final = N_("move> ")


def input_line(presenter: Presenter, view: TableView, columns: int) -> Row:
    """Return the line that is typed, and at its end what holds at the table; where both do not fit, its sign alone."""
    left, example = _typed(presenter, view, columns), _example(presenter, view)
    if length(left) + length(example) + width(view.holds) + 2 <= columns:
        left = (*left, *example)
    room = columns - length(left) - 2
    shown = view.holds if width(view.holds) <= room else view.holds[:1]
    ink = {"!": "bad reverse bold", "…": "bold"}.get(shown[:1], "")
    return (*fitted(left, columns - width(shown) - 2), ("", " "), (ink, shown), ("", " "))


def _typed(presenter: Presenter, view: TableView, columns: int) -> Row:
    typed = presenter.input.typed
    model = view.model
    if model.timeline.browsing and typed:
        return ("bold", f" {_('step>')} "), ("", f"{typed}▏")
    if model.mine is not None:
        return ("bold", f" {_(PROMPT)}"), ("", _seen(presenter.input, columns)[0])
    page = presenter.overlay
    return (("", " " if page is not None and page.tells_waiting else f" {view.in_place_of_line}"),)


def _seen(line: TurnInput, columns: int) -> tuple[str, int]:
    """Return the part of the line that is seen, and the caret's column in it; at its end room is left for a sign."""
    return seen(line.typed, line.line.caret, columns - 5 - width(_(PROMPT)))


def _example(presenter: Presenter, view: TableView) -> Row:
    """Return how a move is typed, for a line that is empty yet; nothing while it could show a hand that is hidden."""
    visibility = view.model.visibility
    hidden = presenter.overlay is not None or visibility.covered or visibility.awaits_player
    if hidden or view.model.mine is None or presenter.input.typed or not view.example:
        return ()
    return ("", " "), ("dim", _("such as {move}").format(move=view.example))


def caret_at(presenter: Presenter, rows: int, columns: int) -> tuple[int, int] | None:
    """Return row and column of the caret in the line; None if it is not seen."""
    if presenter.model.mine is None or presenter.overlay is not None:
        return None
    return rows - 3, 1 + width(_(PROMPT)) + _seen(presenter.input, columns)[1]


# Frames as pictures: what stands on the screen, in characters, drawn as SVG.


def screen(presenter: Presenter, columns: int, rows: int) -> str:
    """Return the whole screen in characters, as an SVG picture."""
    from p2pgames_cli.export import picture  # a game that is played draws no SVG

    return picture.svg(compose(presenter, columns, rows).rows, picture.title(presenter.model))


def position(presenter: Presenter, columns: int, rows: int) -> str:
    """Return the board in characters, and what stands beside it where there is room, as an SVG picture."""
    from p2pgames_cli.export import picture

    return picture.svg(_without_foot(presenter, columns, rows), picture.title(presenter.model))


def moving_position(presenter: Presenter, columns: int, rows: int) -> str:
    """Return the whole game as `position` shows each of its steps, as a moving SVG picture."""
    from p2pgames_cli.export import picture

    shown = [_without_foot(presenter, columns, rows) for _step in picture.moves(presenter.model)]
    frames = [list(picture.runs(each)) for each in shown]
    begun = "".join(picture.start(shown[-1], picture.title(presenter.model)))
    return picture.of_elements(begun, frames, "".join(picture.END))


def _without_foot(presenter: Presenter, columns: int, rows: int) -> Sequence[Row]:
    return compose(presenter, columns, rows + FOOT).rows[:-FOOT]
