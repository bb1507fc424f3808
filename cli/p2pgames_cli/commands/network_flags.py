"""The flags of playing between computers, which host, join, watch and resume share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from p2pgames_cli.app.network import chosen_network
from p2pgames_cli.config.context import live_settings

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
    help="Ask the router (UPnP, NAT-PMP) to forward the port to this computer while you play.",
)
_VIA = click.option(
    "--via",
    metavar="WAYS",
    envvar="P2PGAMES_VIA",
    help="How the others are reached: tcp, iroh, tor, lan, dht; see docs/network.md.",
)
_RELAY = click.option(
    "--relay",
    "relays",
    multiple=True,
    metavar="URL",
    envvar="P2PGAMES_RELAY",
    help="An iroh relay instead of its makers' own; none for no relay. Repeatable.",
)

_NODE = click.option(
    "--dht-node",
    "nodes",
    multiple=True,
    metavar="HOST:PORT",
    help="A DHT node to start from instead of the library's own. Repeatable.",
)


def networked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of playing between computers; the command gets ``timeout``, and the rest as ``network``."""

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
        network = chosen_network(live_settings(), via, relays, nodes, listen, addresses, map_port=map_port)
        return function(network=network, **more)

    return _TIMEOUT(_MAP_PORT(_ADDRESS(_LISTEN(_NODE(_RELAY(_VIA(command)))))))


def seeking(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of those who look for others without a table; the command gets them as ``network``."""

    @wraps(function)
    def command(via: str | None, relays: tuple[str, ...], **more: Any) -> Any:
        return function(network=chosen_network(live_settings(), via, relays), **more)

    return _RELAY(_VIA(command))


def dialling(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of those who only dial; the command gets ``timeout``, and the rest as ``network``."""

    @wraps(function)
    def command(via: str | None, relays: tuple[str, ...], nodes: tuple[str, ...], **more: Any) -> Any:
        return function(network=chosen_network(live_settings(), via, relays, nodes), **more)

    return _TIMEOUT(_NODE(_RELAY(_VIA(command))))


# Completing words of an invite while they are typed in a shell.


def complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the words that begin like this, once a letter is there; nothing for a line."""
    from p2pgames_protocol.wire.invite import words_beginning_with

    return list(words_beginning_with(incomplete)) if incomplete.isalpha() else []
