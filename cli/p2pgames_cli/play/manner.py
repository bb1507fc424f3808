"""How a game is to be played here: the flags that host, join, resume and hotseat share."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import click

from p2pgames.contract import Game, Seat
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flag, flags, full_screen
from p2pgames_cli.play.lines import Lines


class Mode(StrEnum):
    """What the player sees."""

    SCREEN = "full screen"
    PLAIN = "plain lines"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Manner:
    """What the player chose on the command line."""

    mode: Mode
    bots: dict[Seat | None, str] = field(default_factory=dict)
    """Names of bots by seat; under None the bot of one's own seat."""
    on_turn: str = ""
    timeout: float | None = None
    ascii: bool = False
    colour: bool = True
    confirm: bool = False
    offline: bool = False
    """Whether nobody else can be heard: lines and JSON end when nothing is left to do here."""
    within: bool = False
    """Whether the client's home lies behind the game: leaving the table leads back there."""
    input: Lines = field(default_factory=Lines)


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


def networked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of playing between computers."""
    for add in (
        click.option(
            "--timeout",
            type=click.FloatRange(min=0),
            metavar="SECONDS",
            help="Give up when the others do not come within this time.",
        ),
        click.option(
            "--address",
            "addresses",
            multiple=True,
            metavar="HOST[:PORT]",
            help="Tell the others this address instead of those of this computer; repeatable.",
        ),
        click.option(
            "--listen",
            multiple=True,
            metavar="HOST:PORT",
            help="Listen there; * is every interface, port 0 any free port. Repeatable.",
        ),
    ):
        function = add(function)
    return function


def check_places(listen: tuple[str, ...], addresses: tuple[str, ...]) -> None:
    """Raise `Stop` for a place to listen at, or an address to tell, that is none."""
    from p2pgames_protocol.address import carrier_of, split_address
    from p2pgames_protocol.network import instead

    try:
        for where in listen:
            split_address(where.removeprefix(f"{carrier_of(where)}:"))
        instead(("tls:localhost:1#",), addresses)
    except ValueError as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None


def manner(
    game: Game, bots: tuple[str, ...], on_turn: str, *, confirm: bool, timeout: float | None = None
) -> Manner:
    """Return how to play; raise `Stop` for a bot that there is not."""
    return Manner(
        mode(),
        dict(_bot(game, text) for text in bots),
        on_turn,
        timeout,
        bool(flag("ascii")),
        coloured(),
        confirm,
        within=within(),
    )


def within() -> bool:
    """Tell whether the command was given at the client's home."""
    return bool(flag("within"))


def mode() -> Mode:
    """Return what the player sees: lines of text wherever there is no terminal to draw on."""
    if flag("json"):
        return Mode.JSON
    return Mode.SCREEN if full_screen() else Mode.PLAIN


def coloured() -> bool:
    """Tell whether colours are wanted (https://no-color.org; --color beats it)."""
    colour = click.get_current_context().find_root().color
    return colour if colour is not None else not os.environ.get("NO_COLOR")


def _bot(game: Game, text: str) -> tuple[Seat | None, str]:
    seat, equals, name = text.rpartition("=")
    if name not in game.bots:
        raise Stop(Code.USAGE, f"{game.title} has the bots {', '.join(game.bots)}, not {name!r}.")
    if not equals:
        return None, name
    if not seat.isascii() or not seat.isdigit() or not 1 <= int(seat) <= game.rules.players[-1]:
        raise Stop(Code.USAGE, f"A bot sits at a seat from 1 on, as --bot 2={name}, not {text!r}.")
    return int(seat) - 1, name
