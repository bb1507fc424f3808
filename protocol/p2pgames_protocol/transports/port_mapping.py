"""Asking the router to let others in: a forwarded TCP port by UPnP IGD, taken back when we leave.

The extra ``upnp`` (miniupnpc) speaks with the router. It is asked for by the player each time and never by default:
it opens this computer's port to everybody, and every program in the home could do the same.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import Any, Final

import trio

from p2pgames.text import Count, Message, Refusal, Verbatim, as_it_is
from p2pgames_protocol.transports import messages
from p2pgames_protocol.transports.install import hint
from p2pgames_protocol.transports.interfaces import own_hosts
from p2pgames_protocol.transports.transport import DependencyMissing
from p2pgames_protocol.wire.address import is_loopback, join_address

LEASE: Final = 3600
"""Seconds after which the router closes the port by itself, if we vanish; it is renewed twice as often."""
LOOK: Final = 2000
"""Milliseconds for routers to answer (UPnP Device Architecture 1.1, 1.3.2: a device takes up to the MX it was told)."""
TRIES: Final = 4
"""Ports that are tried outside, from our own on: others in the home may have theirs forwarded already."""
GOODBYE: Final = 3.0
"""Seconds for taking the port back."""


class NoMapping(Refusal):
    """The router does not do it; the message says why, and what to do instead."""


class Mapper:
    """Keeps one port of the router forwarded to one of ours."""

    def __init__(self) -> None:
        """Raise `DependencyMissing` without the library."""
        try:
            from miniupnpc import UPnP
        except ImportError:
            raise DependencyMissing(hint(as_it_is("--map-port"), "miniupnpc")) from None
        self._make: Any = UPnP
        self.said: Message | None = None
        """What came of it, in a sentence for the player; None before."""

    async def keep(self, port: int, *, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
        """Have our TCP port forwarded until cancelled; report ``HOST:PORT`` outside, or nothing where it fails."""
        try:
            router, outside, outer = await trio.to_thread.run_sync(self._open, port)
        except NoMapping as wrong:
            self.said = wrong.message
            task_status.started("")
            return
        place = join_address(outside, outer)
        self.said = messages.FORWARDED(place=Verbatim(place))
        task_status.started(place)
        try:
            while True:
                await trio.sleep(LEASE / 2)
                await trio.to_thread.run_sync(_forward, router, outer, port)
        finally:
            with trio.move_on_after(GOODBYE, shield=True):
                await trio.to_thread.run_sync(partial(_close, router, outer), abandon_on_cancel=True)

    def _open(self, port: int) -> tuple[Any, str, int]:
        """Find the router and have the port forwarded; return it, and the address and port outside.

        Raises `NoMapping`. What the router says of its address is asked once: anybody at home can answer for it.
        """
        if all(map(is_loopback, own_hosts())):
            raise NoMapping(messages.NO_NETWORK)
        router = self._make()
        router.discoverdelay = LOOK
        try:
            router.discover()
            router.selectigd()
            outside = ip_address(router.externalipaddress().partition("%")[0])
        except Exception:  # noqa: BLE001  # the library has no class of its own
            raise NoMapping(messages.NO_ROUTER(by_hand=messages.BY_HAND)) from None
        if not outside.is_global:
            raise NoMapping(messages.SHARED_ADDRESS(outside=Verbatim(str(outside))))
        for outer in range(port, min(port + TRIES, 2**16)):
            if _forward(router, outer, port):
                return router, str(outside), outer
        raise NoMapping(messages.NOT_FORWARDED(port=Count(port), by_hand=messages.BY_HAND))


def _forward(router: Any, outer: int, port: int) -> bool:
    """Ask for a forwarded port, for an hour, or for good where the router knows nothing else (error 725)."""
    for lease in (LEASE, 0):
        with suppress(Exception):
            if router.addportmapping(outer, "TCP", router.lanaddr, port, "p2pgames", "", lease):
                return True
    return False


def _close(router: Any, outer: int) -> None:
    with suppress(Exception):
        router.deleteportmapping(outer, "TCP")
