"""A replica that is stored and passed on: every accepted record is stored and synced first, then sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import trio

from p2pgames.contract import Seat
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
from p2pgames_protocol.net.double_sign_guard import DoubleSignGuard
from p2pgames_protocol.net.persistence import GameWriter
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
        self.store = store
        self.instance_id = instance_id
        self.writer = GameWriter(replica, store, signer)
        self.settled = True
        """Whether all that the replica holds is stored, and may be told."""
        self.lock = trio.Lock()
        self.grown: Callable[[list[Record]], None] = lambda _: None
        """Called with what is new in the log."""
        self.proven = 0
        """Of how many faults the proof is written."""
        self._connections = connections
        self._changes = changes
        self._guard = DoubleSignGuard()
        self._own = replica.genesis.keys[signer.seat] if signer is not None else b""
        self._hears: Duty | Hearing = signer.duty if signer is not None else Hearing(replica)
        self._hears.deferred = True

    # -- beginning --

    @property
    def must_show(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before this seat signs: they may know more of it.

        Those are all of them also while this seat has signed, by its own note, what its log lacks.
        """
        behind = self.signer is not None and self.signer.behind
        return self._guard.keys or (self._others() if behind else frozenset())

    async def begin(self, must_show: Iterable[bytes] = ()) -> None:
        """Start a game of which nothing is stored; see `Peer.begin`."""
        async with self.lock:
            if self.signer is not None:
                lost = await trio.to_thread.run_sync(self.store.is_lost)
                self._guard = DoubleSignGuard(self._others() if lost else must_show)
                await self.writer.recall()
                await trio.to_thread.run_sync(self.signer.duty.prepare)
                self.signer.duty.sign_key()
                self._sign_if_sure()
            await self.settle()

    async def resume(self, stored: list[Record]) -> None:
        """Go on with what the store held; see `Peer.resume`."""
        async with self.lock:
            self.writer.found(stored)
            for record in stored[1:]:
                outcome = self._hears.receive(record)
                if outcome.status is Status.SENDER:
                    raise Malformed(messages.NEVER_ACCEPTED(why=outcome.why or as_it_is("")))
                while await self._do_job():
                    pass
            self.replica.outbox.take()
            self.proven = len(self.replica.accusations.found)
            if await trio.to_thread.run_sync(self.store.is_copy):
                self._guard = DoubleSignGuard(self._others())
            await self.writer.recall()
            if not self._guard.keys:
                await self.writer.catch_up()
            if self.signer is not None and not self.replica.finished:
                await trio.to_thread.run_sync(self.signer.duty.prepare)
            self._sign_if_sure()
            await self.settle()

    def _others(self) -> frozenset[bytes]:
        """Return the keys of the other players still in."""
        return frozenset(self.replica.genesis.keys[seat] for seat in self.replica.position.seats) - {
            self._own
        }

    def _sign_if_sure(self) -> None:
        if self.signer is not None and not self._guard.keys:
            self.signer.duty.sign_from_now_on()

    # -- what is done here, and what is heard --

    async def do(self, what: Callable[[Signer], None]) -> None:
        """Let this seat sign something; it is stored when this returns. Raises what ``what`` raises."""
        async with self.lock:
            if self.signer is None:
                raise TypeError("An observer does nothing.")
            what(self.signer)
            await self.settle()

    async def take_in(self, records: Iterable[Record]) -> list[Reception]:
        """Hear records that no link brought, and sign what this seat now owes; see `Peer.take_in`."""
        async with self.lock:
            if self.signer is not None:
                self.signer.duty.signing = False
            outcomes = []
            self.settled = False  # what is heard here is stored in one go
            for record in records:
                outcomes.append(self._hears.receive(record))
                while await self._do_job():
                    pass
            await self.settle()
            self._sign_if_sure()
            self._confirm()
            await self.settle()
            await self.writer.keep_haves()
        return outcomes

    async def hear(self, connection: Connection, record: Record) -> Reception:
        """Hear a record that came over a link, store what is new, and pass it on."""
        connection.heard.add(record.id)
        async with self.lock:
            outcome = self._hears.receive(record)
            self._came(connection, record, outcome)
            if outcome.status is not Status.KNOWN:
                await self.settle()
            read = outcome.status in (Status.ACCEPTED, Status.KNOWN, Status.EARLY)
            if self._guard.keys and read and record.kind is Kind.HAVE:
                have = Have.read(record.body)
                await self._shows(connection, have.seat, have.round)
        return outcome

    @property
    def owes_have(self) -> bool:
        """Whether this seat has not confirmed the newest closed round yet."""
        duty = self.signer.duty if self.signer is not None else None
        return duty is not None and duty.may_sign and duty.confirming.is_open

    async def missing(self, connection: Connection, since: int, but: Collection[bytes]) -> list[Record]:
        """Return what the other end needs from a round on, but for these; all of it is stored, and nothing under way.

        If that is nothing, or it was answered before, it is sent from now on what is new.
        """
        async with self.lock:
            found = [
                record
                for record in self.replica.records(since)
                if record.id not in connection.heard and record.id not in but
            ]
            connection.answered = connection.answered or not found
        return found

    async def confirm(self) -> None:
        """Sign the have of the newest closed round, if that was not done and may be; it is passed on."""
        async with self.lock:
            self._confirm()
            await self.settle()

    def _confirm(self) -> None:
        if self.signer is not None:
            self.signer.duty.confirm()

    def _came(self, connection: Connection, record: Record, outcome: Reception) -> None:
        """Note over whose link something of a seat has come."""
        seat = author(record) if outcome.status is not Status.SENDER else None
        if seat is not None:
            self._connections.heard(seat, connection)

    # -- storing and passing on --

    async def settle(self) -> None:
        """Store and pass on what is fresh, and do the work on proofs beside the event loop until none is left.

        It is finished even if the link that brought the news is cut meanwhile: nothing heard may be half done.
        """
        with trio.CancelScope(shield=True):
            await self._flush()
            while await self._do_job():
                await self._flush()

    async def _do_job(self) -> bool:
        """Do the next work on proofs in a thread; tell whether there was any."""
        job = self._hears.next_job()
        if job is None:
            return False
        self._hears.complete_job(job, await trio.to_thread.run_sync(job.run))
        return True

    async def _flush(self) -> None:
        """Store what is fresh, then pass it on; own signed bytes are safe before anybody sees them."""
        fresh = self.replica.outbox.take()
        released = self.signer.duty.shares.take() if self.signer is not None else []
        self.settled = self.settled and not fresh
        await self.writer.keep(fresh, released, None if self._guard.keys else self.instance_id)
        for record in fresh:
            self._connections.pass_on(record)
        for record in self.replica.outbox.take_shown():
            self._connections.show(record)
        await self._prove()
        self.settled = True
        if fresh:
            self.grown(fresh)
            self._changes.tell()

    async def _prove(self) -> None:
        """Write the proof file beside the game for everybody newly to blame, and say so."""
        for verdict in self.replica.accusations.found[self.proven :]:
            self.proven += 1
            await self.writer.prove(verdict)
            self._changes.note(Reception(Status.AUTHOR, verdict.why, verdict))

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
            await self.settle()

    async def take_over(self) -> None:
        """Let this seat sign at once; see `Peer.take_over`."""
        async with self.lock:
            await self._override()
            await self.settle()

    async def _override(self) -> None:
        """Let this seat sign from now on, whatever the others may have; its instance id is noted first."""
        await self.writer.adopt(self.instance_id)
        self._guard = DoubleSignGuard()
        self._sign_if_sure()
        self._changes.tell()
