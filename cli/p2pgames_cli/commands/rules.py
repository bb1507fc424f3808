"""``p2pgames rules``: how a game is played, in words."""

from __future__ import annotations

import sys

import click

from p2pgames_cli.commands.games import find


@click.command()
@click.argument("game")
def command(game: str) -> None:
    """Show the rules of GAME, complete enough to play from."""
    text = find(game).text
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)
