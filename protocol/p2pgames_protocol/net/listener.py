"""Answering: the places at which our transports listen, and what becomes of them when this computer moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from p2pgames_protocol.discovery.discovery import Discovery
from p2pgames_protocol.net.address_sharing import AddressSharing, instead
from p2pgames_protocol.net.door import Door
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.transport import Transport, TransportStatus
from p2pgames_protocol.wire.address import ANY, host_of, transport_of

ROUTER: Final = "router"
"""Stands among the places where the router forwards a port."""


@dataclass
class Served:
    """A place at which one transport listens."""

    transport: Transport
    place: str
    opened: tuple[str, ...] = ()
    """Its addresses, once it does."""
    outside: tuple[str, ...] = ()
    """Those of the router that lead here."""

    @property
    def where(self) -> str:
        """The place, with the port that was found once it is open."""
        return self.transport.place(self.place, self.opened) if self.opened else self.place


class Listener:
    """Runs transports and discoveries, and lets the door answer whoever comes."""

    def __init__(
        self,
        door: Door,
        transports: Mapping[str, Transport],
        discoveries: Mapping[str, Discovery],
        sharing: AddressSharing,
        mapper: Mapper | None,
    ) -> None:
        self._door = door
        self._transports = transports
        self._discoveries = discoveries
        self._sharing = sharing
        self._mapper = mapper
        self._served: list[Served] = []
        self._instead: Sequence[str] = ()
        self.places: tuple[str, ...] = ()
        """Where we listen, as it can be asked for again: with the port that was found."""
        self.noted: tuple[str, ...] = ()
        """The same, and what is switched on besides, for when the game is resumed."""
        self.running = trio.Event()
        """Set as soon as the transports can dial; they begin to listen after that."""
        self.told: Callable[[], None] = lambda: None
        """Called when ``statuses`` has changed."""

    @property
    def statuses(self) -> Mapping[str, TransportStatus]:
        """The status of the transports that need something before they can dial, by their names."""
        return {name: one.status for name, one in self._transports.items() if one.status.text}

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
        self._served = [Served(*self._transport(where)) for where in wheres]
        self._instead = told
        # At once: a client killed before all of them are open can then go on by the same ways.
        self._note()
        async with trio.open_nursery() as nursery:
            for served in self._served:
                served.transport.prepare(served.place)
            for transport in self._transports.values():
                await nursery.start(transport.run)
                nursery.start_soon(self._watch, transport)
            for discovery in self._discoveries.values():
                await nursery.start(discovery.run)
            self.running.set()
            async with trio.open_nursery() as opening:
                for served in self._served:
                    opening.start_soon(self._open, nursery, served)
            self._note()
            self._reckon()
            for served in self._served:
                nursery.start_soon(self._follow, served)
            task_status.started(self._sharing.addresses)

    def _note(self) -> None:
        """Note where we listen, as far as it is known, and what is switched on."""
        self.places = tuple(f"{one.transport.name}:{one.where}" for one in self._served)
        on = [*self._discoveries, *([ROUTER] if any(one.outside for one in self._served) else [])]
        self.noted = self._door.places = (*self.places, *(f"{name}:on" for name in on))

    async def _watch(self, transport: Transport) -> None:
        """Tell the players here whenever the status of a transport changes."""
        while True:
            await transport.changed()
            if self._door.peer is not None:
                self._door.peer.links.carried(self.statuses)
            self.told()

    async def _open(self, nursery: trio.Nursery, served: Served) -> None:
        """Begin to listen at a place, and have the router forward its port; no transport waits for another one."""
        served.opened = await nursery.start(served.transport.listen, served.place, self._door.answer)
        if self._mapper is not None and served.transport.has_hosts:
            served.outside = await self._mapper.outside(nursery, served.opened[0])

    def _reckon(self) -> None:
        """Work out where others can reach us from what was opened."""
        found = [
            instead((*one.outside, *one.opened), self._instead)
            if one.transport.has_hosts
            else list(one.opened)
            for one in self._served
        ]
        self._sharing.opened([address for one in self._served for address in one.opened], found)

    async def _follow(self, served: Served) -> None:
        """Note it when the computer comes to another network: the other players are told, and dead links are cut."""
        while True:
            now = await served.transport.moved(served.place, served.opened)
            # Transports without hosts keep their own links alive.
            hosts = served.transport.has_hosts
            gone = set(map(host_of, served.opened)) - set(map(host_of, now)) if hosts else set()
            served.opened = now
            self._reckon()
            if self._door.peer is not None:
                self._door.peer.links.cut(gone)

    def everywhere(self, wheres: Sequence[str]) -> tuple[str, ...]:
        """Return these places, and any at all for each transport that they do not name."""
        named = {self._transport(where)[0].name for where in wheres}
        return (*wheres, *(f"{name}:{ANY}:0" for name in self._transports if name not in named))

    def _transport(self, where: str) -> tuple[Transport, str]:
        name = transport_of(where)
        if name in self._transports:
            return self._transports[name], where.removeprefix(f"{name}:")
        return next(iter(self._transports.values())), where
