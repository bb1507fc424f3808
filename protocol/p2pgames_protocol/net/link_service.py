"""Serving the links of a running participant, each from its greeting to its end."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from operator import itemgetter
from typing import Final, TypeAlias

import trio

from p2pgames.text import Message, Verbatim, as_it_is
from p2pgames_protocol.log.chat import MAX_NUMBER, ROOM, Chat, Taken
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.proof_jobs import Reception, Status
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.log.signer import SigningKey
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.connections import Connection
from p2pgames_protocol.net.limits import AddressAuthors
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.live_replica import LiveReplica
from p2pgames_protocol.store.game_store import ChatFile
from p2pgames_protocol.store.player import AddressBook, AddressRecord
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.invite import BadInvite, Invite, read_invite

AT_ONCE: Final = 12
"""Changes of our links that are told over one link at once; then they are gathered."""
LINKS_PAUSE: Final = 1.0
"""Seconds for which they are gathered."""
NAMING: Final = 0.1
"""Seconds for which an answer waits until the other end has named its links: others may send it the newest
(docs/decisions/0027-once-a-link.md)."""
LOOK: Final = 1.0
"""Seconds between looks at the route of a link, where that can change."""


# What a participant does while nothing new comes: it confirms what it has closed, and asks for what may be missing.

REST: Final = 0.2
"""Seconds without a new event after which a seat confirms the newest round, if nobody waited for that before (SPEC
7.11)."""
GRACE: Final = 0.3
"""Seconds that something may be ahead of what it builds on before that is asked for: it may come by another link."""
ASK_FIRST: Final = 1.0
ASK_LAST: Final = 30.0
"""Seconds without a new event after which who waits for others asks one of them, and then the next; they double."""


class RecordRequests:
    """Asks others for records that are missing, the later the longer nothing new came."""

    def __init__(self, live: LiveReplica) -> None:
        self._live = live
        self._links = live.links
        self._replica = live.replica
        self._running = trio.Lock()
        self._news = trio.Event()
        self._early: tuple[Connection, int, float] | None = None
        """Over which link something came too early, how long the log was, and when it is to be filled."""
        self._turn = 0
        self._planned = math.inf
        """When what is planned next is due."""
        self._begin()

    def _begin(self) -> None:
        self._since = trio.current_time()
        self._pause = ASK_FIRST
        self._ask_at = self._since + ASK_FIRST

    def note_news(self, fresh: Iterable[Record]) -> None:
        """Note what is new in the log; with an event, time begins anew."""
        if any(record.kind is Kind.EVENT for record in fresh):
            self._begin()
            self.wake_if_due()

    async def run(self) -> None:
        """Do what is due, until cancelled. Every link calls this; one of the calls at a time does it for all."""
        async with self._running:
            self._begin()
            while True:
                self._planned, _ = self._next()
                with trio.move_on_at(self._planned):
                    await self._news.wait()
                    self._news = trio.Event()
                at, do = self._next()
                if at <= trio.current_time():
                    await do()

    def wake_if_due(self) -> None:
        """Wake who waits for what was planned, if something is due before that."""
        if self._next()[0] < self._planned:
            self._news.set()

    def _next(self) -> tuple[float, Callable[[], Awaitable[None]]]:
        return min(self._plans(), key=itemgetter(0))

    def _plans(self) -> Iterator[tuple[float, Callable[[], Awaitable[None]]]]:
        """Yield what is to be done, and when, if nothing new comes before."""
        if self._live.signer is not None and self._live.signer.auto_signer.owes_have:
            yield self._since + REST, self._live.confirm
        if self._live.writer.is_late:
            yield self._since + REST, self._live.store
        if self._early is not None:
            yield self._early[2], self._fill
        yield self._live.guard.sure_at, self._live.sign_at_last
        yield self._ask_at, self._ask_around

    # -- asking --

    def ask(self, connection: Connection) -> None:
        """Ask for what is missing, once for every state of the log."""
        if connection.asked != len(self._replica.log):
            connection.asked = len(self._replica.log)
            connection.queue(("want", connection.asked))

    def ask_soon(self, connection: Connection) -> None:
        """Ask over this link for what an early record builds on, if that is still missing in a moment."""
        if self._early is None or self._early[1] != len(self._replica.log):
            self._early = (connection, len(self._replica.log), trio.current_time() + GRACE)
            self.wake_if_due()

    async def _fill(self) -> None:
        if self._early is not None and self._early[1] == len(self._replica.log):
            self.ask(self._early[0])
        self._early = None

    def ask_all(self) -> None:
        """Ask all players linked for what one who has gone may have been about to send."""
        if not self._replica.complete:
            self._links.tell_players(("want", len(self._replica.log)))

    async def _ask_around(self) -> None:
        """Ask the next player, while others are to give something; what was lost need not show itself."""
        self._pause = min(2 * self._pause, ASK_LAST)
        self._ask_at = trio.current_time() + self._pause
        players = [one for one in self._links if self._links.is_player(one)]
        signer = self._live.signer
        waits_for_us = signer is not None and self._replica.held_up_by == (signer.seat,)
        if players and not self._replica.complete and not waits_for_us:
            self._turn += 1
            players[self._turn % len(players)].queue(("want", len(self._replica.log)))

    def ask_for_proof(self) -> None:
        """Ask everybody linked for the whole log where a seat is on another branch; over each link once for each seat.

        Where two branches part some seat has signed twice, in a round that may be closed on both sides.
        """
        strays = self._replica.side_records.strays
        for connection in self._links:
            if self._replica.accusations.verdict is None and not strays <= connection.doubted:
                connection.doubted |= strays
                connection.queue(("want", 0))


# Who wants another game after this one, and where its table is.


def rematch_message(invite: Invite | None) -> tuple[Plain, ...]:
    """Return the message that tells the others that this player wants another game, or where its table is."""
    return ("rematch",) if invite is None else ("rematch", invite.text())


def read_rematch(fields: tuple[Plain, ...], author: bytes) -> Invite | None:
    """Return what a player of this identity has told, without the kind; raise `LinkFault` if it is something else."""
    match fields:
        case ():
            return None
        case (str(text),):
            invite = _invited(text)
            if invite.host != author:
                raise LinkFault(sentences.REMATCH_HOST)
            return invite
        case _:
            raise LinkFault(sentences.REMATCH_INVITE)


def _invited(text: str) -> Invite:
    """Return the invite to a table; raise `LinkFault` if the text is none."""
    try:
        invite = read_invite(text)
    except BadInvite as wrong:
        raise LinkFault(wrong.message) from None
    if not invite.token:
        raise LinkFault(sentences.REMATCH_TABLE)
    return invite


# The chat of one running game on its links: heard, kept in its file, and passed on once.


class ChatSync:
    """A `Chat`, its file, and what the other ends are told of it. Watchers may read it too."""

    def __init__(self, genesis: Genesis, file: ChatFile) -> None:
        """Read what the file holds."""
        self.chat = Chat(genesis.game_id, genesis.keys)
        self._file = file
        self._writing = trio.Lock()
        self._unstored: list[bytes] = []
        self._news = trio.Event()
        """Set once something is to be stored."""
        self._behind = False
        """Whether somebody has said something that could not be taken yet."""
        try:
            for record in file.read(2 * ROOM * len(genesis.keys)):
                self.chat.receive(record, shape.MAX_ROUND)
        except Malformed:
            file.spoil()

    async def say(self, signing_key: SigningKey, text: str, connections: Iterable[Connection]) -> None:
        """Let the seat of a key say something to everybody; raise `Illegal` as `Chat.sign_message` does."""
        message = signing_key.sign_chat(self.chat, text)
        self._keep(message.record)
        await self.store()
        _pass_on(message.record, connections)

    async def greet(self, connection: Connection) -> None:
        """Say how many messages of each seat are here; the other end sends what is missing."""
        await connection.link.send("chats", self.chat.counts)

    async def receive(
        self, record: bytes, connection: Connection, connections: Iterable[Connection], open_round: int
    ) -> bool:
        """Take in a message, pass it on if it is new, and return whether it is.

        Raises `Malformed` if no seat of this game signed it, `LinkFault` for one useless message too many.
        """
        taken = self.chat.receive(record, open_round)
        if taken is Taken.NEW:
            self._keep(record)
            _pass_on(record, [other for other in connections if other is not connection])
            return True
        # If an author tells only some players, or speaks too early, that is no fault of those who pass it on.
        if taken is Taken.KNOWN or self.chat.author(record) == connection.link.key:
            connection.rate_limits.count_chat(len(self.chat.messages))
        if taken is Taken.EARLY:
            self._behind = True
            if connection.asked_chat != self.chat.counts:
                connection.asked_chat = self.chat.counts
                connection.queue(("chats", connection.asked_chat))
        return False

    def wanted(self, counts: tuple[Plain, ...], connection: Connection) -> None:
        """Take in how many messages of each seat the other end has; raise `LinkFault` if it does not say so."""
        try:
            shape.array(counts, len(self.chat.counts), sentences.MESSAGE_COUNT)
            has = tuple(shape.integer(count, MAX_NUMBER, sentences.MESSAGE_COUNT) for count in counts)
        except Malformed as wrong:
            raise LinkFault(wrong.message) from None
        with suppress(trio.WouldBlock):
            connection.want_chat.send_nowait(has)

    async def answer(self, connection: Connection) -> None:
        """Send what the other end lacks, past the queue: however much it is, it takes no room from the game."""
        async for counts in connection.wanted_chat:
            for message in list(self.chat.after(counts)):
                await connection.link.send("chat", message.record)

    def ask_again(self, connections: Iterable[Connection]) -> None:
        """Ask again for what could not be taken before; called when the log has grown."""
        if self._behind:
            self._behind = False
            for connection in connections:
                connection.queue_if_room(("chats", self.chat.counts))

    def _keep(self, record: bytes) -> None:
        self._unstored.append(record)
        self._news.set()

    async def store(self) -> None:
        """Store what is not in the file yet."""
        async with self._writing:
            self._news = trio.Event()
            records, self._unstored = self._unstored, []
            everything = (message.record for message in islice(self.chat.messages, len(self.chat.messages)))
            if records:
                with suppress(OSError), trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(self._file.add, records, everything)

    async def run(self) -> None:
        """Store what others say: while the disk takes its time, what comes meanwhile waits, and is written as one."""
        while True:
            await self._news.wait()
            await self.store()


def _pass_on(record: bytes, connections: Iterable[Connection]) -> None:
    for connection in connections:
        connection.queue_if_room(("chat", record))


# What a running participant does with each message that comes over a link.

Form: TypeAlias = tuple[type, ...] | None
ANY_FORM: Final[Form] = None
"""Of a message whose handler reads the fields by itself."""
Handler: TypeAlias = Callable[..., Awaitable[None]]


def _not_here(kind: Plain) -> LinkFault:
    return LinkFault(sentences.NOT_HERE(came=Verbatim(shape.named(kind))))


class LinkService:
    """Greets over each link, hears messages by the name of their kind, answers what is wanted, and sends what waits.

    A message of any other kind ends the link, and so does another form of one.
    """

    def __init__(self, live: LiveReplica, address_book: AddressBook | None, talk: ChatSync | None) -> None:
        self.rematches: dict[bytes, Invite | None] = {}
        """By the key of their seat: the players who want another game after this one, and where their table is."""
        self._live = live
        self._links = live.links
        self._address_book = address_book
        self._talk = talk
        self._requests = RecordRequests(live)
        self._authors = AddressAuthors()
        self._greeted: set[bytes] = set()
        """Keys of the players who have told what they knew when they were first linked to this client."""
        self._by_name: Mapping[str, tuple[Form, Handler]] = {
            "record": ((bytes,), self._record),
            "want": ((int,), self._want),
            "links": ((tuple,), self._named),
            "address": ((bytes,), self._address),
            "chat": ((bytes,), self._chat),
            "chats": ((tuple,), self._chats),
            "rematch": (ANY_FORM, self._rematch),
        }
        live.grown = self._hear_news

    async def attach(self, link: Link) -> None:
        """Serve a link, hello done, until it ends, misbehaves, or a newer one to the same player takes its place."""
        connection = Connection(link)
        self._links.add(connection)
        self._leave_haves()
        self._links.changes.wake()
        try:
            with connection.scope:
                await self._run(connection)
        except* LinkFault as faults:
            if isinstance(fault := faults.exceptions[0], LinkFault):
                self._links.changes.note(Reception(Status.SENDER, fault.message))
        finally:
            self._links.remove(connection)
            self._leave_haves()
            if link.key not in self._links.connected:
                self._requests.ask_all()
            self._links.changes.wake()
            with trio.CancelScope(shield=True):
                await link.aclose()
                await self._live.store()
                if self._talk is not None:
                    await self._talk.store()

    async def _run(self, connection: Connection) -> None:
        await connection.link.send("want", len(self._live.replica.log))
        for data in (
            self._address_book.records()
            if self._address_book is not None and self._links.is_player(connection)
            else ()
        ):
            await connection.link.send("address", data)
        if self._talk is not None:
            await self._talk.greet(connection)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(connection.speak)
            nursery.start_soon(self._answer, connection)
            nursery.start_soon(self._follow, connection)
            nursery.start_soon(self._tell_links, connection)
            nursery.start_soon(self._requests.run)
            if self._talk is not None:
                nursery.start_soon(self._talk.answer, connection)
                nursery.start_soon(self._talk.run)
            await self.listen(connection)
            nursery.cancel_scope.cancel()

    # -- what is heard --

    async def listen(self, connection: Connection) -> None:
        """Hear what comes until the other end closes or says goodbye; raise `LinkFault` for what is not due."""
        while (message := await connection.link.receive()) is not None:
            kind, *fields = message
            if kind == "bye":
                return
            form, handle = self._by_name.get(str(kind), ((), None))
            if handle is None or (form is not ANY_FORM and form != tuple(map(type, fields))):
                raise _not_here(kind)
            await handle(connection, *fields)

    async def _record(self, connection: Connection, data: bytes) -> None:
        try:
            record = Record.read(data)
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)
            return
        outcome = await self._live.receive(connection, record)
        if self._live.guard.sure_at < math.inf:
            self._requests.wake_if_due()
        match outcome.status:
            case Status.SENDER:
                self._blame_sender(connection, outcome.why or as_it_is(""))
            case Status.EARLY:
                self._requests.ask_soon(connection)
            case Status.STRAY:
                self._requests.ask(connection)
            case _:
                pass
        self._requests.ask_for_proof()

    async def _want(self, connection: Connection, since: int) -> None:
        if not 0 <= since <= shape.MAX_ROUND:
            raise _not_here("want")
        await self._live.newcomer(connection, since)
        self._requests.wake_if_due()
        if not connection.answered:
            await self._live.confirm()  # what is shown in greeting is what is closed
        connection.want(since)

    async def _named(self, connection: Connection, named: tuple[Plain, ...]) -> None:
        """Note to whom the other end is linked; only players are relied on."""
        keys = self._live.replica.genesis.keys
        seats = [seat for seat in named if type(seat) is int and 0 <= seat < len(keys)]
        if not self._links.is_player(connection) or named != tuple(sorted(set(seats))):
            raise LinkFault(sentences.LINKS_OF_PLAYERS)
        connection.rate_limits.count_links()
        connection.named = frozenset(seats)
        connection.has_named.set()

    async def _address(self, connection: Connection, data: bytes) -> None:
        if self._address_book is None:
            return
        if not self._links.is_player(
            connection
        ):  # a watcher is told no addresses, and so has none to hand on
            connection.rate_limits.count_address()
            return
        try:
            key, counter = AddressRecord.named(data)
            if self._address_book.is_new(key, counter) and not self._authors.has_room(key):
                connection.rate_limits.count_address()
                return
            entry = self._address_book.read_record(data)
            new = await self._address_book.receive(entry, connection.link.ends.vouch)
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)
            return
        # Passing on new messages is no flooding: the author is to blame, and is counted on its own link.
        if not new or entry.key == connection.link.key:
            connection.rate_limits.count_address()
        if new:
            self._authors.count(key)
            self._links.tell_players(("address", data), connection)
            self._links.changes.wake()
            if entry.key == self._links.own:
                later = connection.link.key in self._greeted
                await self._live.meet_own_key(entry.addresses, later=later)

    async def _chat(self, connection: Connection, data: bytes) -> None:
        if self._talk is None:
            raise _not_here("chat")
        try:
            if await self._talk.receive(data, connection, tuple(self._links), len(self._live.replica.log)):
                self._links.changes.wake()
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)

    async def _chats(self, connection: Connection, counts: tuple[Plain, ...]) -> None:
        if self._talk is None:
            raise _not_here("chats")
        self._greeted.add(connection.link.key)
        self._talk.wanted(counts, connection)

    async def _rematch(self, connection: Connection, *fields: Plain) -> None:
        """Note that a player wants another game, and where; only players do, and each for a table of its own."""
        if not self._links.is_player(connection):
            raise LinkFault(sentences.PLAYERS_REMATCH)
        genesis, key = self._live.replica.genesis, connection.link.key
        invite = read_rematch(fields, genesis.identities[genesis.keys.index(key)])
        if key not in self.rematches or invite not in (None, self.rematches[key]):
            self.rematches[key] = invite and invite.over(connection.link.ends.vouch)
            self._links.changes.wake()

    def _blame_sender(self, connection: Connection, why: Message) -> None:
        self._links.changes.note(Reception(Status.SENDER, why))
        connection.rate_limits.count_fault()

    # -- what is told --

    async def _answer(self, connection: Connection) -> None:
        """Send all from the round that was wanted on; one answer at a time, so that asking costs the asker."""
        async for since in connection.wanted:
            first, sent = not connection.answered, set[bytes]()
            await self._send(connection, since, sent, whole=first)
            if not connection.answered:
                with trio.move_on_after(NAMING):  # if it does not name its links by then, none are known
                    await connection.has_named.wait()
                connection.has_named.set()
                await self._send(connection, since, sent, whole=first)

    async def _send(self, connection: Connection, since: int, sent: set[bytes], *, whole: bool) -> None:
        """Send what is missing, and note that; the ``whole`` of it with what becomes known meanwhile."""
        while found := await self._missing(connection, since, sent):
            for record in found:
                sent.add(record.id)
                await connection.queue_patiently(("record", record.pack()))
            if not whole:
                break

    async def _missing(self, connection: Connection, since: int, but: Collection[bytes]) -> list[Record]:
        """Return what the other end needs from a round on, but for these; all of it is stored, and nothing under way.

        If that is nothing, or it was answered before, it is sent from now on what is new. If it asks for the first time
        and lacks only the open round and perhaps the one before, it is spared what somebody else sends it. Until it has
        named its links that may be anything that came from somebody else, and it does not count as answered.
        """
        async with self._live.lock:
            needed = [
                record
                for record in self._live.replica.records(since)
                if record.id not in connection.heard and record.id not in but
            ]
            if connection.answered or since < len(self._live.replica.log) - 1:
                connection.answered = connection.answered or not needed
                return needed
            found = [record for record in needed if not self._links.spares(connection, record)]
            connection.answered = not found and (not needed or connection.has_named.is_set())
        return found

    async def _tell_links(self, connection: Connection) -> None:
        """Tell the other end to which players we are linked, whenever that changes; a watcher has nobody rely on it."""
        told: tuple[int, ...] | None = None
        times = 0
        while self._live.signer is not None:
            reshaped, now = self._links.reshaped, self._links.seats
            if now == told:
                await reshaped.wait()
                continue
            told = now
            connection.queue(("links", now))
            times += 1
            # Another player who comes and goes all the time must not make this end look like a flooder.
            await trio.sleep(0 if times < AT_ONCE else LINKS_PAUSE)

    def _leave_haves(self) -> None:
        """While somebody is linked, haves for which nobody waits are left until the table rests."""
        if self._live.signer is not None:
            self._live.signer.auto_signer.confirming.later = bool(self._links)

    async def _follow(self, connection: Connection) -> None:
        """Tell when the connection takes another route: no transport says so by itself."""
        route = connection.link.route()
        while route.changes:
            await trio.sleep(LOOK)
            if (now := connection.link.route()) != route:
                route = now
                self._links.changes.wake()

    def _hear_news(self, fresh: list[Record]) -> None:
        self._requests.note_news(fresh)
        if self._talk is not None:
            self._talk.ask_again(self._links)
