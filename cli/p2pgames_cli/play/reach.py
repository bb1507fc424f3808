"""By what the others are reached: the flags that host, join, watch and resume share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flag, settled
from p2pgames_cli.prose import wrapped
from p2pgames_cli.translation import _, phrase

if TYPE_CHECKING:
    from p2pgames_protocol.session import Player
    from p2pgames_protocol.ways import Ways


@dataclass(frozen=True, slots=True)
class Reach:
    """What the player chose."""

    listen: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    """Names of ways; none where nothing was chosen."""
    nodes: tuple[str, ...] = ()
    """HOST:PORT of nodes of the DHT to begin with."""
    relays: tuple[str, ...] | None = None
    """URLs of relays for iroh; None where nothing was chosen, empty for none at all."""
    map_port: bool = False
    """Whether the router is to be asked to forward our port."""
    usual: tuple[str, ...] = ()
    """Names of the ways that the settings name for tables one opens."""
    usual_port: bool = False
    """Whether the settings say that the router is asked."""

    @property
    def maps(self) -> bool:
        """Whether the router is asked to forward our port."""
        return self.map_port or self.usual_port

    def ways(self, player: Player, meant: Sequence[str] = ()) -> Ways:
        """Return the ways that are switched on: those chosen, else those of ``meant`` that are installed.

        Nothing is meant by a table that is opened: then the settings count, whose ways need not be installed either.
        The player is told which are not. Raises `Missing` where one that was chosen is not, or none is.
        """
        from p2pgames_protocol.ways import DEFAULT, Wishes, at_hand, switched_on

        wishes = Wishes(self.relays, self.nodes, self.maps)
        if self.via:
            return switched_on(player, self.via, wishes)
        ways, missing = at_hand(player, tuple(meant) or self.usual or DEFAULT, wishes)
        for sentence in missing:
            click.echo(sentence, err=True)
        return ways


def agreed(reach: Reach, meant: Sequence[str], before: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the ways of an invite that may be used: for what starts something of its own the player is asked.

    That is not needed where ``--via``, the settings or the game ``before`` name it. A program is not asked; there
    nothing else counts. Raises `Stop` where no way is left.
    """
    from p2pgames_protocol.ways import WAYS

    known = (*reach.via, *reach.usual, *before)
    kept = tuple(way for way in meant if reach.via or not WAYS[way].starts or way in known or _agrees(way))
    if meant and all(WAYS[way].finds for way in kept) and not (reach.via or before):
        said = _("The invite leads nowhere without {names}. To allow it: --via {names}")
        raise Stop(Code.USAGE, said.format(names=",".join(way for way in meant if way not in kept)))
    return kept


def _agrees(way: str) -> bool:
    """Ask whether a way that an invite names may be used this time."""
    from p2pgames_cli.play.lines import typed_line
    from p2pgames_protocol.ways import WAYS

    if flag("json"):
        return False
    asked = _("The invite names {way}. {starts} Use it this time? [y/n]")
    click.echo(wrapped(asked.format(way=way, starts=phrase(WAYS[way].starts))).rstrip() + " ", nl=False)
    sys.stdout.flush()
    return typed_line().strip().lower() in ("y", "yes")


_TIMEOUT = click.option(
    "--timeout",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="Give up when the others do not come within this time.",
)
_ADDRESS = click.option(
    "--address",
    "addresses",
    multiple=True,
    metavar="HOST[:PORT]",
    help="Tell the others this address instead of those of this computer; repeatable.",
)
_LISTEN = click.option(
    "--listen",
    multiple=True,
    metavar="HOST[:PORT]",
    help="Listen there; * is every interface, port 0 any free port. Repeatable.",
)
_MAP_PORT = click.option(
    "--map-port",
    is_flag=True,
    help="Ask the router (UPnP) to forward the port to this computer while you play.",
)
_VIA = click.option(
    "--via",
    metavar="WAYS",
    envvar="P2PGAMES_VIA",
    help="By what the others are reached: tcp, iroh, tor, lan, dht; see docs/network.md.",
)
_RELAY = click.option(
    "--relay",
    "relays",
    multiple=True,
    metavar="URL",
    envvar="P2PGAMES_RELAY",
    help="A relay for iroh instead of those of its makers; none for no relay. Repeatable.",
)

_NODE = click.option(
    "--dht-node",
    "nodes",
    multiple=True,
    metavar="HOST:PORT",
    help="A node of the DHT to begin with instead of that of its library. Repeatable.",
)


def networked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of playing between computers; the command gets ``timeout``, and the rest as ``reach``."""

    @wraps(function)
    def command(
        listen: tuple[str, ...],
        addresses: tuple[str, ...],
        via: str | None,
        relays: tuple[str, ...],
        nodes: tuple[str, ...],
        map_port: bool,
        **more: Any,
    ) -> Any:
        reach = replace(_chosen(via, relays, nodes, listen, addresses), map_port=map_port)
        return function(reach=reach, **more)

    return _TIMEOUT(_MAP_PORT(_ADDRESS(_LISTEN(_NODE(_RELAY(_VIA(command)))))))


def dialling(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of those who only dial; the command gets ``timeout``, and the rest as ``reach``."""

    @wraps(function)
    def command(via: str | None, relays: tuple[str, ...], nodes: tuple[str, ...], **more: Any) -> Any:
        return function(reach=_chosen(via, relays, nodes), **more)

    return _TIMEOUT(_NODE(_RELAY(_VIA(command))))


def _chosen(
    via: str | None,
    relays: tuple[str, ...],
    nodes: tuple[str, ...],
    listen: tuple[str, ...] = (),
    addresses: tuple[str, ...] = (),
) -> Reach:
    """Return what was chosen; raise `Stop` for a place, an address to tell, a way, relay or node that is none."""
    from p2pgames_protocol.address import with_port
    from p2pgames_protocol.dht import check_node
    from p2pgames_protocol.iroh import relays_in
    from p2pgames_protocol.network import instead
    from p2pgames_protocol.ways import names_in

    live = settled()
    try:
        listen = tuple(map(with_port, listen))
        instead(("tls:localhost:1#",), addresses)
        names = names_in(via) if via else ()
        usual = names_in(str(live["network.via"])) if live["network.via"] else ()
        urls = relays_in(relays or str(live["network.relay"]).split())
        places = tuple(map(check_node, nodes or str(live["network.dht-node"]).split()))
    except ValueError as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None
    return Reach(
        listen, addresses, names, places, urls, usual=usual, usual_port=bool(live["network.map-port"])
    )
