"""Announcing and finding services on the local network by multicast DNS (RFC 6762), bridged from zeroconf's thread.

zeroconf answers and listens in a thread and loop of its own. Every call that may block runs in a worker thread;
what it reports comes back through trio's token. Nothing here waits for the network in trio's own thread.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final

import trio
from zeroconf import Error, IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from p2pgames_protocol.discovery import messages
from p2pgames_protocol.discovery.lan.announcement import Service
from p2pgames_protocol.transports.interfaces import own_hosts
from p2pgames_protocol.transports.transport import DependencyMissing
from p2pgames_protocol.wire.address import is_loopback

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

    async def ask(self, kind: str, label: str) -> tuple[Service, dict[bytes, bytes | None]] | None:
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
    raise DependencyMissing(messages.NO_MULTICAST)


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
