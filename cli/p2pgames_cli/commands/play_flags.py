"""The flags of playing, which host, join, resume and hotseat share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from p2pgames_cli.commands.flags import flags


def playing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of playing to a command; `manner` reads them."""
    for add in (
        click.option(
            "--on-turn", metavar="CMD", default="", help="Run this command whenever it is your turn."
        ),
        click.option(
            "--bot",
            "bots",
            multiple=True,
            metavar="NAME",
            help="This seat plays by itself: NAME, or SEAT=NAME.",
        ),
        click.option("--ask", "confirm", is_flag=True, help="Ask before every move is sent."),
        flags("name", "plain", "json", "ascii", "color", "passphrase-file", "home", "profile"),
    ):
        function = add(function)
    return function
