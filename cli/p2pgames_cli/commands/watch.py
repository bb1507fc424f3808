"""``p2pgames watch``: look on at a table."""

from __future__ import annotations

from dataclasses import replace

import click

from p2pgames import registry
from p2pgames_cli.commands.join import read_invite
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flags, home
from p2pgames_cli.play.manner import Manner, looking
from p2pgames_cli.play.noise import caught
from p2pgames_cli.play.opening import opening_for
from p2pgames_cli.play.player import player
from p2pgames_cli.play.reach import Reach, agreed, dialling
from p2pgames_cli.play.run import play, started
from p2pgames_cli.translation import _
from p2pgames_protocol.invite import BadInvite, Invite
from p2pgames_protocol.meet import PATIENCE, watch_table
from p2pgames_protocol.session import Player
from p2pgames_protocol.ways import named_by


@click.command(epilog="Example: p2pgames watch P2PGAMES:...")
@click.argument("invite", nargs=-1, required=True)
@dialling
@flags("name", "plain", "json", "ascii", "color", "passphrase-file", "home", "profile")
def command(invite: tuple[str, ...], reach: Reach, timeout: float | None) -> int:
    """Look on at the table of INVITE from its beginning; what is hidden stays hidden."""
    read = read_invite(invite)
    how = replace(looking(), timeout=timeout)
    where = home()
    meant = agreed(reach, named_by(read.addresses))
    with where.locked():
        own = player(where)
        with caught(where):
            return started(how, _watch, own, read, reach, meant, how)


async def _watch(watcher: Player, invite: Invite, reach: Reach, meant: tuple[str, ...], how: Manner) -> int:
    opening = opening_for(how)
    opening.tell(_("Looking for the host ..."))
    try:
        async with watch_table(
            watcher,
            invite,
            ways=reach.ways(watcher, meant),
            patience=PATIENCE if how.timeout is None else how.timeout,
        ) as session:
            opening.ways(session.network)
            peer = await opening.begun(session)
            return await play([peer], registry.game(peer.ledger.genesis.proposal.rules), how)
    except BadInvite as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None
