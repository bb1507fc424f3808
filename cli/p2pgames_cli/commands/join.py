"""``p2pgames join``: take a seat at a table."""

from __future__ import annotations

import os
import sys

import click

from p2pgames import registry
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import home
from p2pgames_cli.play.manner import Manner, check_places, manner, networked, playing
from p2pgames_cli.play.opening import opening_for
from p2pgames_cli.play.player import player
from p2pgames_cli.play.run import play, started
from p2pgames_protocol import genesis as gen
from p2pgames_protocol import invite as invites
from p2pgames_protocol.genesis import Proposal, Refused
from p2pgames_protocol.invite import BadInvite, Invite
from p2pgames_protocol.meet import ANYWHERE, PATIENCE, join_table
from p2pgames_protocol.session import Player


@click.command(
    epilog="""\b
Examples:
  p2pgames join P2PGAMES:...          the whole line you were sent
  p2pgames join - < invite.txt        the line from a file
  p2pgames join INVITE --bot careful  a bot plays for you"""
)
@click.argument("invite", nargs=-1, required=True)
@networked
@playing
def command(
    invite: tuple[str, ...],
    listen: tuple[str, ...],
    addresses: tuple[str, ...],
    timeout: float | None,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Take a seat at the table of INVITE, and play as soon as all seats are taken."""
    check_places(listen, addresses)
    read = read_invite(invite)
    game = registry.game(read.game)
    how = manner(game, bots, on_turn, confirm=confirm, timeout=timeout)
    where = home()
    with where.locked():
        return started(how, _play, player(where), read, listen or ANYWHERE, addresses, how)


def read_invite(words: tuple[str, ...]) -> Invite:
    """Return the invite in the arguments, or on standard input for ``-``; raise `Stop` if it is none."""
    text = _line() if words == ("-",) else " ".join(words)
    try:
        return invites.read(text)
    except BadInvite as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None


def _line() -> str:
    """Return the first line of standard input, and leave the others where they are: they may be moves."""
    line = b""
    while (
        not line.endswith(b"\n") and len(line) < invites.MAX_TEXT and (one := os.read(sys.stdin.fileno(), 1))
    ):
        line += one
    return line.decode("utf-8", errors="replace")


async def _play(
    guest: Player, invite: Invite, listen: tuple[str, ...], addresses: tuple[str, ...], how: Manner
) -> int:
    opening = opening_for(how)

    async def accepts(proposal: Proposal) -> None:
        try:
            rules = registry.rules(proposal.rules, proposal.version)
        except registry.Unknown as unknown:
            raise Refused(str(unknown.args[0])) from None
        gen.check_proposal(proposal, rules)
        options = " ".join(f"{name}={value}" for name, value in (*proposal.table, *proposal.options))
        opening.tell(f"The table plays {proposal.rules} with {proposal.seats} seats; {options}.")

    opening.tell("Looking for the host ...")
    try:
        async with join_table(
            guest,
            invite,
            accepts=accepts,
            listen=listen,
            addresses=addresses,
            patience=PATIENCE if how.timeout is None else how.timeout,
        ) as session:
            peer = await opening.begun(session)
            return await play([peer], registry.game(peer.ledger.genesis.proposal.rules), how)
    except BadInvite as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None
