"""``p2pgames watch``: look on at a table."""

from __future__ import annotations

from dataclasses import replace

import click

from p2pgames_cli.app.network import Reach, agreed
from p2pgames_cli.app.opening import opening_for
from p2pgames_cli.app.play_options import looking
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import started
from p2pgames_cli.app.stderr_capture import caught
from p2pgames_cli.app.watch import watch_game
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.network_flags import dialling
from p2pgames_cli.config.context import home
from p2pgames_cli.table.invites import read_invite
from p2pgames_protocol.discovery.registry import named_by


@click.command(epilog="Example: p2pgames watch P2PGAMES:...")
@click.argument("invite", nargs=-1, required=True)
@dialling
@flags("name", "plain", "json", "ascii", "color", "passphrase-file", "home", "profile")
def command(invite: tuple[str, ...], reach: Reach, timeout: float | None) -> int:
    """Look on at the table of INVITE from its beginning; what is hidden stays hidden."""
    read = read_invite(invite)
    how = replace(looking(), timeout=timeout)
    where = home()
    meant = agreed(reach, named_by(read.addresses), opening_for(how).allows)
    with where.locked():
        own = player(where)
        with caught(where):
            return started(how, watch_game, own, read, reach, meant, how)
