"""``p2pgames list``: the games of this player."""

from __future__ import annotations

import click

from p2pgames_cli.app.own_games import OwnGames, OwnResults, OwnSeries
from p2pgames_cli.commands.flags import flags, show
from p2pgames_cli.config.context import flag, user


@click.command(
    epilog="""\b
Examples:
  p2pgames list              all your games
  p2pgames list --results    how those that are over ended
  p2pgames list --series     the standings of each series"""
)
@click.option(
    "--results", is_flag=True, help="Count the results of the games that are over, from their logs."
)
@click.option("--series", is_flag=True, help="Show the standings of series of games.")
@flags("json", "home", "profile", "passphrase-file")
def command(results: bool, series: bool) -> None:
    """List your games, latest change first: players, whose turn it is, and since when."""
    listed = OwnSeries if series else OwnResults if results else OwnGames
    show(listed(user()), as_json=bool(flag("json")))
