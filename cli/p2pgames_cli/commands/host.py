"""``p2pgames host``: open a table."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from pathlib import Path

import click

from p2pgames.contract import Game
from p2pgames_cli.commands.games import complete, find
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import home, pairs
from p2pgames_cli.play import sequel
from p2pgames_cli.play.again import played_on, series
from p2pgames_cli.play.manner import Manner, manner, playing
from p2pgames_cli.play.noise import caught
from p2pgames_cli.play.opening import opening_for
from p2pgames_cli.play.player import player
from p2pgames_cli.play.reach import Reach, networked
from p2pgames_cli.play.run import started
from p2pgames_cli.shelf import find as find_game
from p2pgames_cli.translation import _
from p2pgames_protocol.genesis import Proposal
from p2pgames_protocol.meet import host_table
from p2pgames_protocol.session import Player


@dataclass(frozen=True, slots=True)
class Plan:
    """What the host chose for the table."""

    game: Game
    proposal: Proposal
    reach: Reach
    confirm: bool
    invite_file: Path | None


@click.command(
    epilog="""\b
Examples:
  p2pgames host linja                   then send the invite to a friend
  p2pgames host linja --after 7f3ac201  the next game of a series
  p2pgames host bus --seats 4 --confirm asks before somebody sits down
  p2pgames host linja --via tcp,lan     neighbours see the table and may knock
  p2pgames host linja --offline         by mail: prints a letter to the others

\b
Where the router forwards port 7000 of example.org to this computer:
  p2pgames host linja --listen "*:7000" --address example.org"""
)
@click.argument("game", shell_complete=complete)
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of table or game; repeatable."
)
@click.option(
    "--after",
    metavar="GAME_ID",
    help="Go on with a series after this game, which is over: the same game, people, seats and options.",
)
@click.option("--confirm", "asked", is_flag=True, help="Ask you before somebody sits down.")
@click.option(
    "--invite-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="F",
    help="Write the invite there too.",
)
@click.option(
    "--offline", is_flag=True, help="By mail: a letter instead of an invite; time=none unless given."
)
@networked
@playing
def command(
    game: str,
    seats: int | None,
    chosen: tuple[str, ...],
    after: str | None,
    asked: bool,
    invite_file: Path | None,
    offline: bool,
    reach: Reach,
    timeout: float | None,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Open a table for GAME, show the invite, and play as soon as all seats are taken."""
    found = find(game)
    how = manner(found, bots, on_turn, confirm=confirm, timeout=timeout)
    if invite_file is not None and not invite_file.parent.is_dir():
        said = _("There is no folder {parent}; make it, or choose another file.")
        raise Stop(Code.FAILURE, said.format(parent=invite_file.parent))
    where = home()
    with where.locked():
        host = player(where)
        if offline and after is None and not any(pair.startswith("time=") for pair in chosen):
            # A mail takes hours: nobody should be put out for ten minutes of silence, as live.
            chosen = (*chosen, "time=none")
        try:
            proposal = _proposal(host, found, seats, chosen, after)
        except ValueError as wrong:
            raise Stop(Code.USAGE, str(wrong)) from None
        plan = Plan(found, proposal, reach, asked, invite_file)
        if offline:
            return _by_mail(host, plan)
        with caught(where):
            return started(how, _play, host, plan, how)


def _by_mail(host: Player, plan: Plan) -> int:
    from p2pgames_cli.play import letters

    if plan.confirm or plan.reach.listen or plan.reach.addresses or plan.reach.map_port:
        said = _("With --offline nobody connects: leave out --confirm, --listen, --address and --map-port.")
        raise Stop(Code.USAGE, said)
    return letters.open_table(host, plan.proposal, plan.invite_file)


def _proposal(
    host: Player, found: Game, seats: int | None, chosen: tuple[str, ...], after: str | None
) -> Proposal:
    """Return what is proposed; raise ValueError where that cannot be, and `Stop` where no game can follow."""
    key, nonce = host.identity.key, secrets.token_bytes(32)
    if after is None:
        return Proposal.of(key, found.rules, seats or found.rules.players[0], nonce, pairs(chosen))
    game = find_game(host.home, after)
    before = sequel.game_before(host.home, game.genesis.game_id)
    if before is None or before.genesis.proposal.rules != found.name or key not in before.genesis.keys:
        raise Stop(
            Code.USAGE,
            _("Only a game of {game} that you played, and that is over, can be followed by one.").format(
                game=found.name
            ),
        )
    if seats is not None or chosen:
        raise Stop(Code.USAGE, _("With --after seats and options are those of the game before."))
    return sequel.proposal_after(before, key, nonce)


async def _play(host: Player, plan: Plan, how: Manner) -> int:
    opening = opening_for(how)
    confirm = opening.confirm if plan.confirm else None
    reach = plan.reach
    if reach.maps:
        opening.tell(_("Asking the router to forward a port ..."))
    async with host_table(
        host,
        plan.proposal,
        listen=reach.listen,
        addresses=reach.addresses,
        confirm=confirm,
        knock=opening.confirm,
        ways=reach.ways(host),
    ) as session:
        watch = session.watch_invite
        how = replace(how, watch=watch.text() if watch is not None else "")
        if session.invite is not None:
            opening.invite(session.invite, plan.invite_file, how.watch)
            opening.reach(session.invite, near=session.network.shows)
        opening.ways(session.network)
        peer = await opening.begun(session)
        code, after = await played_on(host, session, peer, how)
    return await series(host, after, reach, how, code)
