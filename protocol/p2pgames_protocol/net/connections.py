"""The links of a running participant: to whom it is linked, and what came over whose link."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import trio

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.net.connection import Line
from p2pgames_protocol.net.presence import Presence, noted
from p2pgames_protocol.transports.transport import Route
from p2pgames_protocol.wire.codec import Plain

MAX_LINKS: Final = 3
"""Links to one player that are kept while its end has not chosen between them."""


class Lines:
    """All lines of one participant, in the order of their beginning; iterating stands changes meanwhile."""

    def __init__(self, players: tuple[bytes, ...], own: bytes) -> None:
        """Begin without a line; ``players`` are the identity keys by seat, ``own`` is ours, or empty."""
        self._players = players
        self._own = own
        self._lines: dict[Line, None] = {}
        start = Presence(linked=False, since=trio.current_time())
        self.presence = {key: start for key in players if key != own}
        """By identity key: everybody else with a seat, and whoever was linked since this was made."""
        self.ways: dict[Seat, frozenset[bytes]] = {}
        """By seat: the keys of the players over whose links anything it signed has come since this was made."""

    def __iter__(self) -> Iterator[Line]:
        return iter(tuple(self._lines))

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: Line) -> None:
        """Take a line in; older ones to the same player are cut, and the player is known directly from now on."""
        key = line.link.key
        self._lines[line] = None
        self._drop_older(key)
        if self.is_player(line):
            self.heard(self._players.index(key), line)
        self._look(key)

    def remove(self, line: Line) -> None:
        """Forget a line that has ended."""
        del self._lines[line]
        line.close()
        self._look(line.link.key)

    @property
    def connected(self) -> tuple[bytes, ...]:
        """The identity keys at the other ends, each once."""
        return tuple(dict.fromkeys(line.link.key for line in self._lines))

    @property
    def routes(self) -> dict[bytes, Route]:
        """By what each of them is linked at this moment: its newest link counts."""
        return {line.link.key: line.link.route() for line in self._lines}

    def is_player(self, line: Line) -> bool:
        """Whether somebody with a seat is at the other end."""
        return line.link.key in self._players

    def heard(self, seat: Seat, line: Line) -> None:
        """Note that something of a seat has come over this line; only players count as ways."""
        ways = self.ways.get(seat, frozenset())
        if self.is_player(line) and line.link.key not in ways:
            self.ways[seat] = ways | {line.link.key}

    def tell_players(self, message: tuple[Plain, ...], but: Line | None = None) -> None:
        """Queue a message for all players linked but one."""
        for line in self:
            if line is not but and self.is_player(line):
                line.queue(message)

    def pass_on(self, record: Record) -> None:
        """Queue a record for everybody who is not known to have it."""
        record_id, message = record.id, ("record", record.pack())
        for line in self:
            if record_id not in line.seen:
                line.seen.add(record_id)
                line.queue(message)

    def cut(self, addresses: Collection[str]) -> None:
        """Cut the lines that stand on these addresses of ours."""
        for line in self:
            if line.link.here in addresses:
                line.scope.cancel()

    def _drop_older(self, key: bytes) -> None:
        """Keep the newest line to a player, and three where the other end chooses.

        Two players who dial each other at once must not drop one link each: the one with the smaller key chooses.
        """
        keep = 1 if key not in self._players or self._own < key else MAX_LINKS
        for older in [line for line in self if line.link.key == key][:-keep]:
            older.scope.cancel()

    def _look(self, key: bytes) -> None:
        """Note whether the player is linked now."""
        now = Presence(key in self.connected, trio.current_time())
        self.presence = noted(self.presence, key, now, self._players)
