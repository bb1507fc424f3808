"""A replica that is stored and passed on: what its seat signs is stored and synced first, then sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import trio

from p2pgames.contract import Illegal, Seat
from p2pgames.text import as_it_is
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.signer.duty import Duty
from p2pgames_protocol.log.signer.signer import Signer
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.changes import Changes
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.delivery import Delivery
from p2pgames_protocol.net.double_sign_guard import DoubleSignGuard
from p2pgames_protocol.net.game_writer import GameWriter
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.wire.codec import Malformed


class LiveReplica:
    """One replica with its store and its links; ``signer`` is the seat whose replica it is, None for a watcher."""

    def __init__(
        self,
        replica: Replica,
        store: Store,
        instance_id: bytes,
        signer: Signer | None,
        connections: Connections,
        changes: Changes,
    ) -> None:
        self.replica = replica
        self.signer = signer
        self.writer = GameWriter(replica, store, instance_id, signer)
        self.lock = trio.Lock()
        self._connections = connections
        self._changes = changes
        self._guard = DoubleSignGuard()
        self._hears: Duty | Hearing = signer.duty if signer is not None else Hearing(replica)
        self._hears.deferred = True
        self.delivery = Delivery(replica, self._hears, self.writer, self._guard, connections, changes)

    # -- beginning --

    @property
    def must_show(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before this seat signs: they may know more of it.

        Those are all of them also while this seat has signed, by its own note, what its log lacks.
        """
        behind = self.signer is not None and self.signer.behind
        return self._guard.keys or (self._others() if behind else frozenset())

    async def begin(self, must_show: Iterable[bytes] = ()) -> None:
        """Start a game of which nothing is stored: sign the key event, and store it before anything else happens.

        Nothing more is signed before each of ``must_show``, keys of players who may have seen this seat play already,
        has shown what it has: all of them where the game was once stored here. The key event is always the same.
        """
        async with self.lock:
            if self.signer is not None:
                lost = await trio.to_thread.run_sync(self.writer.store.is_lost)
                self._guard.hold(self._others() if lost else must_show)
                await self.writer.recall()
                await trio.to_thread.run_sync(self.signer.duty.prepare)
                self.signer.duty.sign_key()
                self._sign_if_sure()
            await self.delivery.settle()

    async def resume(self, stored: list[Record]) -> None:
        """Go on with what the store held; a copied store stays read-only until the others have answered."""
        async with self.lock:
            self.writer.found(stored)
            for record in stored[1:]:
                outcome = self._hears.receive(record)
                if outcome.status is Status.SENDER:
                    raise Malformed(messages.NEVER_ACCEPTED(why=outcome.why or as_it_is("")))
                await self.delivery.prove()
            self.delivery.took_stored()
            if await trio.to_thread.run_sync(self.writer.store.is_copy):
                self._guard.hold(self._others())
            await self.writer.recall()
            if not self._guard.keys:
                await self.writer.catch_up()
            if self.signer is not None and not self.replica.finished:
                await trio.to_thread.run_sync(self.signer.duty.prepare)
            self._sign_if_sure()
            await self.delivery.settle()

    def _others(self) -> frozenset[bytes]:
        """Return the keys of the other players still in."""
        own, keys = self.signer.seat if self.signer is not None else None, self.replica.genesis.keys
        return frozenset(keys[seat] for seat in self.replica.position.seats if seat != own)

    def _sign_if_sure(self) -> None:
        if self.signer is not None and not self._guard.keys and not self.writer.given:
            self.signer.duty.sign_from_now_on()

    # -- what is done here, and what is heard --

    async def do(self, what: Callable[[Signer], None]) -> None:
        """Let this seat sign something; it is stored when this returns. Raises what ``what`` raises."""
        async with self.lock:
            if self.signer is None:
                raise TypeError("An observer does nothing.")
            if self.writer.given:
                raise Illegal(messages.HANDED_OVER)
            what(self.signer)
            await self.delivery.settle()

    async def take_in(self, records: Iterable[Record]) -> list[Reception]:
        """Hear records that no link brought, store what is new, and sign what this seat now owes.

        Nothing is signed before all of them are heard: what this seat signed elsewhere may be among them. The
        others' newest haves are stored too, for nobody greets anew by mail.
        """
        async with self.lock:
            if self.signer is not None:
                self.signer.duty.signing = False
            outcomes = []
            self.delivery.settled = False  # what is heard here is stored in one go
            for record in records:
                outcomes.append(self._hears.receive(record))
                await self.delivery.prove()
            await self.delivery.settle()
            self._sign_if_sure()
            self._confirm()
            await self.delivery.settle()
            await self.writer.keep_haves()
        return outcomes

    async def hear(self, connection: Connection, record: Record) -> Reception:
        """Hear a record that came over a link, store what is new, and pass it on."""
        connection.heard.add(record.id)
        async with self.lock:
            outcome = self._hears.receive(record)
            seat = author(record) if outcome.status is not Status.SENDER else None
            if seat is not None:
                self._connections.heard(seat, connection)
            if outcome.status is not Status.KNOWN:
                await self.delivery.settle(at_once=False)
            read = outcome.status in (Status.ACCEPTED, Status.KNOWN, Status.EARLY)
            if self._guard.keys and read and record.kind is Kind.HAVE:
                have = Have.read(record.body)
                await self._shows(connection, have.seat, have.round)
        return outcome

    async def store(self) -> None:
        """Store what was heard and put off."""
        if self.writer.is_late:
            async with self.lock:
                await self.delivery.settle()

    @property
    def owes_have(self) -> bool:
        """Whether this seat has not confirmed the newest closed round yet."""
        duty = self.signer.duty if self.signer is not None else None
        return duty is not None and duty.may_sign and duty.confirming.is_open

    async def missing(self, connection: Connection, since: int, but: Collection[bytes]) -> list[Record]:
        """Return what the other end needs from a round on, but for these; all of it is stored, and nothing under way.

        If that is nothing, or it was answered before, it is sent from now on what is new. If it asks for the first time
        and lacks only the open round and perhaps the one before, it is spared what somebody else sends it. Until it has
        named its links that may be anything that came from somebody else, and it does not count as answered.
        """
        async with self.lock:
            needed = [
                record
                for record in self.replica.records(since)
                if record.id not in connection.heard and record.id not in but
            ]
            if connection.answered or since < len(self.replica.log) - 1:
                connection.answered = connection.answered or not needed
                return needed
            found = [record for record in needed if not self._connections.spares(connection, record)]
            connection.answered = not found and (not needed or connection.has_named.is_set())
        return found

    async def confirm(self) -> None:
        """Sign the have of the newest closed round, if that was not done and may be; it is passed on."""
        async with self.lock:
            self._confirm()
            await self.delivery.settle()

    def _confirm(self) -> None:
        if self.signer is not None:
            self.signer.duty.confirm()

    # -- copies --

    async def newcomer(self, connection: Connection, since: int) -> None:
        """Believe who has no round at all: it can have nothing of ours but our key event."""
        if since == 0 and connection.link.key in self._guard.keys:
            async with self.lock:
                await self._shows(connection, self.replica.genesis.keys.index(connection.link.key), -1)

    async def _shows(self, connection: Connection, seat: Seat, newest: int) -> None:
        """Believe who shows its newest round, once we have that too."""
        if self.replica.genesis.keys[seat] == connection.link.key:
            self._guard.show(connection.link.key, newest)
        left = self._guard.left(len(self.replica.log), self._others())
        if left:
            self._guard.keys = left
        elif self._guard.keys:
            await self._override()
            await self.delivery.settle()

    async def take_over(self) -> None:
        """Let this seat sign at once; see `Peer.take_over`."""
        async with self.lock:
            await self._override()
            await self.delivery.settle()

    async def _override(self) -> None:
        """Let this seat sign from now on, whatever the others may have; its instance id is noted first."""
        await self.writer.adopt()
        self._guard.hold(())
        self._sign_if_sure()
        self._changes.tell()
