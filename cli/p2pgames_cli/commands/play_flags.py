"""The flags of playing, which host, join, resume and hotseat share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click

from p2pgames.contract import Seat
from p2pgames.text import whole_number
from p2pgames_cli.app.bots import no_seat
from p2pgames_cli.app.hotseat import tell_phones
from p2pgames_cli.app.on_turn import check_command
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config import console
from p2pgames_cli.config.console import shows_signs
from p2pgames_cli.config.context import flag, full_screen, live_settings, user
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.json.output import say
from p2pgames_cli.table.session import Client, Mode, PlayOptions
from p2pgames_cli.window.window import Window, tell_link

if TYPE_CHECKING:
    from p2pgames_cli.table.lobby import LobbyFrontEnd


def playing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of playing to a command, which gets what they say as ``client``."""

    @wraps(function)
    def command(bots: tuple[str, ...], on_turn: str, confirm: bool, **more: Any) -> Any:
        if on_turn:
            check_command(on_turn)
        client = client_from_flags(bots=bots_by_seat(bots), on_turn=on_turn, confirm=confirm)
        return function(client=client, **more)

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
        flags(
            "name",
            "plain",
            "json",
            "window",
            "phone",
            "phone-at",
            "ascii",
            "color",
            "passphrase-file",
            "home",
            "profile",
        ),
    ):
        flagged = add(flagged)
    return flagged


def client_from_flags(*, within: bool = False, **chosen: Any) -> Client:
    """Return the client as shared flags and settings say, with whatever else was chosen for its table."""
    drawn = {"ascii": bool(flag("ascii")) or not shows_signs(), "colour": flag("color")}
    settings, shown = live_settings(), chosen_mode()
    window = Window(
        settings,
        at_once=_opens(shown, settings),
        browser=shown is not Mode.JSON,
        told=_link_told(shown),
        phone_address=str(flag("phone-at") or ""),
        phone_at_once=bool(flag("phone")),
    )
    options = PlayOptions(shown, **drawn, **chosen)
    client = Client(options, settings, window=window, within=within, kept=user().home.state)
    window.phone_told = partial(tell_phones, client)
    return client


def lobby_front_end(client: Client) -> LobbyFrontEnd:
    """Return what tells and asks while a table fills up: the full screen, lines, the window; objects for programs."""
    opens = _opens(client.options.mode, client.settings)
    if client.options.mode is Mode.SCREEN and not opens:
        from p2pgames_cli.screen.waiting_room import ScreenLobby

        return ScreenLobby(client)
    printed = on_terminal(client)
    if not isinstance(client.window, Window) or (client.options.mode is Mode.JSON and not opens):
        return printed
    return client.window.opening(client, printed)


def on_terminal(client: Client) -> LobbyFrontEnd:
    """Return what prints lines for people, or objects for programs."""
    from p2pgames_cli.json.lobby import JsonLobby
    from p2pgames_cli.table import lobby

    return JsonLobby(client) if client.options.mode is Mode.JSON else lobby.LobbyFrontEnd(client)


def _opens(shown: Mode, settings: LiveSettings) -> bool:
    """Tell whether the window opens by itself: for programs only where they ask for it."""
    return bool(flag("window")) or (shown is not Mode.JSON and bool(settings["window.open"]))


def _link_told(shown: Mode) -> Callable[[str], None]:
    """Return what tells the link of a window that opens by itself."""
    if shown is Mode.JSON:
        return lambda link: say("window", link=link)
    if shown is Mode.WINDOW:
        return tell_link
    said = _("The table opens in your browser, too. If it does not, open this link there; it works once:")
    return lambda link: console.tell(f"{wrapped(said)}\n{console.hyperlink(link)}\n")


def chosen_mode() -> Mode:
    """Return what the player sees: lines wherever there is no terminal to draw on, or the window alone.

    Lines are read beside the window only where somebody can type them, or has asked for that.
    """
    if flag("json"):
        return Mode.JSON
    if flag("window") and not flag("plain") and not sys.stdin.isatty():
        return Mode.WINDOW
    return Mode.SCREEN if full_screen() else Mode.PLAIN


def bots_by_seat(bots: Iterable[str]) -> dict[Seat | None, str]:
    """Return bots by seat, from NAME or SEAT=NAME; raise `Stop` for what is no seat."""
    found: dict[Seat | None, str] = {}
    for text in bots:
        seat, equals, name = text.rpartition("=")
        number = whole_number(seat) or 0
        if equals and not number:
            raise no_seat(name, text)
        found[number - 1 if equals else None] = name
    return found
