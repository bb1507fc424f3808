"""One frame of the screen: board, panels, preview, line, notice and keys, put together for its size."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Final

from p2pgames.picture import Picture, Row, Spot
from p2pgames_cli.screen import commands
from p2pgames_cli.screen.desk import Desk
from p2pgames_cli.screen.inks import fitted
from p2pgames_cli.screen.overlay import Curtain, Palette, Panels, Question, Sheet
from p2pgames_cli.screen.panels import panels, status
from p2pgames_cli.screen.parts import (
    LEAST,
    Key,
    Region,
    key_bar,
    nothing,
    palette_rows,
    placed,
    sheet_rows,
    too_small,
)

SIDE: Final = 112
"""Columns from which on the panels stand beside the board."""
LEAST_SIDE: Final = 30
"""Columns that the panels have at least."""
WIDE: Final = 90
"""The widest board."""
FOOT: Final = 4
"""Rows under the board: preview or status, line, notice, keys."""
PROMPT: Final = "move> "


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
    foot = [_upper(desk, columns, side=side), _line(desk, columns), _notice(desk, columns), keys]
    send = Region(rows - 3, 0, columns, desk.send)
    caret = _caret(desk, rows)
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


def _upper(desk: Desk, columns: int, *, side: bool) -> Row:
    """Return the preview; where there is none, the status of a screen without panels."""
    sign, words = desk.preview
    if sign:
        first = _wrapped(words, columns)[0]
        return fitted((("bold" if sign == "▶" else "bad bold", f" {sign} "), ("", first)), columns)
    offers = desk.offers
    if desk.typed and offers:
        texts = " | ".join(text for text, _ in offers[:8])
        return fitted((("", f" {len(offers)} moves begin so: {texts}"),), columns)
    return fitted((), columns) if side else status(desk, columns)


def _wrapped(words: str, columns: int) -> list[str]:
    return textwrap.wrap(words, columns - 3) or [""]


def _line(desk: Desk, columns: int) -> Row:
    if desk.browsing and desk.typed:
        return fitted((("bold", " step> "), ("", f"{desk.typed}▏")), columns)
    if desk.mine is None:
        return fitted((("dim", " " + _idle(desk)),), columns)
    return fitted((("bold", f" {PROMPT}"), ("", desk.typed)), columns)


def _idle(desk: Desk) -> str:
    eyes = f", {desk.onlooker}" if desk.onlooker else ""
    if desk.step is not None:
        return f"The position after step {desk.step} of {len(desk.ledger.log)}{eyes}."
    if desk.position.over:
        return f"The game is over{eyes}."
    return desk.awaited()


def _caret(desk: Desk, rows: int) -> tuple[int, int] | None:
    if desk.mine is None or desk.overlay is not None:
        return None
    return rows - 3, 1 + len(PROMPT) + desk.line.caret


def _notice(desk: Desk, columns: int) -> Row:
    if isinstance(desk.overlay, Question):
        return fitted((("reverse bold", f" {desk.overlay.text}? y yes · n no "),), columns)
    rest = _wrapped(desk.preview[1], columns)[1:]
    if rest:
        return fitted((("", f"   {rest[0]}"),), columns)
    word, text = desk.notice
    if not word:
        return fitted(_drafted(desk), columns)
    ink = {"Fault": "bad bold", "No": "bad", "Over": "bold"}.get(word, "bold")
    lead = "✗" if word == "No" else f"{word}:"
    return fitted((("", " "), (ink, lead), ("", f" {text}")), columns)


def _drafted(desk: Desk) -> Row:
    """Return what is chosen and not sent yet."""
    draft = desk.draft
    if draft is None or not draft.moves:
        return ()
    return (("bold", " Draft: "), ("", f"{', '.join(draft.texts)}. Enter sends, Ctrl-U takes back."))


def _shown(desk: Desk) -> list[Key]:
    """Return the keys that work now, the most used first."""
    match desk.overlay:
        case Sheet() | Panels():
            return [("↑↓", " scroll", nothing), ("Esc", " back", desk.escape)]
        case Palette():
            return [("↑↓", " choose", nothing), ("Enter", " do", desk.enter), ("Esc", " back", desk.escape)]
        case Question():
            return [("y", " yes", desk.enter), ("n", " no", desk.escape)]
        case Curtain():
            return [("Enter", " show the hand", desk.enter)]
    back: Key = ("PgUp", " look back", lambda: desk.rewind(-1))
    more: list[Key] = [
        ("?", " more", lambda: commands.palette(desk)),
        ("F1", " rules", lambda: commands.rules(desk)),
    ]
    if desk.passive:
        return [
            ("←", " back", lambda: desk.rewind(-1)),
            ("→", " on", lambda: desk.rewind(1)),
            ("Home", "", lambda: desk.show_step(0)),
            ("End", "", lambda: desk.show_step(len(desk.ledger.log))),
            ("s", " whose eyes", desk.next_eyes),
            ("0-9", " step", nothing),
            *more,
            ("q", " close", lambda: commands.leave(desk)),
        ]
    if desk.mine is None:
        forth: list[Key] = [("PgDn", " forward", lambda: desk.rewind(1))] if desk.step is not None else []
        quit_key = [("q", " close", lambda: commands.leave(desk))] if desk.ledger.finished else []
        return [back, *forth, ("F4", " history", lambda: commands.history(desk)), *more, *quit_key]
    return [
        ("↑↓←→", " place", nothing),
        ("Enter", " point / send", desk.enter),
        ("Tab", " next", desk.next_legal),
        ("Ctrl-U", " undo", desk.undo),
        *more,
        ("F3", " in words", desk.read),
        back,
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
        case Curtain(name):
            words = f"{name}, press Enter when only you see the screen."
            middle = [*([()] * (rows // 2)), (("bold", words.center(columns)),)]
            return [fitted(row, columns) for row in placed(tuple(middle), rows)]
    return []
