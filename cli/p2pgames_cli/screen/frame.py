"""One frame of the screen: board, panels, preview, line, notice and keys, put together for its size."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Final

from p2pgames.picture.picture import Picture, Row, Spot
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.chat_page import Speech, speech_rows
from p2pgames_cli.screen.input_line import FOOT, caret_at, input_line
from p2pgames_cli.screen.panels import news, panels, status
from p2pgames_cli.screen.plans_page import Foresight, foresight_rows
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import offers as table_offers
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.ui.pages import Curtain, Decision, Palette, Panels, Question, Sheet
from p2pgames_cli.ui.parts import (
    LEAST,
    Key,
    Region,
    key_bar,
    nothing,
    palette_rows,
    placed,
    sheet_rows,
    too_small,
    yes_no,
)
from p2pgames_cli.ui.styles import fitted, length, shortened, wrapped

SIDE: Final = 112
"""Columns from which on the panels stand beside the board."""
LEAST_SIDE: Final = 30
"""Columns that the panels have at least."""
WIDE: Final = 90
"""The widest board."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands on the screen, and what a click means where."""

    rows: tuple[Row, ...]
    picture: Picture
    regions: tuple[Region, ...] = ()
    caret: tuple[int, int] | None = None
    """Row and column of the caret; None where nothing can be typed."""
    covered: bool = False
    """Whether something lies over the board."""

    def spot_at(self, row: int, column: int) -> Spot | None:
        """Return the spot of the board at a character of the screen."""
        return None if self.covered else self.picture.spot_at(row, column)

    def region_at(self, row: int, column: int) -> Region | None:
        """Return what a click on a character does, if anything."""
        return next((r for r in self.regions if r.row == row and 0 <= column - r.column < r.columns), None)


def compose(desk: Desk, columns: int, rows: int) -> Frame:
    """Return the frame for a screen of this size; the desk knows the board it holds afterwards."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return Frame(tuple(too_small(columns, rows)), Picture(()), covered=True)
    side = columns >= SIDE
    high = rows - FOOT
    desk.picture = board(desk, min(columns - LEAST_SIDE, WIDE) if side else columns, high)
    wide = max(map(len, desk.picture.lines), default=0) if side else columns
    body = [fitted(row, wide) for row in placed(desk.picture.rows, high)]
    covered = desk.overlay is not None and not isinstance(desk.overlay, Question)
    if covered:
        body = _overlaid(desk, wide, high)
    if side:
        beside = panels(desk, columns - wide - 1, high)
        body = [(*left, ("", " "), *right) for left, right in zip(body, beside, strict=True)]
    keys, regions = key_bar(_shown(desk), rows - 1, columns)
    preview = desk.preview
    upper, notice = _upper(desk, preview, columns, side=side), _notice(desk, preview, columns)
    foot = [upper, input_line(desk, columns), notice, keys]
    send = Region(rows - 3, 0, columns, desk.send)
    caret = caret_at(desk, rows, columns, wide)
    return Frame((*body, *foot), desk.picture, (*regions, send), caret, covered)


def board(desk: Desk, columns: int, rows: int) -> Picture:
    """Return the board as the desk shows it, at most so large; in words where nothing draws the game."""
    if desk.painter is not None:
        return desk.painter.picture(desk.state, desk.view(columns, rows))
    lines = [
        line
        for sentence in desk.ledger.rules.words(desk.state, desk.seat, desk.known)
        for line in textwrap.wrap(desk.named(sentence), columns - 2)
    ]
    return Picture(tuple((("", f" {line}"),) for line in lines[:rows]))


# -- the foot --


def _upper(desk: Desk, preview: tuple[str, str], columns: int, *, side: bool) -> Row:
    """Return the preview; where there is none, the status of a screen without panels."""
    sign, words = preview
    if sign:
        first = wrapped(words, columns - 3)[0]
        return fitted((("bold" if sign == "▶" else "bad bold", f" {sign} "), ("", first)), columns)
    offers = desk.offers
    if desk.typed and offers:
        texts = " | ".join(text for text, _move in offers[:8])
        said = ngettext("{count} move begins so: {moves}", "{count} moves begin so: {moves}", len(offers))
        return fitted((("", " " + said.format(count=len(offers), moves=texts)),), columns)
    return fitted((), columns) if side else status(desk, columns)


def _notice(desk: Desk, preview: tuple[str, str], columns: int) -> Row:
    if isinstance(desk.overlay, Question):
        return fitted((("reverse bold", f" {desk.overlay.text}? {yes_no()} "),), columns)
    waits = desk.manner.trial is None and bool(table_offers.answerable(desk.place))
    rest = wrapped(preview[1], columns - 3)[1:]
    if rest and not waits:
        return fitted((("", f"   {rest[0]}"),), columns)
    word, text = desk.notice
    if not word or word in ("Info", "Over") or (word == "Chat" and waits):  # what is said is kept on its page
        lead, asked = _asked(desk)
        if asked:
            room = columns - length((("", lead),)) - 3
            return fitted((("bold", f" {lead}"), ("", f" {shortened(asked, room)}")), columns)
    if not word:
        return fitted(_drafted(desk) or (news(desk, columns) if columns < SIDE else ()), columns)
    ink = {"Fault": "bad bold", "No": "bad", "Over": "bold"}.get(word, "bold")
    lead = "✗" if word == "No" else f"{_(word)}:"
    return fitted((("", " "), (ink, lead), ("", f" {shortened(text, columns - len(lead) - 3)}")), columns)


def _asked(desk: Desk) -> tuple[str, str]:
    """Return what the others want to know, with a word for it: an offer, or after the game another one."""
    if desk.manner.trial is not None:
        return "", ""
    if offered := table_offers.line(desk.place):
        return _("Offer:") if desk.ledger.offers else _("Pause:"), offered
    return _("Rematch:"), desk.manner.rematch.line(desk.place)


def _drafted(desk: Desk) -> Row:
    """Return what is chosen and not sent yet."""
    draft = desk.draft
    if draft is None or not draft.moves:
        return ()
    return (
        ("bold", f" {_('Draft:')} "),
        (
            "",
            _("{moves}. Enter sends, {key} takes back.").format(
                moves=", ".join(draft.texts), key=actions.key(desk, "take-back-step") or "?"
            ),
        ),
    )


def _answers(desk: Desk) -> list[Key]:
    """Return the keys that answer an offer, where there is one."""
    if desk.manner.trial is not None or desk.local or not table_offers.answerable(desk.place):
        return []
    return [
        *_settled(desk, "accept", _("accept")),
        *_settled(desk, "decline", _("decline")),
    ]


def _shown(desk: Desk) -> list[Key]:
    """Return the keys that work now, the most used first."""
    match desk.overlay:
        case Decision(does=does):
            return [("Enter", does, desk.enter), ("Esc", _("back"), desk.escape)]
        case Sheet() | Panels():
            return [("↑↓", _("scroll"), nothing), ("Esc", _("back"), desk.escape)]
        case Palette():
            return [
                ("↑↓", _("choose"), nothing),
                ("Enter", _("do"), desk.enter),
                ("Esc", _("back"), desk.escape),
            ]
        case Speech():
            planned = isinstance(desk.overlay, Foresight)
            return [
                ("Enter", _("plan it") if planned else _("say it"), desk.enter),
                ("↑↓", _("scroll"), nothing),
                ("Esc", _("back"), desk.escape),
            ]
        case Question():
            return [("y", _("yes"), desk.enter), ("n", _("no"), desk.escape)]
        case Curtain():
            return [("Enter", _("show the hand"), desk.enter)]
    away: list[Key] = [("Esc", _("back"), desk.escape)] if desk.looking_back else []
    more: list[Key] = [("?", _("more"), lambda: actions.palette(desk)), *_settled(desk, "rules", _("rules"))]
    if desk.place.talk is not None:
        unread = f" ({desk.unread})" if desk.unread else ""
        more[1:1] = _settled(desk, "chat", _("chat") + unread)
    again = _settled(desk, "rematch", _("rematch")) if can_follow(desk.place) else []
    if desk.passive:
        shown = 1 + (desk.place.talk is not None)
        return [
            *again,
            *away,
            ("←", "", lambda: desk.rewind(-1)),
            ("→", _("step"), lambda: desk.rewind(1)),
            *_replaying(desk),
            *_settled(desk, "eyes", _("eyes")),
            ("0-9", _("go to"), nothing),
            *more[:shown],
            *_settled(desk, "close", _("close")),
            *_settled(desk, "first", ""),
            *_settled(desk, "now", ""),
            *more[shown:],
        ]
    back = _settled(desk, "look-back", _("look back"))
    if desk.mine is None:
        if desk.place.talk is not None and not desk.ledger.finished:
            more[1:1] = _settled(desk, "plans", _("plan"))
        forth = _settled(desk, "look-forward", _("forward")) if desk.step is not None else []
        close = _settled(desk, "close", _("close")) if desk.browsing else []
        return [
            *_answers(desk),
            *again,
            *away,
            *back,
            *forth,
            *_settled(desk, "history", _("history")),
            *more,
            *close,
        ]
    started = desk.typed or (desk.draft is not None and desk.draft.moves)
    return [
        *_answers(desk),
        ("↑↓←→", _("place"), nothing),
        ("Enter", _("point / send"), desk.enter),
        ("Tab", _("next"), desk.next_legal),
        *(_settled(desk, "take-back-step", _("undo")) if started else []),
        *(more[1:] if desk.typing else more),
        *_settled(desk, "read", _("in words")),
        *back,
    ]


def _settled(desk: Desk, action: str, words: str) -> list[Key]:
    """Return the key of an action; nothing where it has none."""
    key = actions.key(desk, action)
    return [(key, words, lambda: actions.act(desk, action))] if key else []


def _replaying(desk: Desk) -> list[Key]:
    if not desk.still:
        return []
    return [
        ("Space", _("stop") if desk.running else _("play"), desk.run_or_rest),
        *_settled(desk, "what-if", _("what if")),
    ]


# -- what lies over the board --


def _overlaid(desk: Desk, columns: int, rows: int) -> list[Row]:
    match desk.overlay:
        case Sheet() as sheet:
            return sheet_rows(sheet, columns, rows)
        case Palette() as chosen:
            return palette_rows(chosen, columns, rows)
        case Panels():
            return panels(desk, columns, rows)
        case Foresight() as page:
            return foresight_rows(page, desk.planning.plans, columns, rows)
        case Speech() as speech:
            return speech_rows(speech, desk.place, columns, rows)
        case Curtain(name):
            words = _("{name}, press Enter when only you see the screen.").format(name=name)
            middle = [*([()] * (rows // 2)), (("bold", words.center(columns)),)]
            return [fitted(row, columns) for row in placed(tuple(middle), rows)]
    return []
