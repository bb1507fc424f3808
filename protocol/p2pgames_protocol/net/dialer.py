"""Dialling one player: all addresses, staggered, and what is said when none of them leads anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import trio

from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.discovery.discovery import Discovery
from p2pgames_protocol.discovery.registry import is_looked_up, named_by
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.door import greet
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.messages import NOBODY_ANSWERS, NOBODY_BY_IROH, REFUSED
from p2pgames_protocol.transports.tor.messages import NOBODY_BY_TOR
from p2pgames_protocol.transports.transport import Transport, Unreachable
from p2pgames_protocol.wire.address import Reach, reach_of, transport_of
from p2pgames_protocol.wire.identity import Identity

STAGGER: Final = 0.25
"""Seconds before the next address is tried beside the one before (RFC 8305 has the same).

Also where that one has failed already: otherwise whoever names addresses would learn which of our ports are closed.
"""


class Dialer:
    """Makes links to players, by the transports and discoveries that are switched on."""

    def __init__(
        self, player: Player, transports: Mapping[str, Transport], discoveries: Mapping[str, Discovery]
    ) -> None:
        self._player = player
        self._transports = transports
        self._discoveries = discoveries

    async def dial(self, addresses: Sequence[str], key: bytes, own: Identity | None = None) -> Link:
        """Return a link to who holds the key, by the first address where the hello succeeds; the others are dropped.

        Where none leads to it, it is looked up. We show our own seat's key, or without one our identity. Raises
        `Unreachable` with what is wrong at each address.
        """
        direct = [
            one for one in addresses if transport_of(one) not in self._discoveries and not is_looked_up(one)
        ]
        try:
            return await self._first(direct, key, own)
        except Unreachable as wrong:
            looked_up = await self._look_up(
                [one for one in addresses if transport_of(one) in self._discoveries]
            )
            fresh = [
                one for one in looked_up if one not in direct and transport_of(one) not in self._discoveries
            ]
            if not fresh:
                raise wrong from None
            return await self._first(fresh, key, own)

    async def _look_up(self, addresses: Sequence[str]) -> list[str]:
        """Return what all discoveries know of a player."""
        found: list[str] = []

        async def ask(address: str) -> None:
            with suppress(Unreachable):
                found.extend(await self._discoveries[transport_of(address)].find(address))

        async with trio.open_nursery() as nursery:
            for address in addresses:
                nursery.start_soon(ask, address)
        return found

    async def _first(self, addresses: Sequence[str], key: bytes, own: Identity | None) -> Link:
        """Return the first link that comes about; raise `Unreachable` if none does."""
        found: list[Link] = []
        failures: dict[str, Message] = {}

        async def attempt(number: int, address: str) -> None:
            await trio.sleep(STAGGER * number)
            try:
                link = await self._try(address, key, own)
            except (Unreachable, LinkFault) as wrong:
                failures[address] = wrong.message
                return
            if found:
                await link.aclose()
            else:
                found.append(link)
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for number, address in enumerate(addresses):
                nursery.start_soon(attempt, number, address)
        if not found:
            raise Unreachable(_nobody(addresses, failures))
        return found[0]

    async def settled(self, addresses: Sequence[str]) -> None:
        """Wait until a transport of these addresses can dial, or it is clear that none will."""
        transports = {
            name: self._transports[name] for name in map(transport_of, addresses) if name in self._transports
        }

        async def wait_for(transport: Transport) -> None:
            with suppress(Unreachable):
                await transport.settled()
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for transport in transports.values():
                nursery.start_soon(wait_for, transport)

    async def _try(self, address: str, key: bytes, own: Identity | None) -> Link:
        transport = self._transports.get(transport_of(address))
        if transport is None:
            raise Unreachable(unknown(address))
        await transport.settled()
        with trio.move_on_after(transport.dial_time):
            pipe = await transport.dial(address)
            return await greet(self._player, pipe, key, own)
        # Who may be reached from everywhere, and says nothing, is a case of its own.
        silent = messages.SILENCE if reach_of((address,)) is Reach.INTERNET else messages.NOBODY_IN_TIME
        raise Unreachable(silent(place=Verbatim(address.partition("#")[0])))


_UNANSWERED: Final = (NOBODY_ANSWERS, NOBODY_BY_IROH, NOBODY_BY_TOR, messages.NOBODY_IN_TIME)
"""What says only that nobody is there."""
_TELLING: Final = (REFUSED, messages.SILENCE)
"""What says more: the first holds of several; what is wrong with who answers comes before both."""


def unknown(address: str) -> Message:
    """Return why an address cannot be dialled whose transport is not switched on."""
    ways = named_by((address,))
    place = address.partition("#")[0]
    if not ways:
        return messages.CANNOT_DIAL(place=Verbatim(place))
    return messages.NOT_SWITCHED_ON(place=Verbatim(place), way=Verbatim(ways[0]))


def _nobody(addresses: Sequence[str], failures: dict[str, Message]) -> Message:
    """Return the sentence for a player whom none of the addresses leads to."""
    if not addresses:
        return messages.NO_ADDRESS_YET
    if len(addresses) == 1:
        return failures[addresses[0]]
    places = ", ".join(address.partition("#")[0] for address in addresses)
    other = [why for why in failures.values() if why.template not in (*_UNANSWERED, *_TELLING)]
    other += [why for told in _TELLING for why in failures.values() if why.template is told]
    return messages.NOBODY_AT_ANY(
        number=Count(len(addresses)),
        places=Verbatim(places),
        why=other[0] if other else messages.IS_IT_RUNNING,
    )
