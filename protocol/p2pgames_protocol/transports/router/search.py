"""Looking for routers in all our networks at once, in both ways that routers understand."""

from __future__ import annotations

import struct
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, ip_address
from pathlib import Path
from typing import Final

import trio

from p2pgames_protocol.transports.router import upnp
from p2pgames_protocol.transports.router.page import Url
from p2pgames_protocol.transports.router.router import LEASE, Forwarded, Router, RouterFault, believed
from p2pgames_protocol.transports.tcp import own_hosts, own_networks

NETWORKS: Final = 4
"""Networks of ours in which routers are looked for."""
ROUTERS: Final = 8
"""Routers of a network that are asked what they can do."""
_ROUTES: Final = Path("/proc/net/route")


# NAT-PMP (RFC 6886): two messages by UDP to the gateway, of fixed sizes.

PORT: Final = 5351
FIRST_WAIT: Final = 0.25
TURNS: Final = 3
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


async def find(gateway: str, at: int = PORT) -> NatPmp:
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
            for turn in range(TURNS):
                await udp.send(request)
                with trio.move_on_after(FIRST_WAIT * 2**turn):
                    while True:
                        answer = await udp.recv(64)
                        if len(answer) == size and answer[:2] == bytes((0, 128 + request[1])):
                            if answer[2:4] != bytes(2):
                                raise RouterFault
                            return answer
        except OSError:
            raise RouterFault from None
    raise RouterFault


async def look(found: trio.MemorySendChannel[Router]) -> None:
    """Send the routers of our networks as they answer, and close the channel when none is to be waited for any more."""
    own = [host for host in own_hosts(4) if not ip_address(host).is_loopback][:NETWORKS]
    async with found, trio.open_nursery() as nursery:
        for gateway in gateways():
            nursery.start_soon(_send, found, find, gateway)
        for host in own:
            nursery.start_soon(_described, found, upnp.described(host))


async def _described(found: trio.MemorySendChannel[Router], urls: AsyncGenerator[Url]) -> None:
    async with aclosing(urls), trio.open_nursery() as nursery:
        left = ROUTERS
        async for url in urls:
            nursery.start_soon(_send, found, upnp.find, url)
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
