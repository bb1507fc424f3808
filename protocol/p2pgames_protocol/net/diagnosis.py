"""What can be told of an invite before anybody is dialled: that it will hardly lead there, and what would."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from ipaddress import ip_address, ip_network
from typing import Final

from p2pgames.text import Message
from p2pgames_protocol.net import sentences
from p2pgames_protocol.transports.tcp import Network
from p2pgames_protocol.wire.address import Reach, host_of, reach_of, transport_of

RELEASED: Final = date(2026, 11, 1)
"""No right clock says an earlier day."""
_WIDE: Final = tuple(map(ip_network, ("10.0.0.0/8", "100.64.0.0/10", "fc00::/7")))
"""What companies and VPNs divide into many networks that reach each other."""


def foreseen(
    addresses: Sequence[str], networks: Collection[Network], ways: Collection[str]
) -> tuple[Message, ...]:
    """Return why the host of these addresses may not be reached from these networks by these ways.

    It may still be: nothing is left untried for it.
    """
    if not addresses or any(transport_of(one) not in ("tls", "tcp", "lan") for one in addresses):
        return ()
    direct = [one for one in addresses if transport_of(one) != "lan"]
    if not direct or reach_of(direct) is not Reach.NETWORK or any(_is_near(one, networks) for one in direct):
        return ()
    return (sentences.NO_IROH_THERE if "iroh" in ways else sentences.ONLY_THERE,)


def no_relay(today: date) -> Message:
    """Return why no relay answers, as far as this computer's date shows it."""
    return sentences.WRONG_DATE if today < RELEASED else sentences.NO_RELAY


def _is_near(address: str, networks: Collection[Network]) -> bool:
    here = ip_address(host_of(address))
    wide = [one for one in _WIDE if here in one]
    return any(
        here in one or any(one.version == w.version and one.overlaps(w) for w in wide) for one in networks
    )
