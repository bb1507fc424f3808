"""The name that others see, asked for at the first table of somebody who has none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from p2pgames_cli.app.key import check_name
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.input import typed_line
from p2pgames_cli.table.play_options import Mode, PlayOptions


def with_name(user: User, how: PlayOptions, line: Callable[[], str] = typed_line) -> User:
    """Return the user with a name, asked for where they have none and somebody types; it is kept.

    Programs, and whoever has no terminal, are not asked; nor is who plays on the page of the home, which has asked.
    """
    typed = how.mode in (Mode.SCREEN, Mode.PLAIN) and sys.stdin.isatty() and sys.stdout.isatty()
    return asked(user, line) if typed and not how.within else user


def asked(user: User, line: Callable[[], str]) -> User:
    """Return the user with the name that is typed, until it is one that others can read; Enter alone leaves it open."""
    if user.name is not None or user.home.is_named():
        return user
    while True:
        console.tell(_("Your name, as others will see it:"), end=" ")
        name = line().strip()
        if not name:
            return user
        try:
            name = check_name(name)
        except Stop as wrong:
            console.tell(str(wrong))
            continue
        with user.home.at_tables():
            user.home.keep_name(name)
        return replace(user, name=name)
