"""Finding the other players of a table, and finding them again: every player dials every other, and answers all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import trio

from p2pgames.text import BadValue, Count, Message, Typed, Verbatim
from p2pgames_protocol.discovery.discovery import Discovery, OpenTable
from p2pgames_protocol.discovery.registry import is_looked_up, named_by
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.door import Door, go_on, greet
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.store.player import NOBODY, Known, Player
from p2pgames_protocol.transports.messages import NOBODY_ANSWERS, NOBODY_BY_IROH
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.tor.messages import NOBODY_BY_TOR
from p2pgames_protocol.transports.transport import Transport, TransportStatus, Unreachable
from p2pgames_protocol.wire.address import (
    ANY,
    MAX_ADDRESS,
    MAX_ADDRESSES,
    host_of,
    join_address,
    split_address,
    transport_of,
)

STAGGER: Final = 0.25
"""Seconds before the next address is tried beside the one before (RFC 8305 has the same)."""
FIRST_WAIT: Final = 0.5
LAST_WAIT: Final = 30.0
"""Seconds between attempts at a player who is away: the first, doubling up to the last."""


@dataclass
class Served:
    """A place at which one transport listens."""

    transport: Transport
    place: str
    opened: tuple[str, ...]
    """Its addresses."""
    outside: tuple[str, ...] = ()
    """Those of the router that lead here."""


class Network:
    """Our end of all connections: the transports and discoveries, the door that answers, and the dialling."""

    def __init__(
        self,
        player: Player,
        transports: Sequence[Transport],
        door: Door,
        discoveries: Sequence[Discovery] = (),
        mapper: Mapper | None = None,
    ) -> None:
        self.mapper = mapper
        self.player = player
        self.transports = {transport.name: transport for transport in transports}
        self.discoveries = {discovery.name: discovery for discovery in discoveries}
        self.door = door
        self.addresses: tuple[str, ...] = ()
        """Where others can reach us, once we serve."""
        self._served: list[Served] = []
        self._instead: Sequence[str] = ()
        self._table = b""
        self._found_by: tuple[str, ...] = ()
        self._own: tuple[str, ...] = ()
        """Where neighbours can reach us, whatever is told to others."""
        self.places: tuple[str, ...] = ()
        """Where we listen, as it can be asked for again: with the port that was found."""
        self.told: Callable[[], None] = lambda: None
        """Called when ``statuses`` has changed."""

    @property
    def statuses(self) -> Mapping[str, TransportStatus]:
        """The status of the transports that need something before they can dial, by their names."""
        return {name: one.status for name, one in self.transports.items() if one.status.text}

    def about(self) -> list[tuple[str, Message]]:
        """Return the names of what is switched on and has something to say, with what it shows others of us."""
        every: list[Transport | Discovery] = [*self.transports.values(), *self.discoveries.values()]
        told = [(one.name, said) for one in every if (said := one.about())]
        mapped = self.mapper.said if self.mapper is not None else None
        return [*told, ("map-port", mapped)] if mapped else told

    # -- answering --

    async def serve(
        self,
        *wheres: str,
        told: Sequence[str] = (),
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Answer at these places until cancelled, and report the addresses for others.

        A place is HOST:PORT or CARRIER:HOST:PORT; the first transport is meant where none is named. ``told`` are
        hosts, or HOST:PORT, to tell the others instead of those of this computer. The transports and discoveries run as
        long, also where no place is given. Raises `PortTaken`, `DependencyMissing`, ValueError.
        """
        places: list[str] = []
        self._served, self._instead = [], told
        async with trio.open_nursery() as nursery:
            for transport in self.transports.values():
                await nursery.start(transport.run)
                nursery.start_soon(self._watch, transport)
            for discovery in self.discoveries.values():
                await nursery.start(discovery.run)
            for where in wheres:
                transport, place = self._transport(where)
                opened = await nursery.start(transport.listen, place, self.door.answer)
                places.append(f"{transport.name}:{transport.place(place, opened)}")
                outside = await self._map(nursery, opened) if transport.has_hosts else ()
                self._served.append(Served(transport, place, opened, outside))
            # Of the discoveries too, so that they are switched on again when the game is resumed.
            self.places = self.door.places = (*places, *(f"{name}:on" for name in self.discoveries))
            self._reckon()
            for served in self._served:
                nursery.start_soon(self._follow, served)
            task_status.started(self.addresses)

    async def _watch(self, transport: Transport) -> None:
        """Tell the players here whenever the status of a transport changes."""
        while True:
            await transport.changed()
            if self.door.peer is not None:
                self.door.peer.carried(self.statuses)
            self.told()

    async def _map(self, nursery: trio.Nursery, opened: Sequence[str]) -> tuple[str, ...]:
        """Have the router forward our port; return the address outside, if it does."""
        if self.mapper is None:
            return ()
        place, mark, pin = opened[0].partition(":")[2].partition("#")
        found = await nursery.start(self.mapper.keep, split_address(place)[1])
        return (f"{transport_of(opened[0])}:{found}{mark}{pin}",) if found else ()

    def _reckon(self) -> None:
        """Work out where others can reach us from what was opened."""
        found = [
            instead((*one.outside, *one.opened), self._instead)
            if one.transport.has_hosts
            else list(one.opened)
            for one in self._served
        ]
        self._own = tuple(address for one in self._served for address in one.opened)
        self._are(fitting(found, MAX_ADDRESSES - len(self.discoveries)))

    async def _follow(self, served: Served) -> None:
        """Note it when the computer comes to another network: the other players are told, and dead links are cut."""
        while True:
            now = await served.transport.moved(served.place, served.opened)
            # Transports without hosts keep their own links alive.
            hosts = served.transport.has_hosts
            gone = set(map(host_of, served.opened)) - set(map(host_of, now)) if hosts else set()
            served.opened = now
            self._reckon()
            if self._table:
                self.findable(self._table)
            if self.door.peer is not None:
                self.door.peer.moved(gone)

    def _are(self, addresses: Sequence[str]) -> None:
        self.addresses = self.door.addresses = (*addresses, *self._found_by)

    def findable(self, table: bytes) -> None:
        """Let others look us up at the table of this nonce, by addresses that are told them with the rest."""
        self._table = table
        reachable = [one for one in self.addresses if one not in self._found_by]
        if reachable:
            for discovery in self.discoveries.values():
                discovery.tell(table, self._own if discovery.is_near else reachable)
            self._found_by = tuple(discovery.address(table) for discovery in self.discoveries.values())
            self._are(reachable)

    @property
    def invited(self) -> tuple[str, ...]:
        """What of our addresses stands in invites: who was invited need not be a neighbour."""
        near = {discovery.name for discovery in self.discoveries.values() if discovery.is_near}
        return tuple(one for one in self.addresses if transport_of(one) not in near)

    @property
    def shows(self) -> bool:
        """Whether strangers can see that a table is open."""
        return any(discovery.is_near for discovery in self.discoveries.values())

    def show(self, table: OpenTable | None) -> None:
        """Let strangers see that a table is open, or with None no longer, where a discovery does that."""
        for discovery in self.discoveries.values():
            discovery.show(table)

    def everywhere(self, wheres: Sequence[str]) -> tuple[str, ...]:
        """Return these places, and any at all for each transport that they do not name."""
        named = {self._transport(where)[0].name for where in wheres}
        return (*wheres, *(f"{name}:{ANY}:0" for name in self.transports if name not in named))

    def _transport(self, where: str) -> tuple[Transport, str]:
        name = transport_of(where)
        if name in self.transports:
            return self.transports[name], where.removeprefix(f"{name}:")
        return next(iter(self.transports.values())), where

    # -- dialling --

    async def dial(self, addresses: Sequence[str], key: bytes) -> Link:
        """Return a link to the player, by the first address where the hello succeeds; the others are dropped.

        Where none leads to it, it is looked up. Raises `Unreachable` with what is wrong at each address.
        """
        direct = [
            one for one in addresses if transport_of(one) not in self.discoveries and not is_looked_up(one)
        ]
        try:
            return await self._first(direct, key)
        except Unreachable as wrong:
            looked_up = await self._look_up(
                [one for one in addresses if transport_of(one) in self.discoveries]
            )
            fresh = [
                one for one in looked_up if one not in direct and transport_of(one) not in self.discoveries
            ]
            if not fresh:
                raise wrong from None
            return await self._first(fresh, key)

    async def _look_up(self, addresses: Sequence[str]) -> list[str]:
        """Return what all discoveries know of a player."""
        found: list[str] = []

        async def ask(address: str) -> None:
            with suppress(Unreachable):
                found.extend(await self.discoveries[transport_of(address)].find(address))

        async with trio.open_nursery() as nursery:
            for address in addresses:
                nursery.start_soon(ask, address)
        return found

    async def _first(self, addresses: Sequence[str], key: bytes) -> Link:
        """Return the first link that comes about; raise `Unreachable` if none does."""
        found: list[Link] = []
        failures: dict[str, Message] = {}
        failed = [trio.Event() for _ in addresses]

        async def attempt(number: int, address: str) -> None:
            if number:
                with trio.move_on_after(STAGGER * number):
                    await failed[number - 1].wait()
            try:
                link = await self._try(address, key)
            except (Unreachable, LinkFault) as wrong:
                failures[address] = wrong.message
                failed[number].set()
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
        """Wait until some transport of these addresses can dial, or none of them will."""
        transports = {
            name: self.transports[name] for name in map(transport_of, addresses) if name in self.transports
        }

        async def wait_for(transport: Transport) -> None:
            with suppress(Unreachable):
                await transport.settled()
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for transport in transports.values():
                nursery.start_soon(wait_for, transport)

    async def _try(self, address: str, key: bytes) -> Link:
        transport = self.transports.get(transport_of(address))
        if transport is None:
            raise Unreachable(unknown(address))
        await transport.settled()
        with trio.move_on_after(transport.dial_time):
            pipe = await transport.dial(address)
            return await greet(self.player, pipe, key)
        raise Unreachable(messages.NOBODY_IN_TIME(place=Verbatim(address.partition("#")[0])))

    # -- keeping in touch --

    async def mesh(self, peer: Peer, known: Known = NOBODY) -> None:
        """Stay linked to all other players of a game, and tell them our addresses, until cancelled.

        ``known`` are addresses that the book may not have. A watcher stays linked to those it has of anybody.
        """
        genesis, own = peer.replica.genesis, self.player.identity.key
        peer.carried(self.statuses)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tell, peer)
            hinted = peer.book.hinted if peer.book is not None else ()
            for key in genesis.keys if own in genesis.keys else {*known, *hinted}:
                if key != own:
                    nursery.start_soon(self.keep, peer, key, known.get(key, ()))

    async def _tell(self, peer: Peer) -> None:
        """Keep our own entry in the book right: it may come back from others as it was once."""
        own, book = self.player.identity, peer.book
        self.findable(peer.replica.genesis.proposal.nonce)
        if book is None or own.key not in peer.replica.genesis.keys:
            return
        wait, told = FIRST_WAIT, self.addresses
        while True:
            if self.addresses and book.told(own.key) != self.addresses:
                wait, told = (
                    FIRST_WAIT if told != self.addresses else min(wait * 2, LAST_WAIT),
                    self.addresses,
                )
                peer.tell_address(await book.tell(own, self.addresses))
                # Another device of the same player may say otherwise: two must not talk each other down.
                await trio.sleep(wait)
            else:
                await peer.changed()

    async def keep(self, peer: Peer, key: bytes, addresses: Sequence[str] = ()) -> None:
        """Stay linked to one player until cancelled; ``addresses`` are tried after those of the book."""
        wait = FIRST_WAIT
        while True:
            if key in peer.connected:
                await peer.wait_until(lambda: key not in peer.connected)
                wait = FIRST_WAIT
            where = self._known(peer, key, addresses)
            if where and await self._once(peer, key, where):
                wait = FIRST_WAIT
            with trio.move_on_after(wait * self._jitter()):
                await self._news(peer, key, where, addresses)
            wait = min(wait * 2, LAST_WAIT)

    async def _news(self, peer: Peer, key: bytes, where: tuple[str, ...], more: Sequence[str]) -> None:
        """Wait until the player has come by itself, or has other addresses than these."""
        await peer.wait_until(lambda: key in peer.connected or self._known(peer, key, more) != where)

    def _known(self, peer: Peer, key: bytes, more: Sequence[str]) -> tuple[str, ...]:
        """Return the addresses of a player, those it told itself first."""
        told = peer.book.addresses(key) if peer.book is not None else ()
        return tuple(dict.fromkeys((*told, *more)))

    def _jitter(self) -> float:
        """Return a factor from 0.5 to 1: players who lost each other do not all come back at one moment."""
        return 0.5 + int.from_bytes(self.player.entropy(2), "big") / 2**17

    async def _once(self, peer: Peer, key: bytes, where: Sequence[str]) -> bool:
        """Dial a player once and serve the link to its end; tell whether one came about."""
        try:
            link = await self.dial(where, key)
        except Unreachable:
            return False
        try:
            await go_on(link, peer)
            await peer.attach(link)
        except LinkFault:
            return False
        finally:
            with trio.CancelScope(shield=True):
                await link.aclose()
        return True


_UNANSWERED: Final = (NOBODY_ANSWERS, NOBODY_BY_IROH, NOBODY_BY_TOR, messages.NOBODY_IN_TIME)
"""What says only that nobody is there."""


def fitting(groups: Sequence[Sequence[str]], most: int) -> list[str]:
    """Return the addresses of all transports, at most so many: of whoever has most of them the last are left out."""
    kept = [list(group) for group in groups]
    while sum(map(len, kept)) > most:
        max(kept, key=len).pop()
    return [address for group in kept for address in group]


def unknown(address: str) -> Message:
    """Return why an address cannot be dialled whose transport is not switched on."""
    ways = named_by((address,))
    place = address.partition("#")[0]
    if not ways:
        return messages.CANNOT_DIAL(place=Verbatim(place))
    return messages.NOT_SWITCHED_ON(place=Verbatim(place), way=Verbatim(ways[0]))


def instead(found: Sequence[str], told: Sequence[str]) -> list[str]:
    """Return the addresses with the hosts that the player wants told in place of those found."""
    if not told:
        return list(found)
    written = []
    for address in found:
        name, _, rest = address.partition(":")
        place, mark, pin = rest.partition("#")
        for one in told:
            host, port = _host_port(one, split_address(place)[1])
            new = f"{name}:{join_address(host, port)}{mark}{pin}"
            if len(new) > MAX_ADDRESS or not new.isascii() or not new.isprintable():
                raise BadValue(messages.ADDRESS_TO_TELL)
            written.append(new)
    return list(dict.fromkeys(written))


def _host_port(one: str, port: int) -> tuple[str, int]:
    """Return host and port of HOST or HOST:PORT, with this port where none is given."""
    if one.count(":") == 1 or (one.startswith("[") and "]:" in one):
        return split_address(one)
    host = one.strip("[]")
    if not host or host == ANY or any(character in host for character in " #/"):
        raise BadValue(messages.HOST_OR_PORT(address=Typed(one)))
    return host, port


def _nobody(addresses: Sequence[str], failures: dict[str, Message]) -> Message:
    """Return the sentence for a player whom none of the addresses leads to."""
    if not addresses:
        return messages.NO_ADDRESS_YET
    if len(addresses) == 1:
        return failures[addresses[0]]
    places = ", ".join(address.partition("#")[0] for address in addresses)
    other = [why for why in failures.values() if why.template not in _UNANSWERED]
    return messages.NOBODY_AT_ANY(
        number=Count(len(addresses)),
        places=Verbatim(places),
        why=other[0] if other else messages.IS_IT_RUNNING,
    )
