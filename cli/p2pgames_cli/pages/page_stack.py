"""The stack of pages at the client's home, and what keys do to it; it knows no terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from p2pgames_cli.config.exit_codes import attempt
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.pages.page import Key, Page, Reaction, Said
from p2pgames_cli.pages.palette import Palette
from p2pgames_cli.pages.text_page import QuestionPage
from p2pgames_cli.table.actions.everything import problems
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.session import Client, Mode, PlayOptions


@dataclass
class PageStack:
    """The pages, the last of which is seen, and what the player does."""

    pages: list[Page]
    leaving: str = N_("Leave p2pgames?")
    """The question before the screen is left."""
    head: str = ""
    """What stands at the right of the first row."""
    client: Client = field(default_factory=lambda: Client(PlayOptions(Mode.SCREEN)))
    notice: str = ""
    overlay: Page | None = None
    closed: bool = False
    """Whether the player has left."""
    after: Callable[[], object] | None = None
    """What is to be done when the screen is out of the way; the screen comes back afterwards."""

    def __post_init__(self) -> None:
        self._complain()

    @property
    def settings(self) -> LiveSettings:
        """The player's settings."""
        return self.client.settings

    def look_up_settings(self) -> None:
        """Read the settings if their file has changed, and say what is wrong in it."""
        if self.settings.reload():
            self._complain()

    def _complain(self) -> None:
        self.notice = " ".join(problems(self.settings)[:1]) or self.notice

    @property
    def page(self) -> Page:
        """The page that is seen."""
        return self.pages[-1]

    @property
    def done(self) -> bool:
        """Whether the screen is to be taken away."""
        return self.closed or self.after is not None

    @property
    def top(self) -> Page:
        """What keys work on: what lies over the page, else the page."""
        return self.overlay or self.page

    def open(self, page: Page) -> None:
        """Put a page on top of the stack."""
        self.notice = ""
        self.pages.append(page)

    def do_off_screen(self, do: Callable[[], object]) -> None:
        """Have something done that needs the screen out of the way."""
        self.notice = ""
        self.after = do

    # -- drawn elsewhere --

    def plain(self) -> dict[str, Any]:
        """Return the page that is seen as plain values, with the way that led there and what is asked over it."""
        asks = self.overlay.plain().get("asks", "") if self.overlay is not None else ""
        trail = [page.heading or "p2pgames" for page in self.pages]
        return {"trail": trail, "notice": self.notice, "asks": asks, **self.page.plain()}

    def handle_event(self, said: Said) -> None:
        """Take an action on the visible page, or go back to one below it."""
        back = said.get("back")
        if self._react(self.top.handle_event(said)) or self.overlay is not None:
            return
        if type(back) is int and 0 <= back < len(self.pages) - 1:
            self.notice = ""
            del self.pages[back + 1 :]
        elif "leave" in said:
            self.leave()

    # -- keys --

    def keys(self) -> list[Key]:
        """Return the keys that work now, the most used first."""
        if self.overlay is not None or not self.page.leaves:
            return self.top.keys()
        back = [("Esc", _("back"), "escape")] if len(self.pages) > 1 else []
        list_, leave = ("F1", "Ctrl-C") if self.page.typing else ("?", "q")
        return [*self.page.keys(), *back, (list_, _("keys"), "F1"), (leave, self.page.leaves, "Ctrl-C")]

    def press(self, key: str) -> None:
        """Do what a key means to the page on top, else what it means everywhere."""
        if len(key) == 1:
            self.type(key)
        elif not self._react(self.top.press(key)):
            match key:
                case "escape":
                    self.back()
                case "tab" | "s-tab":
                    self.press("down" if key == "tab" else "up")
                case "F1":
                    self.palette()
                case "Ctrl-C":
                    self.leave()

    def type(self, text: str) -> None:
        """Write what is typed or pasted, where there is room for text; else do what the letters mean."""
        if self._react(self.top.type(text)):
            self.notice = "" if self.top.typing else self.notice
        elif self.overlay is None and text in ("?", "q"):
            self.palette() if text == "?" else self.leave()

    def _react(self, reaction: Reaction) -> bool:
        """Do what came of a key; tell whether the page knew it."""
        if reaction.leaves:
            self._take_away()
        if reaction.do is not None:
            self.attempt(reaction.do)
        return reaction.taken

    def _take_away(self) -> None:
        if self.overlay is not None:
            self.overlay = None
        elif len(self.pages) > 1:
            self.pages.pop()
            self.notice = ""

    def back(self) -> None:
        """Go back a page; from the last one leave only after a question."""
        self.notice = ""
        if len(self.pages) > 1:
            self.pages.pop()
        elif self.page.escapes:
            self.leave()

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; say why where that cannot be."""
        self.notice = ""
        _code, said = attempt(do)
        if said:
            self.notice = said

    def leave(self) -> None:
        """Ask, and leave the screen."""

        def close() -> None:
            self.closed = True

        self.overlay = QuestionPage(_(self.leaving), close)

    def palette(self) -> None:
        """List the keys, and what can be done from here."""
        self.overlay = Palette(
            [
                *self.page.listed(),
                Item(_("choose a line"), _("↑↓ Tab"), "", None),
                Item(_("open, or go on"), _("Enter"), "", None),
                Item(_("another value"), _("←→ Space"), "", None),
                Item(_("empty the line"), "Ctrl-U", "", None),
                Item(_("back"), "Esc", _("nothing is lost"), partial(self.press, "escape")),
                Item(_("this list"), "? F1", "", self.palette),
                Item(_("leave"), "q Ctrl-C", _("after a question"), self.leave),
            ]
        )
