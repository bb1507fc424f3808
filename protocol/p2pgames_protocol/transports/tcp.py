"""TCP as TLS uses it: dialling, listening on every interface, and small segments."""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final, TypeAlias

import trio

from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.store.disk import os_error
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.transport import (
    May,
    PortTaken,
    Unreachable,
)
from p2pgames_protocol.wire.address import (
    ANY,
    LOOPBACK,
    ip_of,
    ip_version,
    is_loopback,
    is_public,
    join_address,
    split_address,
    useful,
)

BACKLOG = 64
"""Connections that wait to be accepted: as many as may be strangers at one time (`limits.MAX_STRANGERS`)."""
SEGMENT: Final = 1220
"""Bytes of a segment: with the headers of IPv6 and TCP 1,280, which all that carries IPv6 lets through (RFC 8200, 5).

Some tunnels swallow larger ones without a word; what is played is small, and loses nothing by that.
"""
LOOK: Final = 3.0
"""Seconds between two looks at our own addresses; one takes less than a millisecond."""
EVERYWHERE: Final = {ANY: None, "0.0.0.0": 4, "::": 6}  # noqa: S104  # the player asks for it
"""Hosts that mean every interface, with the IP version they mean it of."""


# The addresses of this computer.

Network: TypeAlias = IPv4Network | IPv6Network


def own_networks() -> tuple[Network, ...]:
    """Return the networks that this computer is in, but for its own."""
    import ifaddr

    listed = [one for adapter in ifaddr.get_adapters() for one in adapter.ips]
    found = (
        ip_network(f"{one.ip if isinstance(one.ip, str) else one.ip[0]}/{one.network_prefix}", strict=False)
        for one in listed
    )
    return tuple(one for one in found if not one.is_loopback)


def own_hosts(version: int | None = None) -> tuple[str, ...]:
    """Return this computer's addresses that others may reach, IPv4 first; loopback alone where there is no other.

    With an IP version, 4 or 6, only those of it.
    """
    import ifaddr

    listed = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    hosts = (one if isinstance(one, str) else one[0] for one in listed)
    return useful(
        (one for one in hosts if version in (None, ip_version(one))), "::1" if version == 6 else LOOPBACK
    )


def means_the_same(host: str) -> bool:
    """Tell whether an address that somebody far away names may mean the same here: on the internet, or a neighbour's.

    A loopback or link-local one never does.
    """
    one = ip_of(host)
    if one is None or one.is_loopback or one.is_link_local or one.is_multicast or one.is_unspecified:
        return False
    return is_public(host) or any(one in network for network in own_networks())


async def resolved(host: str) -> tuple[str, ...]:
    """Return the addresses of a name, or the one that it is; none if that is not known."""
    try:
        found = await trio.socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, ValueError):  # no name server answers, or nobody could be called so
        return ()
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))


async def permitted(address: str, may: May) -> tuple[str, ...]:
    """Return what `Transport.permitted` says of ``NAME:HOST:PORT#PIN``."""
    name, _, rest = address.partition(":")
    place, mark, pin = rest.partition("#")
    try:
        host, port = split_address(place)
    except ValueError:
        return ()
    hosts = [one for one in await resolved(host) if may(one, port)]
    return tuple(f"{name}:{join_address(one, port)}{mark}{pin}" for one in hosts)


async def moved(where: str, addresses: Sequence[str]) -> tuple[str, ...]:
    """Wait as `Transport.moved` says: look every few seconds, for no system tells it to all programs alike."""
    host, _ = split_address(where)
    if host not in EVERYWHERE:
        await trio.sleep_forever()
    name, _, rest = addresses[0].partition(":")
    place, mark, pin = rest.partition("#")
    port = split_address(place)[1]
    while True:
        await trio.sleep(LOOK)
        hosts = await trio.to_thread.run_sync(own_hosts, EVERYWHERE[host])
        now = tuple(f"{name}:{join_address(one, port)}{mark}{pin}" for one in hosts)
        # A computer without a network counts as being where it was, until it is somewhere else.
        if set(now) != set(addresses) and not all(map(is_loopback, hosts)):
            return now


async def connect(place: str) -> trio.SocketStream:
    """Return a stream to ``HOST:PORT``; raise `Unreachable` if nobody listens there."""
    try:
        host, port = split_address(place)
        if port == 0:
            raise ValueError
        return await trio.open_tcp_stream(host, port)
    except (OSError, ValueError) as wrong:  # nobody can be at an invalid place
        said = sentences.REFUSED if _is_refused(wrong) else sentences.NOBODY_ANSWERS
        raise Unreachable(said(place=Verbatim(place))) from None


def _is_refused(wrong: Exception) -> bool:
    """Tell whether a computer answered at every address of a name, and nobody listens at the port."""
    found = wrong.__cause__
    tried = found.exceptions if isinstance(found, ExceptionGroup) else (found,)
    return all(isinstance(one, ConnectionRefusedError) for one in tried)


async def serve(
    where: str,
    take: Callable[[trio.SocketStream], Awaitable[None]],
    written: Callable[[str], str],
    task_status: trio.TaskStatus[tuple[str, ...]],
) -> None:
    """Listen at a place and hand every stream on; report the addresses as ``written`` makes them from HOST:PORT."""
    host, port = split_address(where)
    listeners = await _open(host, port)
    for listener in listeners:
        keep_segments_small(listener.socket)
    bound = listeners[0].socket.getsockname()
    hosts = own_hosts(EVERYWHERE[host]) if host in EVERYWHERE else (bound[0],)
    async with trio.open_nursery() as nursery:
        await nursery.start(trio.serve_listeners, take, listeners)
        task_status.started(tuple(written(join_address(one, bound[1])) for one in hosts))


def keep_segments_small(listening: socket.socket | trio.socket.SocketType) -> bool:
    """Have both ends of a listener's connections send `SEGMENT` bytes at once; return whether that is possible."""
    with suppress(OSError, AttributeError):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
        return True
    return False


async def _open(host: str, port: int) -> list[trio.SocketListener]:
    """Return open listeners, all of one port; raise `PortTaken` if that is not possible."""
    try:
        if host != ANY:
            return await trio.open_tcp_listeners(port, host=host, backlog=BACKLOG)
        first = await trio.open_tcp_listeners(port, host="0.0.0.0", backlog=BACKLOG)  # noqa: S104
    except OSError as wrong:
        raise PortTaken(_sentence(host, port, wrong)) from None
    port = first[0].socket.getsockname()[1]
    try:
        return first + await trio.open_tcp_listeners(port, host="::", backlog=BACKLOG)
    except OSError:
        return first  # a machine without IPv6, or with the port taken there


def _sentence(host: str, port: int, wrong: OSError) -> Message:
    place = join_address(host, port)
    if wrong.errno == errno.EADDRINUSE:
        return sentences.PORT_IN_USE(port=Count(port), host=Verbatim(host))
    if wrong.errno == errno.EACCES:
        return sentences.NOT_ALLOWED(place=Verbatim(place))
    return sentences.CANNOT_LISTEN(place=Verbatim(place), why=os_error(wrong))


def host_of(stream: trio.SocketStream) -> str:
    """Return the other end's host; empty if it has gone already."""
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        return ""


def here_of(stream: trio.SocketStream) -> str:
    """Return our own address at this end; empty if the connection has gone already."""
    try:
        return str(stream.socket.getsockname()[0])
    except OSError:
        return ""
