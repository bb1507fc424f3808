"""The flags of playing, which host, join, resume and hotseat share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from p2pgames.contract import Seat
from p2pgames.text import whole_number
from p2pgames_cli.app.bots import no_seat
from p2pgames_cli.app.on_turn import check_command
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config import console
from p2pgames_cli.config.console import shows_signs
from p2pgames_cli.config.context import flag, full_screen, live_settings, user
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.json.output import say
from p2pgames_cli.table.session import Mode, PlayOptions
from p2pgames_cli.window.window import Window, tell_link

if TYPE_CHECKING:
    from p2pgames_cli.table.lobby import LobbyFrontEnd


def playing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of playing to a command, which gets what they say as ``how``."""

    @wraps(function)
    def command(bots: tuple[str, ...], on_turn: str, confirm: bool, **more: Any) -> Any:
        if on_turn:
            check_command(on_turn)
        how = play_options(bots=seated(bots), on_turn=on_turn, confirm=confirm)
        return function(how=how, **more)

    flagged: Callable[..., Any] = command
    for add in (
        click.option(
            "--on-turn",
            metavar="CMD",
            default="",
            help="Run this command whenever it is your turn; no shell reads it.",
        ),
        click.option(
            "--bot",
            "bots",
            multiple=True,
            metavar="NAME",
            help="Let a bot play this seat: NAME, or SEAT=NAME.",
        ),
        click.option("--ask", "confirm", is_flag=True, help="Ask before every move is sent."),
        flags("name", "plain", "json", "window", "ascii", "color", "passphrase-file", "home", "profile"),
    ):
        flagged = add(flagged)
    return flagged


def play_options(**chosen: Any) -> PlayOptions:
    """Return how a game is shown, as shared flags and settings say, with whatever else was chosen."""
    drawn = {"ascii": bool(flag("ascii")) or not shows_signs(), "colour": flag("color")}
    settings, how = live_settings(), mode()
    window = Window(
        settings, at_once=_opens(how, settings), browser=how is not Mode.JSON, told=_link_told(how)
    )
    return PlayOptions(how, settings=settings, window=window, kept=user().home.state, **drawn, **chosen)


def opening(how: PlayOptions) -> LobbyFrontEnd:
    """Return what tells and asks while a table fills up: the full screen, lines, the window; objects for programs."""
    opens = _opens(how.mode, how.settings)
    if how.mode is Mode.SCREEN and not opens:
        from p2pgames_cli.screen.waiting_room import ScreenLobby

        return ScreenLobby(how)
    printed = on_terminal(how)
    if not isinstance(how.window, Window) or (how.mode is Mode.JSON and not opens):
        return printed
    return how.window.opening(how, printed)


def on_terminal(how: PlayOptions) -> LobbyFrontEnd:
    """Return what prints lines for people, or objects for programs."""
    from p2pgames_cli.json.lobby import JsonLobby
    from p2pgames_cli.table import lobby

    return JsonLobby(how) if how.mode is Mode.JSON else lobby.LobbyFrontEnd(how)


def _opens(how: Mode, settings: LiveSettings) -> bool:
    """Tell whether the window opens by itself: for programs only where they ask for it."""
    return bool(flag("window")) or (how is not Mode.JSON and bool(settings["window.open"]))


def _link_told(how: Mode) -> Callable[[str], None]:
    """Return what tells the link of a window that opens by itself."""
    if how is Mode.JSON:
        return lambda link: say("window", link=link)
    if how is Mode.WINDOW:
        return tell_link
    said = _("The table opens in your browser, too. If it does not, open this link there; it works once:")
    return lambda link: console.tell(f"{wrapped(said)}\n{console.linked(link)}\n")


def mode() -> Mode:
    """Return what the player sees: lines wherever there is no terminal to draw on, or the window alone.

    Lines are read beside the window only where somebody can type them, or has asked for that.
    """
    if flag("json"):
        return Mode.JSON
    if flag("window") and not flag("plain") and not sys.stdin.isatty():
        return Mode.WINDOW
    return Mode.SCREEN if full_screen() else Mode.PLAIN


def seated(bots: Iterable[str]) -> dict[Seat | None, str]:
    """Return bots by seat, from NAME or SEAT=NAME; raise `Stop` for what is no seat."""
    found: dict[Seat | None, str] = {}
    for text in bots:
        seat, equals, name = text.rpartition("=")
        number = whole_number(seat) or 0
        if equals and not number:
            raise no_seat(name, text)
        found[number - 1 if equals else None] = name
    return found
