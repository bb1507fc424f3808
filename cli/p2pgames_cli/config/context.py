"""The flags that several commands share, as whoever needs them reads them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.i18n.prose import told

if TYPE_CHECKING:
    from p2pgames_cli.config.settings_file import Live
    from p2pgames_cli.config.user import User
    from p2pgames_protocol.store.home import Home


def meta_key(name: str) -> str:
    """Return the key under which click's context keeps the value of a shared flag."""
    return f"{__name__}.{name}"


def flag(name: str) -> Any:
    """Return the value of a shared flag of the running command; None if it was not given."""
    return click.get_current_context().meta.get(meta_key(name.replace("-", "_")))


def full_screen() -> bool:
    """Tell whether there is a terminal to draw on, and the user did not ask for lines of text."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return at_terminal and not flag("plain")


def user() -> User:
    """Return who uses the program, whose language is spoken from now on; nothing is created."""
    from p2pgames_cli.config.keyring import Keyring
    from p2pgames_cli.config.user import User

    found = _home()
    # Nobody waits for the settings who has none, or whose language is known without them.
    if not (flag("json") or os.environ.get("P2PGAMES_LANG")) and found.settings_file.exists():
        settled()
    return User(found, flag("name"), Keyring(flag("passphrase-file")))


def _home() -> Home:
    from p2pgames_protocol.store.home import Home

    try:
        return Home.at(flag("home"), flag("profile"))
    except ValueError as wrong:
        raise Stop(Code.USAGE, told(wrong)) from None


def settled() -> Live:
    """Return the player's settings, read once, and speak their language."""
    from p2pgames_cli.config.settings_file import Live

    live = flag("settings")
    if not isinstance(live, Live):
        file = _home().settings_file
        live = Live(file)
        if not flag("json"):
            catalogue.use(catalogue.chosen(os.environ, str(live["language"])))
            live = Live(file) if live.problems else live  # what is wrong with it is said in that language too
        click.get_current_context().meta[meta_key("settings")] = live
    return live
