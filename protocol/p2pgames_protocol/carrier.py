"""Carriers: how bytes get from one player to another. A carrier is an untrusted pipe.

It may delay, drop, reorder, or show different players different things; everything that matters is signed.
An address begins with the name of its carrier: ``tls:HOST:PORT#PIN``, ``tcp:HOST:PORT``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import trio


class NoContact(OSError):
    """Nobody we look for answers; the message says where and what to try."""


class PortTaken(OSError):
    """We cannot listen there; the message says why and what to try."""


@dataclass(frozen=True, slots=True)
class Channel:
    """What both ends know about their connection before the hello: the carrier, and the listener's transport key."""

    carrier: str
    listener_key: bytes = b""


@dataclass(frozen=True, slots=True)
class Pipe:
    """A connection before the hello."""

    stream: trio.abc.Stream
    channel: Channel
    host: str = ""
    """Where it comes from, for counting strangers; empty where a carrier cannot tell."""


Handler: TypeAlias = Callable[[Pipe], Awaitable[None]]


class Carrier(Protocol):
    """One way to reach other players."""

    name: str

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to whoever listens at the address; raise `NoContact` if that is nobody, or the wrong one."""

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve until cancelled, one handler per pipe; report the addresses to dial once it is open.

        ``where`` is ``HOST:PORT``; port 0 takes any free one, host * every interface. Raises `PortTaken` when it
        cannot listen there, ValueError for something else than such a place.
        """
