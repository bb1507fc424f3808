"""A running participant: a ledger, its store, and links to other peers.

Every accepted record is stored and synced first, then passed on to everybody connected, so that any one
reachable player bridges the others. Links come and go; the log alone decides what is missing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import trio

from p2pgames.contract import Move, Seat
from p2pgames_protocol import shape
from p2pgames_protocol.book import Book
from p2pgames_protocol.codec import Malformed, Plain
from p2pgames_protocol.ledger import Heard, Ledger, Outcome
from p2pgames_protocol.link import Link, LinkFault
from p2pgames_protocol.message import Have, Kind, Record
from p2pgames_protocol.proof import build
from p2pgames_protocol.store import Store
from p2pgames_protocol.table import Table

QUEUE: Final = 1024
"""Messages waiting for one slow link; a link that falls further behind is dropped and syncs anew."""
MAX_FAULTS: Final = 16
"""Malformed or unsigned records from one link before it is dropped."""
MAX_LINKS: Final = 3
"""Links to one player that are kept while its end has not chosen between them."""
MAX_GONE: Final = 32
"""Watchers that are remembered after they have gone."""
MAX_ADDRESSES: Final = 256
"""Address records heard over one link before it is dropped."""
LINGER: Final = 10.0
"""Seconds a peer stays after the end for the others to have the last round."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a player is linked, and since when, in seconds of trio's clock."""

    linked: bool
    since: float


class _Line:
    """One link, what waits to be sent over it, and what the other end is known to have."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.scope = trio.CancelScope()
        self.addresses = 0
        self.send, self.waiting = trio.open_memory_channel[tuple[Plain, ...]](QUEUE)
        self.faults = 0
        self.seen: deque[bytes] = deque(maxlen=QUEUE)
        self.asked = -1
        self.want, self.wanted = trio.open_memory_channel[int](1)


class Peer:
    """Runs one ledger. Whoever shows it waits with `changed`; ``notices`` holds what went wrong, newest last."""

    def __init__(self, ledger: Ledger, store: Store, instance_id: bytes) -> None:
        self.ledger = ledger
        self.store = store
        self.instance_id = instance_id
        self.notices: deque[Outcome] = deque(maxlen=100)
        self._doubts: frozenset[bytes] = frozenset()
        """Keys of players who may have more of this seat's events than its store: it must not sign before they
        have shown what they have."""
        self._shown: dict[bytes, int] = {}
        """The newest round that each of them has shown, -1 for none at all."""
        self._stored = False
        self._lines: dict[_Line, None] = {}
        """In the order of their beginning."""
        self.book: Book | None = None
        """Where the players can be reached; passed on over the links."""
        self.presence: dict[bytes, Presence] = {}
        """By identity key: everybody else with a seat, and whoever was linked since this peer was made."""
        self._lock = trio.Lock()
        self._change = trio.Event()
        self._held: frozenset[bytes] = frozenset()
        """Ids of the haves in the store."""
        self._proven = 0
        ledger.patient = True
        self._own = ledger.genesis.keys[ledger.seat] if isinstance(ledger, Table) else b""
        for key in ledger.genesis.keys:
            if key != self._own:
                self.presence[key] = Presence(linked=False, since=trio.current_time())

    # -- beginning --

    @property
    def doubts(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before this seat signs: they may know more of it."""
        return self._doubts

    @property
    def read_only(self) -> bool:
        """Whether this seat must not sign yet: another copy of it may have signed more than this one knows."""
        return bool(self._doubts)

    async def begin(self, doubts: Iterable[bytes] = ()) -> None:
        """Start a game of which nothing is stored: sign the key event, and store it before anything else happens.

        Nothing more is signed before each of ``doubts``, keys of players who may have seen this seat play already,
        has shown what it has: all of them where the game was once stored here. The key event is always the same.
        """
        async with self._lock:
            if isinstance(self.ledger, Table):
                lost = await trio.to_thread.run_sync(self.store.is_lost)
                self._doubts = self._others() if lost else frozenset(doubts)
                self.ledger.remember(await trio.to_thread.run_sync(self.store.releases))
                self.ledger.sign_key()
                self._sign_if_sure()
            await self._settle()

    async def resume(self, stored: list[Record]) -> None:
        """Go on with what the store held; a copied store stays read-only until the others have answered."""
        async with self._lock:
            self._stored = True
            self._held = frozenset(record.id for record in stored if record.kind is Kind.HAVE)
            for record in stored[1:]:
                outcome = self.ledger.feed(record)
                if outcome.heard is Heard.SENDER:
                    raise Malformed(f"The store holds what this game never accepted: {outcome.why}")
                while await self._do_chore():
                    pass
            self.ledger.take()
            self._proven = len(self.ledger.faults)
            if await trio.to_thread.run_sync(self.store.is_copy):
                self._doubts = self._others()
            if isinstance(self.ledger, Table):
                self.ledger.remember(await trio.to_thread.run_sync(self.store.releases))
            self._sign_if_sure()
            await self._settle()

    def _others(self) -> frozenset[bytes]:
        """Return the keys of the other players still in."""
        return frozenset(self.ledger.genesis.keys[seat] for seat in self.ledger.position.seats) - {self._own}

    def _sign_if_sure(self) -> None:
        if isinstance(self.ledger, Table) and not self.read_only:
            self.ledger.sign_from_now_on()

    # -- what the player does --

    async def act(self, move: Move) -> None:
        """Make a move; it is stored when this returns. Raises `Illegal` as `Table.act` does."""
        await self._do(lambda table: table.act(move))

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` as `Table.resign` does."""
        await self._do(Table.resign)

    async def claim(self) -> None:
        """Claim the game against a silent other; raises `Illegal` as `Table.claim` does."""
        await self._do(Table.claim)

    async def vote(self, seat: Seat) -> None:
        """Vote a silent seat absent; raises `Illegal` as `Table.vote` does."""
        await self._do(lambda table: table.vote(seat))

    async def _do(self, what: Callable[[Table], None]) -> None:
        async with self._lock:
            if not isinstance(self.ledger, Table):
                raise TypeError("An observer does nothing.")
            what(self.ledger)
            await self._settle()

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()

    @property
    def connected(self) -> tuple[bytes, ...]:
        """The identity keys at the other ends of the links, each once."""
        return tuple(dict.fromkeys(line.link.key for line in self._lines))

    # -- without a link --

    async def take_in(self, records: Iterable[Record]) -> list[Outcome]:
        """Hear records that no link brought, store what is new, and sign what this seat now owes.

        Nothing is signed before all of them are heard: what this seat signed elsewhere may be among them. The
        others' newest haves are stored too, for nobody greets anew by mail.
        """
        async with self._lock:
            if isinstance(self.ledger, Table):
                self.ledger.signing = False
            outcomes = []
            for record in records:
                outcomes.append(self.ledger.feed(record))
                while await self._do_chore():
                    pass
            await self._settle()
            self._sign_if_sure()
            await self._settle()
            await self._keep_haves()
        return outcomes

    # -- links --

    async def attach(self, link: Link) -> None:
        """Serve a link, hello done, until it ends, misbehaves, or a newer one to the same player takes its place."""
        line = _Line(link)
        self._lines[line] = None
        self._drop_older(link.key)
        self._seen(link.key)
        try:
            with line.scope:
                await self._run(line)
        except* LinkFault as faults:
            self._note(Outcome(Heard.SENDER, str(faults.exceptions[0])))
        finally:
            del self._lines[line]
            line.send.close()
            self._seen(link.key)
            with trio.CancelScope(shield=True):
                await link.aclose()

    async def _run(self, line: _Line) -> None:
        await line.link.send("want", len(self.ledger.log))
        is_player = line.link.key in self.ledger.genesis.keys
        for data in self.book.records() if self.book is not None and is_player else ():
            await line.link.send("address", data)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._speak, line)
            nursery.start_soon(self._answer, line)
            await self._listen(line)
            nursery.cancel_scope.cancel()

    def _drop_older(self, key: bytes) -> None:
        """Keep the newest link to a player, and three where the other end chooses.

        Two players who dial each other at once must not drop one link each: the one with the smaller key chooses.
        """
        keep = 1 if key not in self.ledger.genesis.keys or self._own < key else MAX_LINKS
        for older in [line for line in self._lines if line.link.key == key][:-keep]:
            older.scope.cancel()

    def _seen(self, key: bytes) -> None:
        """Note whether the player is linked now."""
        linked, before = key in self.connected, self.presence.get(key)
        if before is None or before.linked != linked:
            self.presence[key] = Presence(linked, trio.current_time())
            self._forget_some()
        self._tell()

    def _forget_some(self) -> None:
        """Let no parade of watchers fill the memory."""
        gone = [k for k, p in self.presence.items() if not p.linked and k not in self.ledger.genesis.keys]
        for key in gone[:-MAX_GONE]:
            del self.presence[key]

    async def _speak(self, line: _Line) -> None:
        """Send what waits; a line that was dropped for falling behind ends here."""
        async for message in line.waiting:
            await line.link.send(*message)
        raise LinkFault("The other end reads too slowly.")

    async def _answer(self, line: _Line) -> None:
        """Send all from the round that was wanted on; one answer at a time, so that asking costs the asker."""
        async for since in line.wanted:
            for record in list(self.ledger.records(since)):
                with suppress(trio.ClosedResourceError):  # the line has been given up: `_speak` ends it
                    await line.send.send(("record", record.pack()))

    async def _listen(self, line: _Line) -> None:
        while (message := await line.link.receive()) is not None:
            match message:
                case ("record", bytes(data)):
                    await self._hear(line, data)
                case ("want", int(since)) if type(since) is int and 0 <= since <= shape.MAX_ROUND:
                    await self._newcomer(line, since)
                    with suppress(trio.WouldBlock):
                        line.want.send_nowait(since)
                case ("address", bytes(data)):
                    await self._hear_address(line, data)
                case ("bye", *_):
                    return
                case _:
                    raise LinkFault(f"A message of kind {shape.named(message[0])} does not belong here.")

    async def _hear(self, line: _Line, data: bytes) -> None:
        try:
            record = Record.read(data)
        except Malformed as wrong:
            self._blame_sender(line, str(wrong))
            return
        line.seen.append(record.id)
        async with self._lock:
            outcome = self.ledger.feed(record)
            await self._settle()
            read = outcome.heard in (Heard.ACCEPTED, Heard.KNOWN, Heard.EARLY)
            if self._doubts and read and record.kind is Kind.HAVE:
                have = Have.read(record.body)
                await self._shows(line, have.seat, have.round)
        match outcome.heard:
            case Heard.SENDER:
                self._blame_sender(line, outcome.why)
            case Heard.EARLY | Heard.STRAY:
                self._ask(line)
            case _:
                pass

    async def _hear_address(self, line: _Line, data: bytes) -> None:
        if self.book is None:
            return
        try:
            entry = self.book.read(data)
            new = await self.book.hear(entry)
        except Malformed as wrong:
            self._blame_sender(line, str(wrong))
            return
        # Who passes on what is new floods nobody: its author does, and is counted where it speaks itself.
        line.addresses += not new or entry.key == line.link.key
        if line.addresses > MAX_ADDRESSES:
            raise LinkFault("The other end floods this one with addresses.")
        if new:
            self.tell_address(data, line)

    def tell_address(self, data: bytes, but: _Line | None = None) -> None:
        """Pass an address record on to all players linked but the one it came from; watchers need not know."""
        for line in list(self._lines):
            if line is not but and line.link.key in self.ledger.genesis.keys:
                self._queue(line, ("address", data))
        self._tell()

    def _blame_sender(self, line: _Line, why: str) -> None:
        line.faults += 1
        self._note(Outcome(Heard.SENDER, why))
        if line.faults > MAX_FAULTS:
            raise LinkFault("The other end keeps sending what nobody signed.")

    def _ask(self, line: _Line) -> None:
        """Ask for what is missing, once for every state of the log."""
        if line.asked != len(self.ledger.log):
            line.asked = len(self.ledger.log)
            self._queue(line, ("want", line.asked))

    def _queue(self, line: _Line, message: tuple[Plain, ...]) -> None:
        try:
            line.send.send_nowait(message)
        except trio.WouldBlock:
            line.send.close()
        except (trio.ClosedResourceError, trio.BrokenResourceError):
            pass

    # -- storing and passing on --

    async def _settle(self) -> None:
        """Store and pass on what is fresh, and do the work on proofs beside the event loop until none is left.

        It is finished even if the link that brought the news is cut meanwhile: nothing heard may be half done.
        """
        with trio.CancelScope(shield=True):
            await self._flush()
            while await self._do_chore():
                await self._flush()

    async def _do_chore(self) -> bool:
        """Do the next work on proofs in a thread; tell whether there was any."""
        chore = self.ledger.chore()
        if chore is None:
            return False
        self.ledger.finish(chore, await trio.to_thread.run_sync(chore.run))
        return True

    async def _flush(self) -> None:
        """Store what is fresh, then pass it on; own signed bytes are safe before anybody sees them."""
        fresh = self.ledger.take()
        released = self.ledger.take_releases() if isinstance(self.ledger, Table) else []
        if released:
            await trio.to_thread.run_sync(self.store.release, released)
        kept = [record for record in fresh if self._is_kept(record)]
        if kept:
            await trio.to_thread.run_sync(self._write, kept)
        for record in [*fresh, *self.ledger.take_shown()]:
            self._pass_on(record)
        await self._prove()
        if fresh:
            self._tell()

    def _write(self, kept: list[Record]) -> None:
        if self._stored:
            self.store.append(kept)
            return
        genesis = Record(Kind.GENESIS, self.ledger.genesis.record)
        self.store.create([genesis, *kept], None if self.read_only else self.instance_id)
        self._stored = True

    def _is_kept(self, record: Record) -> bool:
        """Others' haves are not kept: they are sent anew with every greeting, and the last ones at the end."""
        own = self.ledger.seat if isinstance(self.ledger, Table) else None
        return record.kind is not Kind.HAVE or Have.read(record.body).seat == own

    def _pass_on(self, record: Record) -> None:
        """Queue a record for everybody who is not known to have it."""
        for line in list(self._lines):
            if record.id not in line.seen:
                line.seen.append(record.id)
                self._queue(line, ("record", record.pack()))

    async def _prove(self) -> None:
        """Write the proof file beside the game for everybody newly to blame, and say so."""
        for verdict in self.ledger.faults[self._proven :]:
            self._proven += 1
            if self._stored:
                await trio.to_thread.run_sync(self.store.write_proof, build(self.ledger, verdict))
            self._note(Outcome(Heard.AUTHOR, verdict.why, verdict))

    def _tell(self) -> None:
        self._change.set()
        self._change = trio.Event()

    def _note(self, outcome: Outcome) -> None:
        self.notices.append(outcome)
        self._tell()

    # -- copies --

    async def _newcomer(self, line: _Line, since: int) -> None:
        """Believe who has no round at all: it can have nothing of ours but our key event."""
        if since == 0 and line.link.key in self._doubts:
            async with self._lock:
                await self._shows(line, self.ledger.genesis.keys.index(line.link.key), -1)

    async def _shows(self, line: _Line, seat: Seat, newest: int) -> None:
        """Believe who shows its newest round, once we have that too: what it had of ours came before."""
        if self.ledger.genesis.keys[seat] == line.link.key:
            self._shown[line.link.key] = newest
        unsure = {
            key for key in self._doubts if self._shown.get(key, shape.MAX_ROUND) >= len(self.ledger.log)
        }
        doubts = self._others() & unsure
        if doubts:
            self._doubts = doubts
        elif self._doubts:
            await self.override()
            await self._settle()

    async def take_over(self) -> None:
        """Let this seat sign at once, at the risk of its player: what another copy has signed can then prove fraud."""
        async with self._lock:
            await self.override()
            await self._settle()

    async def override(self) -> None:
        """Let this seat sign from now on, whatever the others may have; its instance id is noted first."""
        await trio.to_thread.run_sync(self.store.adopt, self.instance_id)
        self._doubts = frozenset()
        self._sign_if_sure()
        self._tell()

    # -- the end --

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds, looking again after every change."""
        while not done():
            await self.changed()

    async def linger(self) -> None:
        """Stay after the end until everybody has the last round, or for a while; then keep their last haves."""
        with trio.move_on_after(LINGER):
            await self.wait_until(lambda: self.ledger.complete)
        await self._keep_haves()

    async def _keep_haves(self) -> None:
        """Store the newest have of everybody, where it is for what is closed here too."""
        last = [haves[max(haves)] for _, haves in sorted(self.ledger.haves.items()) if haves]
        new = [r for r in last if not self._is_kept(r) and r.id not in self._held]
        kept = [r for r in new if self.ledger.agrees(Have.read(r.body))]
        if kept and self._stored:
            await trio.to_thread.run_sync(self.store.append, kept)
            self._held |= {record.id for record in kept}

    async def goodbye(self) -> None:
        """End all links after what waits has been sent; slow ones are cut."""
        for line in self._lines:
            self._queue(line, ("bye",))
        with trio.move_on_after(1):
            await self.wait_until(lambda: not self._lines)
