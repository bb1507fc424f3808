"""``p2pgames match``: one bot against another, many times."""

from __future__ import annotations

import json

import click

from p2pgames_cli.app.arena.table import head, scores
from p2pgames_cli.app.arena.terms import Wanted, named, terms
from p2pgames_cli.commands.arena_flags import contest
from p2pgames_cli.commands.flags import flags
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

    With more than two seats the other bot sits at all others. A shared win counts its part. Beside the rate stands
    where the true one lies in 95 of 100 such matches.
    """
    what = find(game)
    agreed = terms(what, wanted)
    found = agreed.duel(named(what, bot), named(what, rival))
    if flag("json"):
        click.echo(
            json.dumps({"game": game, **found.plain, "nodes": agreed.plan.nodes, "seed": agreed.plan.seed})
        )
        return
    click.echo(head(agreed, what.title))
    for line in scores([found]):
        click.echo(line)
