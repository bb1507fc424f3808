"""Connections that have not said yet whose they are and what they want: few at a time, and not for long."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import trio

from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.transports.transport import HELLO_TIME, Pipe
from p2pgames_protocol.wire.address import Ends, group
from p2pgames_protocol.wire.codec import HASH_SIZE, Entropy, Plain
from p2pgames_protocol.wire.identity import Identity

MAX_STRANGERS: Final = 64
"""Connections that have not said yet who they are and what they want. When one more comes, the oldest goes: an
honest one needs milliseconds, so who holds on is no loss."""
MAX_STRANGERS_PER_HOST: Final = 8
"""So that no single computer, nor network of IPv6, drives out all others; a home with several players has room."""

Serve: TypeAlias = Callable[[Link, tuple[Plain, ...]], Awaitable[None]]
"""Serves who has said what it wants."""


@dataclass
class Strangers:
    """Hears them out, and passes on those who prove who they are."""

    entropy: Entropy
    called: Callable[[], Sequence[Identity]]
    """Returns whom one may call on here."""
    serve: Serve
    _waiting: dict[trio.CancelScope, str] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._waiting)

    async def answer(self, pipe: Pipe) -> None:
        """Serve one connection to its end; nothing a stranger does gets out of here."""
        link = Link(pipe.stream, pipe.route, Ends(pipe.here, pipe.host))
        try:
            message = await self._hear_out(link, pipe)
            if message is not None:
                await self.serve(link, message)
                await link.finish()
        except LinkFault:
            pass
        finally:
            with trio.CancelScope(shield=True):
                await link.aclose()

    async def _hear_out(self, link: Link, pipe: Pipe) -> tuple[Plain, ...] | None:
        """Return what a stranger wants; None if it does not say who it is, or says nothing, in time."""
        with trio.CancelScope() as scope:
            self._waiting[scope] = host = group(pipe.host)
            same = [one for one, other in self._waiting.items() if other == host and host]
            for oldest in [*same[:-MAX_STRANGERS_PER_HOST], *list(self._waiting)[:-MAX_STRANGERS]]:
                self._waiting.pop(oldest, None)
                oldest.cancel()
            try:
                await link.answer_hello(self.called(), pipe.channel, self.entropy(HASH_SIZE))
                with trio.move_on_after(HELLO_TIME):
                    return await link.receive()
            finally:
                self._waiting.pop(scope, None)
        return None


# What floods a link: how much of it may come from the other end, and how much has.

MAX_FAULTS: Final = 16
"""Malformed or unsigned records from one link before it is dropped (LINK 12.6): honest clients send none."""
MAX_ADDRESSES: Final = 256
"""Useless address records from one link before it is dropped (LINK 12.6): what is known, or its own."""
SPARE_LINKS: Final = 16
"""Messages "links" beyond one for every second of the link before it is dropped: more than `link_service.AT_ONCE`."""
MAX_CHAT: Final = 256
"""Chat messages over one link that were of no use, beyond one for each that is here, before it is dropped
(LINK 12.6): each message may come by every link once."""


AUTHOR_RECORDS: Final = 16
"""New address records of one player that are heard at once (LINK 12.6): a computer that wakes up names several
networks."""
AUTHOR_TIME: Final = 30.0
"""Seconds after which one more is heard."""


class AddressAuthors:
    """Counts new address records by whose they are, whatever link brings them: each has all others dial."""

    def __init__(self) -> None:
        self._heard: dict[bytes, deque[float]] = {}

    def has_room(self, key: bytes) -> bool:
        """Tell whether one more record of a player may be heard now."""
        heard = self._heard.get(key)
        return heard is None or len(heard) < AUTHOR_RECORDS or trio.current_time() >= heard[0]

    def count(self, key: bytes) -> None:
        """Count a record that was new, and signed by this player."""
        heard = self._heard.setdefault(key, deque(maxlen=AUTHOR_RECORDS))
        # Those at once are paid for one after the other.
        last = max(trio.current_time(), heard[-1] if heard else 0.0)
        heard.append(last + AUTHOR_TIME)


class RateLimits:
    """Counts over one link what floods; each call raises `LinkFault` at one too many."""

    def __init__(self) -> None:
        self._began = trio.current_time()
        self._links = 0
        self._faults = 0
        self._addresses = 0
        self._chat = 0

    def count_links(self) -> None:
        """Count a message that names the links of the other end."""
        self._links += 1
        if self._links > SPARE_LINKS + trio.current_time() - self._began:
            raise LinkFault(sentences.LINKS_FLOOD)

    def count_fault(self) -> None:
        """Count a record that should not have come."""
        self._faults += 1
        if self._faults > MAX_FAULTS:
            raise LinkFault(sentences.UNSIGNED)

    def count_address(self) -> None:
        """Count an address record that helped nobody."""
        self._addresses += 1
        if self._addresses > MAX_ADDRESSES:
            raise LinkFault(sentences.ADDRESS_FLOOD)

    def count_chat(self, held: int) -> None:
        """Count a useless chat message, when this many are ``held`` here."""
        self._chat += 1
        if self._chat > MAX_CHAT + held:
            raise LinkFault(sentences.CHAT_FLOOD)
