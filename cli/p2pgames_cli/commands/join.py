"""``p2pgames join``: take a seat at a table."""

from __future__ import annotations

import click

from p2pgames_cli.app import neighbours
from p2pgames_cli.app.join import JoinRequest, join
from p2pgames_cli.app.key import with_name
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.commands.network_flags import complete, networked
from p2pgames_cli.commands.play_flags import chosen_mode, lobby_front_end, playing
from p2pgames_cli.config.context import user
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.input import go_on_at_terminal, has_ended
from p2pgames_cli.table.invites import read_way_in
from p2pgames_cli.table.session import Client, Mode
from p2pgames_protocol.wire.invite import Invite, Words


@click.command(
    epilog="""\b
Examples:
  p2pgames join P2PGAMES:...          the whole line you were sent
  p2pgames join train ticket tunnel bridge zebra
                                      the five words you were told
  p2pgames join - < invite.txt        the line from a file
  p2pgames join --lan                 a table on this network, from a list
  p2pgames join --lan Ada             the one that Ada has open
  p2pgames join INVITE --bot careful  a bot plays for you"""
)
@click.argument("invite", nargs=-1, shell_complete=complete)
@click.option(
    "--lan",
    "near",
    is_flag=True,
    help="A table that somebody on this network shows, instead of an invite; the host is asked.",
)
@click.option(
    "--yes",
    is_flag=True,
    help="Agree beforehand to a table that differs from its invite, or has bots, a league or little time.",
)
@networked
@playing
def command(
    invite: tuple[str, ...],
    near: bool,
    yes: bool,
    network: NetworkOptions,
    timeout: float | None,
    client: Client,
) -> int:
    """Take a seat at the table of INVITE, and play as soon as all seats are taken.

    INVITE is a line, or five words. With --lan it is the name of a host on this network, or the beginning of its key;
    without one you choose.
    """
    seats = None
    if not invite and not near:
        raise Stop(Code.USAGE, _("Say which table: p2pgames join INVITE, or p2pgames join --lan"))
    if near:
        table = neighbours.choose_table(" ".join(invite), timeout, neighbours.chooser_for(client))
        found: Invite | Words = table.invite()
        seats = table.notice.seats
    else:
        found = read_way_in(invite)
    if invite == ("-",) and not client.options.bots:
        _check_more_to_read(client)
    # Only now it is known whether one plays at a terminal: the invite may have come from a file.
    client = client.with_options(mode=chosen_mode(), timeout=timeout)
    return join(
        JoinRequest(with_name(user(), client), found, client, network, near, seats, yes), lobby_front_end
    )


def _check_more_to_read(client: Client) -> None:
    """Raise `Stop` where nobody could play once the invite was read: a seat would be taken, and left at once."""
    if has_ended() and (client.options.mode is Mode.JSON or not go_on_at_terminal()):
        said = _(
            "Nothing can be read after the invite, so nobody could play: "
            "type p2pgames join and the invite itself, or add --bot."
        )
        raise Stop(Code.USAGE, said)
