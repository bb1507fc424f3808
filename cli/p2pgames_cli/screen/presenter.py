"""What a player at the full screen has before them: what is known of the table, what lies over it, what is typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from p2pgames.contract import Seat
from p2pgames_cli.screen.curtain import Curtain
from p2pgames_cli.table.front_end import Start
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.move_input import MoveInput
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.playback import Playback
from p2pgames_cli.table.seat import seat_of
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.page import Page
from p2pgames_cli.ui.question import Question

Interpret: TypeAlias = Callable[["Presenter", str], Item | None]
"""Returns what a line that is no move would do; None where it means nothing."""


@dataclass
class Presenter:
    """One player's presenter, or that of several who share a computer, or a watcher's."""

    model: TableModel
    interpret: Interpret
    start: Start = lambda _task: None
    """Called with what is to be done at the table; whoever shows the presenter sets it."""
    overlay: Page | None = None
    """What lies over the board."""
    closed: bool = False
    """Whether the player has left the screen."""
    trying: dict[Seat | None, str] | None = None
    """What is to be tried out from the position that is shown: the bots by seat; None for nothing."""
    notices: Notices = field(init=False)
    input: MoveInput = field(init=False)
    playback: Playback = field(init=False)

    def __post_init__(self) -> None:
        self.notices = Notices(self.model, lambda: self.overlay is not None and self.overlay.name == "chat")
        self.input = MoveInput(self.notices, self)
        self.playback = Playback(self.model.standpoint)

    def meaning(self, text: str) -> Item | None:
        """Return what a line that is no move would do; None where it means nothing."""
        return self.interpret(self, text)

    def catch_up(self) -> bool:
        """Take in what is new at the table; tell whether it has become the player's turn."""
        self.notices.take_in()
        begun, called = self.model.turn.look()
        if begun:
            self._begin_turn()
        return called

    def _begin_turn(self) -> None:
        model = self.model
        self.start(model.turn.list_moves)
        if self.overlay is not None and (typed := self.overlay.ahead) is not None:
            self.input.line.write(typed)
            self.overlay = None
        if model.sight.veiled:
            names = model.replica.genesis.names
            self.overlay = Curtain(names[seat_of(model.handle) or 0], model.sight.unveil)

    def go_on(self) -> None:
        """Let a replay that goes on by itself go on, unless something lies over the board."""
        if self.overlay is None:
            self.playback.tick()

    # -- what lies over the board --

    def ask(self, question: str, yes: Callable[[], object]) -> None:
        """Ask a question at the foot of the screen."""
        self.overlay = Question(question, yes)

    def toggle(self, page: Page) -> None:
        """Lay a page over the board, or take it away if it lies there already."""
        there = self.overlay is not None and self.overlay.name == page.name
        self.overlay = None if there else page
