"""Looking for routers in all our networks at once, in both ways that routers understand."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from ipaddress import IPv4Network, ip_address
from pathlib import Path
from typing import Final

import trio

from p2pgames_protocol.transports.interfaces import own_hosts, own_networks
from p2pgames_protocol.transports.router import nat_pmp, upnp
from p2pgames_protocol.transports.router.page import Url
from p2pgames_protocol.transports.router.router import Router, RouterFault

NETWORKS: Final = 4
"""Networks of ours in which routers are looked for."""
ROUTERS: Final = 8
"""Routers of a network that are asked what they can do."""
_ROUTES: Final = Path("/proc/net/route")


async def look(found: trio.MemorySendChannel[Router]) -> None:
    """Send the routers of our networks as they answer, and close the channel when none is to be waited for any more."""
    own = [host for host in own_hosts(4) if not ip_address(host).is_loopback][:NETWORKS]
    async with found, trio.open_nursery() as nursery:
        for gateway in gateways():
            nursery.start_soon(_send, found, nat_pmp.find, gateway)
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
