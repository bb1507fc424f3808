"""The local network: open tables are seen there without an invite, and players of a game find each other again.

Only what was switched on is announced: an open table by its host while seats are free, and a tag that changes every
hour by whoever plays. See `notice` for what is said.
"""

from __future__ import annotations

from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from time import time
from typing import Any, Final

import trio
from zeroconf import Error, IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from p2pgames.text import Message, Verbatim, whole_number
from p2pgames_protocol.discovery import sentences
from p2pgames_protocol.discovery.discovery import Discovery, OpenTable
from p2pgames_protocol.log.genesis import MAX_SEATS
from p2pgames_protocol.log.records import MAX_NAME
from p2pgames_protocol.transports.tcp import own_hosts
from p2pgames_protocol.transports.transport import DependencyMissing, Unreachable
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.address import ip_of, is_loopback, join_address, split_address, transport_of
from p2pgames_protocol.wire.codec import FORMAT, HASH_SIZE, Malformed, digest, encode
from p2pgames_protocol.wire.identity import KEY_SIZE, Identity, is_valid_key
from p2pgames_protocol.wire.invite import Invite

MAX_TABLES: Final = 32
"""Open tables that are looked at; a neighbour may announce any number."""
AGAIN: Final = 30.0
"""Seconds after which a network is looked for again where there was none."""
LOOK: Final = 2.0
"""Seconds for all neighbours to answer; they take a part of one, so that not all speak at once."""


# What a client says of itself on the local network, as texts of DNS-SD (RFC 6763), and how it is read.
#
# An open table says what it is, for everybody there. A running game says nothing but a tag that changes every hour:
# only those who were told the secret behind it find its player (docs/decisions/0020-tables-on-this-network.md).

TABLES: Final = "_p2pgames._tcp.local."
"""The kind of service that an open table is."""
PLAYERS: Final = "_p2pgames-r._tcp.local."
"""The kind that a player of a running game is."""
SECRET_SIZE: Final = 16
"""Bytes, as those of an address in the DHT."""
TAG_SIZE: Final = 10
"""Bytes of a label: enough that no two meet, short enough for a name in DNS."""
PERIOD: Final = 3600
"""Seconds for which a tag holds."""
MAX_GAME: Final = 32
"""Bytes of the name of a game, as in a proposal (SPEC 4.1)."""
MAX_HOSTS: Final = 4
"""Addresses of one neighbour that are dialled."""
_MAX_VALUE: Final = 255
"""Bytes of a string in DNS, which has its length in one byte (RFC 6763, 6.1)."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An open table, as its host announces it."""

    key: bytes
    pin: str
    """Of the host's certificate, as it stands in addresses."""
    game: str
    name: str
    """What the host is called."""
    seats: int
    free: int

    def texts(self) -> dict[str, str]:
        """Return the texts of the service."""
        return {
            "v": str(FORMAT),
            "key": to_base32(self.key),
            "pin": self.pin,
            "game": self.game,
            "name": self.name,
            "seats": str(self.seats),
            "free": str(self.free),
        }

    @classmethod
    def read(cls, texts: Mapping[bytes, bytes | None]) -> Notice:
        """Decode the texts of a service; raise `Malformed` unless they are those of a table one could join."""
        if _text(texts, "v", 8) != str(FORMAT):
            raise Malformed(sentences.OTHER_VERSION)
        pin = _text(texts, "pin", 64)
        if to_base32(_bytes(pin, HASH_SIZE)) != pin:
            raise Malformed(sentences.PIN_WRITTEN)
        key = _bytes(_text(texts, "key", 64), KEY_SIZE)
        if not is_valid_key(key):
            raise Malformed(sentences.NO_HOST_KEY)
        seats = _number(texts, "seats", MAX_SEATS)
        game, name = _text(texts, "game", MAX_GAME), _text(texts, "name", MAX_NAME)
        return cls(key, pin, game, name, seats, _number(texts, "free", seats))


@dataclass(frozen=True, slots=True)
class Service:
    """Something that is announced, or was found: where it is, and its texts."""

    kind: str
    label: str
    hosts: tuple[str, ...]
    port: int
    texts: tuple[tuple[str, str], ...] = ()


def table_label(nonce: bytes) -> str:
    """Return the label of an open table."""
    return to_base32(digest("lan table", nonce)[:TAG_SIZE])


def tag(secret: bytes, moment: float) -> str:
    """Return the label of a player of a running game at this moment, in seconds of the epoch."""
    return to_base32(digest("lan player", secret, encode(int(moment // PERIOD)))[:TAG_SIZE])


def tags(secret: bytes, moment: float) -> tuple[str, ...]:
    """Return the labels to look for: clocks may differ by a period."""
    return tuple(tag(secret, moment + by) for by in (0, -PERIOD, PERIOD) if moment + by >= 0)


def reached_addresses(hosts: Iterable[str], port: int, pin: str) -> tuple[str, ...]:
    """Return the addresses to dial for what was found; none for hosts that cannot be a neighbour's."""
    found = []
    for host in hosts:
        try:
            one = ip_address(host)
        except ValueError:  # link-local ones with a zone are not told either
            continue
        # ::ffff:127.0.0.1 is this computer, and none of the tests below says so on every Python; after a % may
        # stand anything.
        if ip_of(host) != one or "%" in host:
            continue
        if not (one.is_multicast or one.is_unspecified or one.is_loopback or one.is_link_local):
            found.append(f"tls:{join_address(str(one), port)}#{pin}")
    return tuple(found[:MAX_HOSTS]) if 0 < port < 2**16 else ()


def to_base32(data: bytes) -> str:
    """Return bytes in base32 without padding."""
    return b32encode(data).decode("ascii").rstrip("=")


def from_base32(text: str, size: int) -> bytes:
    """Return the bytes of `to_base32`, of this size; raise `Malformed` for anything else."""
    return _bytes(text, size)


def _bytes(text: str, size: int) -> bytes:
    try:
        data = b32decode(text + "=" * (-len(text) % 8))
    except (NotBase32, ValueError):
        raise Malformed(sentences.NOT_BASE32) from None
    return fields.binary(data, size, sentences.A_VALUE)


def _text(texts: Mapping[bytes, bytes | None], name: str, most: int) -> str:
    value = texts.get(name.encode())
    if value is None or len(value) > _MAX_VALUE:
        raise Malformed(sentences.MISSING_OR_LONG(name=Verbatim(name)))
    try:
        return fields.text(value.decode("utf-8"), most, _field(name))
    except UnicodeDecodeError:
        raise Malformed(sentences.NOT_UTF_8(name=Verbatim(name))) from None


def _number(texts: Mapping[bytes, bytes | None], name: str, most: int) -> int:
    number = whole_number(_text(texts, name, 2))
    if number is None:
        raise Malformed(sentences.NO_NUMBER(name=Verbatim(name)))
    return fields.integer(number, most, _field(name))


def _field(name: str) -> Message:
    return sentences.FIELD(name=Verbatim(name))


@dataclass(frozen=True, slots=True)
class Found:
    """A table that a neighbour has open."""

    notice: Notice
    addresses: tuple[str, ...]

    def invite(self) -> Invite:
        """Return what leads to the table; it holds no token, so the host is asked."""
        return Invite(self.notice.key, b"", self.notice.game, self.addresses, told=())


# Announcing and finding services on the local network by multicast DNS (RFC 6762), bridged from zeroconf's thread.
#
# zeroconf answers and listens in a thread and loop of its own. Every call that may block runs in a worker thread;
# what it reports comes back through trio's token. Nothing here waits for the network in trio's own thread.

ANSWER: Final = 1.5
"""Seconds for the answer to one question; on a network that works it takes a tenth of one."""
MAX_NAMES: Final = 64
"""Services of one kind that are looked at; a neighbour may announce any number."""
TTL: Final = 120
"""Seconds for which neighbours keep what was announced, if we vanish without a word (RFC 6762 10)."""


class Multicast:
    """What we announce, and what we ask. Use it within `multicast`."""

    def __init__(self, zeroconf: Zeroconf) -> None:
        self._zeroconf = zeroconf
        self._offered: dict[str, Service] = {}

    async def offer(self, services: Iterable[Service]) -> None:
        """Announce these services, and take back all others."""
        wanted = {service.label: service for service in services}
        with suppress(Error, OSError):  # announcing only helps: players with an invite do not need it
            for label in [one for one in self._offered if one not in wanted]:
                await _aside(self._zeroconf.unregister_service, _info(self._offered.pop(label)))
            for label, service in wanted.items():
                if self._offered.get(label) != service:
                    known = label in self._offered
                    self._offered[label] = service
                    await _aside(partial(self._announce, known=known), _info(service))

    def _announce(self, info: ServiceInfo, *, known: bool) -> None:
        if known:
            self._zeroconf.update_service(info)
        else:
            # Labels are hashes of values that nobody else has: there is nothing to probe for.
            self._zeroconf.register_service(info, cooperating_responders=True)

    async def look_up(self, kind: str, label: str) -> tuple[Service, dict[bytes, bytes | None]] | None:
        """Return the service with this name and its texts as they came; None if nobody answers in time."""
        try:
            found = await _aside(self._zeroconf.get_service_info, kind, f"{label}.{kind}", int(ANSWER * 1000))
        except (
            Error,
            OSError,
            ValueError,
        ):  # not a valid name, on a network where anybody may say anything
            return None
        if found is None or found.port is None:
            return None
        hosts = tuple(found.parsed_addresses(IPVersion.All))
        return Service(kind, label, hosts, found.port), dict(found.properties)

    @asynccontextmanager
    async def labels(self, kind: str) -> AsyncIterator[trio.MemoryReceiveChannel[str]]:
        """Yield a channel of the labels of all services of a kind, as they are heard of or change."""
        send, receive = trio.open_memory_channel[str](MAX_NAMES)
        token = trio.lowlevel.current_trio_token()

        def heard(name: str, state_change: ServiceStateChange, **_more: Any) -> None:
            if state_change is not ServiceStateChange.Removed and name.endswith(f".{kind}"):
                with suppress(trio.RunFinishedError):
                    token.run_sync_soon(_put, send, name.removesuffix(f".{kind}"))

        browser = await _aside(partial(ServiceBrowser, self._zeroconf, kind, handlers=[heard]))
        try:
            yield receive
        finally:
            with trio.CancelScope(shield=True):
                await _aside(browser.cancel)


def _put(channel: trio.MemorySendChannel[str], label: str) -> None:
    with suppress(trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
        channel.send_nowait(label)


@asynccontextmanager
async def multicast() -> AsyncIterator[Multicast]:
    """Listen and speak on all networks of this computer, until the end of the block; what is offered is taken back.

    Raises `DependencyMissing` if no network takes multicast.
    """
    zeroconf = await _aside(_open)
    try:
        yield Multicast(zeroconf)
    finally:
        with trio.CancelScope(shield=True), suppress(Error, OSError):
            await _aside(zeroconf.close)


def _open() -> Zeroconf:
    alone = all(map(is_loopback, own_hosts()))
    for version in () if alone else (IPVersion.All, IPVersion.V4Only):
        with suppress(OSError, RuntimeError):
            return Zeroconf(ip_version=version)
    raise DependencyMissing(sentences.NO_MULTICAST)


def _info(service: Service) -> ServiceInfo:
    return ServiceInfo(
        service.kind,
        f"{service.label}.{service.kind}",
        port=service.port,
        properties=dict(service.texts),
        # Not the computer's own name, which often has its owner's in it.
        server=f"{service.label}.local.",
        parsed_addresses=list(service.hosts),
        host_ttl=TTL,
        other_ttl=TTL,
    )


async def _aside(what: Callable[..., Any], *arguments: Any) -> Any:
    """Run what may block in a thread."""
    return await trio.to_thread.run_sync(what, *arguments)


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
        return f"lan:{to_base32(self._secret(table))}#{_pin(self._told.get(table, ()))}"

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
            labels = tags(from_base32(secret, SECRET_SIZE), self._clock())
            async with trio.open_nursery() as nursery:
                for label in labels:
                    nursery.start_soon(self._ask, label, pin, found)
        if not found:
            raise Unreachable(sentences.NOT_ON_NETWORK)
        return tuple(found)

    async def _ask(self, label: str, pin: str, found: list[str]) -> None:
        answer = await self._multicast.look_up(PLAYERS, label) if self._multicast is not None else None
        if answer is not None:
            found += reached_addresses(answer[0].hosts, answer[0].port, pin)

    def about(self) -> Message | None:
        """Return what neighbours see, or why they see nothing."""
        return self._missing or (sentences.LAN_ABOUT)


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

    found: dict[str, Found] = {}
    async with multicast() as channel, channel.labels(TABLES) as labels, trio.open_nursery() as nursery:

        async def learn(label: str) -> None:
            answer = await channel.look_up(TABLES, label)
            if answer is None:
                return
            with suppress(Malformed):
                notice = Notice.read(answer[1])
                addresses = reached_addresses(answer[0].hosts, answer[0].port, notice.pin)
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
