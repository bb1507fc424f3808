"""The board as the page below all others: how it is drawn, and what keys do on it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from p2pgames.picture.picture import Picture
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import offers
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.ui.leaf import Leaf
from p2pgames_cli.ui.page import ARROWS, PASSED, TAKEN, Key, Page, Reaction


@dataclass
class Board(Page):
    """The position, with the cursor on it and the line below it."""

    desk: Desk

    def rows(self, columns: int, rows: int) -> Leaf:
        """Return the board, at most so large, in words where nothing draws the game; the desk knows it afterwards."""
        desk = self.desk
        if desk.painter is not None:
            desk.picture = desk.painter.picture(desk.state, desk.view(columns, rows))
        else:
            words = desk.ledger.rules.words(desk.state, desk.seat, desk.known)
            lines = [line for each in words for line in textwrap.wrap(desk.named(each), columns - 2)]
            desk.picture = Picture(tuple((("", f" {line}"),) for line in lines[:rows]))
        return Leaf(list(desk.picture.rows))

    # -- the bar of keys --

    def keys(self) -> list[Key]:
        """Return the keys that work now, the most used first."""
        desk = self.desk
        if desk.passive:
            return self._watching()
        return self._waiting() if desk.mine is None else self._moving()

    def _settled(self, action: str, words: str) -> list[Key]:
        """Return the key of an action; nothing where it has none."""
        key = actions.key(self.desk, action)
        return [(key, words, key)] if key else []

    def _more(self) -> list[Key]:
        desk = self.desk
        unread = f" ({desk.unread})" if desk.unread else ""
        chat = self._settled("chat", _("chat") + unread) if desk.place.talk is not None else []
        return [("?", _("more"), "?"), *chat, *self._settled("rules", _("rules"))]

    def _away(self) -> list[Key]:
        again = self._settled("rematch", _("rematch")) if can_follow(self.desk.place) else []
        return [*again, *([("Esc", _("back"), "escape")] if self.desk.looking_back else [])]

    def _answers(self) -> list[Key]:
        """Return the keys that answer an offer, where there is one."""
        desk = self.desk
        if desk.manner.trial is not None or desk.local or not offers.answerable(desk.place):
            return []
        return [*self._settled("accept", _("accept")), *self._settled("decline", _("decline"))]

    def _watching(self) -> list[Key]:
        desk, more = self.desk, self._more()
        shown = 1 + (desk.place.talk is not None)
        play: list[Key] = [("Space", _("stop") if desk.playback.running else _("play"), " ")]
        return [
            *self._away(),
            ("←", "", "left"),
            ("→", _("step"), "right"),
            *([*play, *self._settled("what-if", _("what if"))] if desk.still else []),
            *self._settled("eyes", _("eyes")),
            ("0-9", _("go to"), ""),
            *more[:shown],
            *self._settled("close", _("close")),
            *self._settled("first", ""),
            *self._settled("now", ""),
            *more[shown:],
        ]

    def _waiting(self) -> list[Key]:
        desk, more = self.desk, self._more()
        if desk.place.talk is not None and not desk.ledger.finished:
            more[1:1] = self._settled("plans", _("plan"))
        return [
            *self._answers(),
            *self._away(),
            *self._settled("look-back", _("look back")),
            *(self._settled("look-forward", _("forward")) if desk.step is not None else []),
            *self._settled("history", _("history")),
            *more,
            *(self._settled("close", _("close")) if desk.browsing else []),
        ]

    def _moving(self) -> list[Key]:
        desk, more = self.desk, self._more()
        started = desk.typed or (desk.draft is not None and desk.draft.moves)
        return [
            *self._answers(),
            ("↑↓←→", _("place"), ""),
            ("Enter", _("point / send"), "enter"),
            ("Tab", _("next"), "tab"),
            *(self._settled("take-back-step", _("undo")) if started else []),
            *(more[1:] if desk.typing else more),
            *self._settled("read", _("in words")),
            *self._settled("look-back", _("look back")),
        ]

    # -- what keys do --

    def press(self, key: str) -> Reaction:
        """Move the cursor or the caret, point, send, complete, or step through what is watched."""
        desk = self.desk
        match key:
            case "enter":
                self._enter()
            case "escape":
                desk.step_out()
            case _ if key in ARROWS:
                self._arrow(key)
            case "tab" | "s-tab":
                self._tab(1 if key == "tab" else -1)
            case "backspace":
                desk.line.erase()
                desk.quiet()
            case "delete":
                desk.line.delete()
            case "Ctrl-W":
                desk.undo()
            case "Ctrl-A" | "Ctrl-E":
                desk.line.go(0 if key == "Ctrl-A" else len(desk.typed))
            case "Home" | "End" if desk.mine is not None:
                desk.line.go(0 if key == "Home" else len(desk.typed))
            case _:
                return PASSED
        return TAKEN

    def _enter(self) -> None:
        """Point where the cursor has come to, or send the line."""
        spot = self.desk.picture.spot(self.desk.cursor)
        if self.desk.fresh and spot is not None and spot.legal:
            self.desk.point()
        else:
            self.desk.send()

    def _arrow(self, key: str) -> None:
        """Step through what is watched, or move the caret in what is typed, else the cursor on the board."""
        desk, aside = self.desk, key in ("left", "right")
        if desk.passive and aside:
            desk.playback.stop()
            desk.rewind(ARROWS[key])
        elif desk.typing and aside:
            desk.line.go(desk.line.caret + ARROWS[key])
        else:
            desk.move_cursor(key)

    def _tab(self, by: int) -> None:
        """Complete what is typed; with nothing typed, or while pointing, go to the next legal place."""
        if self.desk.typing:
            self.desk.line.complete([text for text, _ in self.desk.offers], by)
        else:
            self.desk.next_legal(by)

    def type(self, text: str) -> Reaction:
        """Type a move, or outside one's turn what to do; where nobody types moves letters are keys; a blank points."""
        desk = self.desk
        if text == "?" and not (desk.typing and desk.mine is not None):
            actions.palette(desk)
        elif text == " " and desk.cursor:
            desk.point()
        elif desk.browsing and len(text) == 1:
            return self._single(text)
        elif desk.mine is None and text.isalnum() and len(text) == 1:
            actions.palette(desk, early=text)
        else:
            desk.type(text)
        return TAKEN

    def _single(self, letter: str) -> Reaction:
        """Do what a single letter means where nobody types moves."""
        if letter in "0123456789":
            self.desk.type_step(letter)
        elif letter == " ":
            self.desk.playback.toggle()
        else:
            return PASSED
        return TAKEN
