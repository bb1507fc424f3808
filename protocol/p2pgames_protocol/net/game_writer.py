"""What of a running game goes into its store, and when."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Final

import trio

from p2pgames_protocol.audit.proof_file import build
from p2pgames_protocol.log.given_shares import GivenShare
from p2pgames_protocol.log.misconduct import Misconduct
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.signer.signer import Signer
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.store.local_notes import LocalNote
from p2pgames_protocol.store.signed_note import Signed
from p2pgames_protocol.wire.codec import Plain

MAX_LATE: Final = 64
"""Records that wait to be stored at most."""


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
        self._signed = Signed(store, (signer.seat,) if signer is not None else ())
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
            self.signer.duty.shares.restore(await trio.to_thread.run_sync(self.store.given_shares))
            await trio.to_thread.run_sync(self._signed.recall)
            self.signer.duty.retransmit(self._signed.lacking(self.signer.seat))

    async def adopt(self) -> None:
        """Note that this copy is the one that signs from now on."""
        await trio.to_thread.run_sync(self._signed.adopt, self.instance_id)

    async def catch_up(self) -> None:
        """Note what was signed and stored before a crash, and not noted any more."""
        await trio.to_thread.run_sync(self._signed.catch_up)

    async def keep_note(self, name: str, value: Plain) -> None:
        """Keep something for this player alone; where it cannot be written, until the client is closed.

        Raises `Malformed` for what cannot be stored.
        """
        LocalNote(name, value).pack()
        others = {one: kept for one, kept in self.local_notes.items() if one != name}
        self.local_notes = others if value is None else others | {name: value}
        with suppress(OSError):
            await trio.to_thread.run_sync(self.store.keep, name, value)

    async def keep(self, fresh: list[Record], *, note: bool) -> None:
        """Store releases, then records, then the note of what was signed; when this returns they survive a crash.

        What was put off goes before the rest. The first call begins the file. Without the note that counts as a copy.
        """
        released = self.signer.duty.shares.take() if self.signer is not None else []
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
        self._signed.begin(begun, self.instance_id if note else None)
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
