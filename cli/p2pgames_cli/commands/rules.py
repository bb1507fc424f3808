"""``p2pgames rules``: how a game is played, in words."""

from __future__ import annotations

import os
import sys

import click

from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.games import complete
from p2pgames_cli.config.context import flag
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.library.games import find


@click.command(
    epilog="""\b
Examples:
  p2pgames rules linja
  p2pgames rules linja > linja.md"""
)
@click.argument("game", shell_complete=complete)
@flags("plain", "color")
def command(game: str) -> None:
    """Show the rules of GAME, complete enough to play from.

    On a terminal they are shown page by page; elsewhere, or with --plain, in one piece.
    """
    text = wrapped(find(game).text)
    if not sys.stdout.isatty() or flag("plain"):
        click.echo(text, nl=False)
        return
    # As git does: a text that fits stays on the screen.
    os.environ.setdefault("LESS", "FRX")
    click.echo_via_pager(text)
