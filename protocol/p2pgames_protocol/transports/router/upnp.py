"""UPnP IGD: who calls itself a router on this network, and the few actions that forward a port.

UPnP Device Architecture 1.1; WANIPConnection 1 and 2, WANPPPConnection 1.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Any, Final, NoReturn
from xml.parsers import expat  # bounded before, and refused if it declares anything

import trio

from p2pgames_protocol.transports.router.page import Url, fetch, read_url
from p2pgames_protocol.transports.router.router import LEASE, Forwarded, Router, RouterFault

GROUP: Final = ("239.255.255.250", 1900)
LOOK: Final = 2.0
"""Seconds for routers to answer: a device takes up to the second it is told (1.3.2), and a question may get lost."""
AGAIN: Final = 0.5
ANSWERS: Final = 32
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
        await call(
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
            await call(self.url, self.service, "DeletePortMapping", **place)


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


async def call(url: Url, service: str, action: str, **fields: str | int) -> dict[str, str]:
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
    answer = await fetch(url, "POST", headers, body.encode())
    found = dict(closed(answer.body))
    if answer.status != 200:
        raise RouterFault(found.get("errorCode", "no reason"))
    return found


async def find(url: Url) -> Igd:
    """Return the service that a description names; raise `RouterFault` if none has an address outside."""
    about = await fetch(url)
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
                told = await call(control, service, "GetExternalIPAddress")
                outside = IPv4Address(told.get("NewExternalIPAddress", ""))
                return Igd(control, service, about.own, outside)
    raise RouterFault


async def described(own: str, group: tuple[str, int] = GROUP) -> AsyncGenerator[Url]:
    """Yield where routers on the network of this address of ours describe themselves, each once.

    Only what leads back to whoever sent it counts: nobody shall have us ask another computer, or ourselves.
    """
    known = set()
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as udp, suppress(OSError):
        await udp.bind((own, 0))
        udp.setsockopt(trio.socket.IPPROTO_IP, trio.socket.IP_MULTICAST_IF, IPv4Address(own).packed)
        end, ask = trio.current_time() + LOOK, 0.0
        for _ in range(ANSWERS):
            answer = None
            while answer is None and trio.current_time() < end:
                if trio.current_time() >= ask:
                    await udp.sendto(_search(group), group)
                    ask = trio.current_time() + AGAIN
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
