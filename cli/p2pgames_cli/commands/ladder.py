"""``p2pgames ladder``: all bots of a game against each other, and a rating for each."""

from __future__ import annotations

import click

from p2pgames_cli.app.arena.contest import Ladder
from p2pgames_cli.app.arena.terms import Wanted
from p2pgames_cli.commands.arena_flags import contest
from p2pgames_cli.commands.flags import flags, show
from p2pgames_cli.commands.games import complete
from p2pgames_cli.config.context import flag
from p2pgames_cli.library.games import find


@click.command(
    epilog="""\b
Examples:
  p2pgames ladder linja
  p2pgames ladder socks --bot rival --bot easy --bot fair --games 10"""
)
@click.argument("game", shell_complete=complete)
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="A bot that takes part; all unless given.")
@contest
@flags("json")
def command(game: str, bots: tuple[str, ...], wanted: Wanted) -> None:
    """Let all bots of GAME play against each other, and rate them by who comes out ahead of whom.

    The weakest is rated 0; 400 points more means being ahead 10 times out of 11.
    """
    show(Ladder.played(find(game), bots, wanted), as_json=bool(flag("json")))
