"""What a player at the full screen is told of what happens at the table, the moment it happens."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.table.actions.keys import problems
from p2pgames_cli.table.feed import Feed
from p2pgames_cli.table.news.news import NOTHING, News, Notice
from p2pgames_cli.table.seat import SeatHandle
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.page import Page


@dataclass
class LiveModel(TableModel):
    """A table model that takes in what is new, and says the newest of it in a notice."""

    notice: Notice = NOTHING
    overlay: Page | None = None
    _turn: int = -1

    def __post_init__(self) -> None:
        TableModel.__post_init__(self)
        self._complain()
        self.looked = len(self.replica.log)
        self._feed = Feed(self, alone=not self.local)
        self._feed.catch_up(self.place)

    def catch_up(self) -> bool:
        """Take in what is new at the table; tell whether it has become the player's turn."""
        for one in sorted(self._feed.news(self.place), key=lambda one: one.urgent):
            self._hear(one)
        self.silence.look()
        mine = self.mine
        turn = mine.replica.position.round if mine else -1
        called = turn >= 0 > self._turn
        if turn != self._turn:
            self._turn = turn
            self._begin_turn(mine)
        return called

    def look_at(self) -> None:
        """Note that the player is there, as a key tells: what has happened until now is seen."""
        self.looked = len(self.replica.log)
        self.look_up_settings()

    def waiting(self) -> tuple[object, ...]:
        """Return all that the screen says about who waits, and the settings it is drawn with."""
        settings = self.play_options.settings
        keys = self.replica.genesis.keys
        return (
            self.awaited(),
            *(self.whereabouts.of(self.place, key) for key in keys),
            settings.now,
            problems(settings),
        )

    def look_up_settings(self) -> None:
        """Read the settings if their file has changed, and say what is wrong in it."""
        if self.play_options.settings.look():
            self.notice = ("", "") if self.notice[0] == "Settings" else self.notice
            self._complain()

    def _complain(self) -> None:
        if wrong := problems(self.play_options.settings):
            more = f" ({len(wrong) - 1} more)" if len(wrong) > 1 else ""
            self.notice = ("Settings", wrong[0] + more)

    def _hear(self, one: News) -> None:
        if one.kind == "event" and one.data is not None:
            self.looked = min(self.looked, one.data["round"])
            if self.notice[0] == "Info":
                self.notice = NOTHING  # it is older than this, and would hide it where events have no panel
        if one.kind == "chat" and one.notice is not None:
            if self.overlay is not None and self.overlay.name == "chat":
                return
            self.unread += 1
        if one.notice is not None and not (self.still and one.kind == "fault"):
            self.notice = one.notice

    def _begin_turn(self, mine: SeatHandle | None) -> None:
        """Make ready for a player whose turn it is; without a place there is nobody here to move."""
        raise NotImplementedError
