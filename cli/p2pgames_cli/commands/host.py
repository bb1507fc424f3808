"""``p2pgames host``: open a table."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

import click

from p2pgames.contract import Game
from p2pgames_cli.commands.games import complete, find
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import home, pairs
from p2pgames_cli.play.manner import Manner, check_places, manner, networked, playing
from p2pgames_cli.play.opening import opening_for
from p2pgames_cli.play.player import player
from p2pgames_cli.play.run import play, started
from p2pgames_protocol.genesis import Proposal
from p2pgames_protocol.meet import ANYWHERE, host_table
from p2pgames_protocol.session import Player


@dataclass(frozen=True, slots=True)
class Plan:
    """What the host chose for the table."""

    game: Game
    proposal: Proposal
    listen: tuple[str, ...]
    addresses: tuple[str, ...]
    confirm: bool
    invite_file: Path | None


@click.command(
    epilog="""\b
Examples:
  p2pgames host linja                   then send the invite to a friend
  p2pgames host bus --seats 4 --confirm asks before somebody sits down

\b
Where the router forwards port 7000 of example.org to this computer:
  p2pgames host linja --listen "*:7000" --address example.org"""
)
@click.argument("game", shell_complete=complete)
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of table or game; repeatable."
)
@click.option("--confirm", "asked", is_flag=True, help="Ask you before somebody sits down.")
@click.option(
    "--invite-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="F",
    help="Write the invite there too.",
)
@networked
@playing
def command(
    game: str,
    seats: int | None,
    chosen: tuple[str, ...],
    asked: bool,
    invite_file: Path | None,
    listen: tuple[str, ...],
    addresses: tuple[str, ...],
    timeout: float | None,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Open a table for GAME, show the invite, and play as soon as all seats are taken."""
    check_places(listen, addresses)
    found = find(game)
    how = manner(found, bots, on_turn, confirm=confirm, timeout=timeout)
    if invite_file is not None and not invite_file.parent.is_dir():
        raise Stop(Code.FAILURE, f"There is no folder {invite_file.parent}; make it, or choose another file.")
    where = home()
    with where.locked():
        host = player(where)
        try:
            proposal = Proposal.of(
                host.identity.key,
                found.rules,
                seats or found.rules.players[0],
                secrets.token_bytes(32),
                pairs(chosen),
            )
        except ValueError as wrong:
            raise Stop(Code.USAGE, str(wrong)) from None
        plan = Plan(found, proposal, listen or ANYWHERE, addresses, asked, invite_file)
        return started(how, _play, host, plan, how)


async def _play(host: Player, plan: Plan, how: Manner) -> int:
    opening = opening_for(how)
    confirm = opening.confirm if plan.confirm else None
    async with host_table(
        host, plan.proposal, listen=plan.listen, addresses=plan.addresses, confirm=confirm
    ) as session:
        if session.invite is not None:
            opening.invite(session.invite, plan.invite_file)
        peer = await opening.begun(session)
        return await play([peer], plan.game, how)
