"""Taking a seat at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pgames_cli.app import rematch_check
from p2pgames_cli.app.network import Reach
from p2pgames_cli.app.opening import opening_for
from p2pgames_cli.app.rematch import played_on, series
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.table.play_options import Manner
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.session import PATIENCE
from p2pgames_protocol.net.start import join_table
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.invite import BadInvite, Invite

if TYPE_CHECKING:
    from p2pgames_protocol.discovery.lan.discovery import Found


def choose_nearby(words: tuple[str, ...], timeout: float | None) -> Found:
    """Return the table nearby that these words name."""
    from p2pgames_cli.app import neighbours

    return neighbours.chosen(" ".join(words), timeout, as_json=bool(flag("json")))


async def take_seat(guest: Player, invite: Invite, reach: Reach, meant: tuple[str, ...], how: Manner) -> int:
    """Take a seat at the table of an invite and play; return the exit code."""
    opening = opening_for(how)

    look = rematch_check.Accepts(guest, opening.tell)

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
        raise Stop(Code.USAGE, told(wrong)) from None
