"""Who plays on this computer, and with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from p2pgames_protocol.log.genesis import Genesis, RulesOf
from p2pgames_protocol.log.proposal import NonceOf
from p2pgames_protocol.store.address_book import AddressBook
from p2pgames_protocol.store.handover import TakenSeat
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.codec import Entropy
from p2pgames_protocol.wire.hashing import digest
from p2pgames_protocol.wire.identity import Identity

Known: TypeAlias = Mapping[bytes, Sequence[str]]
"""Addresses of players by their keys, from an invite."""
NOBODY: Final[Known] = MappingProxyType({})


@dataclass(frozen=True)
class Player:
    """Who plays on this computer, and with what."""

    identity: Identity
    name: str
    home: Home
    entropy: Entropy
    rules_of: RulesOf

    def address_book(self, genesis: Genesis) -> AddressBook:
        """Return what is known of where the players of a game are; nothing is written yet."""
        file = self.home.store(genesis).path.with_suffix(".addresses")
        return AddressBook(file, genesis.game_id, genesis.keys)

    def taken_seat(self, genesis: Genesis) -> TakenSeat:
        """Return the note of who plays this player's seat in a game."""
        return TakenSeat(self.home, genesis)

    def own(self, genesis: Genesis) -> Identity | None:
        """Return the key pair of the seat that this player plays in a game, None for none; it reads files."""
        return self.taken_seat(genesis).own(self.identity)

    def nonces(self) -> NonceOf:
        """Return what makes this player's nonce for a proposal: random to others, the same whenever it is made here.

        So a client that was closed while the table filled up, or after, gets its own seat again. It depends on the
        whole proposal: no host can get one nonce for two tables.
        """
        device = self.home.device(self.entropy)
        return lambda proposal: self.identity.derive("join nonce", device + digest("table", proposal.body()))
