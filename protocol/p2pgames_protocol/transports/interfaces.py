"""The addresses of this computer."""

from __future__ import annotations

from p2pgames_protocol.wire.address import LOOPBACK, ip_version, useful


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
