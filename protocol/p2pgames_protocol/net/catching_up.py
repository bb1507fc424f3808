"""What a participant does while nothing new comes: it confirms what it has closed, and asks for what may be missing."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable, Iterator
from operator import itemgetter
from typing import Final

import trio

from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.live_replica import LiveReplica

REST: Final = 0.2
"""Seconds without a new event after which a seat confirms the newest round, if nobody waited for that before."""
GRACE: Final = 0.3
"""Seconds that something may be ahead of what it builds on before that is asked for: it may come by another link."""
ASK_FIRST: Final = 1.0
ASK_LAST: Final = 30.0
"""Seconds without a new event after which who waits for others asks one of them, and then the next; they double."""


class CatchingUp:
    """Watches the time since the last new event."""

    def __init__(self, live: LiveReplica, connections: Connections) -> None:
        self._live = live
        self._replica = live.replica
        self._connections = connections
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

    def hear(self, fresh: Iterable[Record]) -> None:
        """Note what is new in the log; with an event, time begins anew."""
        if any(record.kind is Kind.EVENT for record in fresh):
            self._begin()
            self._look()

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

    def _look(self) -> None:
        """Wake who waits for what was planned, if something is due before that."""
        if self._next()[0] < self._planned:
            self._news.set()

    def _next(self) -> tuple[float, Callable[[], Awaitable[None]]]:
        return min(self._plans(), key=itemgetter(0))

    def _plans(self) -> Iterator[tuple[float, Callable[[], Awaitable[None]]]]:
        """Yield what is to be done, and when, if nothing new comes before."""
        if self._live.owes_have:
            yield self._since + REST, self._live.confirm
        if self._live.writer.is_late:
            yield self._since + REST, self._live.store
        if self._early is not None:
            yield self._early[2], self._fill
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
            self._look()

    async def _fill(self) -> None:
        if self._early is not None and self._early[1] == len(self._replica.log):
            self.ask(self._early[0])
        self._early = None

    def ask_all(self) -> None:
        """Ask all players linked for what one who has gone may have been about to send."""
        if not self._replica.complete:
            self._connections.tell_players(("want", len(self._replica.log)))

    async def _ask_around(self) -> None:
        """Ask the next player, while others are to give something; what was lost need not show itself."""
        self._pause = min(2 * self._pause, ASK_LAST)
        self._ask_at = trio.current_time() + self._pause
        players = [one for one in self._connections if self._connections.is_player(one)]
        if players and not self._replica.complete and not self._waits_for_this_seat():
            self._turn += 1
            players[self._turn % len(players)].queue(("want", len(self._replica.log)))

    def _waits_for_this_seat(self) -> bool:
        signer = self._live.signer
        return signer is not None and self._replica.held_up_by == (signer.seat,)

    def ask_for_proof(self) -> None:
        """Ask everybody linked for the whole log where a seat is on another branch; over each link once for each seat.

        Where two branches part some seat has signed twice, in a round that may be closed on both sides.
        """
        strays = self._replica.off_log.strays
        for connection in self._connections:
            if self._replica.accusations.verdict is None and not strays <= connection.doubted:
                connection.doubted |= strays
                connection.queue(("want", 0))
