"""Opening, joining, watching and resuming a table: all that a command needs between its arguments and a running game.

async with host_table(player, proposal) as session:
    print(session.invite.text())
    peer = await session.begun()
    ...
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

import trio

from p2pgames_protocol.address import carrier_of, split_address
from p2pgames_protocol.carrier import NoContact, Open, PortTaken
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.digest import SIZE
from p2pgames_protocol.genesis import Genesis, Proposal, Refused
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.invite import TOKEN_SIZE, BadInvite, Invite
from p2pgames_protocol.link import Link, LinkFault
from p2pgames_protocol.lobby import Accepts, Confirm, Lobby, Turned
from p2pgames_protocol.logfile import Damaged
from p2pgames_protocol.network import FIRST_WAIT, LAST_WAIT, Network
from p2pgames_protocol.peer import Peer
from p2pgames_protocol.session import NOBODY, Door, Known, Player, sit_down, watch, watch_token
from p2pgames_protocol.ways import DEFAULT, Ways, named_by, switched_on

ANYWHERE: Final[tuple[str, ...]] = ()
"""No place in particular: every carrier listens where it can."""
PATIENCE: Final = 15.0
STEADY: Final = 10.0
"""Seconds that a host must have held on to us for the patience to begin anew."""
SURE: Final = 2.0
"""Seconds for the host to say what it knows of our part in a game that begins."""
Work: TypeAlias = Callable[[], Awaitable[tuple[Peer, Link | None]]]


@dataclass
class Session:
    """Our end of one table, from waiting for players to the end of the game."""

    player: Player
    network: Network
    invite: Invite | None = None
    """For those who are to join, while we host."""
    proposal: Proposal | None = None
    """What is played, once it is known."""
    peer: Peer | None = None
    """The running game, once it has begun."""
    _names: tuple[str, ...] = ()
    _failure: Exception | None = None
    _change: trio.Event = field(default_factory=trio.Event)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those at the table so far."""
        if self.peer is not None:
            return self.peer.ledger.genesis.given
        return self.network.door.lobby.names if self.network.door.lobby is not None else self._names

    @property
    def watch_invite(self) -> Invite | None:
        """The invite for people who only watch, while we host a table that lets them, or go on with one."""
        lobby = self.network.door.lobby
        if self.invite is None or lobby is None or dict(lobby.proposal.table).get("watchers") != "yes":
            return None
        return Invite(self.invite.host, watch_token(lobby.token), self.invite.game, self.invite.addresses)

    async def changed(self) -> None:
        """Wait until somebody came or went, or the game began."""
        await self._change.wait()

    async def begun(self) -> Peer:
        """Wait for the game to begin; raise `Turned` if it never will, `NoContact` if the host cannot be reached."""
        while self.peer is None:
            if self._failure is not None:
                raise self._failure
            await self.changed()
        return self.peer

    def close(self, reason: str = "The host has closed the table.") -> None:
        """Let nobody in any more, as its host; those who wait are told why."""
        if self.network.door.lobby is not None:
            self.network.door.lobby.close(reason)

    def seated(self, names: tuple[str, ...]) -> None:
        """Note who is at the table."""
        self._names = names
        self.tell()

    def tell(self) -> None:
        """Wake whoever waits with `changed`."""
        self._change.set()
        self._change = trio.Event()

    async def run(self, work: Work, known: Known) -> None:
        """Get the game to begin in this way, then stay linked to its players until cancelled."""
        try:
            peer, link = await work()
        except (Turned, NoContact) as wrong:
            self._fail(wrong)
            return
        except (Refused, Damaged, Malformed) as wrong:  # the last two: our own file of the game
            self._fail(Turned(str(wrong)))
            return
        self.network.door.peer = peer
        self.network.door.ready.set()
        async with trio.open_nursery() as nursery:
            if link is not None:
                nursery.start_soon(peer.attach, link)
                # Whether this is a game we had lost, the host says at once: nobody should read of doubts meanwhile.
                with trio.move_on_after(SURE):
                    await peer.wait_until(lambda: bool(peer.connected) and not peer.read_only)
            self.peer = peer
            self.tell()
            nursery.start_soon(self.network.mesh, peer, known)

    def _fail(self, why: Exception) -> None:
        self._failure = why
        self.tell()

    async def leave(self) -> None:
        """Say goodbye: tell those who wait, or stay after the end until all have the last round."""
        lobby = self.network.door.lobby
        if self.peer is not None:
            if self.peer.ledger.complete or (self.peer.ledger.finished and self.peer.connected):
                await self.peer.linger()
            await self.peer.goodbye()
        elif lobby is not None:
            lobby.close()
            with trio.move_on_after(2):
                await lobby.emptied()


@asynccontextmanager
async def host_table(
    player: Player,
    proposal: Proposal,
    *,
    listen: Sequence[str] = ANYWHERE,
    addresses: Sequence[str] = (),
    confirm: Confirm | None = None,
    knock: Confirm | None = None,
    ways: Ways | None = None,
) -> AsyncIterator[Session]:
    """Open a table; its invite is there at once. With ``confirm`` the host is asked before anybody sits down.

    With ``knock``, and a way that shows open tables, strangers see this one, and the host is asked about each.

    ``addresses`` are told in the invite instead of this computer's own. Raises `PortTaken`, and ValueError for a
    place or address that is none.
    """
    token = make_token(player.identity, proposal)
    lobby = Lobby(player.identity, proposal, token, player.name, player.entropy(SIZE), confirm)
    session = _make(player, ways, lobby)
    session.proposal, lobby.told = proposal, partial(_news, session, lobby)

    async def work() -> tuple[Peer, None]:
        return await session.network.door.start(), None

    async with _running(session, session.network.everywhere(listen), addresses) as start:
        lobby.knock = knock if session.network.shows else None
        session.network.findable(proposal.nonce)
        session.invite = Invite(player.identity.key, token, proposal.rules, session.network.invited)
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
    ways: Ways | None = None,
    patience: float = PATIENCE,
) -> AsyncIterator[Session]:
    """Take a seat at the table of an invite, after ``accepts`` was asked about what it proposes.

    For so many seconds the host is dialled again when nobody is there; then `Session.begun` raises `NoContact`.
    A link that breaks while the table fills up is made anew. Raises `BadInvite` for the player's own.
    """
    if invite.host == player.identity.key:
        raise BadInvite("This is your own invite: send it to somebody else.")
    session = _make(player, ways)

    async def work() -> tuple[Peer, Link]:
        return await _sit(session, invite, accepts, patience)

    async with _running(session, session.network.everywhere(listen), addresses) as start:
        start(work, {invite.host: invite.addresses})
        yield session


@asynccontextmanager
async def watch_table(
    player: Player, invite: Invite, *, ways: Ways | None = None, patience: float = PATIENCE
) -> AsyncIterator[Session]:
    """Look on at a table, from its beginning; `Session.begun` raises `Turned` where that is not allowed."""
    if invite.host == player.identity.key:
        raise BadInvite("This is your own table: open it with resume.")
    session = _make(player, ways)

    known = {invite.host: invite.addresses}

    async def work() -> tuple[Peer, Link]:
        return await _insist(session, invite, patience, lambda link: watch(player, link, invite.token, known))

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
    ways: Ways | None = None,
) -> AsyncIterator[Session]:
    """Go on with a stored game: its peer is there at once, and looks for the others where they last were.

    It listens at the port it had before, if that is free and ``listen`` names none. ``invite`` says where one of
    the others is now; `Session.invite` says the same of us. Raises as the store does.
    """
    session = _make(player, ways)
    known = {invite.host: invite.addresses} if invite is not None else NOBODY
    peer = await player.play(genesis, known)
    session.peer, session.proposal = peer, genesis.proposal

    async def work() -> tuple[Peer, None]:
        return peer, None

    if genesis.proposal.host == player.identity.key:
        session.network.door.lobby = Lobby.begun(
            player.identity, genesis, make_token(player.identity, genesis.proposal)
        )
    before = session.network.everywhere(listen or _before(session.network, peer))
    spare = None if listen else session.network.everywhere(ANYWHERE)
    async with _running(session, before, addresses, spare) as start:
        session.network.findable(genesis.proposal.nonce)
        if peer.book is not None:
            await peer.book.hint(player.identity.key, session.network.places)
        session.invite = Invite(player.identity.key, b"", genesis.proposal.rules, session.network.invited)
        start(work, known)
        yield session


def _news(session: Session, lobby: Lobby) -> None:
    """Wake who waits for the session, and let strangers see how many seats are free."""
    proposal = lobby.proposal
    free = proposal.seats - len(lobby.names)
    shown = Open(proposal.nonce, proposal.rules, lobby.name, proposal.seats, free)
    session.network.show(None if lobby.decided or lobby.knock is None else shown)
    session.tell()


def _make(player: Player, ways: Ways | None, lobby: Lobby | None = None) -> Session:
    door = Door(player, lobby)
    found = ways or switched_on(player, DEFAULT)
    session = Session(player, Network(player, found.carriers, door, found.finders, found.mapper))
    session.network.told = session.tell
    return session


def _before(network: Network, peer: Peer) -> tuple[str, ...]:
    """Return where we listened when the game was last played, with what is switched on now."""
    places = peer.book.hint_of(network.player.identity.key) if peer.book is not None else ()
    return tuple(
        place for place in places if _is_place(place) and carrier_of(place) in ("", *network.carriers)
    )


def ways_before(player: Player, genesis: Genesis) -> tuple[str, ...]:
    """Return the names of the ways by which this player listened when the game was last played."""
    return named_by(player.book(genesis).hint_of(player.identity.key))


def _is_place(place: str) -> bool:
    try:
        split_address(place.removeprefix(f"{carrier_of(place)}:"))
    except ValueError:
        return False
    return True


Start: TypeAlias = Callable[[Work, Known], None]


@asynccontextmanager
async def _running(
    session: Session, listen: Sequence[str], addresses: Sequence[str], spare: Sequence[str] | None = None
) -> AsyncIterator[Start]:
    """Serve a session while the body runs; it gets what starts the work.

    ``spare`` are places to listen at if the others are taken. No exception group is raised.
    """
    try:
        async with trio.open_nursery() as nursery:

            def start(work: Work, known: Known) -> None:
                nursery.start_soon(session.run, work, known)

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
        raise _alone(group) from None


async def _serve(
    nursery: trio.Nursery, network: Network, listen: Sequence[str], addresses: Sequence[str]
) -> None:
    try:
        await nursery.start(partial(network.serve, *listen, told=addresses))
    except BaseExceptionGroup as group:
        raise _alone(group) from None


def _alone(group: BaseException) -> BaseException:
    """Return the one exception that a group was made of."""
    while isinstance(group, BaseExceptionGroup) and len(group.exceptions) == 1:
        group = group.exceptions[0]
    return group


async def _sit(
    session: Session, invite: Invite, accepts: Accepts | None, patience: float
) -> tuple[Peer, Link]:
    """Take a seat; the player is asked once, however often the link breaks."""

    async def once(proposal: Proposal) -> None:
        if accepts is not None and session.proposal != proposal:
            await accepts(proposal)
        session.proposal = proposal
        session.tell()

    async def sit(link: Link) -> Peer:
        known = {invite.host: invite.addresses, session.player.identity.key: session.network.places}
        return await sit_down(session.player, link, invite.token, once, session.seated, known)

    return await _insist(session, invite, patience, sit)


async def _insist(
    session: Session, invite: Invite, patience: float, enter: Callable[[Link], Awaitable[Peer]]
) -> tuple[Peer, Link]:
    """Enter over a link to the host, and over another one when it breaks; raise `NoContact` when none holds.

    The patience begins when a carrier can dial.
    """
    await session.network.settled(invite.addresses)
    wait, give_up = FIRST_WAIT, trio.current_time() + patience
    while True:
        began = trio.current_time()
        try:
            link = await session.network.dial(invite.addresses, invite.host)
            began = trio.current_time()
            return await _over(link, enter), link
        except NoContact as wrong:
            why = wrong
        except LinkFault as fault:
            why = NoContact(f"The host answers, and breaks off: {fault}")
            if trio.current_time() - began > STEADY:
                wait, give_up = FIRST_WAIT, trio.current_time() + patience
        if trio.current_time() + wait > give_up:
            raise why
        await trio.sleep(wait)
        wait = min(wait * 2, LAST_WAIT)


async def _over(link: Link, enter: Callable[[Link], Awaitable[Peer]]) -> Peer:
    try:
        return await enter(link)
    except BaseException:
        await link.aclose()
        raise


def make_token(identity: Identity, proposal: Proposal) -> bytes:
    """Return the token of a table: the host finds it again after a restart, and nobody else can."""
    return identity.derive("table token", proposal.nonce)[:TOKEN_SIZE]
