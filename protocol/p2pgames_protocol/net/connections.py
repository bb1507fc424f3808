"""The links of a running participant: to whom it is linked, and what came over whose link."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol

import trio

from p2pgames.contract import Seat
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.records import Kind, Record, author
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.limits import RateLimits
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.transports.transport import Route, TransportStatus
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.identity import Identity

MAX_LINKS: Final = 3
"""Links to one player that are kept while its end has not chosen between them."""


# Who is linked, and since when.

MAX_GONE: Final = 32
"""Watchers that are remembered after they have gone: several times as many as may be there at one time."""


@dataclass(frozen=True, slots=True)
class Linked:
    """Whether a player is linked, and since when, in seconds of trio's clock."""

    linked: bool
    since: float


def noted(
    before: dict[bytes, Linked], key: bytes, now: Linked, players: Collection[bytes]
) -> dict[bytes, Linked]:
    """Return who is linked by key, after a look at one; no parade of watchers fills the memory."""
    known = before.get(key)
    if known is not None and known.linked == now.linked:
        return before
    after = before | {key: now}
    gone = [one for one, presence in after.items() if not presence.linked and one not in players]
    forgotten = frozenset(gone[:-MAX_GONE])
    return {one: presence for one, presence in after.items() if one not in forgotten}


# Which players need not be sent a record, because somebody else sends it to them.

FREQUENT: Final = (Kind.EVENT, Kind.HAVE)
"""What is sent only where nobody else sends it. Votes, notes and evidence are rare and go everywhere."""


def seats_spared(
    record: Record, sources: Iterable[Seat], named: Mapping[Seat, frozenset[Seat]]
) -> frozenset[Seat]:
    """Return the seats to which somebody a record came from is linked, as both of them say.

    ``named`` has by seat the links that it names. One liar alone cannot name a link. Whoever signed the record is
    never spared: a player whose store was lost must hear from everybody what it has signed.
    """
    if record.kind not in FREQUENT:
        return frozenset()
    reached = {seat for source in sources for seat in named.get(source, ()) if source in named.get(seat, ())}
    return frozenset(reached - {author(record)})


# One link of a running participant: what waits to be sent over it, and what the other end is known to have.

QUEUE: Final = 1024
"""Messages waiting for one slow link (LINK 12.6); a link that falls further behind is dropped and syncs anew."""
BATCH: Final = 8 * 1024
"""Bytes of messages after which no other one goes out together with them."""


class NewestIds:
    """The ids of the newest records that went over a link, one way or the other."""

    def __init__(self) -> None:
        self._ids: dict[bytes, None] = {}

    def __contains__(self, record_id: bytes) -> bool:
        return record_id in self._ids

    def add(self, record_id: bytes) -> None:
        """Note an id, and forget the oldest one where there are too many."""
        self._ids[record_id] = None
        if len(self._ids) > QUEUE:
            del self._ids[next(iter(self._ids))]


class Connection:
    """One link of a running participant, with what waits to be sent over it and what its other end has."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.scope = trio.CancelScope()
        self.heard = NewestIds()
        """What came over this link: the other end has it."""
        self.sent = NewestIds()
        """What was passed on over this link."""
        self.answered = False
        """Whether the first want was answered: before, nothing is passed on that the answer holds."""
        self.rate_limits = RateLimits()
        self.named: frozenset[Seat] = frozenset()
        """The seats to which the other end says it is linked."""
        self.has_named = trio.Event()
        """Set once it has said so, or has had the time for it."""
        self.asked = -1
        """How long the log was when what is missing was last asked for."""
        self.doubted: set[Seat] = set()
        """Seats on another branch for whose sake the whole log was asked for, once each."""
        self._want, self.wanted = trio.open_memory_channel[int](1)
        """The round from which on the other end wants the log: one question at a time."""
        self.want_chat, self.wanted_chat = trio.open_memory_channel[tuple[int, ...]](1)
        """How many messages of each seat the other end has."""
        self.asked_chat: tuple[int, ...] = ()
        """How many of each were here when those that are missing were last asked for."""
        self._send, self._waiting = trio.open_memory_channel[tuple[Plain, ...]](QUEUE)

    def queue(self, message: tuple[Plain, ...]) -> None:
        """Let a message be sent; a connection that has fallen too far behind is given up."""
        try:
            self._send.send_nowait(message)
        except trio.WouldBlock:
            self._send.close()
        except (trio.ClosedResourceError, trio.BrokenResourceError):
            pass

    def queue_if_room(self, message: tuple[Plain, ...]) -> None:
        """Let a message be sent that can be asked for again; nothing happens on a connection that is far behind."""
        if self._send.statistics().current_buffer_used < QUEUE // 2:
            self.queue(message)

    async def queue_patiently(self, message: tuple[Plain, ...]) -> None:
        """Let a message be sent once there is room for it; nothing happens on a connection that has been given up."""
        with suppress(trio.ClosedResourceError):  # `speak` ends it
            await self._send.send(message)

    def want(self, since: int) -> None:
        """Note that the other end wants the log from a round on; of waiting requests the one for most is kept."""
        with suppress(trio.WouldBlock):
            since = min(since, self.wanted.receive_nowait())
        self._want.send_nowait(since)

    async def speak(self) -> None:
        """Send what waits, until the connection is given up; raise `LinkFault` then."""
        async for message in self._waiting:
            await self.link.send_all(self._batch(message))
        raise LinkFault(sentences.TOO_SLOW)

    def _batch(self, first: tuple[Plain, ...]) -> list[tuple[Plain, ...]]:
        """Return a message with those that wait behind it, as many as may go out at once."""
        batch, size = [first], _size(first)
        with suppress(trio.WouldBlock, trio.EndOfChannel):
            while size < BATCH:
                batch.append(self._waiting.receive_nowait())
                size += _size(batch[-1])
        return batch

    def close(self) -> None:
        """Give the connection up."""
        self._send.close()


def _size(message: tuple[Plain, ...]) -> int:
    """Return how many bytes a message has at least; what it carries besides byte strings is short."""
    return sum(len(part) for part in message if type(part) is bytes)


# Waking the tasks that show a running game.


class Changes:
    """Tells that something is different; ``notices`` holds what went wrong, newest last."""

    def __init__(self) -> None:
        self.notices: deque[Reception] = deque(maxlen=100)
        self._change = trio.Event()
        self._waiting: dict[trio.Event, Callable[[], bool]] = {}
        """For what each of those waits who need not look at every change."""

    def wake(self) -> None:
        """Wake everybody who waits for any change, and whose condition holds now."""
        self._change.set()
        self._change = trio.Event()
        for holds, done in self._waiting.items():
            if done():
                holds.set()

    def note(self, outcome: Reception) -> None:
        """Note what went wrong."""
        self.notices.append(outcome)
        self.wake()

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds; it is looked at with every change, and again before this returns."""
        while not done():
            self._waiting[holds := trio.Event()] = done
            try:
                await holds.wait()
            finally:
                del self._waiting[holds]


class Connections:
    """All connections of one participant, in the order of their beginning; iterating stands changes meanwhile."""

    def __init__(self, players: tuple[bytes, ...], own: bytes) -> None:
        """Begin without a connection; ``players`` are the keys of the seats, ``own`` is ours, or empty."""
        self._players = players
        self.own = own
        """The key of our seat; empty for a watcher."""
        self.changes = Changes()
        """Wakes whoever shows these links, or the game that is played over them."""
        self.identity: Identity | None = None
        """The key pair of our seat, by which the others know us; None for a watcher."""
        self._connections: dict[Connection, None] = {}
        self.reshaped = trio.Event()
        """Set, and replaced, when somebody comes or goes."""
        start = Linked(linked=False, since=trio.current_time())
        self.presence = {key: start for key in players if key != own}
        """By key: everybody else with a seat, and whoever was linked since this was made."""
        self.transports: Mapping[str, TransportStatus] = {}
        """By name: the status of the transports that need something before they can dial."""
        self.known_through: dict[Seat, frozenset[bytes]] = {}
        """By seat: the keys of the players over whose links anything it signed has come since this was made."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: Connection) -> None:
        """Take a connection in; older ones to the same player are cut, and the player is known directly from now on."""
        key = connection.link.key
        self._connections[connection] = None
        self._drop_older(key)
        if self.is_player(connection):
            self.heard(self._players.index(key), connection)
        self._look(key)

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        del self._connections[connection]
        connection.close()
        self._look(connection.link.key)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the players linked, in order."""
        return tuple(sorted({self._players.index(key) for key in self.connected if key in self._players}))

    @property
    def connected(self) -> tuple[bytes, ...]:
        """The keys at the other ends, each once."""
        return tuple(dict.fromkeys(connection.link.key for connection in self._connections))

    @property
    def routes(self) -> dict[bytes, Route]:
        """How each of them is linked at this moment, by its newest link."""
        return {connection.link.key: connection.link.route() for connection in self._connections}

    def is_player(self, connection: Connection) -> bool:
        """Whether somebody with a seat is at the other end."""
        return connection.link.key in self._players

    def heard(self, seat: Seat, connection: Connection) -> None:
        """Note that something of a seat has come over this connection; only players count."""
        known = self.known_through.get(seat, frozenset())
        if self.is_player(connection) and connection.link.key not in known:
            self.known_through[seat] = known | {connection.link.key}

    def tell_players(self, message: tuple[Plain, ...], but: Connection | None = None) -> None:
        """Queue a message for all players linked but one."""
        for connection in self:
            if connection is not but and self.is_player(connection):
                connection.queue(message)

    def pass_on(self, record: Record) -> None:
        """Queue a record that is part of the log for everybody who is not known to have it, or to get it.

        Whoever has not been answered yet gets it with the answer.
        """
        spared = self._spared(record)
        for connection in self:
            if connection.answered and connection.link.key not in spared:
                self._send(connection, record)

    def spares(self, connection: Connection, record: Record) -> bool:
        """Tell whether the other end gets a record from somebody else, or may get it while its links are not known."""
        if connection.has_named.is_set():
            return connection.link.key in self._spared(record)
        return self.is_player(connection) and self._came(record)

    def tell_address(self, data: bytes) -> None:
        """Tell all players linked an address record; watchers need not know."""
        self.tell_players(("address", data))
        self.changes.wake()

    def queue_evidence(self, record: Record) -> None:
        """Queue a record that is no part of the log, because it blames its author, for all who may lack it."""
        for connection in self:
            self._send(connection, record)

    def _send(self, connection: Connection, record: Record) -> None:
        if record.id not in connection.heard and record.id not in connection.sent:
            connection.sent.add(record.id)
            connection.queue(("record", record.pack()))

    def _came(self, record: Record) -> bool:
        """Tell whether a record came from others; what we have signed did not, even if it has come back."""
        seat = author(record)
        ours = seat is not None and self._players[seat] == self.own
        return not ours and any(record.id in one.heard for one in self._connections)

    def _spared(self, record: Record) -> frozenset[bytes]:
        """Return the keys of the players who get a record from those it came from."""
        if not self._came(record):
            return frozenset()
        players = {self._players.index(one.link.key): one for one in self if self.is_player(one)}
        sources = [seat for seat, one in players.items() if record.id in one.heard]
        seats = seats_spared(record, sources, {seat: one.named for seat, one in players.items()})
        return frozenset(self._players[seat] for seat in seats)

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Note the status of the transports."""
        self.transports = statuses
        self.changes.wake()

    def cut(self, addresses: Collection[str]) -> None:
        """Cut the connections on these addresses of ours: they are no longer ours, and no transport says so."""
        for connection in self:
            if connection.link.ends.here in addresses:
                connection.scope.cancel()
        self.changes.wake()

    def cut_all(self) -> None:
        """Cut every connection."""
        for connection in self:
            connection.scope.cancel()
        self.changes.wake()

    def _drop_older(self, key: bytes) -> None:
        """Keep the newest connection to a player, and three where the other end chooses.

        Two players who dial each other at once must not drop one link each: the one with the smaller key chooses.
        """
        keep = 1 if key not in self._players or self.own < key else MAX_LINKS
        for older in [connection for connection in self if connection.link.key == key][:-keep]:
            older.scope.cancel()

    def _look(self, key: bytes) -> None:
        """Note whether the player is linked now."""
        self.reshaped.set()
        self.reshaped = trio.Event()
        now = Linked(key in self.connected, trio.current_time())
        self.presence = noted(self.presence, key, now, self._players)


# The links of a seat, as front ends see them.


class Links(Protocol):
    """The links of one seat, or of a watcher."""

    @property
    def connected(self) -> tuple[bytes, ...]:
        """The keys at the other ends, each once."""

    @property
    def routes(self) -> Mapping[bytes, Route]:
        """By what each of them is linked at this moment; see `Route.text`."""

    @property
    def known_through(self) -> Mapping[Seat, frozenset[bytes]]:
        """By seat: the keys of the players over whose links anything it signed has come."""

    @property
    def transports(self) -> Mapping[str, TransportStatus]:
        """By name: the status of the transports that need something before they can dial."""


@dataclass(frozen=True, slots=True)
class FixedLinks:
    """Links that stay as they are: none, unless said otherwise."""

    connected: tuple[bytes, ...] = ()
    routes: Mapping[bytes, Route] = field(default_factory=dict)
    known_through: Mapping[Seat, frozenset[bytes]] = field(default_factory=dict)
    transports: Mapping[str, TransportStatus] = field(default_factory=dict)
