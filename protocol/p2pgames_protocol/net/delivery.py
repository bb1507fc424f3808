"""What is signed here is stored and synced first, then sent; what others signed is passed on at once."""

from __future__ import annotations

from collections.abc import Callable

import trio

from p2pgames_protocol.log.proof_jobs import Worker
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.net.changes import Changes
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.double_sign_guard import DoubleSignGuard
from p2pgames_protocol.net.game_writer import GameWriter
from p2pgames_protocol.net.proof_work import done


class Delivery:
    """Empties the outbox of a replica: into its store, then onto its links. Proofs are worked on in between."""

    def __init__(
        self,
        replica: Replica,
        worker: Worker,
        writer: GameWriter,
        guard: DoubleSignGuard,
        connections: Connections,
        changes: Changes,
    ) -> None:
        self.settled = True
        """Whether all that was signed here is stored, so that what the replica holds may be told."""
        self.grown: Callable[[list[Record]], None] = lambda _: None
        """Called with what is new in the log."""
        self.proven = 0
        """Of how many faults the proof is written."""
        self._replica = replica
        self._worker = worker
        self._writer = writer
        self._guard = guard
        self._connections = connections
        self._changes = changes

    def took_stored(self) -> None:
        """Begin where the store ends: what came from it is neither stored nor passed on again."""
        self._replica.outbox.take()
        self.proven = len(self._replica.accusations.found)

    async def settle(self, *, at_once: bool = True) -> None:
        """Store and pass on what is fresh, and do the work on proofs until none is left.

        It is finished even if the link that brought the news is cut meanwhile: nothing heard may be half done. Where it
        need not be done ``at_once``, the last that others signed may wait to be stored with what is signed here next.
        """
        with trio.CancelScope(shield=True):
            await self._flush(at_once)
            while await self._do_job():
                await self._flush(at_once)

    async def prove(self) -> None:
        """Do the work on proofs, and store nothing."""
        while await self._do_job():
            pass

    async def _do_job(self) -> bool:
        """Do the next work on proofs; tell whether there was any."""
        job = self._worker.next_job()
        if job is None:
            return False
        self._worker.complete_job(job, await done(job))
        return True

    async def _flush(self, at_once: bool) -> None:
        """Store what is fresh, then pass it on; own signed bytes are safe before anybody sees them."""
        fresh = self._replica.outbox.take()
        if at_once or self._replica.finished or not self._writer.put_off(fresh):
            self.settled = self.settled and not fresh
            await self._writer.keep(fresh, note=not self._guard.keys)
        for record in fresh:
            self._connections.pass_on(record)
        for record in self._replica.outbox.take_shown():
            self._connections.show(record)
        await self._blame()
        self.settled = True
        if fresh:
            self.grown(fresh)
            self._changes.tell()

    async def _blame(self) -> None:
        """Write the proof file beside the game for everybody newly to blame, and say so."""
        for misconduct in self._replica.accusations.found[self.proven :]:
            self.proven += 1
            await self._writer.prove(misconduct)
            self._changes.note(Reception(Status.AUTHOR, misconduct.why, misconduct))
