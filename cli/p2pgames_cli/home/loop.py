"""From the home to a command and back, until the player leaves."""

from __future__ import annotations

from collections.abc import Callable

import click

from p2pgames_cli.app.play_options import looking
from p2pgames_cli.config import passphrase
from p2pgames_cli.config.context import home, keep
from p2pgames_cli.config.exit_codes import Code, attempt
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.page_stack import Client

PLAYED = ("host", "join", "watch", "hotseat", "resume")
"""Commands after which the home shows the games anew."""


def at_home(ctx: click.Context) -> Code:
    """Show the home, and run what is chosen there, until the player leaves."""
    from p2pgames_cli.home import view

    where = home()
    keep("within", value=True)
    games = Games(where)
    if where.has_identity():
        games.identity = passphrase.identity(where)
    client = Client([], manner=looking())

    def forget() -> None:
        pages.forget()

    pages = Pages(where, games, client, runner(ctx, client, forget))
    while not client.closed:
        games.look()
        client.head = pages.head()
        view.show(client, games)
        if (after := client.after) is not None:
            client.after = None
            client.attempt(after)
    return Code.FINE


def runner(ctx: click.Context, client: Client, forget: Callable[[], None]) -> Callable[..., int]:
    """Return what runs a command by its arguments and returns its exit code; what it complains of becomes the notice.

    What a command hands back to the pages is kept as flags: ``asked``, ``game``, ``said``.
    """

    def run(*arguments: str) -> int:
        for told in ("asked", "game", "said"):
            keep(told, value="")
        code, client.notice = _outcome(ctx, arguments)
        if code in (Code.FINE, Code.DECIDED) and arguments[0] in PLAYED:
            forget()
        return code

    return run


def _outcome(ctx: click.Context, arguments: tuple[str, ...]) -> tuple[int, str]:
    """Run a command as if it was typed; return its exit code and what it complains of."""
    name, *rest = arguments
    group = ctx.command
    if not isinstance(group, click.Group) or (command := group.get_command(ctx, name)) is None:
        return Code.USAGE, _("There is no command {name}.").format(name=name)

    def call() -> object:
        with command.make_context(name, rest, parent=ctx) as inner:
            return command.invoke(inner)

    try:
        return attempt(call)
    except click.Abort:
        return Code.INTERRUPTED, ""
    except click.ClickException as wrong:
        return Code.USAGE, wrong.format_message()
