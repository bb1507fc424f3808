"""The board as the page below all others: how it is drawn, and what keys do on it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from p2pgames.picture.picture import Picture
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import offers
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.ui.leaf import Leaf
from p2pgames_cli.ui.page import ARROWS, PASSED, TAKEN, Key, Page, Reaction


@dataclass
class Board(Page):
    """The position, with the cursor on it and the line below it."""

    presenter: Presenter

    def rows(self, columns: int, rows: int) -> Leaf:
        """Return the board, at most so large, in words where nothing draws the game; the presenter keeps it."""
        presenter = self.presenter
        if presenter.painter is not None:
            presenter.picture = presenter.painter.picture(presenter.state, presenter.view(columns, rows))
        else:
            words = presenter.replica.rules.words(presenter.state, presenter.seat, presenter.known)
            lines = [line for each in words for line in textwrap.wrap(presenter.named(each), columns - 2)]
            presenter.picture = Picture(tuple((("", f" {line}"),) for line in lines[:rows]))
        return Leaf(list(presenter.picture.rows))

    # -- the bar of keys --

    def keys(self) -> list[Key]:
        """Return the keys that work now, the most used first."""
        presenter = self.presenter
        if presenter.passive:
            return self._watching()
        return self._waiting() if presenter.mine is None else self._moving()

    def _settled(self, action: str, words: str) -> list[Key]:
        """Return the key of an action; nothing where it has none."""
        key = actions.key(self.presenter, action)
        return [(key, words, key)] if key else []

    def _more(self) -> list[Key]:
        presenter = self.presenter
        unread = f" ({presenter.unread})" if presenter.unread else ""
        chat = self._settled("chat", _("chat") + unread) if presenter.place.talk is not None else []
        return [("?", _("more"), "?"), *chat, *self._settled("rules", _("rules"))]

    def _away(self) -> list[Key]:
        again = self._settled("rematch", _("rematch")) if can_follow(self.presenter.place) else []
        return [*again, *([("Esc", _("back"), "escape")] if self.presenter.looking_back else [])]

    def _answers(self) -> list[Key]:
        """Return the keys that answer an offer, where there is one."""
        presenter = self.presenter
        if (
            presenter.play_options.trial is not None
            or presenter.local
            or not offers.answerable(presenter.place)
        ):
            return []
        return [*self._settled("accept", _("accept")), *self._settled("decline", _("decline"))]

    def _watching(self) -> list[Key]:
        presenter, more = self.presenter, self._more()
        shown = 1 + (presenter.place.talk is not None)
        play: list[Key] = [("Space", _("stop") if presenter.playback.running else _("play"), " ")]
        return [
            *self._away(),
            ("←", "", "left"),
            ("→", _("step"), "right"),
            *([*play, *self._settled("what-if", _("what if"))] if presenter.still else []),
            *self._settled("eyes", _("eyes")),
            ("0-9", _("go to"), ""),
            *more[:shown],
            *self._settled("close", _("close")),
            *self._settled("first", ""),
            *self._settled("now", ""),
            *more[shown:],
        ]

    def _waiting(self) -> list[Key]:
        presenter, more = self.presenter, self._more()
        if presenter.place.talk is not None and not presenter.replica.finished:
            more[1:1] = self._settled("plans", _("plan"))
        return [
            *self._answers(),
            *self._away(),
            *self._settled("look-back", _("look back")),
            *(self._settled("look-forward", _("forward")) if presenter.step is not None else []),
            *self._settled("history", _("history")),
            *more,
            *(self._settled("close", _("close")) if presenter.browsing else []),
        ]

    def _moving(self) -> list[Key]:
        presenter, more = self.presenter, self._more()
        started = presenter.typed or (presenter.draft is not None and presenter.draft.moves)
        return [
            *self._answers(),
            ("↑↓←→", _("place"), ""),
            ("Enter", _("point / send"), "enter"),
            ("Tab", _("next"), "tab"),
            *(self._settled("take-back-step", _("undo")) if started else []),
            *(more[1:] if presenter.typing else more),
            *self._settled("read", _("in words")),
            *self._settled("look-back", _("look back")),
        ]

    # -- what keys do --

    def press(self, key: str) -> Reaction:
        """Move the cursor or the caret, point, send, complete, or step through what is watched."""
        presenter = self.presenter
        match key:
            case "enter":
                self._enter()
            case "escape":
                presenter.step_out()
            case _ if key in ARROWS:
                self._arrow(key)
            case "tab" | "s-tab":
                self._tab(1 if key == "tab" else -1)
            case "backspace":
                presenter.line.erase()
                presenter.quiet()
            case "delete":
                presenter.line.delete()
            case "Ctrl-W":
                presenter.undo()
            case "Ctrl-A" | "Ctrl-E":
                presenter.line.go(0 if key == "Ctrl-A" else len(presenter.typed))
            case "Home" | "End" if presenter.mine is not None:
                presenter.line.go(0 if key == "Home" else len(presenter.typed))
            case _:
                return PASSED
        return TAKEN

    def _enter(self) -> None:
        """Point where the cursor has come to, or send the line."""
        spot = self.presenter.picture.spot(self.presenter.cursor)
        if self.presenter.fresh and spot is not None and spot.legal:
            self.presenter.point()
        else:
            self.presenter.send()

    def _arrow(self, key: str) -> None:
        """Step through what is watched, or move the caret in what is typed, else the cursor on the board."""
        presenter, aside = self.presenter, key in ("left", "right")
        if presenter.passive and aside:
            presenter.playback.stop()
            presenter.rewind(ARROWS[key])
        elif presenter.typing and aside:
            presenter.line.go(presenter.line.caret + ARROWS[key])
        else:
            presenter.move_cursor(key)

    def _tab(self, by: int) -> None:
        """Complete what is typed; with nothing typed, or while pointing, go to the next legal place."""
        if self.presenter.typing:
            self.presenter.line.complete([text for text, _ in self.presenter.offers], by)
        else:
            self.presenter.next_legal(by)

    def type(self, text: str) -> Reaction:
        """Type a move, or outside one's turn what to do; where nobody types moves letters are keys; a blank points."""
        presenter = self.presenter
        if text == "?" and not (presenter.typing and presenter.mine is not None):
            actions.palette(presenter)
        elif text == " " and presenter.cursor:
            presenter.point()
        elif presenter.browsing and len(text) == 1:
            return self._single(text)
        elif presenter.mine is None and text.isalnum() and len(text) == 1:
            actions.palette(presenter, early=text)
        else:
            presenter.type(text)
        return TAKEN

    def _single(self, letter: str) -> Reaction:
        """Do what a single letter means where nobody types moves."""
        if letter in "0123456789":
            self.presenter.type_step(letter)
        elif letter == " ":
            self.presenter.playback.toggle()
        else:
            return PASSED
        return TAKEN
