"""Finding the other players of a table, and finding them again: every player dials every other, and answers all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import trio

from p2pgames.text import Message
from p2pgames_protocol.discovery.discovery import Discovery
from p2pgames_protocol.net.address_sharing import FIRST_WAIT, LAST_WAIT, AddressSharing
from p2pgames_protocol.net.dialer import Dialer
from p2pgames_protocol.net.door import Door, go_on
from p2pgames_protocol.net.link import LinkFault
from p2pgames_protocol.net.listener import Listener
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.store.player import NOBODY, Known, Player
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.transport import Transport, Unreachable

NEWS_WAIT: Final = 5.0
"""Seconds after an attempt before new addresses of a player are tried."""


class Network:
    """Our end of all connections: the door that answers, the dialling, and staying linked to everybody."""

    def __init__(
        self,
        player: Player,
        transports: Sequence[Transport],
        door: Door,
        discoveries: Sequence[Discovery] = (),
        mapper: Mapper | None = None,
    ) -> None:
        self.player = player
        self.door = door
        self.transports = {transport.name: transport for transport in transports}
        self.discoveries = {discovery.name: discovery for discovery in discoveries}
        self.mapper = mapper
        self.sharing = AddressSharing(self.discoveries)
        self.listener = Listener(door, self.transports, self.discoveries, self.sharing, mapper)
        self.dialer = Dialer(player, self.transports, self.discoveries)

    def about(self) -> list[tuple[str, Message]]:
        """Return the names of what is switched on and has something to say, with what it shows others of us."""
        every: list[Transport | Discovery] = [*self.transports.values(), *self.discoveries.values()]
        told = [(one.name, said) for one in every if (said := one.about())]
        mapped = self.mapper.said if self.mapper is not None else None
        return [*told, ("map-port", mapped)] if mapped else told

    async def mesh(self, peer: Peer, known: Known = NOBODY) -> None:
        """Stay linked to all other players of a game, and tell them our addresses, until cancelled.

        ``known`` are addresses that the address book may not have. A watcher stays linked to those it has of anybody.
        """
        genesis = peer.replica.genesis
        own = peer.links.identity
        known = {genesis.seat_key(key): addresses for key, addresses in known.items()}
        peer.links.carried(self.listener.statuses)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_until_given, peer, nursery.cancel_scope)
            nursery.start_soon(self.sharing.keep_told, peer, own)
            hinted = peer.address_book.hinted if peer.address_book is not None else ()
            for key in genesis.keys if own is not None else {*known, *hinted}:
                if own is None or key != own.key:
                    nursery.start_soon(self.keep, peer, key, known.get(key, ()))

    async def keep(self, peer: Peer, key: bytes, addresses: Sequence[str] = ()) -> None:
        """Stay linked to one player until cancelled; ``addresses`` are tried after those of the address book."""
        wait = FIRST_WAIT
        while True:
            if key in peer.links.connected:
                await peer.wait_until(lambda: key not in peer.links.connected)
                wait = FIRST_WAIT
            where = self._known(peer, key, addresses)
            if where and await self._once(peer, key, where):
                wait = FIRST_WAIT
            # A player who names new addresses again and again shall not have others dialled again and again.
            pause = wait * self._jitter()
            least = min(pause, NEWS_WAIT)
            with trio.move_on_after(least):
                await peer.wait_until(lambda: key in peer.links.connected)
            with trio.move_on_after(pause - least):
                await self._news(peer, key, where, addresses)
            wait = min(wait * 2, LAST_WAIT)

    async def _news(self, peer: Peer, key: bytes, where: tuple[str, ...], more: Sequence[str]) -> None:
        """Wait until the player has come by itself, or has other addresses than these."""
        await peer.wait_until(lambda: key in peer.links.connected or self._known(peer, key, more) != where)

    def _known(self, peer: Peer, key: bytes, more: Sequence[str]) -> tuple[str, ...]:
        """Return the addresses of a player, those it told itself first."""
        told = peer.address_book.addresses(key) if peer.address_book is not None else ()
        return tuple(dict.fromkeys((*told, *more)))

    def _jitter(self) -> float:
        """Return a factor from 0.5 to 1: players who lost each other do not all come back at one moment."""
        return 0.5 + int.from_bytes(self.player.entropy(2), "big") / 2**17

    async def _once(self, peer: Peer, key: bytes, where: Sequence[str]) -> bool:
        """Dial a player once and serve the link to its end; tell whether one came about."""
        try:
            link = await self.dialer.dial(where, key, peer.links.identity)
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


async def _until_given(peer: Peer, scope: trio.CancelScope) -> None:
    """Dial nobody any more once the seat is handed over: its key is another's now, and of one key there is one link."""
    await peer.wait_until(lambda: peer.live.writer.given)
    scope.cancel()
