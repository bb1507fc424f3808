"""Serving the links of a running participant, each from its greeting to its end."""

from __future__ import annotations

from typing import Final

import trio

from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.net.catching_up import CatchingUp
from p2pgames_protocol.net.changes import Changes
from p2pgames_protocol.net.chat_sync import ChatSync
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.live_replica import LiveReplica
from p2pgames_protocol.net.peer_messages import PeerMessages
from p2pgames_protocol.store.address_book import AddressBook

AT_ONCE: Final = 12
"""Changes of our links that are told over one link at once; then they are gathered."""
LINKS_PAUSE: Final = 1.0
"""Seconds for which they are gathered."""
NAMING: Final = 0.1
"""Seconds for which an answer waits until the other end has named its links: others may send it the newest."""
LOOK: Final = 1.0
"""Seconds between looks at the route of a link, where that can change."""


class LinkService:
    """Greets over each link, answers what is wanted, and sends what waits."""

    def __init__(
        self,
        live: LiveReplica,
        connections: Connections,
        changes: Changes,
        address_book: AddressBook | None,
        talk: ChatSync | None,
    ) -> None:
        self._catching_up = CatchingUp(live, connections)
        self.messages = PeerMessages(live, connections, self._catching_up, changes, address_book, talk)
        self._live = live
        self._connections = connections
        self._changes = changes
        self._address_book = address_book
        self._talk = talk
        live.delivery.grown = self._hear_news

    async def attach(self, link: Link) -> None:
        """Serve a link, hello done, until it ends, misbehaves, or a newer one to the same player takes its place."""
        connection = Connection(link)
        self._connections.add(connection)
        self._leave_haves()
        self._changes.tell()
        try:
            with connection.scope:
                await self._run(connection)
        except* LinkFault as faults:
            if isinstance(fault := faults.exceptions[0], LinkFault):
                self._changes.note(Reception(Status.SENDER, fault.message))
        finally:
            self._connections.remove(connection)
            self._leave_haves()
            if link.key not in self._connections.connected:
                self._catching_up.ask_all()
            self._changes.tell()
            with trio.CancelScope(shield=True):
                await link.aclose()
                await self._live.store()

    async def _run(self, connection: Connection) -> None:
        await connection.link.send("want", len(self._live.replica.log))
        for data in (
            self._address_book.records()
            if self._address_book is not None and self._connections.is_player(connection)
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
            nursery.start_soon(self._catching_up.run)
            if self._talk is not None:
                nursery.start_soon(self._talk.answer, connection)
            await self.messages.listen(connection)
            nursery.cancel_scope.cancel()

    async def _answer(self, connection: Connection) -> None:
        """Send all from the round that was wanted on; one answer at a time, so that asking costs the asker."""
        async for since in connection.wanted:
            first, sent = not connection.answered, set[bytes]()
            await self._send(connection, since, sent, whole=first)
            if not connection.answered:
                await self._named(connection)
                await self._send(connection, since, sent, whole=first)

    async def _send(self, connection: Connection, since: int, sent: set[bytes], *, whole: bool) -> None:
        """Send what is missing, and note that; the ``whole`` of it with what becomes known meanwhile."""
        while found := await self._live.missing(connection, since, sent):
            for record in found:
                sent.add(record.id)
                await connection.queue_patiently(("record", record.pack()))
            if not whole:
                break

    async def _named(self, connection: Connection) -> None:
        """Wait a moment until the other end has named its links; if it does not, none are known."""
        with trio.move_on_after(NAMING):
            await connection.has_named.wait()
        connection.has_named.set()

    async def _tell_links(self, connection: Connection) -> None:
        """Tell the other end to which players we are linked, whenever that changes; a watcher has nobody rely on it."""
        told: tuple[int, ...] | None = None
        times = 0
        while self._live.signer is not None:
            reshaped, now = self._connections.reshaped, self._connections.seats
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
            self._live.signer.duty.confirming.later = bool(self._connections)

    async def _follow(self, connection: Connection) -> None:
        """Tell when the connection takes another route: no transport says so by itself."""
        route = connection.link.route()
        while route.changes:
            await trio.sleep(LOOK)
            if (now := connection.link.route()) != route:
                route = now
                self._changes.tell()

    def _hear_news(self, fresh: list[Record]) -> None:
        self._catching_up.hear(fresh)
        if self._talk is not None:
            self._talk.catch_up(self._connections)
