"""Our own addresses: which of them the others are told, and how they are kept right with everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import trio

from p2pgames.text import BadValue, Typed
from p2pgames_protocol.discovery.discovery import Discovery, OpenTable
from p2pgames_protocol.net import messages
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.wire.address import (
    ANY,
    MAX_ADDRESS,
    MAX_ADDRESSES,
    join_address,
    split_address,
    transport_of,
)
from p2pgames_protocol.wire.identity import Identity

FIRST_WAIT: Final = 0.5
LAST_WAIT: Final = 30.0
"""Seconds between attempts, to reach a player or to put the address book right: the first, doubling up to the last."""


class AddressSharing:
    """Where others can reach us, and by which discoveries they find that out."""

    def __init__(self, discoveries: Mapping[str, Discovery]) -> None:
        self._discoveries = discoveries
        self.addresses: tuple[str, ...] = ()
        """Where others can reach us, once we serve."""
        self._table = b""
        self._found_by: tuple[str, ...] = ()
        self._own: tuple[str, ...] = ()
        """Where neighbours can reach us, whatever is told to others."""

    def opened(self, own: Sequence[str], told: Sequence[Sequence[str]]) -> None:
        """Note what was opened, and what of it others are told by each transport; it is looked up anew from now on."""
        self._own = tuple(own)
        self._are(fitting(told, MAX_ADDRESSES - len(self._discoveries)))
        if self._table:
            self.findable(self._table)

    def _are(self, addresses: Sequence[str]) -> None:
        self.addresses = (*addresses, *self._found_by)

    def findable(self, table: bytes) -> None:
        """Let others look us up at the table of this nonce, by addresses that are told them with the rest."""
        self._table = table
        reachable = [one for one in self.addresses if one not in self._found_by]
        if reachable:
            for discovery in self._discoveries.values():
                discovery.tell(table, self._own if discovery.is_near else reachable)
            self._found_by = tuple(discovery.address(table) for discovery in self._discoveries.values())
            self._are(reachable)

    @property
    def invited(self) -> tuple[str, ...]:
        """What of our addresses stands in invites: who was invited need not be a neighbour."""
        near = {discovery.name for discovery in self._discoveries.values() if discovery.is_near}
        return tuple(one for one in self.addresses if transport_of(one) not in near)

    @property
    def shows(self) -> bool:
        """Whether strangers can see that a table is open."""
        return any(discovery.is_near for discovery in self._discoveries.values())

    def show(self, table: OpenTable | None) -> None:
        """Let strangers see that a table is open, or with None no longer, where a discovery does that."""
        for discovery in self._discoveries.values():
            discovery.show(table)

    async def keep_told(self, peer: Peer, own: Identity | None) -> None:
        """Keep our seat's entry in the address book up to date, until cancelled: others may send an old one."""
        book = peer.address_book
        self.findable(peer.replica.genesis.proposal.nonce)
        if book is None or own is None:
            return
        wait, told = FIRST_WAIT, self.addresses
        while True:
            if self.addresses and book.told(own.key) != self.addresses:
                wait, told = (
                    FIRST_WAIT if told != self.addresses else min(wait * 2, LAST_WAIT),
                    self.addresses,
                )
                peer.links.tell_address(await book.tell(own, self.addresses))
                # Another device of the same player may say otherwise: two must not talk each other down.
                await trio.sleep(wait)
            else:
                await peer.wait_until(lambda: bool(self.addresses) and book.told(own.key) != self.addresses)


def fitting(groups: Sequence[Sequence[str]], most: int) -> list[str]:
    """Return the addresses of all transports, at most this many: the transport with the most loses its last ones."""
    kept = [list(group) for group in groups]
    while sum(map(len, kept)) > most:
        max(kept, key=len).pop()
    return [address for group in kept for address in group]


def instead(found: Sequence[str], told: Sequence[str]) -> list[str]:
    """Return the addresses with the hosts that the player wants to announce in place of those found."""
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
