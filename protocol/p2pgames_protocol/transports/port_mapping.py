"""Keeping a TCP port of the router forwarded to one of ours, as long as a table is open.

It is asked for only where the player wants it: it opens this computer's port to everybody, and every program in the
home could do the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from typing import Final, TypeAlias

import trio

from p2pgames.text import Count, Message, Refusal, Verbatim
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.router import Forwarded, Router, RouterFault
from p2pgames_protocol.transports.tcp import own_hosts
from p2pgames_protocol.wire.address import is_loopback, join_address, split_address, transport_of

PATIENCE: Final = 6.0
"""Seconds for all routers together; one that does it takes less than one."""
TRIES: Final = 4
"""Ports that are tried outside, from our own on: others in the home may have theirs forwarded already."""
SHARED: Final = IPv4Network("100.64.0.0/10")
"""What providers give routers that share an address with others (RFC 6598)."""
GOODBYE: Final = 3.0
"""Seconds for taking the port back."""

Look: TypeAlias = Callable[[trio.MemorySendChannel[Router]], Awaitable[None]]


async def _look(found: trio.MemorySendChannel[Router]) -> None:
    """Look for routers; what speaks with them is loaded by whoever needs one."""
    from p2pgames_protocol.transports.router import look_for_routers

    await look_for_routers(found)


class NoMapping(Refusal):
    """No router does it; the message says why, and what to do instead."""


@dataclass
class Mapper:
    """Keeps one port of the router forwarded to one of ours."""

    look: Look = _look
    quiet: bool = False
    """Whether nothing is said where no router does it: nobody asked for it by name."""
    with_iroh: bool = False
    """Whether iroh is on, so that nobody is told to use it."""
    said: Message | None = None
    """What came of it, in a sentence for the player; None before."""

    async def keep_forwarded(
        self, port: int, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Have our TCP port forwarded until cancelled; report ``HOST:PORT`` outside, or nothing if it fails."""
        try:
            router, got = await self._opened(port)
        except NoMapping as wrong:
            self.said = None if self.quiet else wrong.message
            task_status.started("")
            return
        place = join_address(str(router.outside), got.outer)
        self.said = sentences.FORWARDED(place=Verbatim(place))
        task_status.started(place)
        try:
            while True:
                await trio.sleep(got.lease / 2)
                got = await _again(router, got, port)
        finally:
            with trio.move_on_after(GOODBYE, shield=True):
                await router.close(got.outer, port)

    async def outside(self, nursery: trio.Nursery, address: str) -> tuple[str, ...]:
        """Have the port of an address forwarded as long as the nursery runs; return what leads there from outside."""
        place, mark, pin = address.partition(":")[2].partition("#")
        found: str = await nursery.start(self.keep_forwarded, split_address(place)[1])
        return (f"{transport_of(address)}:{found}{mark}{pin}",) if found else ()

    async def _opened(self, port: int) -> tuple[Router, Forwarded]:
        """Return the first router that forwards the port, and what came of it; raise `NoMapping`."""
        if all(map(is_loopback, own_hosts())):
            raise NoMapping(sentences.NO_NETWORK)
        done: list[tuple[Router, Forwarded]] = []
        why = sentences.NO_ROUTER(by_hand=sentences.BY_HAND)
        with trio.move_on_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                found, routers = trio.open_memory_channel[Router](0)
                nursery.start_soon(self.look, found)
                async for router in routers:
                    if not router.outside.is_global:
                        why = not_public(router.outside, with_iroh=self.with_iroh)
                        continue
                    try:
                        done.append((router, await _forwarded(router, port)))
                        break
                    except RouterFault:
                        why = sentences.NOT_FORWARDED(port=Count(port), by_hand=sentences.BY_HAND)
                nursery.cancel_scope.cancel()
        if not done:
            raise NoMapping(why)
        return done[0]


def not_public(outside: IPv4Address, *, with_iroh: bool) -> Message:
    """Return why no port leads here by a router with this address outside, and what helps."""
    shared = sentences.SHARED_ADDRESS if outside in SHARED else sentences.BEHIND_ROUTER
    helps = sentences.IROH_IS_ON if with_iroh else sentences.USE_IROH
    return shared(outside=Verbatim(str(outside)), helps=helps)


async def _forwarded(router: Router, port: int) -> Forwarded:
    """Have a port outside lead to ours, the next one where it is taken; raise `RouterFault`."""
    for outer in range(port, min(port + TRIES, 2**16)):
        try:
            return await router.forward(outer, port)
        except RouterFault:
            continue
    raise RouterFault


async def _again(router: Router, got: Forwarded, port: int) -> Forwarded:
    """Ask for the port once more; a router that does not answer may do so next time."""
    try:
        now = await router.forward(got.outer, port)
    except RouterFault:
        return got
    return now if now.outer == got.outer else got
