"""Asking the router for a port: by NAT-PMP (RFC 6886), or by UPnP IGD. Whoever answers may be anybody at home."""

from __future__ import annotations

import re
import struct
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, ip_address
from pathlib import Path
from typing import Any, Final, NoReturn
from urllib.parse import urljoin, urlsplit
from xml.parsers import expat  # bounded before, and refused if it declares anything

import h11
import trio

from p2pgames_protocol.transports.tcp import own_hosts, own_networks
from p2pgames_protocol.wire.address import join_address

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


# A page of a router: one request by HTTP/1.1 within our own network, its answer bounded in time and size.

MAX_ANSWER: Final = 64 * 1024
"""Bytes of an answer; the longest descriptions of routers have some 20,000."""
MAX_HEAD: Final = 8 * 1024
"""Bytes of the header fields of an answer; routers send a few hundred."""
PAGE_TIME: Final = 3.0
"""Seconds for all of it: a router answers in a few hundredths."""
_PATH: Final = re.compile(r"/[!-~]{0,511}")


@dataclass(frozen=True, slots=True)
class Url:
    """Where a page of a router is."""

    host: str
    """An address: no name is looked up."""
    port: int
    path: str

    def text(self) -> str:
        """Return it as it is written."""
        return f"http://{join_address(self.host, self.port)}{self.path}"


def read_url(host: str, text: str, base: Url | None = None) -> Url:
    """Return a URL that leads to this host, from where it was named; raise `RouterFault` for every other."""
    try:
        parts = urlsplit(urljoin(base.text() if base is not None else "", text.strip()))
        port = parts.port or 80
    except ValueError:
        raise RouterFault from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if parts.scheme != "http" or parts.hostname != host or parts.username or not _PATH.fullmatch(path):
        raise RouterFault
    return Url(host, port, path)


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """The status and body of a page, and our own address towards the router."""

    status: int
    body: bytes
    own: str
    """Our own address, as the router sees it."""


async def fetch_page(
    url: Url, method: str = "GET", headers: Sequence[tuple[str, str]] = (), body: bytes = b""
) -> PageAnswer:
    """Return the answer to one request; raise `RouterFault` if none can be read. Nothing is followed."""
    try:
        with trio.fail_after(PAGE_TIME):
            async with await trio.open_tcp_stream(url.host, url.port) as stream:
                own = str(stream.socket.getsockname()[0])
                http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEAD)
                common = [("Host", join_address(url.host, url.port)), ("Connection", "close")]
                length = [("Content-Length", str(len(body)))] if body else []
                request = h11.Request(method=method, target=url.path, headers=[*common, *length, *headers])
                for event in (request, *([h11.Data(data=body)] if body else []), h11.EndOfMessage()):
                    await stream.send_all(http.send(event) or b"")
                return PageAnswer(*await _read(http, stream), own)
    except (OSError, trio.TooSlowError, trio.BrokenResourceError, h11.ProtocolError):
        raise RouterFault from None


async def _read(http: h11.Connection, stream: trio.SocketStream) -> tuple[int, bytes]:
    status, body = 0, bytearray()
    while True:
        match http.next_event():
            case h11.NEED_DATA:
                http.receive_data(await stream.receive_some(4096))
            case h11.Response(status_code=int(status)):
                pass
            case h11.Data(data=data):
                body += data
                if len(body) > MAX_ANSWER:
                    raise RouterFault
            case h11.EndOfMessage():
                return status, bytes(body)
            case h11.InformationalResponse():
                pass
            case _:
                raise RouterFault


# UPnP IGD: who calls itself a router on this network, and the few actions that forward a port.
#
# UPnP Device Architecture 1.1; WANIPConnection 1 and 2, WANPPPConnection 1.

SSDP_GROUP: Final = ("239.255.255.250", 1900)
"""To whom all devices listen (UPnP Device Architecture 1.1, 1.3.2)."""
SSDP_TIME: Final = 2.0
"""Seconds for routers to answer: a device takes up to the second it is told (1.3.2), and a question may get lost."""
SSDP_AGAIN: Final = 0.5
"""Seconds after which the question is sent once more: UDP may lose it."""
SSDP_ANSWERS: Final = 32
"""Answers that are read at most, from whomever they come."""
_SERVICES: Final = tuple(
    f"urn:schemas-upnp-org:service:{name}"
    for name in ("WANIPConnection:2", "WANIPConnection:1", "WANPPPConnection:1")
)
_LOCATION: Final = re.compile(rb"(?im)^location:[ \t]*(http://[!-~]{1,300})[ \t\r]*$")
_ONLY_FOR_GOOD: Final = "725"
"""The router knows no leases (OnlyPermanentLeasesSupported)."""


@dataclass(frozen=True, slots=True)
class Igd(Router):
    """A service of a router, where it was found."""

    url: Url
    service: str
    own: str
    """Our own address, as the router sees it."""
    outside: IPv4Address

    async def forward(self, outer: int, port: int) -> Forwarded:
        """Have a port forwarded for an hour, or for good where the router knows nothing else."""
        try:
            await self._add(outer, port, LEASE)
        except RouterFault as wrong:
            if str(wrong) != _ONLY_FOR_GOOD:
                raise
            await self._add(outer, port, 0)
        return Forwarded(outer, LEASE)

    async def _add(self, outer: int, port: int, lease: int) -> None:
        await call_action(
            self.url,
            self.service,
            "AddPortMapping",
            NewRemoteHost="",
            NewExternalPort=outer,
            NewProtocol="TCP",
            NewInternalPort=port,
            NewInternalClient=self.own,
            NewEnabled=1,
            NewPortMappingDescription="p2pgames",
            NewLeaseDuration=lease,
        )

    async def close(self, outer: int, port: int) -> None:  # noqa: ARG002  # it is known by the one outside
        """Have it forwarded no more."""
        with suppress(RouterFault):
            place: dict[str, str | int] = {
                "NewRemoteHost": "",
                "NewExternalPort": outer,
                "NewProtocol": "TCP",
            }
            await call_action(self.url, self.service, "DeletePortMapping", **place)


# What a router writes in XML: names and texts in order, nothing else. No document type, so no entity of its own.


def closed(data: bytes) -> list[tuple[str, str]]:
    """Return the name and the text of each element, without its prefix, in the order in which they end.

    Raises `RouterFault` for what is no XML, or declares anything.
    """
    found: list[tuple[str, str]] = []
    texts: list[list[str]] = []

    def start(_name: str, _attributes: dict[str, str]) -> None:
        texts.append([])

    def text(piece: str) -> None:
        if texts:
            texts[-1].append(piece)

    def end(name: str) -> None:
        found.append((name.rpartition(":")[2], "".join(texts.pop()).strip()))

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError):  # the last two: an encoding nobody knows
        raise RouterFault from None
    return found


def _refuse(*_: Any) -> NoReturn:
    raise RouterFault


async def call_action(url: Url, service: str, action: str, **fields: str | int) -> dict[str, str]:
    """Return what an action of a service brings; raise `RouterFault`, with the number of the error where it names one.

    The fields are ours: nothing in them needs to be escaped.
    """
    inner = "".join(f"<{name}>{value}</{name}>" for name, value in fields.items())
    body = (
        '<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" '
        's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
        f'<u:{action} xmlns:u="{service}">{inner}</u:{action}></s:Body></s:Envelope>'
    )
    headers = (("SOAPAction", f'"{service}#{action}"'), ("Content-Type", 'text/xml; charset="utf-8"'))
    answer = await fetch_page(url, "POST", headers, body.encode())
    found = dict(closed(answer.body))
    if answer.status != 200:
        raise RouterFault(found.get("errorCode", "no reason"))
    return found


async def find_upnp(url: Url) -> Igd:
    """Return the service that a description names; raise `RouterFault` if none has an address outside."""
    about = await fetch_page(url)
    if about.status != 200:
        raise RouterFault
    elements = closed(about.body)
    base = next((read_url(url.host, text) for name, text in elements if name == "URLBase" and text), url)
    offered: dict[str, str] = {}
    fields: dict[str, str] = {}
    for name, text in elements:
        if name == "service":
            offered.setdefault(fields.get("serviceType", ""), fields.get("controlURL", ""))
            fields = {}
        else:
            fields[name] = text
    for service in _SERVICES:
        if service in offered:
            with suppress(RouterFault, ValueError):
                control = read_url(url.host, offered[service], base)
                told = await call_action(control, service, "GetExternalIPAddress")
                outside = IPv4Address(told.get("NewExternalIPAddress", ""))
                return Igd(control, service, about.own, outside)
    raise RouterFault


async def read_device(own: str, group: tuple[str, int] = SSDP_GROUP) -> AsyncGenerator[Url]:
    """Yield where routers on the network of this address of ours describe themselves, each once.

    Only what leads back to whoever sent it counts: nobody shall have us ask another computer, or ourselves.
    """
    known = set()
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as udp, suppress(OSError):
        await udp.bind((own, 0))
        udp.setsockopt(trio.socket.IPPROTO_IP, trio.socket.IP_MULTICAST_IF, IPv4Address(own).packed)
        end, ask = trio.current_time() + SSDP_TIME, 0.0
        for _ in range(SSDP_ANSWERS):
            answer = None
            while answer is None and trio.current_time() < end:
                if trio.current_time() >= ask:
                    await udp.sendto(_search(group), group)
                    ask = trio.current_time() + SSDP_AGAIN
                with trio.move_on_at(min(ask, end)):
                    answer, (sender, *_rest) = await udp.recvfrom(2048)
            if answer is None:
                return
            named = _LOCATION.search(answer)
            if named is None or sender == own:
                continue
            with suppress(RouterFault):
                url = read_url(sender, named[1].decode("ascii"))
                if url not in known:
                    known.add(url)
                    yield url


def _search(group: tuple[str, int]) -> bytes:
    kind = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
    return (
        f'M-SEARCH * HTTP/1.1\r\nHOST: {group[0]}:{group[1]}\r\nMAN: "ssdp:discover"\r\nMX: 1\r\nST: {kind}\r\n\r\n'
    ).encode()


# Looking for routers in all our networks at once, in both ways that routers understand.

NETWORKS: Final = 4
"""Networks of ours in which routers are looked for."""
ROUTERS: Final = 8
"""Routers of a network that are asked what they can do."""
_ROUTES: Final = Path("/proc/net/route")


# NAT-PMP (RFC 6886): two messages by UDP to the gateway, of fixed sizes.

NAT_PMP_PORT: Final = 5351
"""Where a router listens (RFC 6886, 3)."""
NAT_PMP_FIRST_WAIT: Final = 0.25
"""Seconds for the first answer (RFC 6886, 3.1)."""
NAT_PMP_TURNS: Final = 3
"""Times a question is sent, each with twice the patience of the one before; the RFC has nine."""
MAPPED, ADDRESS = 2, 0
"""What is asked for: a TCP port, the address outside. An answer has 128 more."""


@dataclass(frozen=True, slots=True)
class NatPmp(Router):
    """A gateway that speaks NAT-PMP."""

    gateway: str
    at: int
    outside: IPv4Address

    async def forward(self, outer: int, port: int) -> Forwarded:
        """Have a port forwarded; the gateway may choose another one outside."""
        answer = await _asked(self.gateway, self.at, _request(outer, port, LEASE), 16)
        inner, outer, lease = struct.unpack("!HHI", answer[8:])
        if inner != port or not outer or not lease:
            raise RouterFault
        return Forwarded(outer, believed(lease))

    async def close(self, outer: int, port: int) -> None:  # noqa: ARG002  # it is known by ours (RFC 6886, 3.4)
        """Have it forwarded no more."""
        with suppress(RouterFault):
            await _asked(self.gateway, self.at, _request(0, port, 0), 16)


async def find_nat_pmp(gateway: str, at: int = NAT_PMP_PORT) -> NatPmp:
    """Return the gateway at this address; raise `RouterFault` if none answers."""
    answer = await _asked(gateway, at, bytes(2), 12)
    return NatPmp(gateway, at, IPv4Address(answer[8:]))


def _request(outer: int, port: int, lease: int) -> bytes:
    return struct.pack("!BBHHHI", 0, MAPPED, 0, port, outer, lease)


async def _asked(gateway: str, at: int, request: bytes, size: int) -> bytes:
    """Return the answer to a question; only what comes from the gateway's own address is read."""
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as udp:
        try:
            await udp.connect((gateway, at))
            for turn in range(NAT_PMP_TURNS):
                await udp.send(request)
                with trio.move_on_after(NAT_PMP_FIRST_WAIT * 2**turn):
                    while True:
                        answer = await udp.recv(64)
                        if len(answer) == size and answer[:2] == bytes((0, 128 + request[1])):
                            if answer[2:4] != bytes(2):
                                raise RouterFault
                            return answer
        except OSError:
            raise RouterFault from None
    raise RouterFault


async def look_for_routers(found: trio.MemorySendChannel[Router]) -> None:
    """Send the routers of our networks as they answer, and close the channel when none is to be waited for any more."""
    own = [host for host in own_hosts(4) if not ip_address(host).is_loopback][:NETWORKS]
    async with found, trio.open_nursery() as nursery:
        for gateway in gateways():
            nursery.start_soon(_send, found, find_nat_pmp, gateway)
        for host in own:
            nursery.start_soon(_described, found, read_device(host))


async def _described(found: trio.MemorySendChannel[Router], urls: AsyncGenerator[Url]) -> None:
    async with aclosing(urls), trio.open_nursery() as nursery:
        left = ROUTERS
        async for url in urls:
            nursery.start_soon(_send, found, find_upnp, url)
            left -= 1
            if not left:
                return


async def _send(
    found: trio.MemorySendChannel[Router], find: Callable[..., Awaitable[Router]], where: str | Url
) -> None:
    with suppress(RouterFault):
        await found.send(await find(where))


def gateways() -> Sequence[str]:
    """Return the addresses at which a gateway may be: those of the routes, where the system lists them as text.

    Elsewhere the first and the last address of each network of ours, where nearly all home routers are.
    """
    with suppress(OSError, ValueError):
        lines = [line.split() for line in _ROUTES.read_text("ascii").splitlines()[1:]]
        raw = [int(line[2], 16) for line in lines if line[1] == "00000000" and int(line[2], 16)]
        return tuple({str(ip_address(one.to_bytes(4, sys.byteorder))) for one in raw})[:NETWORKS]
    near = [one for one in own_networks() if isinstance(one, IPv4Network) and 16 <= one.prefixlen <= 30]
    ends = [str(one[at]) for one in near[: NETWORKS // 2] for at in (1, -2)]
    return tuple(one for one in ends if one not in own_hosts(4))
