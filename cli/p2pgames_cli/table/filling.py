"""A table from when it is open to when its game begins: who comes, what is wrong, and what its host wants changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import trio

from p2pgames.contract import Seat
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.table.trouble import About, Trouble
from p2pgames_cli.table.ways import ChangeOfWays, OtherWays
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.transports.transport import TransportStatus


class Teller(Protocol):
    """Who tells the player."""

    play_options: PlayOptions
    change: ChangeOfWays | None

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Say the status of the transports."""

    def warn(self, what: str | Trouble) -> None:
        """Say what is wrong."""

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table, and who of them is not linked; called when that has changed."""

    def news(self, session: Session) -> None:
        """Show how the table stands; called whenever anything is new."""


async def filled(teller: Teller, session: Session) -> Peer:
    """Tell who comes until the game begins; raise `Stop` if it never does, `OtherWays` if its host wants others."""
    change = teller.change or ChangeOfWays()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_tell, teller, session)
        nursery.start_soon(_until_changed, change, session, nursery.cancel_scope)
        peer = await _begun(session)
        nursery.cancel_scope.cancel()
        return peer
    raise OtherWays(change.wanted)


async def _begun(session: Session) -> Peer:
    try:
        return await session.begun()
    except Turned as turned:
        raise Stop(Code.FAILURE, told(turned)) from None


async def _tell(teller: Teller, session: Session) -> None:
    sitting: tuple[tuple[str, ...], tuple[Seat, ...]] = (), ()
    while session.peer is None:
        teller.carried(session.network.listener.statuses)
        for why in session.meeting.news() if session.meeting is not None else ():
            teller.warn(Trouble(About.WORDS, why))
        if (proposal := session.proposal) is not None:
            if (live := teller.play_options.live) is not None:
                live.fills(proposal.rules, session.names, proposal.seats)
            if (session.names, session.away) != sitting:
                names, away = sitting = session.names, session.away
                teller.seated(names, proposal.seats, away)
        teller.news(session)
        await session.changed()


async def _until_changed(change: ChangeOfWays, session: Session, scope: trio.CancelScope) -> None:
    await change.asked(session)
    scope.cancel()
