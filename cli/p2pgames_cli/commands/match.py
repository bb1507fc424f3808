"""``p2pgames match``: one bot against another, many times."""

from __future__ import annotations

import click

from p2pgames_cli.app.arena.contest import Match
from p2pgames_cli.app.arena.terms import Wanted
from p2pgames_cli.commands.arena_flags import contest
from p2pgames_cli.commands.flags import flags, show
from p2pgames_cli.commands.games import complete
from p2pgames_cli.config.context import flag
from p2pgames_cli.library.games import find


@click.command(
    epilog="""\b
Examples:
  p2pgames match linja strong careful
  p2pgames match bus strong driver --seats 4 --games 40 --nodes 200
  p2pgames match metro strong patient --keep games   go on where it ended"""
)
@click.argument("game", shell_complete=complete)
@click.argument("bot")
@click.argument("rival", metavar="BOT")
@contest
@flags("json")
def command(game: str, bot: str, rival: str, wanted: Wanted) -> None:
    """Let one BOT play GAME against another, at every seat in turn and on equal seeds.

    With more than two seats, the other bot takes all the rest. A shared win counts in part. The range is a
    95 % confidence interval.
    """
    show(Match.played(find(game), bot, rival, wanted), as_json=bool(flag("json")))
