"""The local network: open tables are seen there without an invite, and players of a game find each other again.

Only what was switched on is announced: an open table by its host while seats are free, and a tag that changes every
hour by whoever plays. See `notice` for what is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import time
from typing import TYPE_CHECKING, Final

import trio

from p2pgames.text import Message
from p2pgames_protocol.discovery import messages
from p2pgames_protocol.discovery.discovery import Discovery, OpenTable
from p2pgames_protocol.discovery.lan.announcement import (
    PERIOD,
    PLAYERS,
    SECRET_SIZE,
    TABLES,
    Notice,
    Service,
    reached,
    table_label,
    tag,
    tags,
    unwritten,
    written,
)
from p2pgames_protocol.transports.transport import DependencyMissing, Unreachable
from p2pgames_protocol.wire.address import is_loopback, split_address, transport_of
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import Invite

if TYPE_CHECKING:
    from p2pgames_protocol.discovery.lan.mdns import Multicast

MAX_TABLES: Final = 32
"""Open tables that are looked at; a neighbour may announce any number."""
AGAIN: Final = 30.0
"""Seconds after which a network is looked for again where there was none."""
LOOK: Final = 2.0
"""Seconds for all neighbours to answer; they take a part of one, so that not all speak at once."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table that a neighbour has open."""

    notice: Notice
    addresses: tuple[str, ...]

    def invite(self) -> Invite:
        """Return what leads to the table; it holds no token, so the host is asked."""
        return Invite(self.notice.key, b"", self.notice.game, self.addresses)


class Lan(Discovery):
    """Announces us to neighbours, and finds players of our games among them."""

    name = "lan"
    is_near = True

    def __init__(self, identity: Identity, clock: Callable[[], float] = time) -> None:
        self._identity = identity
        self._clock = clock
        self._told: dict[bytes, tuple[str, ...]] = {}
        self._open: OpenTable | None = None
        self._change = trio.Event()
        self._multicast: Multicast | None = None
        self._missing: Message | None = None

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Announce what there is until cancelled; it is taken back then. Without multicast it is tried again."""
        from p2pgames_protocol.discovery.lan.mdns import multicast

        started = False

        def settled(missing: Message | None) -> None:
            nonlocal started
            self._missing = missing
            if not started:
                task_status.started()
                started = True

        while True:
            try:
                async with multicast() as self._multicast:
                    settled(None)
                    await self._announce(self._multicast)
            except DependencyMissing as wrong:
                settled(wrong.message)
                await trio.sleep(AGAIN)
            finally:
                self._multicast = None

    async def _announce(self, channel: Multicast) -> None:
        """Keep what is announced right; return when we are on another network too: it is to be joined."""
        known = self._hosts()
        while not known or self._hosts() <= known:
            change, known = self._change, known | self._hosts()
            await channel.offer(self._services())
            with trio.move_on_after(PERIOD - self._clock() % PERIOD):
                await change.wait()

    def _hosts(self) -> frozenset[str]:
        return frozenset(host for addresses in self._told.values() for host, _ in _places(addresses))

    def _services(self) -> list[Service]:
        services = []
        for table, addresses in self._told.items():
            hosts, port = _at_one_port(addresses)
            if hosts and self._open is not None and self._open.table == table:
                notice = Notice(
                    self._identity.key,
                    _pin(addresses),
                    self._open.game,
                    self._open.name,
                    self._open.seats,
                    self._open.free,
                )
                services.append(
                    Service(TABLES, table_label(table), hosts, port, tuple(notice.texts().items()))
                )
            elif hosts:
                services.append(Service(PLAYERS, tag(self._secret(table), self._clock()), hosts, port))
        return services

    def _secret(self, table: bytes) -> bytes:
        return self._identity.derive("lan", table)[:SECRET_SIZE]

    # -- what is told --

    def address(self, table: bytes) -> str:
        """Return ``lan:SECRET#PIN``: who knows it finds us on the local network."""
        return f"lan:{written(self._secret(table))}#{_pin(self._told.get(table, ()))}"

    def tell(self, table: bytes, addresses: Sequence[str]) -> None:
        """Announce these addresses of ours, under a tag."""
        self._told[table] = tuple(addresses)
        self._changed()

    def show(self, table: OpenTable | None) -> None:
        """Announce that a table is open, in place of its tag; None when it is no longer."""
        self._open = table
        self._changed()

    def _changed(self) -> None:
        self._change.set()
        self._change = trio.Event()

    # -- finding --

    async def find(self, address: str) -> tuple[str, ...]:
        """Return where on this network the player is; raise `Unreachable` if it is not here."""
        secret, _, pin = address.removeprefix("lan:").partition("#")
        found: list[str] = []
        with suppress(Malformed):
            labels = tags(unwritten(secret, SECRET_SIZE), self._clock())
            async with trio.open_nursery() as nursery:
                for label in labels:
                    nursery.start_soon(self._ask, label, pin, found)
        if not found:
            raise Unreachable(messages.NOT_ON_NETWORK)
        return tuple(found)

    async def _ask(self, label: str, pin: str, found: list[str]) -> None:
        answer = await self._multicast.ask(PLAYERS, label) if self._multicast is not None else None
        if answer is not None:
            found += reached(answer[0].hosts, answer[0].port, pin)

    def about(self) -> Message | None:
        """Return what neighbours see, or why they see nothing."""
        return self._missing or (messages.LAN_ABOUT)


def _places(addresses: Sequence[str]) -> list[tuple[str, int]]:
    """Return hosts and ports of those addresses that neighbours can dial."""
    return [
        split_address(one.partition(":")[2].partition("#")[0])
        for one in addresses
        if transport_of(one) == "tls"
    ]


def _at_one_port(addresses: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Return the hosts at the first port: a service has one."""
    places = _places(addresses)
    port = places[0][1] if places else 0
    return tuple(host for host, other in places if other == port and not is_loopback(host)), port


def _pin(addresses: Sequence[str]) -> str:
    return next((one.partition("#")[2] for one in addresses if transport_of(one) == "tls"), "")


async def tables(patience: float = LOOK) -> list[Found]:
    """Return the tables neighbours have open, after this many seconds; raise `DependencyMissing` without multicast."""
    from p2pgames_protocol.discovery.lan.mdns import multicast

    found: dict[str, Found] = {}
    async with multicast() as channel, channel.labels(TABLES) as labels, trio.open_nursery() as nursery:

        async def learn(label: str) -> None:
            answer = await channel.ask(TABLES, label)
            if answer is None:
                return
            with suppress(Malformed):
                notice = Notice.read(answer[1])
                addresses = reached(answer[0].hosts, answer[0].port, notice.pin)
                if addresses and notice.free:
                    found[label] = Found(notice, addresses)

        with trio.move_on_after(patience):
            seen: set[str] = set()
            async for label in labels:
                if label not in seen and len(seen) < MAX_TABLES:
                    seen.add(label)
                    nursery.start_soon(learn, label)
        nursery.cancel_scope.cancel()
    return sorted(found.values(), key=lambda one: (one.notice.game, one.notice.name, one.notice.key))
