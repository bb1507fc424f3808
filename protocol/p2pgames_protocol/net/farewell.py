"""How a participant leaves: it stays until the others have the end, and ends its links."""

from __future__ import annotations

from typing import Final

import trio

from p2pgames_protocol.log.signer.signer import Signer
from p2pgames_protocol.net.peer import Peer

GOSSIP: Final = 2.0
"""Seconds a peer stays with those it is linked to after evidence has ended the game."""
LINGER: Final = 10.0
"""Seconds a peer stays after the end for the others to have the last round."""


async def linger(peer: Peer) -> None:
    """Stay after the end until everybody has the last round, or for a while; then keep their last haves.

    Nobody confirms evidence: peers that are linked then have a moment to hear it, and leave once they have.
    """
    frozen = peer.replica.accusations.verdict is not None
    with trio.move_on_after(GOSSIP if frozen else LINGER):
        await peer.wait_until(lambda: not peer.links.connected if frozen else peer.replica.complete)
    await peer.live.writer.keep_haves()


async def goodbye(peer: Peer) -> None:
    """End all links after what waits has been sent; slow ones are cut. Who has resigned leaves its votes."""
    if peer.signer is not None and not peer.live.writer.given:
        await peer.live.do(Signer.leave_votes)
        await peer.live.confirm()
    for connection in peer.links:
        connection.queue(("bye",))
    with trio.move_on_after(1):
        await peer.wait_until(lambda: not peer.links)
