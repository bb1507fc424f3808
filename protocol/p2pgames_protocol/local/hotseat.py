"""A table whose players share one computer: several seats in one process, one game file.

The log is the same as between computers, signed by a key for every seat, so it can be resumed and audited alike.
Nothing leaves the process before it is stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import trio

from p2pgames.contract import Seat
from p2pgames_protocol.local import bots as players
from p2pgames_protocol.local import messages
from p2pgames_protocol.local.hotseat_handle import HotSeatHandle
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.consents.draw import DRAW
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.proof_jobs import ProofJob
from p2pgames_protocol.log.proposal import Proposal, sign_proposal
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.rules_lookup import RulesOf
from p2pgames_protocol.log.signer.signer import Signer
from p2pgames_protocol.net.proof_work import done
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.store.signed_note import Signed
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.hashing import encode
from p2pgames_protocol.wire.identity import Identity


def local_identity(owner: Identity, seat: Seat) -> Identity:
    """Return the key of a seat at its owner's computer; seat 0 is the owner's own key."""
    return owner if seat == 0 else Identity(owner.derive("local seat", encode(seat)))


def local_genesis(
    owner: Identity, proposal: Proposal, names: tuple[str, ...], entropy: Callable[[int], bytes]
) -> Genesis:
    """Return the genesis of a table of local seats with these names; raise `Refused` if it cannot be."""
    signed = sign_proposal(owner, proposal)
    joins = tuple(
        gen.sign_join(local_identity(owner, seat), signed, name, entropy(32))
        for seat, name in enumerate(names)
    )
    return gen.assemble(signed, joins)


def is_local(owner: Identity, genesis: Genesis) -> bool:
    """Tell whether all seats of a game are this owner's."""
    return all(key == local_identity(owner, seat).key for seat, key in enumerate(genesis.identities))


class HotSeat:
    """All seats of one table. ``handles[seat]`` is what a player of that seat sees and does."""

    def __init__(
        self,
        genesis: Genesis,
        owner: Identity,
        rules_of: RulesOf,
        store: Store,
        instance_id: bytes,
        bots: Mapping[Seat, str] = players.NONE,
    ) -> None:
        """Sit everybody down; nothing is signed or stored yet. Raises `Refused` for unknown data.

        ``bots`` are the names of those that play seats; they are kept with the game.
        """
        rules = rules_of(genesis.proposal.rules, genesis.proposal.version)
        self.signers = tuple(
            Signer(genesis, rules, local_identity(owner, seat)) for seat in range(len(genesis.keys))
        )
        self.handles = tuple(HotSeatHandle(self, signer) for signer in self.signers)
        for signer in self.signers:
            signer.duty.deferred = True
        self.store = store
        self.bots = dict(bots)
        self._signed = Signed(store, range(len(self.signers)))
        self.notices: deque[Reception] = deque(maxlen=100)
        self.settled = True
        """Whether all that the tables hold is stored, and may be told."""
        self._instance_id = instance_id
        self._stored = False
        self._lock = trio.Lock()
        self._change = trio.Event()

    async def begin(self) -> None:
        """Start a new game and store it."""
        await self._go_on()

    async def resume(self, stored: list[Record]) -> None:
        """Go on with what the store held; raise `Malformed` if that is not what this game accepted.

        The bots of before play on at the seats for which no other was named. Raises `Damaged` as the store does.
        """
        self._stored = True
        await trio.to_thread.run_sync(self._recall)
        judged: dict[bytes, Any] = {}
        for record in stored[1:]:
            for signer in self.signers:
                if signer.receive(record).status is Status.SENDER:
                    raise Malformed(messages.NEVER_ACCEPTED)
            await self._do_jobs(judged)
        for signer in self.signers:
            signer.replica.outbox.take()
        await trio.to_thread.run_sync(self._recall_signed, stored)
        for signer in self.signers:
            signer.duty.retransmit(self._signed.lacking(signer.seat))
        await self._go_on()

    def _recall_signed(self, stored: list[Record]) -> None:
        """Read what was signed here, which may be more than is stored, and note what it lacks itself."""
        self._signed.logged(stored)
        self._signed.recall()
        if self.store.is_copy():
            self._signed.adopt(self._instance_id)
        else:
            self._signed.catch_up()

    async def _go_on(self) -> None:
        async with self._lock:
            for signer in self.signers:
                if not signer.replica.finished:
                    await trio.to_thread.run_sync(signer.duty.prepare)
            for signer in self.signers:
                signer.duty.sign_from_now_on()
            await self._exchange()

    async def do(self, what: Callable[[], None]) -> None:
        """Let one seat do something, let all seats hear it, and store it; raises `Illegal` as that does."""
        async with self._lock:
            what()
            await self._exchange()

    def _recall(self) -> None:
        """Learn which bots played, and keep those that play from now on."""
        before = players.read(self.store.local_notes().get(players.KEPT), len(self.signers))
        self.bots = before | self.bots
        if self.bots != before:
            self._keep_bots()

    def _keep_bots(self) -> None:
        self.store.keep(players.KEPT, tuple(sorted(self.bots.items())))

    def agree(self, seat: Seat, says: str, to: int | None) -> None:
        """Let all seats still in say the same: who sits at the computer decides for all of them, but for a draw.

        Raises `Illegal` for a draw where a bot is ahead, or where nobody can say who is.
        """
        first = self.signers[seat]
        if says == DRAW.name:
            players.check_draw(first.replica.position, self.bots)
        first.offer(says, to)
        for signer in self.signers:
            if signer is not first and signer.seat in first.replica.position.seats:
                signer.offer(says, to)

    async def _exchange(self) -> None:
        with trio.CancelScope(shield=True):
            judged: dict[bytes, Any] = {}
            more = True
            while more:
                self.settled = False
                kept = await self._pass_on(judged)
                if kept:
                    await trio.to_thread.run_sync(self._write, kept)
                self.settled = True
                self._change.set()
                self._change = trio.Event()
                more = await self._do_jobs(judged)

    async def _pass_on(self, judged: dict[bytes, Any]) -> list[Record]:
        """Let all seats hear what is fresh at any, until nothing is; return what is to be stored.

        Everything is judged before the next thing is heard, so that the file is in the order of the log.
        """
        kept: list[Record] = []
        while fresh := [(one, record) for one in self.signers for record in one.replica.outbox.take()]:
            for author, record in fresh:
                if author is self.signers[0]:
                    kept.append(record)
                for signer in self.signers:
                    if signer is not author:
                        signer.receive(record)
                await self._do_jobs(judged, making=False)
        return kept

    async def _do_jobs(self, judged: dict[bytes, Any], *, making: bool = True) -> bool:
        """Do the work on proofs that waits at any seat now; tell whether there was any."""
        jobs = [(signer, job) for signer in self.signers if (job := signer.duty.next_job()) is not None]
        jobs = [(signer, job) for signer, job in jobs if making or job.record is not None]
        for signer, job in jobs:
            await self._do(signer, job, judged)
        return bool(jobs)

    async def _do(self, signer: Signer, job: ProofJob, judged: dict[bytes, Any]) -> None:
        """Do work on proofs beside the event loop; one verdict on an event serves all seats here."""
        known = judged.get(job.record.id) if job.record is not None else None
        result = known or await done(job)
        if job.record is not None:
            judged[job.record.id] = result
        self.settled = False
        signer.duty.complete_job(job, result)

    def _write(self, kept: list[Record]) -> None:
        if self._stored:
            self._signed.append(kept)
            return
        genesis = Record(Kind.GENESIS, self.signers[0].replica.genesis.record)
        self._signed.begin([genesis, *kept], self._instance_id)
        self._stored = True
        if self.bots:
            self._keep_bots()

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()
