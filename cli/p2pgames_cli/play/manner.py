"""How a game is to be played here: the flags that host, join, resume and hotseat share."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import click

from p2pgames.contract import Game, Seat
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.live import Live
from p2pgames_cli.options import flag, flags, full_screen, settled, within
from p2pgames_cli.play.lines import Lines
from p2pgames_cli.play.rematch import Rematch
from p2pgames_cli.play.terminal import Terminal
from p2pgames_cli.translation import _

if TYPE_CHECKING:
    from p2pgames_protocol.whatif import WhatIf


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
    colour: bool | None = None
    """What was asked for on the command line; None where nothing was."""
    confirm: bool = False
    offline: bool = False
    """Whether nobody else can be heard: lines and JSON end when nothing is left to do here."""
    patient: bool = False
    """Whether the game is shown only when it is one's turn."""
    within: bool = False
    """Whether the client's home lies behind the game: leaving the table leads back there."""
    watch: str = ""
    """The invite for those who only watch, where this player hosts a table that lets them."""
    trial: WhatIf | None = None
    """The what-if that is played; None for a game of record."""
    rematch: Rematch = field(default_factory=Rematch)
    """What this player wants after the game, which may change while it runs."""
    input: Lines = field(default_factory=Lines)
    terminal: Terminal = field(default_factory=Terminal)
    settings: Live = field(default_factory=Live)
    """What the player has settled for good; what was said on the command line comes before it."""

    @property
    def in_ascii(self) -> bool:
        """Whether to draw with ASCII characters only."""
        return self.ascii or bool(self.settings["ascii"])

    @property
    def narrow(self) -> bool:
        """Whether signs that the terminal draws two columns wide become ASCII."""
        wide = self.settings["wide-glyphs"]
        return self.terminal.wide if wide == "auto" else bool(wide)

    @property
    def in_colour(self) -> bool:
        """Whether to draw in colour: the command line, then the settings, then NO_COLOR (https://no-color.org)."""
        if self.colour is not None:
            return self.colour
        wanted = self.settings["color"]
        return wanted == "always" or (wanted == "auto" and not os.environ.get("NO_COLOR"))

    @property
    def asks(self) -> bool:
        """Whether to ask before every move is sent."""
        return self.confirm or bool(self.settings["confirm.moves"])


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


def manner(
    game: Game, bots: tuple[str, ...], on_turn: str, *, confirm: bool, timeout: float | None = None
) -> Manner:
    """Return how to play; raise `Stop` for a bot that there is not."""
    return Manner(
        mode(),
        dict(bot(game, text) for text in bots),
        on_turn,
        timeout,
        bool(flag("ascii")),
        flag("color"),
        confirm,
        within=within(),
        settings=settled(),
    )


def mode() -> Mode:
    """Return what the player sees: lines of text wherever there is no terminal to draw on."""
    if flag("json"):
        return Mode.JSON
    return Mode.SCREEN if full_screen() else Mode.PLAIN


def looking() -> Manner:
    """Return how to show what nobody plays here."""
    return Manner(
        mode(), ascii=bool(flag("ascii")), colour=flag("color"), within=within(), settings=settled()
    )


def bot(game: Game, text: str) -> tuple[Seat | None, str]:
    """Return the seat and the name that NAME or SEAT=NAME says; raise `Stop` for a bot that there is not."""
    seat, equals, name = text.rpartition("=")
    if name not in game.bots:
        said = _("{title} has the bots {names}, not {name!r}.")
        raise Stop(Code.USAGE, said.format(title=game.title, names=", ".join(game.bots), name=name))
    if not equals:
        return None, name
    if not seat.isascii() or not seat.isdigit() or not 1 <= int(seat) <= game.rules.players[-1]:
        said = _("A bot sits at a seat from 1 on, as --bot 2={name}, not {text!r}.")
        raise Stop(Code.USAGE, said.format(name=name, text=text))
    return int(seat) - 1, name
