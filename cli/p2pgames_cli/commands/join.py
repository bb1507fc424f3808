"""``p2pgames join``: take a seat at a table."""

from __future__ import annotations

import click

from p2pgames import registry
from p2pgames_cli.app.join import choose_nearby, take_seat
from p2pgames_cli.app.network import Reach, agreed
from p2pgames_cli.app.opening import opening_for
from p2pgames_cli.app.play_options import manner
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import started
from p2pgames_cli.app.stderr_capture import caught
from p2pgames_cli.commands.network_flags import networked
from p2pgames_cli.commands.play_flags import playing
from p2pgames_cli.config.context import flag, home
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.input import go_on_at_terminal, has_ended
from p2pgames_cli.table.invites import read_invite
from p2pgames_protocol.discovery.registry import named_by


@click.command(
    epilog="""\b
Examples:
  p2pgames join P2PGAMES:...          the whole line you were sent
  p2pgames join - < invite.txt        the line from a file
  p2pgames join --lan                 a table on this network, from a list
  p2pgames join --lan Ada             the one that Ada has open
  p2pgames join INVITE --bot careful  a bot plays for you"""
)
@click.argument("invite", nargs=-1)
@click.option(
    "--lan",
    "near",
    is_flag=True,
    help="A table that somebody on this network shows, instead of an invite; the host is asked.",
)
@networked
@playing
def command(
    invite: tuple[str, ...],
    near: bool,
    reach: Reach,
    timeout: float | None,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Take a seat at the table of INVITE, and play as soon as all seats are taken.

    With --lan INVITE is the name of a host on this network, or the beginning of its key; without one you choose.
    """
    if not invite and not near:
        raise Stop(Code.USAGE, _("Say which table: p2pgames join INVITE, or p2pgames join --lan"))
    read = choose_nearby(invite, timeout).invite() if near else read_invite(invite)
    if invite == ("-",) and not bots:
        _check_more_to_read()
    game = registry.game(read.game)
    how = manner(game, bots, on_turn, confirm=confirm, timeout=timeout)
    where = home()
    named = agreed(reach, named_by(read.addresses), opening_for(how).allows)
    with where.locked():
        meant = (*named, *(("lan",) if near else ()))
        own = player(where)
        with caught(where):
            return started(how, take_seat, own, read, reach, meant, how)


def _check_more_to_read() -> None:
    """Raise `Stop` where nobody could play once the invite was read: a seat would be taken, and left at once."""
    if has_ended() and (flag("json") or not go_on_at_terminal()):
        said = _(
            "Nothing can be read after the invite, so nobody could play: "
            "type p2pgames join and the invite itself, or add --bot."
        )
        raise Stop(Code.USAGE, said)
