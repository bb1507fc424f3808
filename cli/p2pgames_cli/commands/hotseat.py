"""``p2pgames hotseat``: several players at one computer."""

from __future__ import annotations

import click

from p2pgames_cli.app.hotseat import HotseatRequest, hotseat
from p2pgames_cli.app.key import with_name
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.commands.flags import pairs
from p2pgames_cli.commands.games import complete
from p2pgames_cli.commands.play_flags import playing
from p2pgames_cli.config.context import user
from p2pgames_cli.library.games import find
from p2pgames_cli.table.session import Client


@click.command(
    epilog="""\b
Examples:
  p2pgames hotseat linja --names Ada,Ben
  p2pgames hotseat linja --bot 2=careful    against the computer
  p2pgames hotseat metro --phones --window    one room, a phone each"""
)
@click.argument("game", shell_complete=complete)
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of the table or the game; repeatable."
)
@click.option("--names", default="", metavar="A,B", help="The players' names, in the order of seats.")
@click.option(
    "--phones",
    is_flag=True,
    help="Each player sits at a phone in your network: this screen shows the table for all, and a code for each seat.",
)
@playing
def command(
    game: str, seats: int | None, chosen: tuple[str, ...], names: str, client: Client, *, phones: bool
) -> int:
    """Play GAME with several players at this computer, or against bots.

    It is a table like any other: the file can be resumed and audited.
    """
    table = TableRequest(find(game), seats, pairs(chosen))
    named = tuple(name for name in names.split(",") if name.strip())
    client = client.with_options(phones=phones)
    return hotseat(HotseatRequest(user() if named else with_name(user(), client), table, client, named))
