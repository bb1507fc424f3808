"""``p2pgames doctor``: how this computer can reach others."""

from __future__ import annotations

import json

import click

from p2pgames_cli.app.doctor import Finding, doctor
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.network_flags import complete, seeking
from p2pgames_cli.config.context import flag, user
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.table.invites import read_way_in
from p2pgames_protocol.wire.invite import Words


@click.command(
    epilog="""\b
Examples:
  p2pgames doctor
  p2pgames doctor train ticket tunnel bridge zebra"""
)
@click.argument("words", nargs=-1, shell_complete=complete)
@seeking
@flags("json", "home", "profile")
def command(words: tuple[str, ...], network: NetworkOptions) -> int:
    """Find out how this computer can reach others and be reached, and whether the host of WORDS answers.

    With iroh this asks one of its relays, unless you say --via tcp or --relay none. Whether a port is
    open, or a friend gets through, only the friend can tell, with your words.
    """
    found = read_way_in(words) if words else None
    if found is not None and not isinstance(found, Words):
        raise Stop(Code.USAGE, _("The doctor takes words; for a line, type p2pgames join."))
    return doctor(user(), found, network, _say)


def _say(found: Finding) -> None:
    if flag("json"):
        click.echo(
            json.dumps({"type": "finding", "name": found.name, "good": found.good, "text": found.text})
        )
        return
    mark = _("good") if found.good else _("lacking")
    click.echo(wrapped(headed(mark, found.text)).rstrip())
