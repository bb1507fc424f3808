"""A router that was found, and what it does when asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Final

LEASE: Final = 3600
"""Seconds after which the router closes the port by itself, if we vanish; it is renewed twice as often."""
SHORTEST: Final = 120
"""Seconds below which no lease is believed: nobody who answers shall keep us busy."""


class RouterFault(Exception):
    """The router does not do it, or says what cannot be read."""


@dataclass(frozen=True, slots=True)
class Forwarded:
    """A port outside that leads to one of ours."""

    outer: int
    lease: float
    """Seconds until it is closed, unless it is asked for again."""


class Router(ABC):
    """Somebody in our network who claims to be a router."""

    outside: IPv4Address
    """The address it says it has outside; asked for once, and shown to nobody but as an address."""

    @abstractmethod
    async def forward(self, outer: int, port: int) -> Forwarded:
        """Have a TCP port outside, this one or another, lead to one of ours; it stays where it is asked for again.

        Raises `RouterFault`.
        """

    @abstractmethod
    async def close(self, outer: int, port: int) -> None:
        """Have it lead here no more; nothing tells whether that was done."""


def believed(lease: float) -> float:
    """Return a lease as long as one can be."""
    return min(max(lease, SHORTEST), LEASE)
