"""Looking on at a table."""

from __future__ import annotations

from p2pgames import registry
from p2pgames_cli.app.network import Reach
from p2pgames_cli.app.opening import opening_for
from p2pgames_cli.app.run import play
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.table.play_options import Manner
from p2pgames_protocol.net.session import PATIENCE
from p2pgames_protocol.net.start import watch_table
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.invite import BadInvite, Invite


async def watch_game(
    watcher: Player, invite: Invite, reach: Reach, meant: tuple[str, ...], how: Manner
) -> int:
    """Look on at a table; return the exit code."""
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
        raise Stop(Code.USAGE, told(wrong)) from None
