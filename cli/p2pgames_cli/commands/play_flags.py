"""The flags of playing, which host, join, resume and hotseat share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click

from p2pgames.contract import Seat
from p2pgames_cli.app.bots import no_seat
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import flag, full_screen, settled, user
from p2pgames_cli.table.play_options import Mode, PlayOptions


def playing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of playing to a command, which gets what they say as ``how``."""

    @wraps(function)
    def command(bots: tuple[str, ...], on_turn: str, confirm: bool, **more: Any) -> Any:
        how = play_options(bots=seated(bots), on_turn=on_turn, confirm=confirm)
        return function(how=how, **more)

    flagged: Callable[..., Any] = command
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
        flagged = add(flagged)
    return flagged


def play_options(**chosen: Any) -> PlayOptions:
    """Return how a game is shown, as shared flags and settings say, with whatever else was chosen."""
    drawn = {"ascii": bool(flag("ascii")), "colour": flag("color")}
    return PlayOptions(mode(), settings=settled(), kept=user().home.state, **drawn, **chosen)


def mode() -> Mode:
    """Return what the player sees: lines of text wherever there is no terminal to draw on."""
    if flag("json"):
        return Mode.JSON
    return Mode.SCREEN if full_screen() else Mode.PLAIN


def seated(bots: Iterable[str]) -> dict[Seat | None, str]:
    """Return bots by seat, from NAME or SEAT=NAME; raise `Stop` for what is no seat."""
    found: dict[Seat | None, str] = {}
    for text in bots:
        seat, equals, name = text.rpartition("=")
        if equals and not (seat.isascii() and seat.isdigit() and int(seat) >= 1):
            raise no_seat(name, text)
        found[int(seat) - 1 if equals else None] = name
    return found
