"""The ways to other players that a person can choose from, by the names that ``--via`` knows.

Two kinds are behind them: carriers, which bring bytes there, and finders, which learn where somebody is. Those that
stand on a library or program of their own are loaded when they are asked for, and say what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.text import BadValue, Message, Typed, Verbatim
from p2pgames_protocol.discovery import messages
from p2pgames_protocol.discovery.discovery import Finder
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.transports.transport import Carrier, Missing
from p2pgames_protocol.wire.address import carrier_of

DEFAULT: Final = ("tcp",)
"""What a table is opened with where nobody chose."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a player wants of the ways that have something to choose."""

    relays: tuple[str, ...] | None = None
    """URLs for iroh; None for those of its makers, empty for none."""
    nodes: tuple[str, ...] = ()
    """HOST:PORT of nodes of the DHT to begin with; empty for that of its library's makers."""
    map_port: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """What is switched on: the best first."""

    carriers: tuple[Carrier, ...]
    finders: tuple[Finder, ...] = ()
    mapper: Mapper | None = None
    """Asks the router to forward the port at which others reach us."""


Made: TypeAlias = Carrier | Finder
Maker: TypeAlias = Callable[[Player, Wishes], Made]


@dataclass(frozen=True, slots=True)
class Way:
    """One way."""

    name: str
    prefix: str
    """What its addresses begin with."""
    make: Maker
    """Raises `Missing` where something is to be installed first."""
    tells: Message
    """What it is good for, and what it tells whom, in a sentence or two for who chooses."""
    finds: bool = False
    """Whether it only finds others, so that a carrier is needed beside it."""
    starts: Message | None = None
    """What it starts, and what that tells whom, where an invite alone must not do so; see `agreed` in the client."""


def _tls(player: Player, _wishes: Wishes) -> Carrier:
    return Tls(player.identity, player.home.device(player.entropy))


def _iroh(player: Player, wishes: Wishes) -> Carrier:
    from p2pgames_protocol.transports.iroh import Iroh

    return Iroh(player.identity, player.home.device(player.entropy), wishes.relays)


def _tor(player: Player, _wishes: Wishes) -> Carrier:
    from p2pgames_protocol.transports.tor.transport import Onion

    return Onion(player.identity, player.home.device(player.entropy), player.home.state / "tor")


def _dht(player: Player, wishes: Wishes) -> Finder:
    from p2pgames_protocol.discovery.dht import Dht

    return Dht(player.identity, player.entropy, wishes.nodes)


def _lan(player: Player, _wishes: Wishes) -> Finder:
    from p2pgames_protocol.discovery.lan.discovery import Lan

    return Lan(player.identity)


WAYS: Final = {
    way.name: way
    for way in (
        Way(
            "tcp",
            "tls",
            _tls,
            messages.TCP_TELLS,
        ),
        Way(
            "iroh",
            "iroh",
            _iroh,
            messages.IROH_TELLS,
        ),
        Way(
            "tor",
            "tor",
            _tor,
            messages.TOR_TELLS,
            starts=messages.TOR_STARTS,
        ),
        Way(
            "lan",
            "lan",
            _lan,
            messages.LAN_TELLS,
            finds=True,
        ),
        Way(
            "dht",
            "dht",
            _dht,
            messages.DHT_TELLS,
            finds=True,
            starts=messages.DHT_STARTS,
        ),
    )
}
"""All of them, the best first."""


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of ways in ``tcp,iroh``; raise ValueError for others, saying which there are."""
    chosen = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in chosen:
        if name not in WAYS:
            raise BadValue(messages.NO_SUCH_WAY(name=Typed(name), names=Verbatim(", ".join(WAYS))))
    return (*DEFAULT, *chosen) if all(WAYS[name].finds for name in chosen) else chosen


def named_by(addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the ways that these addresses, or places to listen at, belong to; unknown ones are passed over."""
    return ways_of(carrier_of(address) for address in addresses)


def ways_of(prefixes: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the ways whose addresses begin so: of carriers and finders by their names."""
    known = set(prefixes)
    return tuple(way.name for way in WAYS.values() if way.prefix in known)


def is_looked_up(address: str) -> bool:
    """Tell whether an address is for a finder: nobody can dial it."""
    return any(way.finds and way.prefix == carrier_of(address) for way in WAYS.values())


def switched_on(player: Player, names: Sequence[str], wishes: Wishes = Wishes()) -> Ways:
    """Return the ways with these names; raise `Missing` where something is not installed."""
    return _sorted((WAYS[name].make(player, wishes) for name in WAYS if name in names), wishes)


def at_hand(player: Player, names: Sequence[str], wishes: Wishes = Wishes()) -> tuple[Ways, list[Message]]:
    """Return those of the ways that are installed, and what is missing for the others, a sentence each.

    Raises `Missing` where no carrier is left.
    """
    made: list[Made] = []
    missing: list[Message] = []
    for name in WAYS:
        if name in names:
            try:
                made.append(WAYS[name].make(player, wishes))
            except Missing as wrong:
                missing.append(wrong.message)
    ways = _sorted(made, wishes)
    if missing and not ways.carriers:
        raise Missing(missing[0])
    return ways, missing


def _sorted(made: Iterable[Made], wishes: Wishes) -> Ways:
    every = list(made)
    carriers = tuple(one for one in every if isinstance(one, Carrier))
    finders = tuple(one for one in every if isinstance(one, Finder))
    return Ways(carriers, finders, Mapper() if wishes.map_port else None)
