"""Hosts and ports as people write them, and which addresses lead here from where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from p2pgames.text import BadValue, Typed, whole_number
from p2pgames_protocol.wire import fields, sentences
from p2pgames_protocol.wire.codec import Malformed, Plain

ANY: Final = "*"
"""The host that means every interface of this computer."""
LOOPBACK: Final = "127.0.0.1"
MAX_ADDRESSES: Final = 8
MAX_ADDRESS: Final = 256
"""Addresses in one list, and characters of one (LINK 14.1, 16.1): an invite stays a line that can be sent."""
MOST: Final = 6
"""Own addresses that are told to others; machines with more have them from tunnels and containers."""


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of ``host:port`` or ``[v6]:port``; raise ValueError with what is expected."""
    host, _, port = address.rpartition(":")
    number = whole_number(port)
    if not host or number is None or len(port) > 5 or number >= 2**16:
        raise BadValue(sentences.NOT_HOST_PORT(address=Typed(address)))
    return host.strip("[]"), number


def with_port(where: str) -> str:
    """Return a place to listen at as HOST:PORT, after its transport if one is named; any free port where none is given.

    Raises ValueError with what is expected.
    """
    place = where.removeprefix(f"{transport_of(where)}:")
    if place and not place.isdigit() and (":" not in place or place.endswith("]")):
        return f"{where}:0"
    split_address(place)
    return where


def join_address(host: str, port: int) -> str:
    """Return the address of a host and port as it is written in invites."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def transport_of(address: str) -> str:
    """Return the name of the transport an address begins with; empty if it begins with none."""
    name, _, rest = address.partition(":")
    # HOST:PORT has no transport, and no host is called like one in what is told to others.
    return name if name.isalnum() and rest and not rest.isdigit() else ""


def read_addresses(value: Plain) -> tuple[str, ...]:
    """Return the value if it is an array of addresses; raise `Malformed` if not."""
    return tuple(_address(one) for one in fields.some_array(value, MAX_ADDRESSES, sentences.ADDRESSES))


def _address(value: Plain) -> str:
    if type(value) is not str or not 0 < len(value) <= MAX_ADDRESS or not value.isascii():
        raise Malformed(sentences.LONG_ADDRESS)
    if not value.isprintable():
        raise Malformed(sentences.UNPRINTABLE_ADDRESS)
    return value


class Reach(StrEnum):
    """From where addresses may lead to us, as far as they tell."""

    COMPUTER = "computer"
    """From this computer alone."""
    NETWORK = "network"
    """From our own network, or a VPN."""
    INTERNET = "internet"
    """From elsewhere, unless a router or firewall is in the way."""


def reach_of(addresses: Iterable[str]) -> Reach:
    """Return from where the best of the addresses may lead to us."""
    found = {_reach(address) for address in addresses}
    return next((reach for reach in (Reach.INTERNET, Reach.NETWORK) if reach in found), Reach.COMPUTER)


def _reach(address: str) -> Reach:
    if transport_of(address) not in ("tls", "tcp"):
        return Reach.INTERNET
    try:
        host = host_of(address)
    except ValueError:
        return Reach.INTERNET
    if is_loopback(host):
        return Reach.COMPUTER
    # A name has been chosen with a reason.
    return Reach.INTERNET if ip_of(host) is None or is_public(host) else Reach.NETWORK


def host_of(address: str) -> str:
    """Return the host in ``CARRIER:HOST:PORT#PIN``; raise ValueError if it has not this form."""
    return split_address(address.partition(":")[2].partition("#")[0])[0]


# Which addresses somebody else may have us dial.

Ip: TypeAlias = IPv4Address | IPv6Address
_BLOCKS: Final = tuple(
    map(
        ip_network,
        (
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "100.64.0.0/10",
            "fc00::/7",
            "169.254.0.0/16",
            "fe80::/10",
        ),
    )
)
"""What homes, companies and VPNs use as they like: one address in a block tells of no other where that is, unless
both are seen from the same place."""
_BY_IP: Final = ("tls", "tcp", "iroh")
"""The transports whose addresses lead to hosts; those of others name keys."""


def places_in(address: str) -> tuple[tuple[str, int], ...]:
    """Return the hosts and ports that an address leads to, with those of a relay; raise ValueError for another form."""
    if transport_of(address) not in _BY_IP:
        return ()
    places = address.partition(":")[2].partition("#")[0].split(",")
    return tuple(relay_place(one) if "://" in one else split_address(one) for one in places if one)


def relay_place(url: str) -> tuple[str, int]:
    """Return host and port of a relay's URL; raise ValueError if it has none."""
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or (80 if parts.scheme == "http" else 443)


# In all of these, bytes go to an address of IPv4: mapped ones know Python, and 6to4 and Teredo, but not the gateways of
# NAT64 (RFC 6052) and what came before mapped ones (RFC 4291, 2.5.5.1).
_AROUND_IPV4: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
_NOT_EVERYWHERE: Final = (IPv6Network("64:ff9b:1::/48"), IPv6Network("fec0::/10"))
"""What some Pythons take for global: a network's own NAT64 (RFC 8215), and addresses of a site."""


def ip_of(host: str) -> Ip | None:
    """Return a host as an address, that of IPv4 where IPv6 is only around one; None for a name."""
    try:
        one = ip_address(host)
    except ValueError:
        return None
    return one if isinstance(one, IPv4Address) else _within(one) or one


def _within(one: IPv6Address) -> IPv4Address | None:
    if one.teredo:
        server, client = one.teredo
        # The first packet goes to the server.
        return client if server.is_global else server
    if int(one) > 1 and any(one in network for network in _AROUND_IPV4):
        return IPv4Address(int(one) % 2**32)
    return one.ipv4_mapped or one.sixtofour


def is_public(host: str) -> bool:
    """Tell whether a host is an address that means the same computer everywhere; no name does."""
    one = ip_of(host)
    if one is None or any(one in network for network in _NOT_EVERYWHERE):
        return False
    return one.is_global and not one.is_multicast


def is_local(address: str) -> bool:
    """Tell whether an address leads somewhere else from another network, or another computer, as its numbers tell."""
    try:
        return any(ip_of(host) and not is_public(host) for host, _ in places_in(address))
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Ends:
    """Between which addresses a link is; empty where that is not known."""

    here: str = ""
    there: str = ""

    def vouch(self, address: str) -> bool:
        """Tell whether an address that came over the link means here what it means at the other end.

        A loopback address does over a link within this computer, one of a private network over a link from there. A
        name does not: it may lead anywhere, and elsewhere the next time.
        """
        try:
            return all(self._vouch(host) for host, _ in places_in(address))
        except ValueError:
            return False

    def _vouch(self, host: str) -> bool:
        one, end = ip_of(host), ip_of(self.there)
        if is_public(host):
            return True
        if one is None or end is None:
            return False
        if one.is_loopback:
            return end.is_loopback or end == ip_of(self.here)
        return one == end or any(one in block and end in block for block in _BLOCKS)


def ip_version(host: str) -> int:
    """Return the IP version of an address, 4 or 6."""
    return ip_address(host.partition("%")[0]).version


def useful(hosts: Iterable[str], loopback: str = LOOPBACK) -> tuple[str, ...]:
    """Return those of the addresses that mean something elsewhere, at most `MOST`; else the loopback address."""
    found = {ip_address(host.partition("%")[0]) for host in hosts}
    # A link-local address needs the name of the other end's interface, which nobody here knows.
    far = [one for one in found if not (one.is_loopback or one.is_link_local or one.is_unspecified)]
    return tuple(map(str, sorted(far, key=lambda one: (one.version, one.packed))[:MOST])) or (loopback,)


def is_loopback(host: str) -> bool:
    """Tell whether an address means this computer alone; a name that is no address does not."""
    one = ip_of(host)
    return one is not None and one.is_loopback


def group(host: str) -> str:
    """Return what strangers are counted by: the address, and of IPv6 the network, which one machine has whole."""
    one = ip_of(host.partition("%")[0])
    if isinstance(one, IPv6Address):
        return str(IPv6Address(int(one) >> 64 << 64))
    return str(one or host)
