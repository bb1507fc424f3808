"""``p2pgames hotseat``: several players at one computer."""

from __future__ import annotations

import secrets

import click

from p2pgames_cli.app.hotseat import begin, seat_names
from p2pgames_cli.app.play_options import manner
from p2pgames_cli.app.run import started
from p2pgames_cli.commands.flags import pairs
from p2pgames_cli.commands.games import complete
from p2pgames_cli.commands.play_flags import playing
from p2pgames_cli.config import passphrase
from p2pgames_cli.config.context import home
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.library.games import find
from p2pgames_protocol.local.hotseat import local_genesis
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.table_options import Refused


@click.command(
    epilog="""\b
Examples:
  p2pgames hotseat linja --names Ada,Ben
  p2pgames hotseat linja --bot 2=careful    against the computer"""
)
@click.argument("game", shell_complete=complete)
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of table or game; repeatable."
)
@click.option("--names", default="", metavar="A,B", help="The players' names, in the order of seats.")
@playing
def command(
    game: str,
    seats: int | None,
    chosen: tuple[str, ...],
    names: str,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Play GAME with several players at this computer, or against bots.

    It is a table like any other: the file can be resumed and audited.
    """
    found = find(game)
    how = manner(found, bots, on_turn, confirm=confirm)
    where = home()
    with where.locked():
        identity = passphrase.identity_or_new(where)
        named = sum(1 for name in names.split(",") if name.strip())
        given = seat_names(names, where, seats or max(found.rules.players[0], named), how)
        try:
            proposal = Proposal.of(
                identity.key, found.rules, len(given), secrets.token_bytes(32), pairs(chosen)
            )
            genesis = local_genesis(identity, proposal, given, secrets.token_bytes)
        except (ValueError, Refused) as wrong:
            raise Stop(Code.USAGE, told(wrong)) from None
        return started(how, begin, genesis, identity, where, how)
