"""A table whose players share one computer: several seats in one process, one game file.

The log is the same as between computers, signed by a key for every seat, so it can be resumed and audited alike.
Nothing leaves the process before it is stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol

import trio

from p2pgames.contract import Illegal, Move, Seat
from p2pgames.text import Verbatim
from p2pgames_protocol.local import sentences
from p2pgames_protocol.log.consents import DRAW, PAUSE
from p2pgames_protocol.log.genesis import Genesis, Proposal, RulesOf, assemble, sign_join, sign_proposal
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.proof_jobs import ProofJob, Reception, Status, Worker
from p2pgames_protocol.log.records import DECLINE, Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import AutoSigner, Seated, Signer
from p2pgames_protocol.net.connections import FixedLinks, Links
from p2pgames_protocol.net.live_replica import do_job
from p2pgames_protocol.store.game_store import SignedNote, Store
from p2pgames_protocol.wire.codec import Malformed, Plain, encode
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
        sign_join(local_identity(owner, seat), signed, name, entropy(32)) for seat, name in enumerate(names)
    )
    return assemble(signed, joins)


def is_local(owner: Identity, genesis: Genesis) -> bool:
    """Tell whether all seats of a game are this owner's."""
    return all(key == local_identity(owner, seat).key for seat, key in enumerate(genesis.identities))


# The bots at a table of one computer: their names, which are kept beside the game, and when they agree to a draw.

KEPT: Final = "bots"
"""The name by which they are kept."""
NONE: Final[Mapping[Seat, str]] = MappingProxyType({})


def read_hot_seat(kept: Plain, seats: int) -> dict[Seat, str]:
    """Return the bots by seat as they were kept; what is something else is left out."""
    return {
        pair[0]: pair[1]
        for pair in (kept if isinstance(kept, tuple) else ())
        if isinstance(pair, tuple) and len(pair) == 2
        if type(pair[0]) is int and 0 <= pair[0] < seats and isinstance(pair[1], str)
    }


def check_draw(position: Position, bots: Collection[Seat]) -> None:
    """Raise `Illegal` if a bot is ahead of all others still in, or where the game counts no points to tell."""
    scores = position.rules.scores(position.state)
    for seat in sorted(set(position.seats) & set(bots)):
        name = position.genesis.names[seat]
        if scores is None:
            raise Illegal(sentences.NO_POINTS(name=Verbatim(name)))
        if scores[seat] > max((scores[other] for other in position.seats if other != seat), default=0):
            raise Illegal(sentences.AHEAD(name=Verbatim(name)))


# One seat at a table in this process, as its player uses it.


class LocalTable(Protocol):
    """A table whose seats are all played in this process; each seat's handle stores and changes it by this."""

    notices: deque[Reception]
    all_stored: bool

    async def do(self, what: Callable[[], None]) -> None:
        """Let one seat do something; raises `Illegal` as that does."""

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""

    def agree(self, seat: Seat, says: str, to: int | None) -> None:
        """Let all seats agree to what one offers; raises `Illegal` if that is not possible."""


class LocalView:
    """A table in this process as all may see it, used like a watcher's `Peer`: it knows no hand."""

    must_show: frozenset[bytes] = frozenset()
    elsewhere: tuple[str, ...] | None = None
    proof: Path | None = None
    """Nobody cheats those who sit at the same computer."""
    talk: None = None
    seat_transfer: None = None
    local_notes: Mapping[str, Plain] = MappingProxyType({})
    signer: Seated | None = None

    def __init__(self, hot: LocalTable, replica: Replica) -> None:
        self.hot = hot
        self.replica = replica
        self.history = History(replica)
        self.links: Links = FixedLinks(replica.genesis.keys)
        """Everybody is connected, and nobody linked: all sit at this computer."""

    @property
    def all_stored(self) -> bool:
        """Whether all that the replica holds is stored, and may be told."""
        return self.hot.all_stored

    @property
    def notices(self) -> deque[Reception]:
        """What went wrong, newest last."""
        return self.hot.notices

    async def act(self, move: Move, at: bytes | None = None) -> None:  # noqa: ARG002
        """Refuse: whoever moves does so at their own screen."""
        raise Illegal(sentences.FOR_ALL)

    async def resign(self) -> None:
        """Refuse as `act` does."""
        raise Illegal(sentences.FOR_ALL)

    async def offer(self, says: str, to: int | None = None) -> None:  # noqa: ARG002
        """Refuse as `act` does."""
        raise Illegal(sentences.FOR_ALL)

    async def take_over(self) -> None:
        """Do nothing: nothing is held back here."""

    async def vote(self, seat: Seat) -> None:  # noqa: ARG002
        """Refuse: nobody is away from a table where all share a computer."""
        raise Illegal(sentences.NOBODY_AWAY)

    async def say(self, text: str) -> None:  # noqa: ARG002
        """Refuse: who sits at the table hears it anyway."""
        raise Illegal(sentences.SAY_ALOUD)

    async def keep(self, name: str, value: Plain) -> None:  # noqa: ARG002
        """Refuse: nothing here is for one player alone."""
        raise Illegal(sentences.KEPT_FOR_NOBODY)

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self.hot.changed()


class HotSeatHandle(LocalView):
    """One seat at a `HotSeat`, used like a `Peer`."""

    signer: Seated

    def __init__(self, hot: LocalTable, signer: Seated) -> None:
        super().__init__(hot, signer.replica)
        self.signer = signer
        own = self.replica.genesis.keys[signer.seat]
        self.links = FixedLinks(tuple(key for key in self.replica.genesis.keys if key != own))

    async def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; it is stored when this returns. Raises `Illegal` as `Signer.act` does."""
        await self.hot.do(lambda: self.signer.act(move, at))

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` as `Signer.resign` does."""
        await self.hot.do(self.signer.resign)

    async def offer(self, says: str, to: int | None = None) -> None:
        """Do at once what between computers all would have to agree on; raises `Illegal` as `Signer.offer` does.

        Where the players sit apart this seat offers it, or answers what is offered.
        """
        if says == PAUSE.name:
            raise Illegal(sentences.NO_TIME_RUNS)
        await self.hot.do(lambda: self.hot.agree(self.signer.seat, says, to))


class HotSeat:
    """All seats of one table. ``handles[seat]`` is what a player of that seat sees and does."""

    def __init__(
        self,
        genesis: Genesis,
        owner: Identity,
        rules_of: RulesOf,
        store: Store,
        instance_id: bytes,
        bots: Mapping[Seat, str] = NONE,
        *,
        apart: bool = False,
    ) -> None:
        """Sit everybody down; nothing is signed or stored yet. Raises `Refused` for unknown data.

        ``bots`` are the names of those that play seats; they are kept with the game. With ``apart`` each player has a
        screen of their own, and `common` is the table as all may see it.
        """
        rules = rules_of(genesis.game, genesis.proposal.version)
        self.signers = tuple(
            Signer(genesis, rules, local_identity(owner, seat)) for seat in range(len(genesis.keys))
        )
        self.handles = tuple(HotSeatHandle(self, signer) for signer in self.signers)
        self.apart = apart
        self._onlooker = Intake(Replica(genesis, rules), deferred=True) if apart else None
        self.common = LocalView(self, self._onlooker.replica) if self._onlooker else None
        self._workers: tuple[AutoSigner | Intake, ...] = (
            *(signer.auto_signer for signer in self.signers),
            *((self._onlooker,) if self._onlooker else ()),
        )
        for signer in self.signers:
            signer.auto_signer.deferred = True
        self.store = store
        self.bots = dict(bots)
        self._signed = SignedNote(store, range(len(self.signers)))
        self.notices: deque[Reception] = deque(maxlen=100)
        self.all_stored = True
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
            for worker in self._workers:
                if worker.receive(record).status is Status.SENDER:
                    raise Malformed(sentences.NEVER_ACCEPTED)
            await self._do_jobs(judged)
        for signer in self.signers:
            signer.replica.outbox.drain()
        await trio.to_thread.run_sync(self._recall_signed, stored)
        for signer in self.signers:
            signer.auto_signer.retransmit(self._signed.lacking(signer.seat))
        await self._go_on()

    def _recall_signed(self, stored: list[Record]) -> None:
        """Read what was signed here, which may be more than is stored, and note what it lacks itself."""
        self._signed.logged(stored)
        self._signed.recall()
        if self.store.is_copy():
            self._signed.adopt(self._instance_id)
        else:
            self._signed.note_log()

    async def _go_on(self) -> None:
        async with self._lock:
            for signer in self.signers:
                if not signer.replica.finished:
                    await trio.to_thread.run_sync(signer.auto_signer.prepare)
            for signer in self.signers:
                signer.auto_signer.sign_from_now_on()
            await self._exchange()

    async def do(self, what: Callable[[], None]) -> None:
        """Let one seat do something, let all seats hear it, and store it; raises `Illegal` as that does."""
        async with self._lock:
            what()
            await self._exchange()

    def _recall(self) -> None:
        """Learn which bots played, and keep those that play from now on."""
        before = read_hot_seat(self.store.local_notes().get(KEPT), len(self.signers))
        self.bots = before | self.bots
        if self.bots != before:
            self._keep_bots()

    def _keep_bots(self) -> None:
        self.store.keep(KEPT, tuple(sorted(self.bots.items())))

    def agree(self, seat: Seat, says: str, to: int | None) -> None:
        """Let all seats still in say the same: who sits at the computer decides for all of them, but for a draw.

        Where the players sit apart each says it alone, and bots agree.

        Raises `Illegal` for a draw where a bot is ahead, or where nobody can say who is.
        """
        if says == DECLINE and not self.apart:
            raise Illegal(sentences.NO_TIME_RUNS)
        first = self.signers[seat]
        if says == DRAW.name:
            check_draw(first.replica.position, self.bots)
        first.offer(says, to)
        for signer in self.signers if says != DECLINE else ():
            if signer is first or signer.seat not in first.replica.position.seats:
                continue
            if not self.apart:
                signer.offer(says, to)
            elif signer.seat in self.bots:
                with suppress(Illegal):  # it agreed when the first of them offered it
                    signer.offer(says, to)

    async def _exchange(self) -> None:
        with trio.CancelScope(shield=True):
            judged: dict[bytes, Any] = {}
            more = True
            while more:
                self.all_stored = False
                kept = await self._pass_on(judged)
                if kept:
                    await trio.to_thread.run_sync(self._write, kept)
                self.all_stored = True
                self.tell()
                more = await self._do_jobs(judged)

    async def _pass_on(self, judged: dict[bytes, Any]) -> list[Record]:
        """Let all seats hear what is fresh at any, until nothing is; return what is to be stored.

        Everything is judged before the next thing is heard, so that the file is in the order of the log.
        """
        kept: list[Record] = []
        while fresh := [(one, record) for one in self.signers for record in one.replica.outbox.drain()]:
            for author, record in fresh:
                if author is self.signers[0]:
                    kept.append(record)
                for signer in self.signers:
                    if signer is not author:
                        signer.receive(record)
                if self._onlooker is not None:
                    self._onlooker.receive(record)
                await self._do_jobs(judged, making=False)
        return kept

    async def _do_jobs(self, judged: dict[bytes, Any], *, making: bool = True) -> bool:
        """Do the work on proofs that waits at any seat now; tell whether there was any."""
        jobs = [(worker, job) for worker in self._workers if (job := worker.next_job()) is not None]
        jobs = [(worker, job) for worker, job in jobs if making or job.record is not None]
        for worker, job in jobs:
            await self._do(worker, job, judged)
        return bool(jobs)

    async def _do(self, worker: Worker, job: ProofJob, judged: dict[bytes, Any]) -> None:
        """Do work on proofs beside the event loop; one verdict on an event serves all seats here."""
        known = judged.get(job.record.id) if job.record is not None else None
        result = known or await do_job(job)
        if job.record is not None:
            judged[job.record.id] = result
        self.all_stored = False
        worker.complete_job(job, result)

    def _write(self, kept: list[Record]) -> None:
        if self._stored:
            self._signed.append(kept)
            return
        genesis = Record(Kind.GENESIS, self.signers[0].replica.genesis.record)
        self._signed.create([genesis, *kept], self._instance_id)
        self._stored = True
        if self.bots:
            self._keep_bots()

    def tell(self) -> None:
        """Wake whoever waits with `changed`."""
        self._change.set()
        self._change = trio.Event()

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()
