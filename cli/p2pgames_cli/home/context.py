"""What all pages of the home work with."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.games import Games
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.page_stack import Client
from p2pgames_cli.ui.pages import Sheet
from p2pgames_protocol.mail import armour
from p2pgames_protocol.store.home import Home

WIDTH = 76
"""Columns of a text to read."""
Run = Callable[..., object]
"""Runs a command by its arguments, with the screen out of the way; returns its exit code."""


@dataclass
class Here:
    """The player's folder and games, the pages that lie open, and how a command is run."""

    where: Home
    games: Games
    client: Client
    run: Run

    def begin(self, *command: str) -> None:
        """Have a command run as soon as the screen is out of the way."""
        self.client.begin(lambda: self.run(*command))

    def said(self, *command: str) -> tuple[object, str]:
        """Run a command; return its exit code, and what it printed."""
        printed = StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            code = self.run(*command)
        return code, printed.getvalue()

    def shown(self, title: str, *command: str) -> None:
        """Run a command and show what it printed: on a page of its own, or below where it failed."""
        code, said = self.said(*command)
        if said and not code:
            self.show(title, said)
        elif said:
            self.client.notice = " ".join(said.splitlines())

    def show(self, title: str, said: str) -> None:
        """Show a text on a page; one that is to be sent, on the terminal, where all of it can be copied."""
        if armour.is_in(said):
            lines = [part for line in said.splitlines() for part in textwrap.wrap(line, WIDTH) or [""]]
            console.tell("\n".join(["", *lines, ""]))
            console.pause(_("Copy what you need; any key leads back."))
        else:
            self.client.open(Sheet(title, said.splitlines()))

    def written(self, target: Path, *command: str) -> None:
        """Run a command that writes a file, go back to where it was asked for, and say what came of it."""

        def write() -> None:
            code, said = self.said(*command)
            if not code:
                self.client.pages.pop()
                self.client.notice = _("Written: {file}").format(file=target)
            elif said:
                self.client.notice = said.splitlines()[-1]

        self.client.begin(write)


def free(text: str) -> Path:
    """Return the path that was typed; raise `Stop` where there is something already, or no folder for it."""
    target = Path(text.strip()).expanduser()
    if not text.strip():
        raise Stop(Code.USAGE, _("Say where to write it."))
    if not target.parent.is_dir():
        raise Stop(Code.FAILURE, _("There is no folder {folder}.").format(folder=target.parent))
    if target.exists():
        raise Stop(Code.FAILURE, _("There is a {file} already: choose another name.").format(file=target))
    return target
