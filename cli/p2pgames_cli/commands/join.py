"""``p2pgames join``: take a seat at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from p2pgames import registry
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flag, home
from p2pgames_cli.play import sequel
from p2pgames_cli.play.again import played_on, series
from p2pgames_cli.play.lines import go_on_at_terminal, has_ended, typed_line
from p2pgames_cli.play.manner import Manner, manner, playing
from p2pgames_cli.play.noise import caught
from p2pgames_cli.play.opening import opening_for
from p2pgames_cli.play.player import player
from p2pgames_cli.play.reach import Reach, agreed, networked
from p2pgames_cli.play.run import started
from p2pgames_cli.translation import _
from p2pgames_protocol import invite as invites
from p2pgames_protocol.genesis import Proposal
from p2pgames_protocol.invite import BadInvite, Invite
from p2pgames_protocol.meet import PATIENCE, join_table
from p2pgames_protocol.session import Player
from p2pgames_protocol.ways import named_by

if TYPE_CHECKING:
    from p2pgames_protocol.lan import Found


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
    read = _neighbour(invite, timeout).invite() if near else read_invite(invite)
    if invite == ("-",) and not bots:
        _check_more_to_read()
    game = registry.game(read.game)
    how = manner(game, bots, on_turn, confirm=confirm, timeout=timeout)
    where = home()
    named = agreed(reach, named_by(read.addresses))
    with where.locked():
        meant = (*named, *(("lan",) if near else ()))
        own = player(where)
        with caught(where):
            return started(how, _play, own, read, reach, meant, how)


def _neighbour(words: tuple[str, ...], timeout: float | None) -> Found:
    from p2pgames_cli.play import neighbours

    return neighbours.chosen(" ".join(words), timeout, as_json=bool(flag("json")))


def read_invite(words: tuple[str, ...]) -> Invite:
    """Return the invite in the arguments, or on standard input for ``-``; raise `Stop` if it is none."""
    text = typed_line() if words == ("-",) else " ".join(words)
    try:
        return invites.read(text)
    except BadInvite as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None


def _check_more_to_read() -> None:
    """Raise `Stop` where nobody could play once the invite was read: a seat would be taken, and left at once."""
    if has_ended() and (flag("json") or not go_on_at_terminal()):
        said = _(
            "Nothing can be read after the invite, so nobody could play: "
            "type p2pgames join and the invite itself, or add --bot."
        )
        raise Stop(Code.USAGE, said)


async def _play(guest: Player, invite: Invite, reach: Reach, meant: tuple[str, ...], how: Manner) -> int:
    opening = opening_for(how)

    look = sequel.Accepts(guest, opening.tell)

    async def accepts(proposal: Proposal) -> None:
        await look(proposal)
        if not invite.token:
            opening.tell(_("The host is asked whether you may sit down."))

    opening.tell(_("Looking for the host ..."))
    try:
        async with join_table(
            guest,
            invite,
            accepts=accepts,
            listen=reach.listen,
            addresses=reach.addresses,
            ways=reach.ways(guest, meant),
            patience=PATIENCE if how.timeout is None else how.timeout,
        ) as session:
            opening.ways(session.network)
            peer = await opening.begun(session)
            code, after = await played_on(guest, session, peer, how)
        return await series(guest, after, reach, how, code)
    except BadInvite as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None
