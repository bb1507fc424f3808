"""The links of a seat, as front ends see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from p2pgames.contract import Seat
from p2pgames_protocol.transports.transport import Route, TransportStatus


class Links(Protocol):
    """The links of one seat, or of a watcher."""

    @property
    def connected(self) -> tuple[bytes, ...]:
        """The keys at the other ends, each once."""

    @property
    def routes(self) -> Mapping[bytes, Route]:
        """By what each of them is linked at this moment; see `Route.text`."""

    @property
    def known_through(self) -> Mapping[Seat, frozenset[bytes]]:
        """By seat: the keys of the players over whose links anything it signed has come."""

    @property
    def transports(self) -> Mapping[str, TransportStatus]:
        """By name: the status of the transports that need something before they can dial."""


@dataclass(frozen=True, slots=True)
class FixedLinks:
    """Links that stay as they are: none, unless said otherwise."""

    connected: tuple[bytes, ...] = ()
    routes: Mapping[bytes, Route] = field(default_factory=dict)
    known_through: Mapping[Seat, frozenset[bytes]] = field(default_factory=dict)
    transports: Mapping[str, TransportStatus] = field(default_factory=dict)
