"""Where the host answers to words: by every way that makes its address of a key, this one is made of the meeting key.

So nothing has to be looked up anywhere but who answers: iroh dials an id at the relays that both know, and neighbours
ask for a label and pin a key. Whoever has not the words learns neither.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final, TypeAlias

from p2pgames_protocol.discovery.dht import location
from p2pgames_protocol.discovery.discovery import Discovery
from p2pgames_protocol.discovery.lan import Lan
from p2pgames_protocol.discovery.registry import TransportOptions
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.tls import Tls, write_pin
from p2pgames_protocol.transports.transport import Transport
from p2pgames_protocol.wire.codec import Entropy
from p2pgames_protocol.wire.identity import Identity

TABLE: Final = bytes(32)
"""Stands for the nonce of the table: nobody who has only the words knows that."""
DEVICE: Final = b""
"""Stands for the device: whoever has the words makes the same keys."""


@dataclass(frozen=True, slots=True)
class MeetingWay:
    """One way by which words lead to their host."""

    transport: Transport
    discovery: Discovery | None = None
    addresses: Callable[[], tuple[str, ...]] = tuple
    """Returns where a guest looks for the host, once the transport runs."""
    online: Callable[[], Awaitable[object]] | None = None
    """Waits until a relay answers, once the transport runs; None if none is needed."""
    mapper: Mapper | None = None
    """Has the router forward the port at which the host answers."""


Ways: TypeAlias = tuple[MeetingWay, ...]


def leading(names: Iterable[str], options: TransportOptions) -> tuple[str, ...]:
    """Return those of the ways by which words lead from here."""
    chosen = tuple(names)
    return tuple(name for name, way in _WAYS.items() if name in chosen and way.leads(options))


def for_host(own: Identity, names: Iterable[str], options: TransportOptions, entropy: Entropy) -> Ways:
    """Return what the host of this meeting key serves."""
    return tuple(_WAYS[name].host(own, options, entropy) for name in leading(names, options))


def for_guest(
    guest: Identity, own: Identity, names: Iterable[str], options: TransportOptions, entropy: Entropy
) -> Ways:
    """Return by what a guest looks for the host of this meeting key."""
    return tuple(_WAYS[name].guest(guest, own, options, entropy) for name in leading(names, options))


@dataclass(frozen=True, slots=True)
class _Way:
    leads: Callable[[TransportOptions], bool]
    host: Callable[[Identity, TransportOptions, Entropy], MeetingWay]
    guest: Callable[[Identity, Identity, TransportOptions, Entropy], MeetingWay]


def _iroh_host(own: Identity, options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.transports.iroh import Iroh

    iroh = Iroh(own, DEVICE, options.relays)
    return MeetingWay(iroh, online=iroh.home_relay)


def _iroh_guest(guest: Identity, own: Identity, options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.transports.iroh import Iroh, IrohAddress, id_of, known_relays

    host = id_of(own, DEVICE)
    iroh = Iroh(guest, DEVICE, options.relays, says_goodbye=False)
    return MeetingWay(
        iroh,
        addresses=lambda: tuple(IrohAddress(host, (), url).text() for url in known_relays(options.relays)),
        online=iroh.home_relay,
    )


def near_address(own: Identity) -> str:
    """Return by which address of neighbours the host of this meeting key is found."""
    return f"{_still(own).address(TABLE)}{write_pin(Tls(own, DEVICE).pin)}"


def _still(identity: Identity) -> Lan:
    """Return what announces, or finds, one label: words are good for an hour or so, and clocks may be wrong."""
    return Lan(identity, lambda: 0.0)


def _lan_host(own: Identity, _options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    return MeetingWay(Tls(own, DEVICE), _still(own))


def _lan_guest(guest: Identity, own: Identity, _options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    return MeetingWay(Tls(guest, DEVICE), _still(guest), lambda: (near_address(own),))


def stored_address(own: Identity) -> str:
    """Return by which address of the DHT the host of this meeting key is found."""
    return location(own, TABLE).text()


def _dht_host(own: Identity, options: TransportOptions, entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.discovery.dht import Dht

    mapper = Mapper(quiet=True) if options.map_port else None
    return MeetingWay(Tls(own, DEVICE), Dht(own, entropy, options.nodes), mapper=mapper)


def _dht_guest(guest: Identity, own: Identity, options: TransportOptions, entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.discovery.dht import Dht

    found = Dht(guest, entropy, options.nodes)
    return MeetingWay(Tls(guest, DEVICE), found, lambda: (stored_address(own),))


_WAYS: Final[Mapping[str, _Way]] = {
    "iroh": _Way(
        lambda options: options.relays != () and find_spec("iroh") is not None, _iroh_host, _iroh_guest
    ),
    "lan": _Way(lambda _options: True, _lan_host, _lan_guest),
    "dht": _Way(lambda _options: find_spec("libtorrent") is not None, _dht_host, _dht_guest),
}
