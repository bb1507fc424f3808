"""Connections that have not said yet whose they are and what they want: few at a time, and not for long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import trio

from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.transports.limits import HELLO_TIME
from p2pgames_protocol.transports.transport import Pipe
from p2pgames_protocol.wire.address import group
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.entropy import Entropy
from p2pgames_protocol.wire.hashing import SIZE
from p2pgames_protocol.wire.identity import Identity

MAX_STRANGERS: Final = 64
"""Connections that have not said yet who they are and what they want. When one more comes, the oldest goes: an
honest one needs milliseconds, so who holds on is no loss."""
MAX_STRANGERS_PER_HOST: Final = 8

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
        link = Link(pipe.stream, pipe.route, pipe.here)
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
            self._waiting[scope] = group(pipe.host)
            self._make_room(group(pipe.host))
            try:
                await link.answer_hello(self.called(), pipe.channel, self.entropy(SIZE))
                with trio.move_on_after(HELLO_TIME):
                    return await link.receive()
            finally:
                self._waiting.pop(scope, None)
        return None

    def _make_room(self, host: str) -> None:
        same = [scope for scope, other in self._waiting.items() if other == host and host]
        for scope in [*same[:-MAX_STRANGERS_PER_HOST], *list(self._waiting)[:-MAX_STRANGERS]]:
            self._waiting.pop(scope, None)
            scope.cancel()
