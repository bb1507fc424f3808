"""Opening, joining, watching and resuming a table: all that a command needs between its arguments and a running game.

async with host_table(player, proposal) as session:
    print(session.invite.text())
    peer = await session.begun()
    ...
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Container, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias, TypeVar

import trio

from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Genesis, Proposal
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.acceptor import ask_for_game, sit_down, watch
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import Accepts, Confirm, Lobby, Seating
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import FIRST_WAIT, LAST_WAIT, Network
from p2pgames_protocol.net.open_game import play_game
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.seat_transfer import fetch_seat
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
from p2pgames_protocol.transports.transport import PortTaken, Unreachable
from p2pgames_protocol.wire.address import transport_of
from p2pgames_protocol.wire.codec import HASH_SIZE
from p2pgames_protocol.wire.invite import BadInvite, Invite

# What remains of a table that fills up while its network is replaced by one with other ways.


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """Who sits at the table, and where it was found."""

    seating: Seating
    places: tuple[str, ...]
    """Where its host listened, with the ports that were found."""
    opened: Mapping[str, object]
    """What its transports left open, by their names."""

    def take_up(self, session: Session, listen: Sequence[str]) -> tuple[str, ...]:
        """Have the transports of a session go on with what was left open; return where it listens, with ``listen``.

        That is where it was before, for those transports that ``listen`` does not name.
        """
        transports = session.network.transports
        for name, transport in transports.items():
            transport.go_on_with(self.opened.get(name))
        first = next(iter(transports))
        named = {transport_of(place) or first for place in listen}
        still = transports.keys() - named
        return (*listen, *(place for place in self.places if transport_of(place) in still))


def leave_open(session: Session, kept: Container[str], before: LeftOpen | None = None) -> LeftOpen:
    """Return what is left open of a table that fills up, for the transports that are ``kept``, by their names.

    Those who wait are told nothing if the session ends with an exception then: they look for the table anew. A way
    that was switched off, now or ``before``, comes back to its port, where that is free at once.
    """
    lobby, transports = session.network.acceptor.lobby, session.network.transports
    if lobby is None:
        raise ValueError("Nobody hosts here.")
    places = [
        place
        for place in session.network.listener.places
        if transport_of(place) in kept or transports[transport_of(place)].has_hosts
    ]
    earlier = before.places if before is not None else ()
    return LeftOpen(
        lobby.seating,
        (*places, *(place for place in earlier if transport_of(place) not in transports)),
        {name: one.leave_open() for name, one in transports.items() if name in kept},
    )


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
    own_bots = [(bot.identity, bot.name, player.entropy(HASH_SIZE)) for bot in bots]
    seating = Seating(player.identity, proposal, player.name, player.entropy(HASH_SIZE), bots=own_bots)
    lobby = Lobby(seating if before is None else before.seating, token, confirm)
    session = make_session(player, ways, lobby)
    session.beside = beside
    session.proposal, lobby.outcome_of = proposal, partial(show_seats, session, lobby)
    # At once: some transports take a while to open, and people who knocked before come back by the others.
    lobby.knock = knock if session.network.sharing.shows else None

    async def work() -> tuple[Peer, None]:
        return await session.network.acceptor.start(), None

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
        lobby.outcome_of()
        start(work, NOBODY)
        yield session


# Taking a seat at somebody's table over a link to its host, and over another one when that breaks.

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
        known = {
            invite.host: _vouched(invite, link),
            session.player.identity.key: session.network.listener.noted,
        }
        return await sit_down(session.player, link, invite.token, once, session.seated, known)

    return await enter_patiently(session, invite, patience, sit)


async def enter_patiently(
    session: Session, invite: Invite, patience: float, enter: Callable[[Link], Awaitable[T]]
) -> tuple[T, Link]:
    """Enter over a link to the host, and over another one when it breaks; raise `Unreachable` when none holds.

    The patience begins when a transport can dial.
    """
    await session.network.dialer.until_ready(invite.addresses)
    wait, give_up = FIRST_WAIT, trio.current_time() + patience
    while True:
        began = trio.current_time()
        try:
            link = await session.network.dialer.dial(invite.addresses, invite.host, trusted=invite.trusted)
            began = trio.current_time()
            session.parted(False)
            return await _over(link, enter), link
        except Unreachable as wrong:
            why = wrong
        except LinkFault as fault:
            why = Unreachable(sentences.BREAKS_OFF(why=fault.message))
            if trio.current_time() - began > STEADY:
                wait, give_up = FIRST_WAIT, trio.current_time() + patience
        session.parted(True)
        if trio.current_time() + wait > give_up:
            raise why
        await trio.sleep(wait)
        wait = min(wait * 2, LAST_WAIT)


def _vouched(invite: Invite, link: Link) -> tuple[str, ...]:
    """Return the addresses of a host that are dialled wherever they lead, now that there is a link to it."""
    return tuple(one for one in invite.addresses if one in invite.trusted or link.ends.vouch(one))


async def _over(link: Link, enter: Callable[[Link], Awaitable[T]]) -> T:
    try:
        return await enter(link)
    except BaseException:
        await link.aclose()
        raise


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
        raise BadInvite(sentences.OWN_INVITE)
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
        raise BadInvite(sentences.OWN_TABLE)
    session = make_session(player, ways)

    async def look(link: Link) -> Peer:
        return await watch(player, link, invite.token, {invite.host: _vouched(invite, link)})

    async def work() -> tuple[Peer, Link]:
        return await enter_patiently(session, invite, patience, look)

    async with _running(session, (), ()) as start:
        start(work, {invite.host: invite.addresses})
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
        session.network.acceptor.lobby = lobby
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


async def find_lost_game(
    player: Player, line: Invite, *, ways: Enabled | None = None, patience: float = PATIENCE
) -> Genesis:
    """Return how the game of a line began, in which this player has a seat, as the player who made the line knows it.

    Raises `Turned` if no such game is open there, `Unreachable` if nobody is there in time.
    """
    session = make_session(player, ways)
    async with _running(session, (), ()):
        genesis, link = await enter_patiently(
            session, line, patience, lambda link: ask_for_game(player, link)
        )
        await link.aclose()
        return genesis


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
    await network.acceptor.ready.wait()
    peer = network.acceptor.peer
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
