"""How this computer can reach others, and be reached: what can honestly be said without a server of ours."""

from __future__ import annotations

import secrets
import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Final

import trio

from p2pgames.text import as_it_is
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.words import invite_of, why_no_relay
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_protocol.net.sentences import WRONG_DATE
from p2pgames_protocol.transports.port_mapping import not_public
from p2pgames_protocol.transports.router import Router, look_for_routers
from p2pgames_protocol.transports.tcp import keep_segments_small, own_hosts
from p2pgames_protocol.transports.transport import hint
from p2pgames_protocol.wire.address import Reach, join_address, reach_of
from p2pgames_protocol.wire.identity import SEED_SIZE, Identity
from p2pgames_protocol.wire.invite import Words

RELAY_TIME: Final = 8.0
"""Seconds for a relay to answer; one that does takes less than one."""
ROUTER_TIME: Final = 3.0
"""Seconds for routers to answer."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look has shown."""

    name: str
    good: bool
    text: str


def doctor(user: User, words: Words | None, network: NetworkOptions, tell: Callable[[Finding], None]) -> int:
    """Look at everything, tell what is found, and return the exit code: whether the host of the words answers."""
    with_iroh = "iroh" in (*network.via, *network.usual)
    seen = [*_addresses(), *_installed(), *_system(with_iroh=with_iroh)]
    for found in seen:
        tell(found)
    if find_spec("iroh") is not None and network.relays != () and (not network.via or "iroh" in network.via):
        relay = trio.run(_relay, network)
        if relay.text not in [found.text for found in seen]:  # the date is said once
            tell(relay)
    if not network.via:
        tell(trio.run(partial(_router, with_iroh=with_iroh)))
    if words is None:
        return Code.FINE
    try:
        invite = invite_of(words, user, network, None)
    except Stop as wrong:
        tell(Finding("words", good=False, text=str(wrong)))
        return wrong.code
    said = _("The host of these words answers: the game is {game}.").format(game=invite.game)
    tell(Finding("words", good=True, text=said))
    return Code.FINE


def _addresses() -> Iterator[Finding]:
    for host in own_hosts():
        leads = reach_of((f"tls:{join_address(host, 1)}#",))
        said = {
            Reach.INTERNET: _(
                "{host} is an address of the internet: others reach it, if no firewall is in the way."
            ),
            Reach.NETWORK: _("{host} can be reached from your own network only."),
            Reach.COMPUTER: _("{host} means this computer alone: it is not on any network."),
        }[leads]
        yield Finding("address", leads is not Reach.COMPUTER, said.format(host=host))


def _installed() -> Iterator[Finding]:
    for way, package in (("iroh", "iroh"), ("dht", "libtorrent")):
        good = find_spec(package) is not None
        text = _("{way} is installed.").format(way=way) if good else named(hint(as_it_is(way), package))
        yield Finding(way, good, text)
    tor = shutil.which("tor") is not None
    yield Finding(
        "tor",
        tor,
        _("{way} is installed.").format(way="tor") if tor else _("The program tor is not installed."),
    )


def _system(*, with_iroh: bool) -> Iterator[Finding]:
    if (why := why_no_relay()) == WRONG_DATE:
        yield Finding("clock", good=False, text=named(why))
    with socket.socket() as tried:
        small = keep_segments_small(tried)
    if not small:
        said = _(
            "This system does not let programs choose how large their packets are. If a link by TCP falls silent again "
            "and again, something on the way swallows large ones."
        )
        helps = "" if with_iroh else " " + _("Use --via tcp,iroh.")
        yield Finding("packets", good=False, text=said + helps)


async def _router(*, with_iroh: bool) -> Finding:
    """Look for a router that forwards ports; none is asked to do so."""
    found, routers = trio.open_memory_channel[Router](0)
    outside = None
    with trio.move_on_after(ROUTER_TIME):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(look_for_routers, found)
            async for router in routers:
                outside = router.outside if outside is None or router.outside.is_global else outside
                if outside.is_global:
                    nursery.cancel_scope.cancel()
    if outside is None:
        said = _("No router here forwards ports when asked (UPnP, NAT-PMP), or it has that switched off.")
        return Finding("router", good=False, text=said)
    if not outside.is_global:
        return Finding("router", good=False, text=named(not_public(outside, with_iroh=with_iroh)))
    said = _("Your router says that it forwards ports when asked, and that its address is {outside}.")
    return Finding("router", good=True, text=said.format(outside=outside))


async def _relay(network: NetworkOptions) -> Finding:
    from p2pgames_protocol.transports.iroh import Iroh

    iroh = Iroh(Identity(secrets.token_bytes(SEED_SIZE)), b"", network.relays)
    began, url = trio.current_time(), ""
    async with trio.open_nursery() as nursery:
        await nursery.start(iroh.run)
        with trio.move_on_after(RELAY_TIME):
            url = await iroh.home_relay()
        nursery.cancel_scope.cancel()
    if url:
        seconds = f"{trio.current_time() - began:.1f}"
        said = _("The relay {url} answers after {seconds} s: iroh leads through routers.")
        return Finding("relay", good=True, text=said.format(url=url, seconds=seconds))
    return Finding("relay", good=False, text=named(why_no_relay()))
