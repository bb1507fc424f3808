"""The ways to other players that a person can choose from, by the names that ``--via`` knows.

Two kinds are behind them: transports, which bring bytes there, and discoveries, which learn where somebody is. Those
that stand on a library or program of their own are loaded when they are asked for, and say what is missing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, TypeAlias

from p2pgames.text import BadValue, Message, Typed, Verbatim
from p2pgames_protocol.discovery import sentences
from p2pgames_protocol.discovery.dht import record_place
from p2pgames_protocol.discovery.discovery import Discovery
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.tls import Tls, write_pin
from p2pgames_protocol.transports.transport import DependencyMissing, Transport
from p2pgames_protocol.wire.address import transport_of
from p2pgames_protocol.wire.codec import Entropy
from p2pgames_protocol.wire.identity import Identity

if TYPE_CHECKING:
    from p2pgames_protocol.discovery.lan import Lan

DEFAULT: Final = ("tcp",)
"""What a table is opened with where nobody chose."""
NEARBY: Final = ("tcp", "lan")
"""What a table is opened with where somebody wants no relay: words still lead to it on the same network."""
AUTO: Final = "auto"


@dataclass(frozen=True, slots=True)
class TransportOptions:
    """What a player wants of the ways that have something to choose."""

    relays: tuple[str, ...] | None = None
    """URLs for iroh; None for those of its makers, empty for none."""
    nodes: tuple[str, ...] = ()
    """HOST:PORT of nodes of the DHT to begin with; empty for that of its library's makers."""
    map_port: bool = False
    """Whether the router is asked to forward our port."""
    quiet_port: bool = False
    """Whether nothing is said where it does not."""
    table: bytes = b""
    """The token of the table: whoever plays at two at once needs two keys of iroh, which knows one endpoint of each."""


@dataclass(frozen=True, slots=True)
class Enabled:
    """What is switched on: the best first."""

    transports: tuple[Transport, ...]
    discoveries: tuple[Discovery, ...] = ()
    mapper: Mapper | None = None
    """Asks the router to forward the port at which others reach us."""


Made: TypeAlias = Transport | Discovery
Maker: TypeAlias = Callable[[Player, TransportOptions], Made]


@dataclass(frozen=True, slots=True)
class TransportSpec:
    """A transport or a discovery as it is chosen by name: what makes it, what it needs, and what it can do."""

    name: str
    prefix: str
    """What its addresses begin with."""
    make: Maker
    """Raises `DependencyMissing` if something is to be installed first."""
    tells: Message
    """What it is good for, and what it tells whom, in a sentence or two for who chooses."""
    finds: bool = False
    """Whether it only finds others, so that a transport is needed beside it."""
    starts: Message | None = None
    """What it starts, and what that tells whom, where an invite alone must not do so."""


def _tls(player: Player, _options: TransportOptions) -> Transport:
    return Tls(player.identity, player.home.device(player.entropy))


def _iroh(player: Player, options: TransportOptions) -> Transport:
    from p2pgames_protocol.transports.iroh import Iroh

    return Iroh(player.identity, player.home.device(player.entropy) + options.table, options.relays)


def _tor(player: Player, _options: TransportOptions) -> Transport:
    from p2pgames_protocol.transports.tor import Onion

    return Onion(player.identity, player.home.device(player.entropy), player.home.state / "tor")


def _dht(player: Player, options: TransportOptions) -> Discovery:
    from p2pgames_protocol.discovery.dht import Dht

    return Dht(player.identity, player.entropy, options.nodes)


def _lan(player: Player, _options: TransportOptions) -> Discovery:
    from p2pgames_protocol.discovery.lan import Lan

    return Lan(player.identity)


TRANSPORTS: Final = {
    way.name: way
    for way in (
        TransportSpec(
            "tcp",
            "tls",
            _tls,
            sentences.TCP_TELLS,
        ),
        TransportSpec(
            "iroh",
            "iroh",
            _iroh,
            sentences.IROH_TELLS,
        ),
        TransportSpec(
            "tor",
            "tor",
            _tor,
            sentences.TOR_TELLS,
            starts=sentences.TOR_STARTS,
        ),
        TransportSpec(
            "lan",
            "lan",
            _lan,
            sentences.LAN_TELLS,
            finds=True,
        ),
        TransportSpec(
            "dht",
            "dht",
            _dht,
            sentences.DHT_TELLS,
            finds=True,
            starts=sentences.DHT_STARTS,
        ),
    )
}
"""All of them, the best first."""


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of ways in ``tcp,iroh``; raise ValueError for others, saying which there are.

    ``auto`` stands for all installed ones that help and start no program of their own.
    """
    auto = ("tcp", "iroh", "lan") if find_spec("iroh") is not None else ("tcp", "lan")
    parts = [part.strip() for part in text.split(",")]
    chosen = tuple(dict.fromkeys(name for part in parts for name in (auto if part == AUTO else (part,))))
    for name in chosen:
        if name not in TRANSPORTS:
            raise BadValue(
                sentences.NO_SUCH_WAY(name=Typed(name), names=Verbatim(", ".join((*TRANSPORTS, AUTO))))
            )
    return (*DEFAULT, *chosen) if all(TRANSPORTS[name].finds for name in chosen) else chosen


def named_by(addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the ways that these addresses, or places to listen at, belong to; unknown ones are passed over."""
    return ways_of(transport_of(address) for address in addresses)


def ways_of(prefixes: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the ways whose addresses begin so: of transports and discoveries by their names."""
    known = set(prefixes)
    return tuple(way.name for way in TRANSPORTS.values() if way.prefix in known)


def is_looked_up(address: str) -> bool:
    """Tell whether an address is for a discovery: nobody can dial it."""
    return any(way.finds and way.prefix == transport_of(address) for way in TRANSPORTS.values())


def switched_on(
    player: Player, names: Sequence[str], options: TransportOptions = TransportOptions()
) -> Enabled:
    """Return the ways with these names; raise `DependencyMissing` if something is not installed."""
    return _sorted((TRANSPORTS[name].make(player, options) for name in TRANSPORTS if name in names), options)


def at_hand(
    player: Player, names: Sequence[str], options: TransportOptions = TransportOptions()
) -> tuple[Enabled, list[Message]]:
    """Return those of the ways that are installed, and what is missing for the others, a sentence each.

    Raises `DependencyMissing` if no transport is left.
    """
    made: list[Made] = []
    missing: list[Message] = []
    for name in TRANSPORTS:
        if name in names:
            try:
                made.append(TRANSPORTS[name].make(player, options))
            except DependencyMissing as wrong:
                missing.append(wrong.message)
    ways = _sorted(made, options)
    if missing and not ways.transports:
        raise DependencyMissing(missing[0])
    return ways, missing


def _sorted(made: Iterable[Made], options: TransportOptions) -> Enabled:
    every = list(made)
    transports = tuple(one for one in every if isinstance(one, Transport))
    discoveries = tuple(one for one in every if isinstance(one, Discovery))
    with_iroh = any(one.name == "iroh" for one in transports)
    mapper = Mapper(quiet=options.quiet_port, with_iroh=with_iroh) if options.map_port else None
    return Enabled(transports, discoveries, mapper)


# Where the host answers to words: by every way that makes its address of a key, this one is made of the meeting
# key.
#
# So nothing has to be looked up anywhere but who answers: iroh dials an id at the relays that both know, and
# neighbours ask for a label and pin a key. Whoever has not the words learns neither.

MEETING_TABLE: Final = bytes(32)
"""Stands for the nonce of the table: nobody who has only the words knows that."""
MEETING_DEVICE: Final = b""
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


def leading_ways(names: Iterable[str], options: TransportOptions) -> tuple[str, ...]:
    """Return those of the ways by which words lead from here."""
    chosen = tuple(names)
    return tuple(name for name, way in _WAYS.items() if name in chosen and way.leads(options))


def for_host(own: Identity, names: Iterable[str], options: TransportOptions, entropy: Entropy) -> Ways:
    """Return what the host of this meeting key serves."""
    return tuple(_WAYS[name].host(own, options, entropy) for name in leading_ways(names, options))


def for_guest(
    guest: Identity, own: Identity, names: Iterable[str], options: TransportOptions, entropy: Entropy
) -> Ways:
    """Return by what a guest looks for the host of this meeting key."""
    return tuple(_WAYS[name].guest(guest, own, options, entropy) for name in leading_ways(names, options))


@dataclass(frozen=True, slots=True)
class _Way:
    leads: Callable[[TransportOptions], bool]
    host: Callable[[Identity, TransportOptions, Entropy], MeetingWay]
    guest: Callable[[Identity, Identity, TransportOptions, Entropy], MeetingWay]


def _iroh_host(own: Identity, options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.transports.iroh import Iroh

    iroh = Iroh(own, MEETING_DEVICE, options.relays)
    return MeetingWay(iroh, online=iroh.home_relay)


def _iroh_guest(guest: Identity, own: Identity, options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.transports.iroh import Iroh, IrohAddress, id_of, known_relays

    host = id_of(own, MEETING_DEVICE)
    iroh = Iroh(guest, MEETING_DEVICE, options.relays, says_goodbye=False)
    return MeetingWay(
        iroh,
        addresses=lambda: tuple(IrohAddress(host, (), url).text() for url in known_relays(options.relays)),
        online=iroh.home_relay,
    )


def near_address(own: Identity) -> str:
    """Return by which address of neighbours the host of this meeting key is found."""
    return f"{_still(own).address(MEETING_TABLE)}{write_pin(Tls(own, MEETING_DEVICE).pin)}"


def _still(identity: Identity) -> Lan:
    """Return what announces, or finds, one label: words are good for an hour or so, and clocks may be wrong."""
    from p2pgames_protocol.discovery.lan import Lan

    return Lan(identity, lambda: 0.0)


def _lan_host(own: Identity, _options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    return MeetingWay(Tls(own, MEETING_DEVICE), _still(own))


def _lan_guest(guest: Identity, own: Identity, _options: TransportOptions, _entropy: Entropy) -> MeetingWay:
    return MeetingWay(Tls(guest, MEETING_DEVICE), _still(guest), lambda: (near_address(own),))


def stored_address(own: Identity) -> str:
    """Return by which address of the DHT the host of this meeting key is found."""
    return record_place(own, MEETING_TABLE).text()


def _dht_host(own: Identity, options: TransportOptions, entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.discovery.dht import Dht

    mapper = Mapper(quiet=True) if options.map_port else None
    return MeetingWay(Tls(own, MEETING_DEVICE), Dht(own, entropy, options.nodes), mapper=mapper)


def _dht_guest(guest: Identity, own: Identity, options: TransportOptions, entropy: Entropy) -> MeetingWay:
    from p2pgames_protocol.discovery.dht import Dht

    found = Dht(guest, entropy, options.nodes)
    return MeetingWay(Tls(guest, MEETING_DEVICE), found, lambda: (stored_address(own),))


_WAYS: Final[Mapping[str, _Way]] = {
    "iroh": _Way(
        lambda options: options.relays != () and find_spec("iroh") is not None, _iroh_host, _iroh_guest
    ),
    "lan": _Way(lambda _options: True, _lan_host, _lan_guest),
    "dht": _Way(lambda _options: find_spec("libtorrent") is not None, _dht_host, _dht_guest),
}
