"""Our end of one table, from waiting for players to the end of the game, and how a seat is taken at another's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

import trio

from p2pgames.contract import Seat
from p2pgames.text import Message
from p2pgames_protocol.discovery.discovery import OpenTable
from p2pgames_protocol.discovery.registry import DEFAULT, Enabled, named_by, switched_on
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis, Proposal, Refused
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.acceptor import Acceptor, watch_token
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.lobby import Lobby, Turned
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import ROUTER, Network
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.store.player import Known, Player
from p2pgames_protocol.transports.transport import PortTaken, Unreachable
from p2pgames_protocol.wire.address import split_address, transport_of
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import TOKEN_SIZE, Invite

ANYWHERE: Final[tuple[str, ...]] = ()
"""No place in particular: every transport listens where it can."""
PATIENCE: Final = 15.0
THROUGH: Final = 15.0
"""Seconds for somebody who has the invite to come to the table."""
HOST: Final = 0
"""The seat of whoever opens a table."""
SURE: Final = 2.0
"""Seconds for the host to say what it knows of our part in a game that begins."""
T = TypeVar("T")
Work: TypeAlias = Callable[[], Awaitable[tuple[Peer, Link | None]]]


# How a participant leaves: it stays until the others have the end, and ends its links.

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
    if peer.signer is not None and not peer.live.is_silent:
        await peer.live.do(Signer.leave_votes)
        await peer.live.confirm()
    for connection in peer.links:
        connection.queue(("bye",))
    with trio.move_on_after(1):
        await peer.wait_until(lambda: not peer.links)


@dataclass
class Session:
    """Our end of one table, from waiting for players to the end of the game."""

    player: Player
    network: Network
    invite: Invite | None = None
    """For those who are to join, while we host."""
    beside: Callable[[Peer], Awaitable[None]] | None = None
    """What runs beside the game, once it has begun, until the session ends."""
    meeting: Meeting | None = None
    """The words for those who are to join, while we host."""
    opened: trio.Event = field(default_factory=trio.Event)
    """Set once it is known where we listen, while we host."""
    proposal: Proposal | None = None
    """What is played, once it is known."""
    peer: Peer | None = None
    """The running game, once it has begun."""
    _names: tuple[str, ...] = ()
    _parted: bool = False
    """Whether the link to the host, at whose table we sit, is broken."""
    _failure: Exception | None = None
    _change: trio.Event = field(default_factory=trio.Event)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those at the table so far."""
        if self.peer is not None:
            return self.peer.replica.genesis.given
        return (
            self.network.acceptor.lobby.seating.names
            if self.network.acceptor.lobby is not None
            else self._names
        )

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats whose players are not linked now, until the game begins; a guest knows it of the host alone."""
        if self.peer is not None:
            return ()
        lobby = self.network.acceptor.lobby
        return lobby.away if lobby is not None else (HOST,) if self._parted and self._names else ()

    @property
    def watch_invite(self) -> Invite | None:
        """The invite for people who only watch, while we host a table that lets them, or go on with one."""
        lobby = self.network.acceptor.lobby
        if (
            self.invite is None
            or lobby is None
            or dict(lobby.seating.proposal.table).get("watchers") != "yes"
        ):
            return None
        return Invite(self.invite.host, watch_token(lobby.token), self.invite.game, self.invite.addresses)

    async def changed(self) -> None:
        """Wait until somebody came or went, or the game began."""
        await self._change.wait()

    async def begun(self) -> Peer:
        """Wait for the game to begin; raise `Turned` if it never will, `Unreachable` if the host cannot be reached."""
        while self.peer is None:
            if self._failure is not None:
                raise self._failure
            await self.changed()
        return self.peer

    def close(self, reason: Message = sentences.CLOSED) -> None:
        """Let nobody in any more, as its host; those who wait are told why."""
        if self.network.acceptor.lobby is not None:
            self.network.acceptor.lobby.close(reason)

    def seated(self, names: tuple[str, ...]) -> None:
        """Note who is at the table."""
        self._names = names
        self.tell()

    def tell(self) -> None:
        """Wake whoever waits with `changed`."""
        self._change.set()
        self._change = trio.Event()

    def parted(self, parted: bool) -> None:
        """Note whether the link to the host is broken."""
        if parted != self._parted:
            self._parted = parted
            self.tell()

    async def run(self, work: Work, known: Known) -> None:
        """Get the game to begin in this way, then stay linked to its players until cancelled."""
        try:
            peer, link = await work()
        except (Turned, Unreachable) as wrong:
            self._fail(wrong)
            return
        except (Refused, Damaged, Malformed) as wrong:  # the last two: our own file of the game
            self._fail(Turned(wrong.message))
            return
        self.network.acceptor.peer = peer
        self.network.acceptor.ready.set()
        async with trio.open_nursery() as nursery:
            if link is not None:
                nursery.start_soon(peer.attach, link)
                # Whether this is a game we had lost, the host says at once: nobody should read of doubts meanwhile.
                with trio.move_on_after(SURE):
                    await peer.wait_until(lambda: bool(peer.links.connected) and not peer.read_only)
            self.peer = peer
            self.tell()
            if self.beside is not None:
                nursery.start_soon(self.beside, peer)
            nursery.start_soon(self.network.mesh, peer, known)

    def _fail(self, why: Exception) -> None:
        self._failure = why
        self.tell()

    async def leave(self) -> None:
        """Say goodbye: tell those who wait, or stay after the end until all have the last round."""
        lobby = self.network.acceptor.lobby
        if self.peer is not None:
            if self.peer.replica.complete or (self.peer.replica.finished and self.peer.links.connected):
                await linger(self.peer)
            await goodbye(self.peer)
        elif lobby is not None:
            lobby.close()
            with trio.move_on_after(2):
                await lobby.emptied()


def show_seats(session: Session, lobby: Lobby) -> None:
    """Wake who waits for the session, and let strangers see how many seats are free."""
    proposal, names = lobby.seating.proposal, lobby.seating.names
    free = proposal.seats - len(names)
    shown = OpenTable(proposal.nonce, proposal.rules, names[0], proposal.seats, free)
    session.network.sharing.show(None if lobby.decided or lobby.knock is None else shown)
    session.tell()


async def meet(session: Session, lobby: Lobby, meeting: Meeting) -> None:
    """Hand the invite to whoever has the words, once there is one, as long as somebody may sit down."""
    async with trio.open_nursery() as nursery:

        async def known(*, watches: bool) -> Invite | None:
            await session.opened.wait()
            return session.watch_invite if watches else session.invite

        def given() -> None:
            nursery.start_soon(_through, session, lobby, meeting)

        nursery.start_soon(meeting.serve, session.player.entropy, known, session.tell, given)
        while not lobby.decided:
            await lobby.changed()
        nursery.cancel_scope.cancel()


async def _through(session: Session, lobby: Lobby, meeting: Meeting) -> None:
    """Say so if nobody comes to the table after somebody was given the invite."""
    before = lobby.seating.names, lobby.guests
    await trio.sleep(THROUGH)
    if (lobby.seating.names, lobby.guests) == before:
        meeting.wrong.append(sentences.NOT_THROUGH)
        session.tell()


def make_session(player: Player, ways: Enabled | None, lobby: Lobby | None = None) -> Session:
    """Return a session whose network is set up and not yet running."""
    door = Acceptor(player, lobby)
    found = ways or switched_on(player, DEFAULT)
    session = Session(player, Network(player, found.transports, door, found.discoveries, found.mapper))
    session.network.listener.told = session.tell
    return session


def places_before(network: Network, peer: Peer) -> tuple[str, ...]:
    """Return where we listened when the game was last played, with what is switched on now."""
    book = peer.address_book
    places = (
        book.hint_of(peer.links.identity.key) if book is not None and peer.links.identity is not None else ()
    )
    return tuple(
        place for place in places if _is_place(place) and transport_of(place) in ("", *network.transports)
    )


def ways_before(player: Player, genesis: Genesis) -> tuple[str, ...]:
    """Return the names of the ways by which this player listened when the game was last played."""
    own = player.own(genesis)
    return named_by(player.address_book(genesis).hint_of(own.key)) if own is not None else ()


def mapped_before(player: Player, genesis: Genesis) -> bool:
    """Tell whether the router forwarded this player's port when the game was last played."""
    own = player.own(genesis)
    noted = player.address_book(genesis).hint_of(own.key) if own is not None else ()
    return any(transport_of(one) == ROUTER for one in noted)


def _is_place(place: str) -> bool:
    try:
        split_address(place.removeprefix(f"{transport_of(place)}:"))
    except ValueError:
        return False
    return True


def only_exception(group: BaseException) -> BaseException:
    """Return the one exception that a group was made of; of ports that are taken, the first."""
    while isinstance(group, BaseExceptionGroup) and (
        len(group.exceptions) == 1 or group.split(PortTaken)[1] is None
    ):
        group = group.exceptions[0]
    return group


def make_token(identity: Identity, proposal: Proposal) -> bytes:
    """Return the token of a table: the host finds it again after a restart, and nobody else can."""
    return identity.derive("table token", proposal.nonce)[:TOKEN_SIZE]
