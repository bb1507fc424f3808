"""The links of a running participant: to whom it is linked, and what came over whose link."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

import trio

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.net.changes import Changes
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.presence import Presence, noted
from p2pgames_protocol.net.relaying import spared
from p2pgames_protocol.transports.transport import Route, TransportStatus
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.identity import Identity

MAX_LINKS: Final = 3
"""Links to one player that are kept while its end has not chosen between them."""


class Connections:
    """All connections of one participant, in the order of their beginning; iterating stands changes meanwhile."""

    def __init__(self, players: tuple[bytes, ...], own: bytes, changes: Changes) -> None:
        """Begin without a connection; ``players`` are the keys of the seats, ``own`` is ours, or empty."""
        self._players = players
        self._own = own
        self._changes = changes
        self.identity: Identity | None = None
        """The key pair of our seat, by which the others know us; None for a watcher."""
        self._connections: dict[Connection, None] = {}
        self.reshaped = trio.Event()
        """Set, and replaced, when somebody comes or goes."""
        start = Presence(linked=False, since=trio.current_time())
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
        self._changes.tell()

    def show(self, record: Record) -> None:
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
        ours = seat is not None and self._players[seat] == self._own
        return not ours and any(record.id in one.heard for one in self._connections)

    def _spared(self, record: Record) -> frozenset[bytes]:
        """Return the keys of the players who get a record from those it came from."""
        if not self._came(record):
            return frozenset()
        players = {self._players.index(one.link.key): one for one in self if self.is_player(one)}
        sources = [seat for seat, one in players.items() if record.id in one.heard]
        seats = spared(record, sources, {seat: one.named for seat, one in players.items()})
        return frozenset(self._players[seat] for seat in seats)

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Note the status of the transports."""
        self.transports = statuses
        self._changes.tell()

    def cut(self, addresses: Collection[str]) -> None:
        """Cut the connections on these addresses of ours: they are no longer ours, and no transport says so."""
        for connection in self:
            if connection.link.here in addresses:
                connection.scope.cancel()
        self._changes.tell()

    def cut_all(self) -> None:
        """Cut every connection."""
        for connection in self:
            connection.scope.cancel()
        self._changes.tell()

    def tell(self) -> None:
        """Wake everybody who waits for a change: something about the connections is different."""
        self._changes.tell()

    def _drop_older(self, key: bytes) -> None:
        """Keep the newest connection to a player, and three where the other end chooses.

        Two players who dial each other at once must not drop one link each: the one with the smaller key chooses.
        """
        keep = 1 if key not in self._players or self._own < key else MAX_LINKS
        for older in [connection for connection in self if connection.link.key == key][:-keep]:
            older.scope.cancel()

    def _look(self, key: bytes) -> None:
        """Note whether the player is linked now."""
        self.reshaped.set()
        self.reshaped = trio.Event()
        now = Presence(key in self.connected, trio.current_time())
        self.presence = noted(self.presence, key, now, self._players)
