"""Taking a seat at somebody's table over a link to its host, and over another one when that breaks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import trio

from p2pgames_protocol.log.proposal import Proposal
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.address_sharing import FIRST_WAIT, LAST_WAIT
from p2pgames_protocol.net.door import sit_down
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import Accepts
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.transports.transport import Unreachable
from p2pgames_protocol.wire.invite import Invite

STEADY: Final = 10.0
"""Seconds that a host must have held on to us for the patience to begin anew."""
T = TypeVar("T")


async def take_seat(
    session: Session, invite: Invite, accepts: Accepts | None, patience: float
) -> tuple[Peer, Link]:
    """Take a seat; the player is asked once, however often the link breaks."""

    async def once(proposal: Proposal) -> None:
        if accepts is not None and session.proposal != proposal:
            await accepts(proposal)
        session.proposal = proposal
        session.tell()

    async def sit(link: Link) -> Peer:
        known = {invite.host: invite.addresses, session.player.identity.key: session.network.listener.noted}
        return await sit_down(session.player, link, invite.token, once, session.seated, known)

    return await enter_patiently(session, invite, patience, sit)


async def enter_patiently(
    session: Session, invite: Invite, patience: float, enter: Callable[[Link], Awaitable[T]]
) -> tuple[T, Link]:
    """Enter over a link to the host, and over another one when it breaks; raise `Unreachable` when none holds.

    The patience begins when a transport can dial.
    """
    await session.network.dialer.settled(invite.addresses)
    wait, give_up = FIRST_WAIT, trio.current_time() + patience
    while True:
        began = trio.current_time()
        try:
            link = await session.network.dialer.dial(invite.addresses, invite.host)
            began = trio.current_time()
            session.parted(False)
            return await _over(link, enter), link
        except Unreachable as wrong:
            why = wrong
        except LinkFault as fault:
            why = Unreachable(messages.BREAKS_OFF(why=fault.message))
            if trio.current_time() - began > STEADY:
                wait, give_up = FIRST_WAIT, trio.current_time() + patience
        session.parted(True)
        if trio.current_time() + wait > give_up:
            raise why
        await trio.sleep(wait)
        wait = min(wait * 2, LAST_WAIT)


async def _over(link: Link, enter: Callable[[Link], Awaitable[T]]) -> T:
    try:
        return await enter(link)
    except BaseException:
        await link.aclose()
        raise
