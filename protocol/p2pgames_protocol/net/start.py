"""Opening, joining, watching and resuming a table: all that a command needs between its arguments and a running game.

async with host_table(player, proposal) as session:
    print(session.invite.text())
    peer = await session.begun()
    ...
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeAlias

import trio

from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.proposal import Proposal
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.door import watch
from p2pgames_protocol.net.entering import enter_patiently, take_seat
from p2pgames_protocol.net.handing import fetch_seat
from p2pgames_protocol.net.left_open import LeftOpen
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.lobby import Accepts, Confirm, Lobby
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import Network
from p2pgames_protocol.net.open_game import play_game
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.seating import Seating
from p2pgames_protocol.net.session import (
    ANYWHERE,
    PATIENCE,
    Session,
    Work,
    make_session,
    make_token,
    meet,
    only_exception,
    places_before,
    show_seats,
)
from p2pgames_protocol.store.handover import Handover
from p2pgames_protocol.store.player import NOBODY, Known, Player
from p2pgames_protocol.transports.transport import PortTaken
from p2pgames_protocol.wire.hashing import SIZE
from p2pgames_protocol.wire.invite import BadInvite, Invite


@asynccontextmanager
async def host_table(
    player: Player,
    proposal: Proposal,
    *,
    listen: Sequence[str] = ANYWHERE,
    addresses: Sequence[str] = (),
    confirm: Confirm | None = None,
    knock: Confirm | None = None,
    ways: Enabled | None = None,
    meeting: Meeting | None = None,
    bots: Sequence[Player] = (),
    beside: Callable[[Peer], Awaitable[None]] | None = None,
    before: LeftOpen | None = None,
) -> AsyncIterator[Session]:
    """Open a table; its invite is there at once. With ``confirm`` the host is asked before anybody sits down.

    With ``meeting`` it is handed to those who have the words, as long as a seat is free.

    With ``knock``, and a way that shows open tables, strangers see this one, and the host is asked about each.

    ``bots`` sit next to the host, as many as the proposal says, and are played by what runs ``beside`` the game.

    ``addresses`` are told in the invite instead of this computer's own. Raises `PortTaken`, and ValueError for a
    place or address that is none.

    With what was left open ``before`` it is the same table again, maybe in other ways: whoever sat there keeps the
    seat, and the invite of then is good for the ways that are still switched on, unless ``listen`` names other places.
    """
    token = make_token(player.identity, proposal)
    own_bots = [(bot.identity, bot.name, player.entropy(SIZE)) for bot in bots]
    seating = Seating(player.identity, proposal, player.name, player.entropy(SIZE), bots=own_bots)
    lobby = Lobby(seating if before is None else before.seating, token, confirm)
    session = make_session(player, ways, lobby)
    session.beside = beside
    session.proposal, lobby.told = proposal, partial(show_seats, session, lobby)
    # At once: some transports take a while to open, and people who knocked before come back by the others.
    lobby.knock = knock if session.network.sharing.shows else None

    async def work() -> tuple[Peer, None]:
        return await session.network.door.start(), None

    places, spare = session.network.listener.everywhere(listen), None
    if before is not None:
        places, spare = session.network.listener.everywhere(before.take_up(session, listen)), places
    # In parallel: deriving the key of the words takes a while, and so does finding where we listen.
    ahead = partial(meet, session, lobby, meeting) if meeting is not None else None
    async with _running(session, places, addresses, spare, ahead) as start:
        session.network.sharing.findable(proposal.nonce)
        session.invite = Invite(player.identity.key, token, proposal.rules, session.network.sharing.invited)
        session.meeting = meeting
        session.opened.set()
        lobby.told()
        start(work, NOBODY)
        yield session


@asynccontextmanager
async def join_table(
    player: Player,
    invite: Invite,
    *,
    accepts: Accepts | None = None,
    listen: Sequence[str] = ANYWHERE,
    addresses: Sequence[str] = (),
    ways: Enabled | None = None,
    patience: float = PATIENCE,
) -> AsyncIterator[Session]:
    """Take a seat at the table of an invite, after ``accepts`` was asked about what it proposes.

    If nobody is there, the host is dialled again for ``patience`` seconds; then `Session.begun` raises `Unreachable`.
    A link that breaks while the table fills up is made anew. Raises `BadInvite` for the player's own.
    """
    if invite.host == player.identity.key:
        raise BadInvite(messages.OWN_INVITE)
    session = make_session(player, ways)

    async def work() -> tuple[Peer, Link]:
        return await take_seat(session, invite, accepts, patience)

    places = session.network.listener.everywhere(listen)
    ahead = partial(session.run, work, {invite.host: invite.addresses})
    async with _running(session, places, addresses, ahead=ahead, beside=True):
        yield session


@asynccontextmanager
async def watch_table(
    player: Player, invite: Invite, *, ways: Enabled | None = None, patience: float = PATIENCE
) -> AsyncIterator[Session]:
    """Look on at a table, from its beginning; `Session.begun` raises `Turned` if that is not allowed."""
    if invite.host == player.identity.key:
        raise BadInvite(messages.OWN_TABLE)
    session = make_session(player, ways)

    known = {invite.host: invite.addresses}

    async def work() -> tuple[Peer, Link]:
        return await enter_patiently(
            session, invite, patience, lambda link: watch(player, link, invite.token, known)
        )

    async with _running(session, (), ()) as start:
        start(work, known)
        yield session


@asynccontextmanager
async def resume_game(
    player: Player,
    genesis: Genesis,
    *,
    invite: Invite | None = None,
    listen: Sequence[str] = (),
    addresses: Sequence[str] = (),
    ways: Enabled | None = None,
    beside: Callable[[Peer], Awaitable[None]] | None = None,
) -> AsyncIterator[Session]:
    """Go on with a stored game: its peer is there at once, and looks for the others where they last were.

    It listens at the port it had before, if that is free and ``listen`` names none. ``invite`` says where one of
    the others is now; `Session.invite` says the same of us. Raises as the store does.
    """
    session = make_session(player, ways)
    session.beside = beside
    known = {invite.host: invite.addresses} if invite is not None else NOBODY
    peer = await play_game(player, genesis, known)
    session.peer, session.proposal = peer, genesis.proposal

    async def work() -> tuple[Peer, None]:
        return peer, None

    if genesis.proposal.host == player.identity.key:
        lobby = Lobby(Seating.begun(player.identity, genesis), make_token(player.identity, genesis.proposal))
        lobby.kept.set()
        session.network.door.lobby = lobby
    before = session.network.listener.everywhere(listen or places_before(session.network, peer))
    spare = None if listen else session.network.listener.everywhere(ANYWHERE)
    ahead = partial(session.run, work, known)
    async with _running(session, before, addresses, spare, ahead):
        session.network.sharing.findable(genesis.proposal.nonce)
        if peer.address_book is not None and peer.links.identity is not None:
            await peer.address_book.hint(peer.links.identity.key, session.network.listener.noted)
        session.invite = Invite(
            _called(player, peer), b"", genesis.proposal.rules, session.network.sharing.invited
        )
        yield session


def _called(player: Player, peer: Peer) -> bytes:
    """Return by which key the others know who plays here: that of the seat where its player did not join."""
    return (
        player.identity.key
        if peer.links.identity is None or player.identity.key in peer.replica.genesis.identities
        else peer.links.identity.key
    )


async def take_over_seat(
    player: Player, line: Invite, *, ways: Enabled | None = None, patience: float = PATIENCE
) -> Handover:
    """Return the seat that a line hands over, kept in the player's home.

    Raises `BadHandover` if it is refused or cannot be kept, `Unreachable` if nobody is there in time.
    """
    session = make_session(player, ways)
    async with _running(session, (), ()):
        seat, link = await enter_patiently(
            session, line, patience, lambda link: fetch_seat(player, line, link)
        )
        await link.aclose()
        return seat


Start: TypeAlias = Callable[[Work, Known], None]


@asynccontextmanager
async def _running(
    session: Session,
    listen: Sequence[str],
    addresses: Sequence[str],
    spare: Sequence[str] | None = None,
    ahead: Callable[[], Awaitable[None]] | None = None,
    *,
    beside: bool = False,
) -> AsyncIterator[Start]:
    """Serve a session while the body runs; it gets what starts the work.

    ``spare`` are places to listen at if the others are taken. Work that goes ``ahead`` begins as soon as somebody can
    be dialled, and with ``beside`` the body, too: to know where we listen may take seconds. No exception group is
    raised.
    """
    try:
        async with trio.open_nursery() as nursery:

            def start(work: Work, known: Known) -> None:
                nursery.start_soon(session.run, work, known)

            if ahead is not None:
                nursery.start_soon(_go_ahead, session.network.listener.running, ahead)
            if beside:
                nursery.start_soon(_serve_beside, nursery, session.network, listen, addresses)
                await session.network.listener.running.wait()
            else:
                try:
                    await _serve(nursery, session.network, listen, addresses)
                except PortTaken:
                    if spare is None:
                        raise
                    await _serve(nursery, session.network, spare, addresses)
            yield start
            await session.leave()
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise only_exception(group) from None


async def _go_ahead(running: trio.Event, ahead: Callable[[], Awaitable[None]]) -> None:
    await running.wait()
    await ahead()


async def _serve_beside(
    nursery: trio.Nursery, network: Network, listen: Sequence[str], addresses: Sequence[str]
) -> None:
    """Serve, and have the others told where, once the game has begun: it may have before that was known."""
    await _serve(nursery, network, listen, addresses)
    await network.door.ready.wait()
    peer = network.door.peer
    if peer is not None and peer.address_book is not None and peer.links.identity is not None:
        await peer.address_book.hint(peer.links.identity.key, network.listener.noted)
        peer.links.carried(network.listener.statuses)


async def _serve(
    nursery: trio.Nursery, network: Network, listen: Sequence[str], addresses: Sequence[str]
) -> None:
    try:
        await nursery.start(partial(network.listener.serve, *listen, told=addresses))
    except BaseExceptionGroup as group:
        raise only_exception(group) from None
