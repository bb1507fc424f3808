"""What a player is told of what happens at the table, the moment it happens: one notice at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2pgames.contract import Illegal
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.actions.everything import problems
from p2pgames_cli.table.news import NOTHING, Feed, News, Notice
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import OutOfTurn


@dataclass
class Notices:
    """The newest of what is new, and of what became of what the player did."""

    model: TableModel
    chatting: Callable[[], bool] = lambda: False
    """Returns whether the player reads the chat: then it need not say what was said."""
    shown: Notice = NOTHING

    def __post_init__(self) -> None:
        self.unread, self.choices, self.timeline = self.model.unread, self.model.choices, self.model.timeline
        self._complain()
        self.unread.mark_read()
        self.timeline.stepped = self.quiet
        self._feed = Feed(self.model, alone=not self.model.local)
        self._feed.catch_up(self.model.handle)

    def take_in(self) -> None:
        """Take in what is new at the table."""
        for one in sorted(self._feed.news(self.model.handle), key=lambda one: one.urgent):
            self._hear(one)
        self.model.silence.seconds_waited()

    def _hear(self, one: News) -> None:
        if one.kind == "event" and one.data is not None:
            self.unread.looked = min(self.unread.looked, one.data["round"])
            if self.shown[0] == "Info":
                self.shown = NOTHING  # it is older than this, and would hide it where events have no panel
        if one.kind == "chat" and one.notice is not None:
            if self.chatting():
                return
            self.unread.unread += 1
        if one.notice is not None and not (self.timeline.replaying and one.kind == "fault"):
            self.shown = one.notice

    # -- the player --

    def look_at(self) -> None:
        """Note that the player is there, as a key tells: what has happened until now is seen."""
        self.unread.mark_read()
        self.look_up_settings()

    def show(self, word: str, text: str) -> None:
        """Show a notice in place of the one before."""
        self.shown = (word, text)

    def refuse(self, refusal: Illegal) -> None:
        """Show why something was refused."""
        self.choices.refuse(refusal.message)
        out = _("It is not your turn. {awaited}").format(awaited=self.model.awaited())
        self.shown = ("No", out if isinstance(refusal, OutOfTurn) else self.model.named(refusal.message))

    def quiet(self) -> None:
        """Take away a notice that is no longer of use."""
        self.choices.refused = None
        if self.shown[0] in ("No", "Info", "Right", "Meanwhile"):
            self.shown = NOTHING

    # -- the settings --

    def look_up_settings(self) -> None:
        """Read the settings if their file has changed, and say what is wrong in it."""
        if self.model.settings.reload():
            self.shown = NOTHING if self.shown[0] == "Settings" else self.shown
            self._complain()

    def _complain(self) -> None:
        if wrong := problems(self.model.settings):
            more = _("({count} more)").format(count=len(wrong) - 1) if len(wrong) > 1 else ""
            self.shown = ("Settings", f"{wrong[0]} {more}".rstrip())

    def waiting(self) -> tuple[object, ...]:
        """Return all that is said about who waits, and the settings it is drawn with."""
        model, settings = self.model, self.model.settings
        away = (model.last_seen.presence_of(model.handle, key) for key in model.replica.keys)
        return (model.awaited(), *away, settings.now, problems(settings))
