"""One frame of the screen: board, panels, preview, line, notice and keys, put together for its size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from p2pgames.picture.picture import Picture, Row, Run, Spot
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.screen.board import Board, press, top
from p2pgames_cli.screen.input_line import FOOT, caret_at, input_line
from p2pgames_cli.screen.panels import PANELS, TWO, news, panels, status
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import lesson_step
from p2pgames_cli.table import offers as table_offers
from p2pgames_cli.table.history_text import finished
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.page import Region
from p2pgames_cli.ui.parts import LEAST, key_bar, placed, too_small
from p2pgames_cli.ui.styles import fitted, length, several, shortened, width, wrapped
from p2pgames_cli.ui.text_page import TextPage

SIDE: Final = 112
"""Columns from which on the panels stand beside the board."""
LEAST_SIDE: Final = 30
"""Columns that the panels have at least."""
WIDE: Final = 90
"""The widest board beside panels in one column."""
LOW: Final = 12
"""Rows below which a board is too low for a lesson above it."""


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
    side = columns >= SIDE
    drawn, lesson = _lesson(presenter, _room(columns) if side else columns, rows - FOOT)
    page, high = top(presenter), rows - FOOT - len(lesson)
    covered = presenter.overlay is not None and not page.asks
    wide = max(map(len, presenter.cursor.picture.lines), default=0) if side else columns
    body = [fitted(row, wide) for row in placed(tuple(drawn), high)]
    caret, told = caret_at(presenter, rows, columns), list[Region]()
    if covered:
        content = page.rows(wide, high)
        told = content.shifted(len(lesson))
        body, caret = [fitted(row, wide) for row in placed(tuple(content.rows), high)], content.caret
    if side:
        beside = panels(presenter, columns - wide - 1, high)
        body = [(*left, ("", " "), *right) for left, right in zip(body, beside.rows, strict=True)]
        told = beside.shifted(len(lesson), wide + 1)
    keys, regions = key_bar(page.keys(), partial(press, presenter), rows - 1, columns)
    preview = presenter.input.preview
    said = _upper(presenter, preview, columns), _notice(presenter, preview, columns)
    upper, notice = _refused(presenter, columns) or _spoken(presenter, columns, *said)
    if not side:
        upper, notice = upper or status(presenter, columns), notice or news(presenter, columns)
    foot = [fitted(upper, columns), input_line(presenter, columns), fitted(notice, columns), keys]
    send = Region(rows - 3, 0, columns, presenter.input.send)
    picture = presenter.cursor.picture
    return Frame((*lesson, *body, *foot), picture, (*regions, *told, send), caret, covered, len(lesson))


def _room(columns: int) -> int:
    """Return how wide a board may be: wider than usual where the panels have room for two columns all the same."""
    return max(min(columns - LEAST_SIDE, WIDE), columns - TWO - 1)


# The step of a lesson, above the board.


def lesson_rows(model: TableModel, columns: int) -> list[Row]:
    """Return the step: what is learnt by it, then bold what is to be done; nothing if this is no lesson."""
    if model.course is None:
        return []
    said = lesson_step.now(model.course)
    head: Run = ("reverse bold", f" {said.head or '✓'} ")
    aside = width(head[1]) + 1
    room = columns - aside - 1
    runs: list[Run] = [("", line) for line in wrapped(said.learn, room)]
    runs += [("bold", line) for line in wrapped(said.task, room)]
    rows: list[Row] = [(head, ("", " "), runs[0]), *((("", " " * aside), run) for run in runs[1:])]
    return [fitted(row, columns) for row in rows]


def _lesson(presenter: Presenter, columns: int, rows: int) -> tuple[list[Row], list[Row]]:
    """Return the board, and what the lesson says above it; where both have no room, a page says it first."""
    lesson = lesson_rows(presenter.model, columns)
    board = Board(presenter)
    drawn = board.rows(columns, rows - len(lesson)).rows
    if lesson and (board.cut or rows - len(lesson) < LOW):
        course = presenter.model.course
        if course is not None and presenter.overlay is None and presenter.read != course.at:
            presenter.read = course.at
            presenter.overlay = TextPage(presenter.model.title, lesson_step.now(course).page)
        drawn, lesson = board.rows(columns, rows).rows, []
    return drawn, lesson


# -- the foot --


def _spoken(presenter: Presenter, columns: int, upper: Row, notice: Row) -> tuple[Row, Row]:
    """Return the rows above and below the line, with what stands at the cursor where they leave room for it."""
    spot, over = presenter.input.pointer.spot, presenter.overlay
    there = presenter.model.describe_spot(spot) if spot and (over is None or over.name == PANELS) else None
    if presenter.input.pointer.looked:
        upper = ()
    if there is None or (upper and notice):
        return upper, notice
    said = finished(presenter.model.named(there))
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


def _upper(presenter: Presenter, preview: tuple[str, str], columns: int) -> Row:
    """Return the preview, or what the lesson asks for; nothing if there is neither."""
    sign, words = preview
    if sign:
        ink, arrow = ("bold", "▶") if sign == "yes" else ("bad bold", "✗")
        return (ink, f" {arrow} "), ("", wrapped(words, columns - 3)[0])
    offers = presenter.input.offers
    if presenter.input.typed and offers:
        texts = " | ".join(text for text, _move in offers[:8])
        said = ngettext(
            "{count} move begins like this: {moves}", "{count} moves begin like this: {moves}", len(offers)
        )
        return (("", " " + said.format(count=len(offers), moves=texts)),)
    course = presenter.model.course
    if course is not None and presenter.read == course.at:
        return (("bold", f" {shortened(lesson_step.now(course).task, columns - 2)}"),)
    return ()


def _notice(presenter: Presenter, preview: tuple[str, str], columns: int) -> Row:
    """Return what is asked or new, or what is chosen and not sent; nothing if there is none of it."""
    model = presenter.model
    if asks := top(presenter).asks:
        return (("reverse bold", f" {asks} "),)
    waits = model.what_if is None and bool(table_offers.answerable(model.handle))
    rest = wrapped(preview[1], columns - 3)[1:]
    if rest and not waits:
        return (("", f"   {rest[0]}"),)
    word, text = presenter.notices.shown
    if word == "Over" and text in "".join(part for _, part in input_line(presenter, columns)):
        word = ""  # the line says it already
    if not word or word in ("Info", "Over") or (word == "Chat" and waits):  # what is said is kept on its page
        lead, asked = _asked(presenter)
        if asked:
            room = columns - length((("", lead),)) - 3
            return ("bold", f" {lead}"), ("", f" {shortened(asked, room)}")
    if not word and presenter.input.click_sends:
        return (("", " " + _("Enter, or a click there again, sends it.")),)
    if not word and (another := presenter.input.other_click):
        return (("", " " + _("Another click there: {move}.").format(move=another)),)
    if not word:
        return _drafted(presenter)
    ink = {"Fault": "bad bold", "No": "bad", "Over": "bold"}.get(word, "bold")
    if word == "Info":
        return (("", f" {shortened(text, columns - 2)}"),)
    lead = "✗" if word == "No" else f"{_(word)}:"
    return ("", " "), (ink, lead), ("", f" {shortened(text, columns - len(lead) - 3)}")


def _asked(presenter: Presenter) -> tuple[str, str]:
    """Return what the others want to know, with a word for it: an offer, or after the game another one."""
    model = presenter.model
    if model.what_if is not None:
        return "", ""
    if offered := table_offers.line(model.handle):
        return _("Offer:") if model.replica.offers else _("Pause:"), offered
    return _("Rematch:"), model.rematch.line(model.handle)


def _drafted(presenter: Presenter) -> Row:
    """Return what is chosen and not sent yet."""
    draft = presenter.model.choices.draft
    if draft is None or not draft.moves or presenter.input.busy:
        return ()
    return (
        ("bold", f" {_('Draft:')} "),
        (
            "",
            _("{moves}. Enter sends, {key} takes back.").format(
                moves=", ".join(draft.texts), key=presenter.actions.key("take-back-step") or "?"
            ),
        ),
    )
