"""The board as the page below all others: how it is drawn, and what keys do on it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Final

from p2pgames.picture.picture import Picture
from p2pgames.picture.window import window
from p2pgames.text import as_notation
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.board_keys import BoardKeys
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.page import ARROWS, PASSED, TAKEN, Key, Page, Reaction
from p2pgames_cli.ui.page_content import PageContent

DIGITS: Final = frozenset("0123456789")


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
        model, move_input = self.model, self.presenter.input
        if model.painter is not None:
            view = move_input.view(columns, rows)
            # A painter draws nothing smaller than its smallest board.
            drawn = model.painter.picture(model.state, view)
            picture = window(drawn, columns, rows, view.cursor)
            self.cut = picture is not drawn
        else:
            words = model.replica.rules.words(model.state, model.sight.seat, model.sight.known)
            lines = [line for each in words for line in textwrap.wrap(model.named(each), columns - 2)]
            picture = Picture(tuple((("", f" {line}"),) for line in lines[:rows]))
        move_input.show(picture)
        return PageContent(list(picture.rows))

    def keys(self) -> list[Key]:
        """Return the keys that work now, the most used first."""
        return BoardKeys(self.presenter).listed()

    def press(self, key: str) -> Reaction:
        """Move the cursor or the caret, point, send, complete, or step through what is watched."""
        move_input = self.presenter.input
        match key:
            case "enter":
                move_input.enter()
            case "escape" if move_input.pointing.sign:
                move_input.pointing.look("")
            case "escape":
                move_input.step_out()
            case _ if key in ARROWS:
                self._arrow(key)
            case "tab" | "s-tab":
                move_input.complete(1 if key == "tab" else -1)
            case "backspace":
                move_input.line.erase()
                self.presenter.notices.quiet()
            case "delete":
                move_input.line.delete()
            case "Ctrl-W":
                move_input.undo()
            case "Ctrl-A" | "Ctrl-E":
                move_input.line.go(0 if key == "Ctrl-A" else len(move_input.typed))
            case "Home" | "End" if self.model.mine is not None:
                move_input.line.go(0 if key == "Home" else len(move_input.typed))
            case _:
                return PASSED
        return TAKEN

    def _arrow(self, key: str) -> None:
        """Step through what is watched, or move the caret in what is typed, else the cursor on the board."""
        move_input, sideways = self.presenter.input, key in ("left", "right")
        if self.model.standpoint.passive and sideways:
            self.presenter.playback.stop()
            self.model.standpoint.rewind(ARROWS[key])
        elif move_input.typing and sideways:
            move_input.line.go(move_input.line.caret + ARROWS[key])
        else:
            move_input.move_cursor(key)

    def type(self, text: str) -> Reaction:
        """Type a move, or outside one's turn what to do; where nobody types moves letters are keys; a blank points."""
        presenter, move_input, mine = self.presenter, self.presenter.input, self.model.mine
        if text == "?" and not (move_input.typing and mine is not None):
            actions.palette(presenter)
        elif text == " " and move_input.pointing.cursor:
            move_input.point()
        elif self.model.standpoint.browsing and len(text) == 1:
            return self._single(text)
        elif mine is None and text.strip():
            actions.palette(presenter, early=" ".join(text.splitlines()))
        else:
            move_input.type(text)
        return TAKEN

    def _single(self, letter: str) -> Reaction:
        """Do what a single letter means where nobody types moves."""
        if (digit := as_notation(letter)) in DIGITS:
            self.presenter.input.type_step(digit)
        elif letter == " ":
            self.presenter.playback.toggle()
        else:
            return PASSED
        return TAKEN
