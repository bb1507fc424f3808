"""A replica that is stored and passed on: what its seat signs is stored and synced first, then sent."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import trio

from p2pgames.contract import Illegal, Seat
from p2pgames.text import as_it_is
from p2pgames_protocol.audit.proof_file import build
from p2pgames_protocol.log.decks import GivenShare
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.misconduct import Misconduct
from p2pgames_protocol.log.proof_jobs import ProofJob, Reception, Status, Worker
from p2pgames_protocol.log.records import Have, Kind, Record, author
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import AutoSigner, Signer
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.connections import Connection, Connections
from p2pgames_protocol.store.game_store import LocalNote, SignedNote, Store
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.fields import MAX_ROUND

# Who may know more of this seat's events than its own store does: after a copy, an import, a loss.


class DoubleSignGuard:
    """Keys of players who must show what they have before this seat signs, and what they have shown so far."""

    def __init__(self) -> None:
        self.keys: frozenset[bytes] = frozenset()
        self._shown: dict[bytes, int] = {}
        """The newest round that each has shown, -1 for none at all."""
        self.cautious = False
        """Whether another client may be on with our key: then this one waits a moment before it signs."""
        self.elsewhere: tuple[str, ...] | None = None
        """Where another client plays this seat that came later than this one; None if none is known."""
        self.sure_at = math.inf
        """When this seat may sign again, if everybody has still shown all by then."""
        self.renews = False
        """Whether our address record is to be signed anew: another client with our key must hear of this one."""

    def hold(self, keys: Iterable[bytes], *, cautious: bool = False) -> None:
        """Hold the seat back until these have shown what they have; with none, release it."""
        self.keys = frozenset(keys)
        self._shown = {}
        self.sure_at, self.cautious, self.renews = math.inf, cautious, cautious

    def step_back(self, addresses: tuple[str, ...]) -> None:
        """Leave the seat to another client that came later, and plays at these addresses."""
        self.elsewhere, self.renews = addresses, False

    def come_forward(self) -> None:
        """Play the seat here again: the other client is to hear of it."""
        self.elsewhere, self.renews = None, True

    def wait(self, now: float) -> None:
        """Have the seat signed in a moment, unless that is under way."""
        self.sure_at = min(self.sure_at, now + HEARD_OF)

    def narrow(self, keys: frozenset[bytes]) -> None:
        """Hold the seat back for these players alone: the others have shown all."""
        self.keys, self.sure_at = keys, math.inf

    def due(self) -> None:
        """Note that the moment to wait before signing is over."""
        self.sure_at = math.inf

    def note_shown(self, key: bytes, newest: int) -> None:
        """Note that a player has shown its newest closed round."""
        self._shown[key] = newest

    def left(self, closed: int, still_in: frozenset[bytes]) -> frozenset[bytes]:
        """Return who must still show something, or has shown more than the rounds closed here, and is still in.

        What the others had of ours came before what they have shown.
        """
        return still_in & {key for key in self.keys if self._shown.get(key, MAX_ROUND) >= closed}


HEARD_OF: Final = 2.0
"""Seconds that a copy waits once it may sign: another client with its key, still on, hears of it through the others
meanwhile, and what that one signed just before comes here."""

# Doing work on proofs beside the event loop.

_TURN: Final = trio.lowlevel.RunVar[trio.Lock]("turn of a proof")


async def do_job(job: ProofJob) -> Any:
    """Return what the job returns; the event loop goes on meanwhile, unless it takes but a moment.

    One is worked on at a time: what seats at one computer verify is then there for the second of them, and threads that
    compute beside each other mostly wait for the interpreter.
    """
    if job.brief:
        await trio.lowlevel.checkpoint()
        return job.run()
    try:
        turn = _TURN.get()
    except LookupError:
        _TURN.set(turn := trio.Lock())
    async with turn:
        return await trio.to_thread.run_sync(job.run)


async def prove(hears: Worker) -> None:
    """Do the work on proofs, and store nothing."""
    while (job := hears.next_job()) is not None:
        hears.complete_job(job, await do_job(job))


# What of a running game goes into its store, and when.

MAX_LATE: Final = 64
"""Records that wait to be stored at most (docs/decisions/0047-what-others-signed-is-written-later.md)."""


class GameWriter:
    """Writes one game to its store, off the event loop; nothing is written twice."""

    def __init__(self, replica: Replica, store: Store, instance_id: bytes, signer: Signer | None) -> None:
        self.replica = replica
        self.signer = signer
        self.store = store
        self.instance_id = instance_id
        self.local_notes: dict[str, Plain] = {}
        """What is kept for this player alone, by name."""
        self.given = False
        """Whether the seat was handed over: then it signs nothing here any more."""
        self.stored = False
        """Whether there is a file of the game."""
        self._signed = SignedNote(store, (signer.seat,) if signer is not None else ())
        self._late: list[Record] = []
        """What others signed and is not stored yet."""
        self._held: frozenset[bytes] = frozenset()
        """Ids of the haves in the store."""

    def found(self, stored: Iterable[Record]) -> None:
        """Note what the store holds already."""
        stored = list(stored)
        self.stored = True
        self._signed.logged(stored)
        self._held = frozenset(record.id for record in stored if record.kind is Kind.HAVE)

    async def recall(self) -> None:
        """Remind the seat of what it has released, signed and kept for itself, as the store noted it."""
        self.local_notes = await trio.to_thread.run_sync(self.store.local_notes)
        if self.signer is not None:
            self.signer.auto_signer.shares.restore(await trio.to_thread.run_sync(self.store.given_shares))
            await trio.to_thread.run_sync(self._signed.recall)
            self.signer.auto_signer.retransmit(self._signed.lacking(self.signer.seat))

    async def adopt(self) -> None:
        """Note that this copy is the one that signs from now on."""
        await trio.to_thread.run_sync(self._signed.adopt, self.instance_id)

    async def note_stored(self) -> None:
        """Note what was signed and stored before a crash, and not noted any more."""
        await trio.to_thread.run_sync(self._signed.note_log)

    async def keep_note(self, name: str, value: Plain) -> None:
        """Keep something for this player alone; where it cannot be written, until the client is closed.

        Raises `Malformed` for what cannot be stored.
        """
        LocalNote(name, value).pack()
        others = {one: kept for one, kept in self.local_notes.items() if one != name}
        self.local_notes = others if value is None else others | {name: value}
        with suppress(OSError):
            await trio.to_thread.run_sync(self.store.keep, name, value)

    async def write(self, fresh: list[Record], *, note: bool) -> None:
        """Store releases, then records, then the note of what was signed; when this returns they survive a crash.

        What was put off goes before the rest. The first call begins the file. Without the note that counts as a copy.
        """
        released = self.signer.auto_signer.shares.drain() if self.signer is not None else []
        kept = [*self._late, *filter(self._is_kept, fresh)]
        if released or kept:
            await trio.to_thread.run_sync(partial(self._write, released, kept, note=note))
            self._late = []

    def put_off(self, fresh: list[Record]) -> bool:
        """Keep records to be stored with the next ones, and tell whether they may wait so long.

        Events of others may, and their haves, for they can come again from who signed them.
        """
        own = self.signer.seat if self.signer is not None else None
        may_wait = (
            self.stored
            and len(self._late) + len(fresh) <= MAX_LATE
            and all(one.kind in (Kind.EVENT, Kind.HAVE) and author(one) != own for one in fresh)
        )
        if may_wait:
            self._late += filter(self._is_kept, fresh)
        return may_wait

    @property
    def is_late(self) -> bool:
        """Whether anything was put off, and waits to be stored."""
        return bool(self._late)

    def _write(self, released: list[GivenShare], kept: list[Record], *, note: bool) -> None:
        if released:
            self.store.release(released)
        if self.stored:
            self._signed.append(kept, note=note)
            return
        begun = [Record(Kind.GENESIS, self.replica.genesis.record), *kept]
        self._signed.create(begun, self.instance_id if note else None)
        self.stored = True

    def _is_kept(self, record: Record) -> bool:
        """Others' haves are not kept: they are sent anew with every greeting, and the last ones at the end."""
        own = self.signer.seat if self.signer is not None else None
        return record.kind is not Kind.HAVE or Have.read(record.body).seat == own

    async def prove(self, misconduct: Misconduct) -> None:
        """Write the proof file beside the game, if there is one, and what belies a false absence into the game."""
        if self.stored:
            await trio.to_thread.run_sync(self.store.write_proof, build(self.replica, misconduct))
            if misconduct.beside:
                await trio.to_thread.run_sync(self.store.append, list(misconduct.beside))

    async def keep_haves(self) -> None:
        """Store the newest have of everybody, where it is for what is closed here too."""
        new = [r for r in self.replica.haves.newest() if not self._is_kept(r) and r.id not in self._held]
        kept = [r for r in new if self.replica.branch.holds(Have.read(r.body))]
        if kept and self.stored:
            await trio.to_thread.run_sync(self.store.append, kept)
            self._held |= {record.id for record in kept}


class LiveReplica:
    """One replica with its store and its links; ``signer`` is the seat whose replica it is, None for a watcher.

    What it has heard or signed is stored first, and then passed on; proofs are worked on in between.
    """

    def __init__(
        self, replica: Replica, store: Store, instance_id: bytes, signer: Signer | None, links: Connections
    ) -> None:
        self.replica = replica
        self.signer = signer
        self.writer = GameWriter(replica, store, instance_id, signer)
        self.links = links
        self.lock = trio.Lock()
        """Whoever has it may sign and hear: one thing at a time, to the point where it is stored."""
        self.guard = DoubleSignGuard()
        self.all_stored = True
        """Whether all that was signed here is stored, so that what the replica holds may be told."""
        self.grown: Callable[[list[Record]], None] = lambda _: None
        """Called with what is new in the log."""
        self.proven = 0
        """Of how many faults the proof is written."""
        self._hears: AutoSigner | Intake = signer.auto_signer if signer is not None else Intake(replica)
        self._hears.deferred = True

    # -- beginning --

    @property
    def must_show(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before this seat signs: they may know more of it.

        Those are all of them also while this seat has signed, by its own note, what its log lacks.
        """
        behind = self.signer is not None and self.signer.behind
        return self.guard.keys or (self._others() if behind else frozenset())

    async def start(self, must_show: Iterable[bytes] = ()) -> None:
        """Start a game of which nothing is stored: sign the key event, and store it before anything else happens.

        Nothing more is signed before each of ``must_show``, keys of players who may have seen this seat play already,
        has shown what it has: all of them where the game was once stored here. The key event is always the same.
        """
        async with self.lock:
            if self.signer is not None:
                lost = await trio.to_thread.run_sync(self.writer.store.is_lost)
                self.guard.hold(self._others() if lost else must_show, cautious=lost)
                await self.writer.recall()
                await trio.to_thread.run_sync(self.signer.auto_signer.prepare)
                self.signer.auto_signer.sign_key()
                self._sign_if_sure()
            await self.settle()

    async def resume(self, stored: list[Record]) -> None:
        """Go on with what the store held; a copied store stays read-only until the others have answered."""
        async with self.lock:
            self.writer.found(stored)
            for record in stored[1:]:
                outcome = self._hears.receive(record)
                if outcome.status is Status.SENDER:
                    raise Malformed(sentences.NEVER_ACCEPTED(why=outcome.why or as_it_is("")))
                await prove(self._hears)
            # What came from the store is neither stored nor passed on again.
            self.replica.outbox.drain()
            self.proven = len(self.replica.accusations.found)
            if await trio.to_thread.run_sync(self.writer.store.is_copy):
                self.guard.hold(self._others(), cautious=True)
            await self.writer.recall()
            if not self.guard.keys:
                await self.writer.note_stored()
            if self.signer is not None and not self.replica.finished:
                await trio.to_thread.run_sync(self.signer.auto_signer.prepare)
            self._sign_if_sure()
            await self.settle()

    def _others(self) -> frozenset[bytes]:
        """Return the keys of the other players still in."""
        own, keys = self.signer.seat if self.signer is not None else None, self.replica.genesis.keys
        return frozenset(keys[seat] for seat in self.replica.position.seats if seat != own)

    @property
    def is_silent(self) -> bool:
        """Whether this client plays the seat no more: it was handed over, or another client came later with its key."""
        return self.writer.given or self.guard.elsewhere is not None

    async def meet_own_key(self, addresses: tuple[str, ...], *, later: bool) -> None:
        """Sign nothing more before the others have shown what they have: somebody else has told addresses by our key.

        One who came ``later`` than this client plays now, and this one is silent until its player takes over.
        """
        async with self.lock:
            if self.signer is None or self.replica.finished:
                return
            self.signer.auto_signer.sign_nothing()
            self.guard.hold(self._others(), cautious=True)
            if later:
                self.guard.step_back(addresses)
                self.links.cut_all()
        self.links.changes.wake()

    def _sign_if_sure(self) -> None:
        if self.signer is not None and not self.guard.keys and not self.writer.given:
            self.signer.auto_signer.sign_from_now_on()

    # -- what is stored, and then passed on --

    async def settle(self, *, at_once: bool = True) -> None:
        """Store and pass on what is fresh, and do the work on proofs until none is left.

        It is finished even if the link that brought the news is cut meanwhile: nothing heard may be half done. Where it
        need not be done ``at_once``, the last that others signed may wait to be stored with what is signed here next.
        """
        with trio.CancelScope(shield=True):
            await self._flush(at_once)
            while (job := self._hears.next_job()) is not None:
                self._hears.complete_job(job, await do_job(job))
                await self._flush(at_once)

    async def _flush(self, at_once: bool) -> None:
        """Store what is fresh, then pass it on; own signed bytes are safe before anybody sees them.

        The proof file beside the game is written for everybody newly to blame.
        """
        outbox, found = self.replica.outbox, self.replica.accusations.found
        fresh = outbox.drain()
        if at_once or self.replica.finished or not self.writer.put_off(fresh):
            self.all_stored = self.all_stored and not fresh
            await self.writer.write(fresh, note=not self.guard.keys)
        for record in fresh:
            self.links.pass_on(record)
        for record in outbox.take_shown():
            self.links.queue_evidence(record)
        while self.proven < len(found):
            misconduct, self.proven = found[self.proven], self.proven + 1
            await self.writer.prove(misconduct)
            self.links.changes.note(Reception(Status.AUTHOR, misconduct.why, misconduct))
        self.all_stored = True
        if fresh:
            self.grown(fresh)
            self.links.changes.wake()

    # -- what is done here, and what is heard --

    async def do(self, what: Callable[[Signer], None]) -> None:
        """Let this seat sign something; it is stored when this returns. Raises what ``what`` raises."""
        async with self.lock:
            if self.signer is None:
                raise TypeError("An observer does nothing.")
            if self.writer.given:
                raise Illegal(sentences.HANDED_OVER)
            what(self.signer)
            await self.settle()

    async def take_in(self, records: Iterable[Record]) -> list[Reception]:
        """Hear records that no link brought, store what is new, and sign what this seat now owes.

        Nothing is signed before all of them are heard: what this seat signed elsewhere may be among them. The
        others' newest haves are stored too, for nobody greets anew by mail.
        """
        async with self.lock:
            if self.signer is not None:
                self.signer.auto_signer.sign_nothing()
            outcomes = []
            self.all_stored = False  # what is heard here is stored in one go
            for record in records:
                outcomes.append(self._hears.receive(record))
                await prove(self._hears)
            await self.settle()
            self._sign_if_sure()
            if self.signer is not None:
                self.signer.auto_signer.confirm()
            await self.settle()
            await self.writer.keep_haves()
        return outcomes

    async def receive(self, connection: Connection, record: Record) -> Reception:
        """Hear a record that came over a link, store what is new, and pass it on."""
        connection.heard.add(record.id)
        async with self.lock:
            outcome = self._hears.receive(record)
            seat = author(record) if outcome.status is not Status.SENDER else None
            if seat is not None:
                self.links.heard(seat, connection)
            if outcome.status is not Status.KNOWN:
                await self.settle(at_once=False)
            read = outcome.status in (Status.ACCEPTED, Status.KNOWN, Status.EARLY)
            if self.guard.keys and read and record.kind is Kind.HAVE:
                have = Have.read(record.body)
                await self._shows(connection, have.seat, have.round)
        return outcome

    async def store(self) -> None:
        """Store what was heard and put off."""
        if self.writer.is_late:
            async with self.lock:
                await self.settle()

    async def confirm(self) -> None:
        """Sign the have of the newest closed round, if that was not done and may be; it is passed on."""
        async with self.lock:
            if self.signer is not None:
                self.signer.auto_signer.confirm()
            await self.settle()

    # -- copies --

    async def newcomer(self, connection: Connection, since: int) -> None:
        """Believe who has no round at all: it can have nothing of ours but our key event."""
        if since == 0 and connection.link.key in self.guard.keys:
            async with self.lock:
                await self._shows(connection, self.replica.genesis.keys.index(connection.link.key), -1)

    async def _shows(self, connection: Connection, seat: Seat, newest: int) -> None:
        """Believe who shows its newest round, once we have that too."""
        if self.replica.genesis.keys[seat] == connection.link.key:
            self.guard.note_shown(connection.link.key, newest)
        left = self.guard.left(len(self.replica.log), self._others())
        if left:
            self.guard.narrow(left)
        elif self.guard.keys and not self.guard.cautious:
            await self._override()
            await self.settle()
        elif self.guard.keys:
            self.guard.wait(trio.current_time())

    async def sign_at_last(self) -> None:
        """Let this seat sign if all have still shown what they have: another client with its key has heard of us."""
        async with self.lock:
            self.guard.due()
            left = self.guard.left(len(self.replica.log), self._others())
            if self.guard.keys and not left and self.links and self.guard.elsewhere is None:
                await self._override()
                await self.settle()

    async def take_over(self) -> None:
        """Let this seat sign at once; see `Peer.take_over`."""
        async with self.lock:
            if self.guard.elsewhere is not None:
                self.guard.come_forward()
                self.links.changes.wake()
                return
            await self._override()
            await self.settle()

    async def _override(self) -> None:
        """Let this seat sign from now on, whatever the others may have; its instance id is noted first."""
        await self.writer.adopt()
        self.guard.hold(())
        self._sign_if_sure()
        self.links.changes.wake()
