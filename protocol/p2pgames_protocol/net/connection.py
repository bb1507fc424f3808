"""One link of a running participant: what waits to be sent over it, and what the other end is known to have."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import trio

from p2pgames.contract import Seat
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.tally import Tally
from p2pgames_protocol.wire.codec import Plain

QUEUE: Final = 1024
"""Messages waiting for one slow link; a link that falls further behind is dropped and syncs anew."""
BATCH: Final = 8 * 1024
"""Bytes of messages after which no other one goes out together with them."""


class Seen:
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
    """A link with its queue."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.scope = trio.CancelScope()
        self.heard = Seen()
        """What came over this link: the other end has it."""
        self.sent = Seen()
        """What was passed on over this link."""
        self.answered = False
        """Whether the first want was answered: before, nothing is passed on that the answer holds."""
        self.tally = Tally()
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
        raise LinkFault(messages.TOO_SLOW)

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
