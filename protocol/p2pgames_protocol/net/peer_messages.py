"""What a running participant does with each message that comes over a link."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from p2pgames.text import Message, Verbatim, as_it_is
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.net import messages, rematch
from p2pgames_protocol.net.catching_up import CatchingUp
from p2pgames_protocol.net.changes import Changes
from p2pgames_protocol.net.chat_sync import ChatSync
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.connections import Connections
from p2pgames_protocol.net.link import LinkFault
from p2pgames_protocol.net.live_replica import LiveReplica
from p2pgames_protocol.store.address_book import AddressBook
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.invite import Invite

Form: TypeAlias = tuple[type, ...] | None
ANY_FORM: Final[Form] = None
"""Of a message whose handler reads the fields by itself."""
Handler: TypeAlias = Callable[..., Awaitable[None]]


class PeerMessages:
    """Hears messages by the name of their kind; any other ends the link, and so does another form."""

    def __init__(
        self,
        live: LiveReplica,
        connections: Connections,
        catching_up: CatchingUp,
        changes: Changes,
        address_book: AddressBook | None,
        talk: ChatSync | None,
    ) -> None:
        self.rematches: dict[bytes, Invite | None] = {}
        """By the key of their seat: the players who want another game after this one, and where their table is."""
        self._live = live
        self._connections = connections
        self._changes = changes
        self._catching_up = catching_up
        self._address_book = address_book
        self._talk = talk
        self._by_name: Mapping[str, tuple[Form, Handler]] = {
            "record": ((bytes,), self._record),
            "want": ((int,), self._want),
            "links": ((tuple,), self._links),
            "address": ((bytes,), self._address),
            "chat": ((bytes,), self._chat),
            "chats": ((tuple,), self._chats),
            "rematch": (ANY_FORM, self._rematch),
        }

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
        outcome = await self._live.hear(connection, record)
        match outcome.status:
            case Status.SENDER:
                self._blame_sender(connection, outcome.why or as_it_is(""))
            case Status.EARLY:
                self._catching_up.ask_soon(connection)
            case Status.STRAY:
                self._catching_up.ask(connection)
            case _:
                pass
        self._catching_up.ask_for_proof()

    async def _want(self, connection: Connection, since: int) -> None:
        if not 0 <= since <= shape.MAX_ROUND:
            raise _not_here("want")
        await self._live.newcomer(connection, since)
        if not connection.answered:
            await self._live.confirm()  # what is shown in greeting is what is closed
        connection.want(since)

    async def _links(self, connection: Connection, named: tuple[Plain, ...]) -> None:
        """Note to whom the other end is linked; only players are relied on."""
        keys = self._live.replica.genesis.keys
        seats = [seat for seat in named if type(seat) is int and 0 <= seat < len(keys)]
        if not self._connections.is_player(connection) or named != tuple(sorted(set(seats))):
            raise LinkFault(messages.LINKS_OF_PLAYERS)
        connection.tally.count_links()
        connection.named = frozenset(seats)
        connection.has_named.set()

    async def _address(self, connection: Connection, data: bytes) -> None:
        if self._address_book is None:
            return
        if not self._connections.is_player(
            connection
        ):  # a watcher is told no addresses, and so has none to hand on
            connection.tally.count_address()
            return
        try:
            entry = self._address_book.read(data)
            new = await self._address_book.hear(entry)
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)
            return
        # Passing on new messages is no flooding: the author is to blame, and is counted on its own link.
        if not new or entry.key == connection.link.key:
            connection.tally.count_address()
        if new:
            self._connections.tell_players(("address", data), connection)
            self._changes.tell()

    async def _chat(self, connection: Connection, data: bytes) -> None:
        if self._talk is None:
            raise _not_here("chat")
        try:
            if await self._talk.hear(data, connection, tuple(self._connections), len(self._live.replica.log)):
                self._changes.tell()
        except Malformed as wrong:
            self._blame_sender(connection, wrong.message)

    async def _chats(self, connection: Connection, counts: tuple[Plain, ...]) -> None:
        if self._talk is None:
            raise _not_here("chats")
        self._talk.wanted(counts, connection)

    async def _rematch(self, connection: Connection, *fields: Plain) -> None:
        """Note that a player wants another game, and where; only players do, and each for a table of its own."""
        if not self._connections.is_player(connection):
            raise LinkFault(messages.PLAYERS_REMATCH)
        genesis, key = self._live.replica.genesis, connection.link.key
        invite = rematch.read(fields, genesis.identities[genesis.keys.index(key)])
        if key not in self.rematches or invite not in (None, self.rematches[key]):
            self.rematches[key] = invite
            self._changes.tell()

    def _blame_sender(self, connection: Connection, why: Message) -> None:
        self._changes.note(Reception(Status.SENDER, why))
        connection.tally.count_fault()


def _not_here(kind: Plain) -> LinkFault:
    return LinkFault(messages.NOT_HERE(came=Verbatim(shape.named(kind))))
