"""``p2pgames watch``: watch a table."""

from __future__ import annotations

import click

from p2pgames_cli.app.key import with_name
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.watch import WatchRequest, watch
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.network_flags import complete, dialling
from p2pgames_cli.commands.play_flags import client_from_flags, lobby_front_end
from p2pgames_cli.config.context import user
from p2pgames_cli.table.invites import read_way_in


@click.command(
    epilog="""\b
Examples:
  p2pgames watch P2PGAMES:...
  p2pgames watch train ticket tunnel bridge zebra"""
)
@click.argument("invite", nargs=-1, required=True, shell_complete=complete)
@dialling
@flags("name", "plain", "json", "window", "ascii", "color", "passphrase-file", "home", "profile")
def command(invite: tuple[str, ...], network: NetworkOptions, timeout: float | None) -> int:
    """Watch the table of INVITE from its beginning; what is hidden stays hidden."""
    found, client = read_way_in(invite), client_from_flags(timeout=timeout)
    return watch(WatchRequest(with_name(user(), client), found, client, network), lobby_front_end)
