"""The chat of one running game on its links: heard, kept in its file, and passed on once."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import trio

from p2pgames_protocol.log.chat import MAX_NUMBER, ROOM, Chat, Taken
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.signer.pen import Pen
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.connection import Connection
from p2pgames_protocol.net.link import LinkFault
from p2pgames_protocol.store.chat_file import ChatFile
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, Plain


class ChatSync:
    """A `Chat`, its file, and what the other ends are told of it. Watchers may read it too."""

    def __init__(self, genesis: Genesis, file: ChatFile) -> None:
        """Read what the file holds."""
        self.chat = Chat(genesis.game_id, genesis.keys)
        self._file = file
        self._writing = trio.Lock()
        self._behind = False
        """Whether somebody has said something that could not be taken yet."""
        try:
            for record in file.read(2 * ROOM * len(genesis.keys)):
                self.chat.hear(record, fields.MAX_ROUND)
        except Malformed:
            file.spoil()

    async def say(self, pen: Pen, text: str, connections: Iterable[Connection]) -> None:
        """Let a pen's seat say something to everybody; raise `Illegal` as `Chat.say` does."""
        message = pen.say(self.chat, text)
        await self._keep(message.record)
        _pass_on(message.record, connections)

    async def greet(self, connection: Connection) -> None:
        """Say how many messages of each seat are here; the other end sends what is missing."""
        await connection.link.send("chats", self.chat.counts)

    async def hear(
        self, record: bytes, connection: Connection, connections: Iterable[Connection], open_round: int
    ) -> bool:
        """Take in a message, pass it on if it is new, and return whether it is.

        Raises `Malformed` if no seat of this game signed it, `LinkFault` for one useless message too many.
        """
        taken = self.chat.hear(record, open_round)
        if taken is Taken.NEW:
            await self._keep(record)
            _pass_on(record, [other for other in connections if other is not connection])
            return True
        # If an author tells only some players, or speaks too early, that is no fault of those who pass it on.
        if taken is Taken.KNOWN or self.chat.author(record) == connection.link.key:
            connection.tally.count_chat(len(self.chat.messages))
        if taken is Taken.EARLY:
            self._behind = True
            if connection.asked_chat != self.chat.counts:
                connection.asked_chat = self.chat.counts
                connection.queue(("chats", connection.asked_chat))
        return False

    def wanted(self, counts: tuple[Plain, ...], connection: Connection) -> None:
        """Take in how many messages of each seat the other end has; raise `LinkFault` if it does not say so."""
        try:
            fields.array(counts, len(self.chat.counts), messages.MESSAGE_COUNT)
            has = tuple(fields.integer(count, MAX_NUMBER, messages.MESSAGE_COUNT) for count in counts)
        except Malformed as wrong:
            raise LinkFault(wrong.message) from None
        with suppress(trio.WouldBlock):
            connection.want_chat.send_nowait(has)

    async def answer(self, connection: Connection) -> None:
        """Send what the other end lacks, past the queue: however much it is, it takes no room from the game."""
        async for counts in connection.wanted_chat:
            for message in list(self.chat.after(counts)):
                await connection.link.send("chat", message.record)

    def catch_up(self, connections: Iterable[Connection]) -> None:
        """Ask again for what could not be taken before; called when the log has grown."""
        if self._behind:
            self._behind = False
            for connection in connections:
                connection.queue_if_room(("chats", self.chat.counts))

    async def _keep(self, record: bytes) -> None:
        async with self._writing:
            everything = [message.record for message in self.chat.messages]
            with suppress(OSError), trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(self._file.add, record, everything)


def _pass_on(record: bytes, connections: Iterable[Connection]) -> None:
    for connection in connections:
        connection.queue_if_room(("chat", record))
