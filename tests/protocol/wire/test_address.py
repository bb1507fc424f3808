"""From where addresses lead to us, and whether they mean the same computer everywhere, whatever form they have."""

from ipaddress import IPv4Address, IPv6Address

import pytest

from p2pgames_protocol.discovery.lan import reached_addresses
from p2pgames_protocol.wire.address import Ends, Reach, group, ip_of, is_loopback, is_public, reach_of

FORMS = {
    "mapped": lambda inner: f"::ffff:{inner}",
    "compatible": lambda inner: f"::{inner}",
    "6to4": lambda inner: str(IPv6Address(0x2002 << 112 | int(IPv4Address(inner)) << 80 | 1)),
    "NAT64": lambda inner: f"64:ff9b::{inner}",
    "Teredo": lambda inner: teredo("8.8.8.8", inner),
}


def teredo(server, client):
    """The address that a server of Teredo gives a client (RFC 4380, section 4)."""
    return str(
        IPv6Address(0x20010000 << 96 | int(IPv4Address(server)) << 64 | int(IPv4Address(client)) ^ 0xFFFFFFFF)
    )


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize(
    ("inner", "reach"),
    [
        ("127.0.0.1", Reach.COMPUTER),
        ("10.1.2.3", Reach.NETWORK),
        ("192.168.1.7", Reach.NETWORK),
        ("100.64.0.9", Reach.NETWORK),
        ("169.254.4.4", Reach.NETWORK),
        ("8.8.8.8", Reach.INTERNET),
    ],
)
def test_an_address_around_one_of_ipv4_is_judged_as_that_one(form, inner, reach):
    outer = form(inner)
    assert ip_of(outer) == IPv4Address(inner)
    assert is_public(outer) == (reach is Reach.INTERNET)
    assert is_loopback(outer) == (reach is Reach.COMPUTER)
    assert reach_of([f"tls:[{outer}]:5"]) is reach
    assert group(outer) == inner
    assert reached_addresses([outer], 5, "pin") == (), "no neighbour has such an address"
    address, far, near = f"tls:[{outer}]:5", Ends("9.9.9.9", "7.7.7.7"), Ends(inner, inner)
    assert far.vouch(address) == (reach is Reach.INTERNET)
    assert near.vouch(address)


@pytest.mark.parametrize(
    "host",
    [
        "64:ff9b:1::808:808",
        "fec0::1",
        teredo("192.168.1.1", "8.8.8.8"),
        "::",
        "::1",
        "fe80::1",
        "fd00::1",
        "name",
    ],
)
def test_what_is_not_the_same_everywhere_is_not_public(host):
    assert not is_public(host)


def test_others_of_ipv6_stay_what_they_are():
    assert ip_of("2606:4700::1111") == IPv6Address("2606:4700::1111")
    assert is_public("2606:4700::1111")
    assert group("2606:4700:0:1:2::1111") == "2606:4700:0:1::"
    assert is_loopback("::1")
