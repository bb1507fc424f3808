"""What all pages of the home work with."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop, attempt
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.config.user import User
from p2pgames_cli.home.games import Games
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.page import Page
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.text_page import TextPage
from p2pgames_cli.table.live_table import LiveTable, LiveTables
from p2pgames_cli.table.lobby import Openings
from p2pgames_cli.table.session import Client
from p2pgames_protocol.mail import armour
from p2pgames_protocol.store.disk import expanded, put
from p2pgames_protocol.store.home import Home

WIDTH = 76
"""Columns of a text to read."""
R = TypeVar("R")
T = TypeVar("T")


class Do(Protocol):
    """Carries out what a page asks for; a test may note it instead."""

    def __call__(self, use_case: Callable[[R], T], request: R, /) -> T:
        """Return what the use case makes of the request."""


def do(use_case: Callable[[R], T], request: R) -> T:
    """Carry it out."""
    return use_case(request)


@dataclass(frozen=True, slots=True)
class HomePlace:
    """Where the pages are shown: on a terminal, or in a browser."""

    opening: Openings
    """Makes what tells and asks while a table fills up."""
    tell: Callable[[str], None] = console.tell
    """Says what is being done, while that takes a moment."""
    copies: bool = False
    """Whether a long text can be copied from a page."""
    tables: LiveTables | None = None
    """The tables that go on while the pages are shown; None if none can."""
    elsewhere: Callable[[], object] | None = None
    """Shows the pages in a browser until they are left there; None if they are there already."""


@dataclass
class HomeContext:
    """The player and their games, the pages that lie open, and how something is done for them."""

    user: User
    games: Games
    stack: PageStack
    do: Do
    place: HomePlace
    forget: Callable[[], None] = lambda: None
    """Goes back to the first page, with every form empty again."""

    @property
    def home(self) -> Home:
        """The player's folder."""
        return self.user.home

    @property
    def settings(self) -> LiveSettings:
        """The player's settings."""
        return self.stack.settings

    @property
    def ui(self) -> Openings:
        """What tells and asks while a table fills up."""
        return self.place.opening

    @property
    def client(self) -> Client:
        """How a game is shown that is opened next."""
        tables = self.place.tables
        live = LiveTable(tables) if tables is not None else None
        return replace(self.stack.client, live=live)

    def play(self, use_case: Callable[[R], int], request: R) -> None:
        """Have something played as soon as the screen is out of the way; the games are shown anew after it."""
        self._begin(lambda: self.do(use_case, request))

    def go_to(self, table: LiveTable) -> None:
        """Show a table that is open."""
        self._begin(lambda: table.tables.run(table.tables.show, table))

    def _begin(self, do: Callable[[], int]) -> None:
        def begin() -> None:
            code, said = attempt(do)
            if code in (Code.FINE, Code.DECIDED):
                self.forget()
            self.stack.notice = said

        self.do_off_screen(begin)

    def open(self, page: Page) -> None:
        """Put a page on top of those that lie open."""
        self.stack.open(page)

    def close(self) -> None:
        """Take the page on top away."""
        pages = self.stack.pages
        pages.pop()

    def close_all(self) -> None:
        """Go back to the first page."""
        del self.stack.pages[1:]

    def do_off_screen(self, do: Callable[[], object]) -> None:
        """Have something done that needs the screen out of the way."""
        self.stack.do_off_screen(do)

    def tell(self, text: str) -> None:
        """Say what is being done, while that takes a moment."""
        self.place.tell(text)

    def show(self, title: str, said: str) -> None:
        """Show a text on a page; one that is to be sent, where all of it can be copied."""
        if armour.is_in(said) and not self.place.copies:
            lines = [part for line in said.splitlines() for part in textwrap.wrap(line, WIDTH) or [""]]
            console.tell("\n".join(["", *lines, ""]))
            console.pause(_("Copy what you need; any key goes back."))
        else:
            self.open(TextPage(title, said.splitlines()))

    def write(self, target: Path, content: Callable[[], bytes]) -> None:
        """Write a file, go back to where it was asked for, and say what came of it."""

        def write() -> None:
            put(target, content())
            self.close()
            self.stack.notice = _("Written: {file}").format(file=target)

        self.do_off_screen(write)


def new_file_path(text: str) -> Path:
    """Return the path that was typed; raise `Stop` if there is something already, or no folder for it."""
    target = expanded(Path(text.strip()))
    if not text.strip():
        raise Stop(Code.USAGE, _("Say where to write it."))
    if not target.parent.is_dir():
        raise Stop(Code.FAILURE, _("There is no folder {folder}.").format(folder=target.parent))
    if target.exists():
        raise Stop(Code.FAILURE, _("There is a {file} already: choose another name.").format(file=target))
    return target
