"""``p2pgames games``: what can be played."""

from __future__ import annotations

import click

from p2pgames import registry
from p2pgames_cli.app.games import game_as_data, game_lines, installed_games
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import flag


@click.command(
    epilog="""\b
Examples:
  p2pgames games
  p2pgames games --json    for programs"""
)
@flags("json", "color")
def command() -> None:
    """List the games that are installed, with players, options and bots.

    The first value of each option is the default.
    """
    games = installed_games()
    if flag("json"):
        import json

        click.echo(json.dumps([game_as_data(game) for game in games], indent=2))
        return
    for game in games:
        click.echo("\n".join(game_lines(game)))


def complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of games that begin like this, for a shell."""
    return [name for name in registry.names() if name.startswith(incomplete)]
