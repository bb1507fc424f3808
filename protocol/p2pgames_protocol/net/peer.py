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
from p2pgames.text import Message, Verbatim, as_it_is
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.signer.signer import Signer
from p2pgames_protocol.net import messages, rematch
from p2pgames_protocol.net.chat_sync import Talk
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.double_sign_guard import DoubleSignGuard
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.persistence import GameWriter
from p2pgames_protocol.net.presence import Presence
from p2pgames_protocol.store.address_book import AddressBook
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.transports.transport import Route, TransportStatus
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.invite import Invite

GOSSIP: Final = 2.0
"""Seconds a peer stays with those it is linked to after evidence has ended the game."""
LOOK: Final = 1.0
"""Seconds between looks at the way that a link goes, where that can change."""
LINGER: Final = 10.0
"""Seconds a peer stays after the end for the others to have the last round."""


class Peer:
    """Runs one replica. Whoever shows it waits with `changed`; ``notices`` holds what went wrong, newest last.

    ``signer`` is the seat whose replica it is, None for a watcher.
    """

    def __init__(
        self, replica: Replica, store: Store, instance_id: bytes, signer: Signer | None = None
    ) -> None:
        self.replica = replica
        self.signer = signer
        self.history = History(replica)
        self.store = store
        self.instance_id = instance_id
        self.notices: deque[Reception] = deque(maxlen=100)
        self._writer = GameWriter(replica, store, signer)
        self._guard = DoubleSignGuard()
        self.book: AddressBook | None = None
        """Where the players can be reached; passed on over the links."""
        self.talk: Talk | None = None
        """What the players say to each other; passed on over the links."""
        self.rematches: dict[bytes, Invite | None] = {}
        """By identity key: the players who want another game after this one, and where their table is."""
        self.transports: Mapping[str, TransportStatus] = {}
        """By name: the status of the transports that need something before they can dial."""
        self.settled = True
        """Whether all that the replica holds is stored, and may be told."""
        self._lock = trio.Lock()
        self._change = trio.Event()
        self._proven = 0
        replica.deferred = True
        self._own = replica.genesis.keys[signer.seat] if signer is not None else b""
        self._connections = Connections(replica.genesis.keys, self._own)

    # -- beginning --

    @property
    def must_show(self) -> frozenset[bytes]:
        """Keys of the players who must show what they have before this seat signs: they may know more of it.

        Those are all of them also while this seat has signed, by its own note, what its log lacks.
        """
        behind = self.signer is not None and self.signer.behind
        return self._guard.keys or (self._others() if behind else frozenset())

    @property
    def read_only(self) -> bool:
        """Whether this seat must not sign yet: it may have signed more than this copy of its log knows."""
        return bool(self.must_show)

    async def begin(self, must_show: Iterable[bytes] = ()) -> None:
        """Start a game of which nothing is stored: sign the key event, and store it before anything else happens.

        Nothing more is signed before each of ``must_show``, keys of players who may have seen this seat play already,
        has shown what it has: all of them where the game was once stored here. The key event is always the same.
        """
        async with self._lock:
            if self.signer is not None:
                lost = await trio.to_thread.run_sync(self.store.is_lost)
                self._guard = DoubleSignGuard(self._others() if lost else must_show)
                await self._writer.recall()
                self.signer.sign_key()
                self._sign_if_sure()
            await self._settle()

    async def resume(self, stored: list[Record]) -> None:
        """Go on with what the store held; a copied store stays read-only until the others have answered."""
        async with self._lock:
            self._writer.found(stored)
            for record in stored[1:]:
                outcome = self.replica.receive(record)
                if outcome.status is Status.SENDER:
                    raise Malformed(messages.NEVER_ACCEPTED(why=outcome.why or as_it_is("")))
                while await self._do_job():
                    pass
            self.replica.outbox.take()
            self._proven = len(self.replica.accusations.found)
            if await trio.to_thread.run_sync(self.store.is_copy):
                self._guard = DoubleSignGuard(self._others())
            await self._writer.recall()
            if not self._guard.keys:
                await self._writer.catch_up()
            self._sign_if_sure()
            await self._settle()

    def _others(self) -> frozenset[bytes]:
        """Return the keys of the other players still in."""
        return frozenset(self.replica.genesis.keys[seat] for seat in self.replica.position.seats) - {
            self._own
        }

    def _sign_if_sure(self) -> None:
        if self.signer is not None and not self._guard.keys:
            self.signer.sign_from_now_on()

    # -- what the player keeps for itself --

    @property
    def local_notes(self) -> Mapping[str, Plain]:
        """What is kept beside the game for this player alone, by name."""
        return self._writer.local_notes

    async def keep(self, name: str, value: Plain) -> None:
        """Keep something beside the game for this player alone; None to forget it. It survives a restart."""
        async with self._lock:
            await self._writer.keep_note(name, value)
        self._tell()

    # -- what the player does --

    async def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; it is stored when this returns. Raises `Illegal` as `Signer.act` does."""
        await self._do(lambda table: table.act(move, at))

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` as `Signer.resign` does."""
        await self._do(Signer.resign)

    async def claim(self) -> None:
        """Claim the game against a silent other; raises `Illegal` as `Signer.claim` does."""
        await self._do(Signer.claim)

    async def vote(self, seat: Seat) -> None:
        """Vote a silent seat absent; raises `Illegal` as `Signer.vote` does."""
        await self._do(lambda table: table.vote(seat))

    async def offer(self, says: str, to: int | None = None) -> None:
        """Offer something, agree to it, or decline; raises `Illegal` as `Signer.offer` does."""
        await self._do(lambda table: table.offer(says, to))

    async def _do(self, what: Callable[[Signer], None]) -> None:
        async with self._lock:
            if self.signer is None:
                raise TypeError("An observer does nothing.")
            what(self.signer)
            await self._settle()

    @property
    def proof(self) -> Path | None:
        """Where the proof of the newest fault lies; None where nobody is to blame."""
        return self.store.proof if self._proven else None

    def tell_rematch(self, invite: Invite | None = None) -> None:
        """Tell the players linked that this one wants another game, or where its table is."""
        self._connections.tell_players(rematch.message(invite))

    def _hear_rematch(self, connection: Connection, fields: tuple[Plain, ...]) -> None:
        """Note that a player wants another game, and where; only players do, and each for a table of its own."""
        if not self._connections.is_player(connection):
            raise LinkFault(messages.PLAYERS_REMATCH)
        key, invite = connection.link.key, rematch.read(fields, connection.link.key)
        if key not in self.rematches or invite not in (None, self.rematches[key]):
            self.rematches[key] = invite
            self._tell()

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()

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
        async with self._lock:
            if self.signer is not None:
                self.signer.signing = False
            outcomes = []
            self.settled = False  # what is heard here is stored in one go
            for record in records:
                outcomes.append(self.replica.receive(record))
                while await self._do_job():
                    pass
            await self._settle()
            self._sign_if_sure()
            await self._settle()
            await self._writer.keep_haves()
        return outcomes

    # -- links --

    async def attach(self, link: Link) -> None:
        """Serve a link, hello done, until it ends, misbehaves, or a newer one to the same player takes its place."""
        connection = Connection(link)
        self._connections.add(connection)
        self._tell()
        try:
            with connection.scope:
                await self._run(connection)
        except* LinkFault as faults:
            self._note(Reception(Status.SENDER, as_it_is(str(faults.exceptions[0]))))
        finally:
            self._connections.remove(connection)
            self._tell()
            with trio.CancelScope(shield=True):
                await link.aclose()

    async def _run(self, connection: Connection) -> None:
        await connection.link.send("want", len(self.replica.log))
        for data in (
            self.book.records() if self.book is not None and self._connections.is_player(connection) else ()
        ):
            await connection.link.send("address", data)
        if self.talk is not None:
            await self.talk.greet(connection)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connection.speak)
            nursery.start_soon(self._answer, connection)
            nursery.start_soon(self._follow, connection)
            if self.talk is not None:
                nursery.start_soon(self.talk.answer, connection)
            await self._listen(connection)
            nursery.cancel_scope.cancel()

    async def _answer(self, connection: Connection) -> None:
        """Send all from the round that was wanted on; one answer at a time, so that asking costs the asker."""
        async for since in connection.wanted:
            for record in list(self.replica.records(since)):
                await connection.queue_patiently(("record", record.pack()))

    async def _follow(self, connection: Connection) -> None:
        """Tell when the connection goes another way: no transport says so by itself."""
        route = connection.link.route()
        while route.changes:
            await trio.sleep(LOOK)
            if (now := connection.link.route()) != route:
                route = now
                self._tell()

    async def _listen(self, connection: Connection) -> None:
        while (message := await connection.link.receive()) is not None:
            match message:
                case ("record", bytes(data)):
                    await self._hear(connection, data)
                case ("want", int(since)) if type(since) is int and 0 <= since <= shape.MAX_ROUND:
                    await self._newcomer(connection, since)
                    connection.want(since)
                case ("address", bytes(data)):
                    await self._hear_address(connection, data)
                case ("chat", bytes(data)) if self.talk is not None:
                    await self._hear_chat(self.talk, connection, data)
                case ("chats", tuple(counts)) if self.talk is not None:
                    self.talk.wanted(counts, connection)
                case ("rematch", *fields):
                    self._hear_rematch(connection, tuple(fields))
                case ("bye", *_):
                    return
                case _:
                    raise LinkFault(messages.NOT_HERE(came=Verbatim(shape.named(message[0]))))

    async def _hear(self, connection: Connection, data: bytes) -> None:
        try:
            record = Record.read(data)
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)
            return
        connection.seen.add(record.id)
        async with self._lock:
            outcome = self.replica.receive(record)
            self._came(connection, record, outcome)
            if outcome.status is not Status.KNOWN:
                await self._settle()
            read = outcome.status in (Status.ACCEPTED, Status.KNOWN, Status.EARLY)
            if self._guard.keys and read and record.kind is Kind.HAVE:
                have = Have.read(record.body)
                await self._shows(connection, have.seat, have.round)
        match outcome.status:
            case Status.SENDER:
                self._blame_sender(connection, outcome.why or as_it_is(""))
            case Status.EARLY | Status.STRAY:
                self._ask(connection)
            case _:
                pass
        self._ask_for_proof()

    def _came(self, connection: Connection, record: Record, outcome: Reception) -> None:
        """Note over whose link something of a seat has come."""
        seat = author(record) if outcome.status is not Status.SENDER else None
        if seat is not None:
            self._connections.heard(seat, connection)

    async def _hear_address(self, connection: Connection, data: bytes) -> None:
        if self.book is None:
            return
        try:
            entry = self.book.read(data)
            new = await self.book.hear(entry)
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)
            return
        # Who passes on what is new floods nobody: its author does, and is counted where it speaks itself.
        if not new or entry.key == connection.link.key:
            connection.count_address()
        if new:
            self.tell_address(data, connection)

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Note the status of the transports."""
        self.transports = statuses
        self._tell()

    def moved(self, gone: Collection[str]) -> None:
        """Cut the links that stand on these addresses of ours: they are no longer ours, and no transport says so."""
        self._connections.cut(gone)
        self._tell()

    def tell_address(self, data: bytes, but: Connection | None = None) -> None:
        """Pass an address record on to all players linked but the one it came from; watchers need not know."""
        self._connections.tell_players(("address", data), but)
        self._tell()

    async def say(self, text: str) -> None:
        """Say something to everybody at the table; raises `Illegal` as `Chat.say` does, and for who has no seat."""
        if self.talk is None or self.signer is None:
            raise Illegal(messages.PLAYERS_CHAT)
        await self.talk.say(self.signer, text, tuple(self._connections))
        self._tell()

    async def _hear_chat(self, talk: Talk, connection: Connection, data: bytes) -> None:
        try:
            if await talk.hear(data, connection, tuple(self._connections), len(self.replica.log)):
                self._tell()
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)

    def _blame_sender(self, connection: Connection, why: Message) -> None:
        self._note(Reception(Status.SENDER, why))
        connection.count_fault()

    def _ask(self, connection: Connection) -> None:
        """Ask for what is missing, once for every state of the log."""
        if connection.asked != len(self.replica.log):
            connection.asked = len(self.replica.log)
            connection.queue(("want", connection.asked))

    def _ask_for_proof(self) -> None:
        """Ask everybody linked for the whole log where a seat is on another branch; over each link once for each seat.

        Where two branches part some seat has signed twice, in a round that may be closed on both sides.
        """
        for connection in self._connections:
            if (
                self.replica.accusations.equivocation is None
                and not self.replica.strays <= connection.doubted
            ):
                connection.doubted |= self.replica.strays
                connection.queue(("want", 0))

    # -- storing and passing on --

    async def _settle(self) -> None:
        """Store and pass on what is fresh, and do the work on proofs beside the event loop until none is left.

        It is finished even if the link that brought the news is cut meanwhile: nothing heard may be half done.
        """
        with trio.CancelScope(shield=True):
            await self._flush()
            while await self._do_job():
                await self._flush()

    async def _do_job(self) -> bool:
        """Do the next work on proofs in a thread; tell whether there was any."""
        job = self.replica.next_job()
        if job is None:
            return False
        self.replica.complete_job(job, await trio.to_thread.run_sync(job.run))
        return True

    async def _flush(self) -> None:
        """Store what is fresh, then pass it on; own signed bytes are safe before anybody sees them."""
        fresh = self.replica.outbox.take()
        released = self.signer.shares.take() if self.signer is not None else []
        self.settled = self.settled and not fresh
        await self._writer.keep(fresh, released, None if self._guard.keys else self.instance_id)
        for record in [*fresh, *self.replica.outbox.take_shown()]:
            self._connections.pass_on(record)
        await self._prove()
        self.settled = True
        if fresh:
            if self.talk is not None:
                self.talk.catch_up(self._connections)
            self._tell()

    async def _prove(self) -> None:
        """Write the proof file beside the game for everybody newly to blame, and say so."""
        for verdict in self.replica.accusations.found[self._proven :]:
            self._proven += 1
            await self._writer.prove(verdict)
            self._note(Reception(Status.AUTHOR, verdict.why, verdict))

    def _tell(self) -> None:
        self._change.set()
        self._change = trio.Event()

    def _note(self, outcome: Reception) -> None:
        self.notices.append(outcome)
        self._tell()

    # -- copies --

    async def _newcomer(self, connection: Connection, since: int) -> None:
        """Believe who has no round at all: it can have nothing of ours but our key event."""
        if since == 0 and connection.link.key in self._guard.keys:
            async with self._lock:
                await self._shows(connection, self.replica.genesis.keys.index(connection.link.key), -1)

    async def _shows(self, connection: Connection, seat: Seat, newest: int) -> None:
        """Believe who shows its newest round, once we have that too."""
        if self.replica.genesis.keys[seat] == connection.link.key:
            self._guard.show(connection.link.key, newest)
        left = self._guard.left(len(self.replica.log), self._others())
        if left:
            self._guard.keys = left
        elif self._guard.keys:
            await self.override()
            await self._settle()

    async def take_over(self) -> None:
        """Let this seat sign at once, at the risk of its player: what another copy has signed can then prove fraud.

        What this one has signed, by its own note, it still does not sign against.
        """
        async with self._lock:
            await self.override()
            await self._settle()

    async def override(self) -> None:
        """Let this seat sign from now on, whatever the others may have; its instance id is noted first."""
        await self._writer.adopt(self.instance_id)
        self._guard = DoubleSignGuard()
        self._sign_if_sure()
        self._tell()

    # -- the end --

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds, looking again after every change."""
        while not done():
            await self.changed()

    async def linger(self) -> None:
        """Stay after the end until everybody has the last round, or for a while; then keep their last haves.

        Nobody confirms evidence: whoever is linked then has a moment to hear it, and leaves by itself once it has.
        """
        frozen = self.replica.accusations.equivocation is not None
        with trio.move_on_after(GOSSIP if frozen else LINGER):
            await self.wait_until(lambda: not self.connected if frozen else self.replica.complete)
        await self._writer.keep_haves()

    async def goodbye(self) -> None:
        """End all links after what waits has been sent; slow ones are cut. Who has resigned leaves its votes."""
        async with self._lock:
            if self.signer is not None:
                self.signer.leave_votes()
                await self._settle()
        for connection in self._connections:
            connection.queue(("bye",))
        with trio.move_on_after(1):
            await self.wait_until(lambda: not self._connections)
