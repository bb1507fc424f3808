"""The addresses of this computer."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TypeAlias

from p2pgames_protocol.wire.address import LOOPBACK, ip_version, useful

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
