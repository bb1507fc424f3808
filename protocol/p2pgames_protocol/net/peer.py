"""A running participant: a replica, its store, and links to other peers.

Every accepted record is stored and synced first, then passed on to everybody connected, so that any one
reachable player bridges the others. Links come and go; the log alone decides what is missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Final

import trio

from p2pgames.contract import Illegal, Move, Seat
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.reception import Reception
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.signer.signer import Signer
from p2pgames_protocol.net import messages, rematch
from p2pgames_protocol.net.changes import Changes
from p2pgames_protocol.net.chat_sync import Talk
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.link_service import LinkService
from p2pgames_protocol.net.live_replica import LiveReplica
from p2pgames_protocol.net.presence import Presence
from p2pgames_protocol.store.address_book import AddressBook
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.transports.transport import Route, TransportStatus
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.invite import Invite

GOSSIP: Final = 2.0
"""Seconds a peer stays with those it is linked to after evidence has ended the game."""
LINGER: Final = 10.0
"""Seconds a peer stays after the end for the others to have the last round."""


class Peer:
    """Runs one replica. Whoever shows it waits with `changed`; ``notices`` holds what went wrong, newest last.

    ``signer`` is the seat whose replica it is, None for a watcher.
    """

    def __init__(
        self,
        replica: Replica,
        store: Store,
        instance_id: bytes,
        signer: Signer | None = None,
        book: AddressBook | None = None,
        talk: Talk | None = None,
    ) -> None:
        self.replica = replica
        self.signer = signer
        self.history = History(replica)
        self.store = store
        self.book = book
        """Where the players can be reached; passed on over the links."""
        self.talk = talk
        """What the players say to each other; passed on over the links."""
        self.transports: Mapping[str, TransportStatus] = {}
        """By name: the status of the transports that need something before they can dial."""
        own = replica.genesis.keys[signer.seat] if signer is not None else b""
        self._changes = Changes()
        self._connections = Connections(replica.genesis.keys, own)
        self._live = LiveReplica(replica, store, instance_id, signer, self._connections, self._changes)
        self._links = LinkService(self._live, self._connections, self._changes, book, talk)

    # -- beginning --

    @property
    def must_show(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before this seat signs: they may know more of it.

        Those are all of them also while this seat has signed, by its own note, what its log lacks.
        """
        return self._live.must_show

    @property
    def read_only(self) -> bool:
        """Whether this seat must not sign yet: it may have signed more than this copy of its log knows."""
        return bool(self.must_show)

    @property
    def settled(self) -> bool:
        """Whether all that the replica holds is stored, and may be told."""
        return self._live.settled

    async def begin(self, must_show: Iterable[bytes] = ()) -> None:
        """Start a game of which nothing is stored: sign the key event, and store it before anything else happens.

        Nothing more is signed before each of ``must_show``, keys of players who may have seen this seat play already,
        has shown what it has: all of them where the game was once stored here. The key event is always the same.
        """
        await self._live.begin(must_show)

    async def resume(self, stored: list[Record]) -> None:
        """Go on with what the store held; a copied store stays read-only until the others have answered."""
        await self._live.resume(stored)

    async def take_over(self) -> None:
        """Let this seat sign at once, at the risk of its player: what another copy has signed can then prove fraud.

        What this one has signed, by its own note, it still does not sign against.
        """
        await self._live.take_over()

    # -- what the player keeps for itself --

    @property
    def local_notes(self) -> Mapping[str, Plain]:
        """What is kept beside the game for this player alone, by name."""
        return self._live.writer.local_notes

    async def keep(self, name: str, value: Plain) -> None:
        """Keep something beside the game for this player alone; None to forget it. It survives a restart."""
        async with self._live.lock:
            await self._live.writer.keep_note(name, value)
        self._changes.tell()

    # -- what the player does --

    async def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; it is stored when this returns. Raises `Illegal` as `Signer.act` does."""
        await self._live.do(lambda table: table.act(move, at))

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` as `Signer.resign` does."""
        await self._live.do(Signer.resign)

    async def claim(self) -> None:
        """Claim the game against a silent other; raises `Illegal` as `Signer.claim` does."""
        await self._live.do(Signer.claim)

    async def vote(self, seat: Seat) -> None:
        """Vote a silent seat absent; raises `Illegal` as `Signer.vote` does."""
        await self._live.do(lambda table: table.vote(seat))

    async def offer(self, says: str, to: int | None = None) -> None:
        """Offer something, agree to it, or decline; raises `Illegal` as `Signer.offer` does."""
        await self._live.do(lambda table: table.offer(says, to))

    async def say(self, text: str) -> None:
        """Say something to everybody at the table; raises `Illegal` as `Chat.say` does, and for who has no seat."""
        if self.talk is None or self.signer is None:
            raise Illegal(messages.PLAYERS_CHAT)
        await self.talk.say(self.signer.duty.pen, text, tuple(self._connections))
        self._changes.tell()

    def tell_rematch(self, invite: Invite | None = None) -> None:
        """Tell the players linked that this one wants another game, or where its table is."""
        self._connections.tell_players(rematch.message(invite))

    # -- what is to be seen --

    @property
    def notices(self) -> deque[Reception]:
        """What went wrong, newest last."""
        return self._changes.notices

    @property
    def proof(self) -> Path | None:
        """Where the proof of the newest fault lies; None where nobody is to blame."""
        return self.store.proof if self._live.proven else None

    @property
    def rematches(self) -> Mapping[bytes, Invite | None]:
        """By identity key: the players who want another game after this one, and where their table is."""
        return self._links.messages.rematches

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._changes.changed()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds, looking again after every change."""
        await self._changes.wait_until(done)

    @property
    def connected(self) -> tuple[bytes, ...]:
        """The identity keys at the other ends of the links, each once."""
        return self._connections.connected

    @property
    def routes(self) -> dict[bytes, Route]:
        """By what each of them is linked at this moment: its newest link counts."""
        return self._connections.routes

    @property
    def presence(self) -> Mapping[bytes, Presence]:
        """By identity key: everybody else with a seat, and whoever was linked since this peer was made."""
        return self._connections.presence

    @property
    def ways(self) -> Mapping[Seat, frozenset[bytes]]:
        """By seat: the keys of the players over whose links anything it signed has come since this peer was made."""
        return self._connections.ways

    # -- without a link --

    async def take_in(self, records: Iterable[Record]) -> list[Reception]:
        """Hear records that no link brought, store what is new, and sign what this seat now owes.

        Nothing is signed before all of them are heard: what this seat signed elsewhere may be among them. The
        others' newest haves are stored too, for nobody greets anew by mail.
        """
        return await self._live.take_in(records)

    # -- links --

    async def attach(self, link: Link) -> None:
        """Serve a link, hello done, until it ends, misbehaves, or a newer one to the same player takes its place."""
        await self._links.attach(link)

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Note the status of the transports."""
        self.transports = statuses
        self._changes.tell()

    def moved(self, gone: Collection[str]) -> None:
        """Cut the links that stand on these addresses of ours: they are no longer ours, and no transport says so."""
        self._connections.cut(gone)
        self._changes.tell()

    def tell_address(self, data: bytes) -> None:
        """Tell all players linked an address record; watchers need not know."""
        self._connections.tell_players(("address", data))
        self._changes.tell()

    # -- the end --

    async def linger(self) -> None:
        """Stay after the end until everybody has the last round, or for a while; then keep their last haves.

        Nobody confirms evidence: whoever is linked then has a moment to hear it, and leaves by itself once it has.
        """
        frozen = self.replica.accusations.equivocation is not None
        with trio.move_on_after(GOSSIP if frozen else LINGER):
            await self.wait_until(lambda: not self.connected if frozen else self.replica.complete)
        await self._live.writer.keep_haves()

    async def goodbye(self) -> None:
        """End all links after what waits has been sent; slow ones are cut. Who has resigned leaves its votes."""
        if self.signer is not None:
            await self._live.do(Signer.leave_votes)
            await self._live.confirm()
        for connection in self._connections:
            connection.queue(("bye",))
        with trio.move_on_after(1):
            await self.wait_until(lambda: not self._connections)
