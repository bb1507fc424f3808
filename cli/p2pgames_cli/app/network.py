"""The ways to the others: transports, addresses and discoveries, from the settings and as asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2pgames.text import Message
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, sentence_of
from p2pgames_cli.table.transport_choice import USUAL, TransportChoice

if TYPE_CHECKING:
    from p2pgames_protocol.discovery.registry import Enabled, TransportOptions
    from p2pgames_protocol.store.player import Player


@dataclass(frozen=True, slots=True)
class NetworkOptions:
    """What the player chose."""

    listen: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    """Names of ways; none if nothing was chosen."""
    nodes: tuple[str, ...] = ()
    """HOST:PORT of nodes of the DHT to begin with."""
    relays: tuple[str, ...] | None = None
    """URLs of relays for iroh; None if nothing was chosen, empty for none at all."""
    map_port: bool = False
    """Whether the router is to be asked to forward our port."""
    usual: tuple[str, ...] = ()
    """Names of the ways that the settings name for tables one opens."""
    usual_port: bool = False
    """Whether the settings say that the router is asked."""
    auto: bool = False
    """Whether ``auto`` was chosen or settled: a table that is opened then has the router asked, too."""
    quiet_port: bool = False
    """Whether the router is asked without a word where it does not do it."""

    @property
    def maps(self) -> bool:
        """Whether the router is asked to forward our port."""
        return self.map_port or self.usual_port or self.quiet_port

    @property
    def options(self) -> TransportOptions:
        """What was chosen of the ways that have something to choose."""
        from p2pgames_protocol.discovery.registry import TransportOptions

        return TransportOptions(
            self.relays, self.nodes, self.maps, quiet_port=not (self.map_port or self.usual_port)
        )

    def ways(self, player: Player, from_invite: Sequence[str] = (), table: bytes = b"") -> Enabled:
        """Return the ways that are switched on: those chosen, else those of the invite that are installed.

        ``table`` is its token: no two tables share a key of iroh.

        Who opens a table has no invite: then the settings count, whose ways need not be installed either.
        The player is told which are not. Raises `DependencyMissing` if one that was chosen is not, or none is.
        """
        from p2pgames_protocol.discovery.registry import DEFAULT, at_hand, switched_on

        options = replace(self.options, table=table)
        if self.via:
            return switched_on(player, self.via, options)
        ways, missing = at_hand(player, tuple(from_invite) or self.usual or DEFAULT, options)
        for sentence in missing:
            console.warn(named(sentence))
        return ways


def chosen_network(
    settings: LiveSettings,
    via: str | None = None,
    relays: Sequence[str] = (),
    nodes: Sequence[str] = (),
    listen: Sequence[str] = (),
    addresses: Sequence[str] = (),
    *,
    map_port: bool = False,
) -> NetworkOptions:
    """Return what was chosen; raise `Stop` for a place, an address, a way, a relay or a node that is not valid."""
    from p2pgames_protocol.discovery.dht import check_node
    from p2pgames_protocol.discovery.registry import AUTO, names_in
    from p2pgames_protocol.net.network import announced_addresses
    from p2pgames_protocol.transports.iroh import relays_in
    from p2pgames_protocol.wire.address import with_port

    try:
        places = tuple(map(with_port, listen))
        announced_addresses(("tls:localhost:1#",), addresses)  # raises for one that is not valid
        names = names_in(via) if via else ()
        settled = str(settings["network.via"])
        usual = names_in(settled) if settled else ()
        auto = AUTO in (via or settled).replace(" ", "").split(",")
        urls = relays_in(relays or str(settings["network.relay"]).split())
        known = tuple(map(check_node, nodes or str(settings["network.dht-node"]).split()))
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
    usual_port = bool(settings["network.map-port"])
    return NetworkOptions(places, tuple(addresses), names, known, urls, map_port, usual, usual_port, auto)


def network_of(settings: LiveSettings, ways: TransportChoice = USUAL) -> NetworkOptions:
    """Return the ways that are written so; where nothing is, what the environment and the settings say.

    Raises `Stop` as `chosen_network` does.
    """
    relay = ways.relay if "iroh" in ways.via.split(",") else os.environ.get("P2PGAMES_RELAY", "")
    return chosen_network(
        settings,
        ways.via or os.environ.get("P2PGAMES_VIA"),
        relay.split(),
        ways.node.split(),
        ways.listen.split(),
        ways.address.split(),
        map_port=ways.map_port,
    )


def as_written(network: NetworkOptions, ways: Enabled) -> TransportChoice:
    """Return the ways that are switched on at a table, and what else was chosen of them, as it is written."""
    from p2pgames_protocol.discovery.registry import ways_of
    from p2pgames_protocol.transports.iroh import NO_RELAY

    names = ways_of([*(one.name for one in ways.transports), *(one.name for one in ways.discoveries)])
    relays = (NO_RELAY,) if network.relays == () else network.relays or ()
    return TransportChoice(
        ",".join(names),
        " ".join(relays),
        " ".join(network.nodes),
        " ".join(network.listen),
        " ".join(network.addresses),
        network.map_port or network.quiet_port,
    )


def agreed_transports(
    network: NetworkOptions, meant: Sequence[str], asks: Callable[[str], bool], before: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the ways of an invite that may be used: ``asks`` puts the question about what starts something of its own.

    That is not needed where ``--via``, the settings or the game ``before`` name it. Raises `Stop` if no way is left.
    """
    from p2pgames_protocol.discovery.registry import TRANSPORTS

    known = (*network.via, *network.usual, *before)
    kept = tuple(
        way
        for way in meant
        if network.via or not TRANSPORTS[way].starts or way in known or asks(_question(way))
    )
    if meant and all(TRANSPORTS[way].finds for way in kept) and not (network.via or before):
        said = _("The invite leads nowhere without {names}. To allow it: --via {names}")
        raise Stop(Code.USAGE, said.format(names=",".join(way for way in meant if way not in kept)))
    return kept


def _question(way: str) -> str:
    from p2pgames_protocol.discovery.registry import TRANSPORTS

    said = _("The invite names {way}. {starts} Use it this time?")
    return said.format(way=way, starts=named(TRANSPORTS[way].starts))


def obstacles(addresses: Sequence[str], ways: Enabled) -> tuple[Message, ...]:
    """Return why an invite may not lead to its host from here, before it is tried all the same."""
    from p2pgames_protocol.net.network import foreseen_obstacles
    from p2pgames_protocol.transports.tcp import own_networks

    return foreseen_obstacles(addresses, own_networks(), [one.name for one in ways.transports])
