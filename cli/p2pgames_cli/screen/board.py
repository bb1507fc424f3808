"""The board as the page below all others: how it is drawn, and what keys do on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from p2pgames.picture.canvas import window
from p2pgames.text import as_notation
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.page import ARROWS, PASSED, TAKEN, Key, Page, PageContent, Reaction
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import offers
from p2pgames_cli.table.actions.everything import keys_of
from p2pgames_cli.table.lesson_step import is_learnt
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.view import in_characters

DIGITS: Final = frozenset("0123456789")


# The bar of keys under the board.


@dataclass
class BoardKeys:
    """Which keys work while nothing lies over the board."""

    presenter: Presenter

    @property
    def model(self) -> TableModel:
        """What is known of the table."""
        return self.presenter.model

    def listed(self) -> list[Key]:
        """Return the keys that work now, the most used first."""
        model = self.presenter.model
        if is_learnt(model.course):
            return [
                ("Enter", _("Play it against a bot"), "enter"),
                ("Ctrl-C", _("leave"), LEAVE),
                *self._more(),
            ]
        if model.timeline.passive:
            return self._watching()
        return self._waiting() if model.mine is None else self._moving()

    def _settled(self, action: str, words: str) -> list[Key]:
        """Return the key of an action; nothing if it has none."""
        actions = self.presenter.actions
        key = actions.key(action)
        return [(key, words, key)] if key else []

    def _more(self) -> list[Key]:
        model = self.model
        unread = f" ({model.unread.unread})" if model.unread.unread else ""
        chat = self._settled("chat", _("chat") + unread) if model.handle.talk is not None else []
        return [("?", _("more"), "?"), *chat, *self._settled("rules", _("rules"))]

    def _elsewhere(self) -> list[Key]:
        """Return the key that leads to the next open table, where there is one."""
        model = self.model
        live = model.client.live
        after = live.tables.after(live) if live is not None and live.is_live else None
        if after is None:
            return []
        return self._settled(
            "next-table", _("next table") if after.since is None else _("another table waits")
        )

    def _away(self) -> list[Key]:
        model = self.model
        again = self._settled("rematch", _("rematch")) if can_follow(model.handle) else []
        return [
            *again,
            *([("Esc", _("back"), "escape")] if model.timeline.looking_back else []),
        ]

    def _answers(self) -> list[Key]:
        """Return the keys that answer an offer, where there is one."""
        model = self.presenter.model
        if model.what_if is not None or offers.decided_here(model) or not offers.answerable(model.handle):
            return []
        return [*self._settled("accept", _("accept")), *self._settled("decline", _("decline"))]

    def _watching(self) -> list[Key]:
        presenter, more = self.presenter, self._more()
        model = presenter.model
        shown = 1 + (model.handle.talk is not None)
        play: list[Key] = [("Space", _("stop") if presenter.playback.running else _("play"), " ")]
        return [
            *self._away(),
            ("←", "", "left"),
            ("→", _("step"), "right"),
            *([*play, *self._settled("what-if", _("what if"))] if model.timeline.replaying else []),
            *self._settled("eyes", _("view")),
            ("0-9", _("go to"), ""),
            *more[:shown],
            *self._settled("close", _("close")),
            *self._settled("first", ""),
            *self._settled("now", ""),
            *more[shown:],
        ]

    def _waiting(self) -> list[Key]:
        model, more = self.presenter.model, self._more()
        if model.handle.talk is not None and not model.replica.finished:
            more[1:1] = self._settled("plans", _("plan"))
        return [
            *self._answers(),
            *self._elsewhere(),
            *self._away(),
            *self._settled("look-back", _("look back")),
            *(self._settled("look-forward", _("forward")) if model.timeline.step is not None else []),
            *self._settled("history", _("history")),
            *more,
            *(self._settled("close", _("close")) if model.timeline.browsing else []),
        ]

    def _moving(self) -> list[Key]:
        model = self.model
        line, draft, more = self.presenter.input, model.choices.draft, self._more()
        started = line.typed or (draft is not None and draft.moves)
        return [
            *self._answers(),
            ("↑↓←→", _("place"), ""),
            ("Enter", _("point / send"), "enter"),
            *self._elsewhere(),
            *([("Ctrl-C", _("leave"), LEAVE)] if model.course is not None else []),
            ("Tab", _("next"), "tab"),
            *(self._settled("take-back-step", _("undo")) if started else []),
            *(more[1:] if line.typing else more),
            *self._settled("read", _("in words")),
            *self._settled("look-back", _("look back")),
        ]


@dataclass
class Board(Page):
    """The position, with the cursor on it and the line below it."""

    presenter: Presenter
    cut: bool = False
    """Whether a part of the board was drawn last, as all of it had no room."""

    @property
    def model(self) -> TableModel:
        """What is known of the table."""
        return self.presenter.model

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return the board, at most this large, in words if nothing draws the game; pointing refers to it."""
        presenter = self.presenter
        view = presenter.input.view(columns, rows)
        drawn = presenter.drawn("board", (self.model.state, view), partial(in_characters, self.model, view))
        # A painter draws nothing smaller than its smallest board, and may leave out by itself what has no room.
        picture = window(drawn, columns, rows, presenter.pointer.cursor)
        self.cut = picture is not drawn or any(spot.beyond for spot in drawn.spots)
        presenter.cursor.set_picture(picture)
        return PageContent(list(picture.rows))

    def keys(self) -> list[Key]:
        """Return the keys that work now, the most used first."""
        return BoardKeys(self.presenter).listed()

    def press(self, key: str) -> Reaction:
        """Move the cursor or the caret, point, send, complete, or step through what is watched."""
        presenter = self.presenter
        line, cursor = presenter.input, presenter.cursor
        match key:
            case "enter":
                cursor.enter()
            case "escape":
                cursor.step_out()
            case _ if key in ARROWS:
                self._arrow(key)
            case "tab" | "s-tab":
                cursor.complete(1 if key == "tab" else -1)
            case "backspace":
                line.line.erase()
                presenter.notices.quiet()
            case "delete":
                line.line.delete()
            case "Ctrl-W":
                line.undo()
            case "Ctrl-A" | "Ctrl-E":
                line.line.to_end(first=key == "Ctrl-A")
            case "Home" | "End" if self.model.mine is not None:
                line.line.to_end(first=key == "Home")
            case _:
                return PASSED
        return TAKEN

    def _arrow(self, key: str) -> None:
        """Step through what is watched, or move the caret in what is typed, else the cursor on the board."""
        timeline = self.model.timeline
        presenter = self.presenter
        line, sideways = presenter.input, key in ("left", "right")
        if timeline.passive and sideways:
            presenter.playback.stop()
            timeline.rewind(ARROWS[key])
        elif line.typing and sideways:
            line.line.go(ARROWS[key])
        else:
            presenter.cursor.move(key)

    def type(self, text: str) -> Reaction:
        """Type a move, or outside one's turn what to do; where nobody types moves letters are keys; a blank points."""
        model = self.model
        presenter, line, mine = self.presenter, self.presenter.input, model.mine
        if text == "?" and not (line.typing and mine is not None):
            actions.palette(presenter)
        elif text == " " and line.pointer.cursor:
            line.point()
        elif model.timeline.browsing and len(text) == 1:
            return self._single(text)
        elif mine is None and text.strip():
            actions.palette(presenter, early=" ".join(text.splitlines()))
        else:
            line.type(text)
        return TAKEN

    def _single(self, letter: str) -> Reaction:
        """Do what a single letter means where nobody types moves."""
        presenter, replica = self.presenter, self.model.replica
        line = presenter.input
        if (digit := as_notation(letter)) in DIGITS:  # of a step: Enter goes there
            line.pointer.leave()
            if len(line.typed) < len(str(len(replica.log))):
                line.line.insert(digit)
        elif letter == " ":
            presenter.playback.toggle()
        else:
            return PASSED
        return TAKEN


# What a key does on the screen: what the page on top makes of it, else the action that has the key.

UNDO = "take-back-step"
LEAVE = "Ctrl-C"


def top(presenter: Presenter) -> Page:
    """Return the page on top: what lies over the board, else the board."""
    return presenter.overlay or Board(presenter)


def press(presenter: Presenter, key: str) -> None:
    """Do what a key means to the page on top, else what it is settled to be."""
    if len(key) == 1:
        type_(presenter, key)
        return
    over = presenter.overlay
    if _react(presenter, top(presenter).press(key)):
        return
    if presenter.overlay is over:
        _settled(presenter, key)
    else:
        press(presenter, key)


def type_(presenter: Presenter, text: str) -> None:
    """Write what is typed or pasted, where there is a line for it; else do what the letter means.

    A page that goes away without taking it leaves it to what lies below.
    """
    over = presenter.overlay
    if _react(presenter, top(presenter).type(text)):
        return
    if presenter.overlay is not over:
        type_(presenter, text)
    elif over is None:
        _settled(presenter, text)


def _react(presenter: Presenter, reaction: Reaction) -> bool:
    """Do what came of a key; tell whether the page knew it."""
    if reaction.leaves:
        presenter.overlay = None
    if reaction.do is not None:
        reaction.do()
    return reaction.taken


def _settled(presenter: Presenter, key: str) -> None:
    """Do the action that has the key; taking back a step works on the line of the page on top."""
    action = keys_of(presenter.model.settings).actions.get(key)
    if key == LEAVE:
        presenter.actions.act("quit")
    elif action == UNDO and presenter.overlay is not None:
        _react(presenter, presenter.overlay.press("Ctrl-W"))
    elif action is not None:
        presenter.actions.act(action)
