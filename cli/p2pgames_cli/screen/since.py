"""What the others did since the player looked, played step by step before the player's turn begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import trio

from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.table import history_text, meanwhile
from p2pgames_cli.table.front_end import Start
from p2pgames_cli.table.pointing import Pointing
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.page import ARROWS, SCROLLING, Key, Page, Reaction, doing
from p2pgames_cli.ui.page_content import PageContent
from p2pgames_protocol.log.history import MoveEntry

MOMENT: Final = 0.8
"""Seconds that a step is shown, at most."""
ALL: Final = 8.0
"""Seconds that all of them take, at most."""


@dataclass
class Since(Page):
    """The board goes through the moves of the others by itself; any key goes on, and what is typed begins the turn."""

    model: TableModel
    pointing: Pointing
    moves: tuple[MoveEntry, ...]
    start: Start
    ended: Callable[[], object]
    """Called once the newest position is shown again."""
    shown: int = 0
    """How many of the moves the board shows."""

    def begin(self) -> None:
        """Show the position before the first of the moves."""
        self._cursor, self.pointing.cursor = self.pointing.cursor, ""
        self._show(self.moves[0].round)

    def go_on(self) -> None:
        """Show the next move; after the last one, which is the newest position, end."""
        self.shown += 1
        if self.shown > len(self.moves):
            return
        if self.shown == len(self.moves):
            self.pointing.cursor = self._cursor
            self.model.standpoint.show_step(len(self.model.replica.log))
            self.ended()
            return
        made = self.moves[self.shown - 1]
        self.pointing.cursor = next((told.where for told in made.told if told.where), "")
        self._show(made.round + 1)

    def _show(self, step: int) -> None:
        self.model.standpoint.show_step(step)
        self.start(partial(self._wait, self.shown))

    async def _wait(self, shown: int) -> None:
        """Go on by itself, unless a key has done so before."""
        await trio.sleep(min(MOMENT, ALL / len(self.moves)))
        if self.shown == shown:
            self.go_on()

    # -- the page --

    @property
    def asks(self) -> str:
        """What is shown."""
        count = len(self.moves)
        if not self.shown:
            said = ngettext("Since you looked: {count} move", "Since you looked: {count} moves", count)
            return said.format(count=count)
        said = history_text.sentence(self.model.replica, self.moves[self.shown - 1])
        return f"{said} ({self.shown}/{count})"

    @property
    def tells_waiting(self) -> bool:
        """The line says nothing else meanwhile."""
        return True

    @property
    def sees_all(self) -> bool:
        """A key only moves on to the next thing to be seen."""
        return False

    def rows(self, columns: int, rows: int) -> PageContent:  # noqa: ARG002
        """Return nothing: the board below is what is to be seen."""
        return PageContent()

    def keys(self) -> list[Key]:
        """Return that any key goes on."""
        return [(_("any key"), _("skip"), "enter")]

    def press(self, key: str) -> Reaction:
        """Go on to the next move; a key that means something on a turn begins it."""
        return (
            doing(self.go_on)
            if key in (*ARROWS, *SCROLLING, "enter", "escape", "tab", "s-tab")
            else self._skip()
        )

    def type(self, text: str) -> Reaction:
        """Begin the turn, where the text is typed; a blank only goes on."""
        return doing(self.go_on) if text.isspace() else self._skip()

    def _skip(self) -> Reaction:
        """Show the newest position, and leave the key to what lies below."""
        self.shown = len(self.moves) - 1
        return Reaction(taken=False, do=self.go_on)


def moves(model: TableModel) -> tuple[MoveEntry, ...]:
    """Return the moves to replay to a player who sits alone at this screen; none if that is not wanted."""
    return meanwhile.moves(model) if model.play_options.settings["motion"] == "on" else ()
