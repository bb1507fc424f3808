"""Our end of one table, from opening, joining, watching or resuming it to the end of the game.

All that a command needs between its arguments and a running game:

async with host_table(player, proposal) as session:
    print(session.invite.text())
    peer = await session.begun()
    ...
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Container, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
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
from p2pgames_protocol.net.acceptor import Acceptor, ask_for_game, sit_down, watch, watch_token
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.lobby import Accepts, Confirm, Lobby, Seating, Turned
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import FIRST_WAIT, LAST_WAIT, ROUTER, Network
from p2pgames_protocol.net.peer import Peer, fetch_seat, play_game
from p2pgames_protocol.store.handover import Handover
from p2pgames_protocol.store.player import NOBODY, Known, Player
from p2pgames_protocol.transports.transport import PortTaken, Unreachable
from p2pgames_protocol.wire.address import split_address, transport_of
from p2pgames_protocol.wire.codec import HASH_SIZE, Malformed
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import TOKEN_SIZE, BadInvite, Invite

ANYWHERE: Final[tuple[str, ...]] = ()
"""No place in particular: every transport listens where it can."""
PATIENCE: Final = 15.0
"""Seconds for which a host that does not answer is dialled again: as long as a frozen link takes to be noticed
(LINK 12.4)."""
THROUGH: Final = 15.0
"""Seconds for somebody who has the invite to come to the table."""
HOST: Final = 0
"""The seat of whoever opens a table."""
SURE: Final = 2.0
"""Seconds for the host to say what it knows of our part in a game that begins."""
Work: TypeAlias = Callable[[], Awaitable[tuple[Peer, Link | None]]]


# How a participant leaves: it stays until the others have the end, and ends its links.

GOSSIP: Final = 2.0
"""Seconds a peer stays with those it is linked to after evidence has ended the game, or where it is hurried."""
LINGER: Final = 10.0
"""Seconds a peer stays after the end for the others to have the last round."""


async def linger(peer: Peer) -> None:
    """Stay after the end until everybody has the last round, or for a while; then keep their last haves.

    Nobody confirms evidence: peers that are linked then have a moment to hear it, and leave once they have.
    """
    frozen = peer.replica.accusations.verdict is not None
    with trio.move_on_after(GOSSIP if frozen or peer.hurried else LINGER):
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

    def close_table(self, reason: Message = sentences.CLOSED) -> None:
        """Let nobody in any more, as its host; those who wait are told why."""
        if self.network.acceptor.lobby is not None:
            self.network.acceptor.lobby.close_table(reason)

    def seated(self, names: tuple[str, ...]) -> None:
        """Note who is at the table."""
        self._names = names
        self.wake()

    def wake(self) -> None:
        """Wake whoever waits with `changed`."""
        self._change.set()
        self._change = trio.Event()

    def parted(self, parted: bool) -> None:
        """Note whether the link to the host is broken."""
        if parted != self._parted:
            self._parted = parted
            self.wake()

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
            self.wake()
            if self.beside is not None:
                nursery.start_soon(self.beside, peer)
            nursery.start_soon(self.network.mesh, peer, known)

    def _fail(self, why: Exception) -> None:
        self._failure = why
        self.wake()

    async def leave(self) -> None:
        """Say goodbye: tell those who wait, or stay after the end until all have the last round."""
        lobby = self.network.acceptor.lobby
        if self.peer is not None:
            if self.peer.replica.complete or (self.peer.replica.finished and self.peer.links.connected):
                await linger(self.peer)
            await goodbye(self.peer)
        elif lobby is not None:
            lobby.close_table()
            with trio.move_on_after(2):
                await lobby.emptied()


def show_seats(session: Session, lobby: Lobby) -> None:
    """Wake who waits for the session, and let strangers see how many seats are free."""
    proposal, names = lobby.seating.proposal, lobby.seating.names
    free = proposal.seats - len(names)
    shown = OpenTable(proposal.nonce, proposal.rules, names[0], proposal.seats, free)
    session.network.sharing.announce_table(None if lobby.decided or lobby.knock is None else shown)
    session.wake()


async def meet(session: Session, lobby: Lobby, meeting: Meeting) -> None:
    """Hand the invite to whoever has the words, once there is one, as long as somebody may sit down."""
    async with trio.open_nursery() as nursery:

        async def known(watches: bool) -> Invite | None:  # asked for by `meeting.Invites`
            await session.opened.wait()
            return session.watch_invite if watches else session.invite

        def given() -> None:
            nursery.start_soon(_through, session, lobby, meeting)

        nursery.start_soon(meeting.serve, session.player.entropy, known, session.wake, given)
        while not lobby.decided:
            await lobby.changed()
        nursery.cancel_scope.cancel()


async def _through(session: Session, lobby: Lobby, meeting: Meeting) -> None:
    """Say so if nobody comes to the table after somebody was given the invite."""
    before = lobby.seating.names, lobby.guests
    await trio.sleep(THROUGH)
    if (lobby.seating.names, lobby.guests) == before:
        meeting.wrong.append(sentences.NOT_THROUGH)
        session.wake()


def make_session(player: Player, ways: Enabled | None, lobby: Lobby | None = None) -> Session:
    """Return a session whose network is set up and not yet running."""
    door = Acceptor(player, lobby)
    found = ways or switched_on(player, DEFAULT)
    session = Session(player, Network(player, found.transports, door, found.discoveries, found.mapper))
    session.network.listener.told = session.wake
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
        session.wake()

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
            try:
                return await enter(link), link
            except BaseException:
                await link.aclose()
                raise
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
        # The others know who plays here by the key of the seat where its player did not join.
        own = peer.links.identity
        key = player.identity.key if own is None or player.identity.key in genesis.identities else own.key
        session.invite = Invite(key, b"", genesis.game, session.network.sharing.invited)
        yield session


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
