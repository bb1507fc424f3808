"""Flags that several commands share, and how they are read."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.i18n.prose import sentence_of

if TYPE_CHECKING:
    from p2pgames_cli.config.settings_file import LiveSettings
    from p2pgames_cli.config.user import User
    from p2pgames_protocol.store.home import Home


def meta_key(name: str) -> str:
    """Return the key under which click's context keeps the value of a shared flag."""
    return f"{__name__}.{name}"


def flag(name: str) -> Any:
    """Return the value of a shared flag of the running command; None if it was not given, or none runs yet."""
    context = click.get_current_context(silent=True)
    return context.meta.get(meta_key(name.replace("-", "_"))) if context is not None else None


def full_screen() -> bool:
    """Tell whether there is a terminal to draw on, and the user did not ask for lines of text."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return at_terminal and not flag("plain")


def speak() -> None:
    """Speak the language of the settings or the environment from now on; programs are told in English."""
    from p2pgames_protocol.store.disk import Folders

    if flag("json"):
        return
    settled = catalogue.AUTO
    with suppress(ValueError, OSError):  # the code that needs the home reports what is wrong with it
        # Without settings, or with the language known already, loading them would only take time.
        file = (
            None
            if os.environ.get("P2PGAMES_LANG")
            else Folders.at(flag("home"), flag("profile")).settings_file
        )
        if file is not None and file.exists():
            from p2pgames_cli.config.settings_file import LiveSettings

            settled = str(LiveSettings(file)["language"])
    catalogue.use(catalogue.chosen(os.environ, settled))


def user() -> User:
    """Return who uses the program; nothing is created."""
    from p2pgames_cli.config.user import Keyring, User

    return User(_home(), flag("name"), Keyring(flag("passphrase-file")))


def _home() -> Home:
    from p2pgames_protocol.store.home import Home

    try:
        return Home.at(flag("home"), flag("profile"))
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None


def live_settings() -> LiveSettings:
    """Return the player's settings, read once."""
    from p2pgames_cli.config.settings_file import LiveSettings

    live = flag("settings")
    if not isinstance(live, LiveSettings):
        live = LiveSettings(_home().settings_file)
        click.get_current_context().meta[meta_key("settings")] = live
    return live
