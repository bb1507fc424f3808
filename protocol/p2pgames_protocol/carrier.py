"""Carriers: how bytes get from one player to another. A carrier is an untrusted pipe.

It may delay, drop, reorder, or show different players different things; everything that matters is signed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

import trio

Handler: TypeAlias = Callable[[trio.abc.Stream], Awaitable[None]]


class NoContact(OSError):
    """Nobody answers at the address; the message says which and what to try."""


class Carrier(Protocol):
    """One way to reach other players."""

    name: str

    async def dial(self, address: str) -> trio.abc.Stream:
        """Return a stream to whoever listens at the address; raise `NoContact` if nobody does."""

    async def listen(
        self, where: str, handler: Handler, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve until cancelled, one handler per stream; report the address to dial once it is open.

        Raises OSError when it cannot listen there.
        """
