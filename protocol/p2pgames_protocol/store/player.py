"""Who plays on this computer and with what, and where they can reach the other players of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

import trio

from p2pgames_protocol.log.genesis import MAX_SEATS, Genesis, NonceOf, RulesOf
from p2pgames_protocol.store import disk, sentences
from p2pgames_protocol.store.disk import write_whole
from p2pgames_protocol.store.handover import TakenSeat
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.address import MAX_ADDRESSES, is_local, read_addresses
from p2pgames_protocol.wire.codec import Entropy, Malformed, digest, pack, unpack
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, verify
from p2pgames_protocol.wire.sentences import A_RECORD, KEY, SIGNATURE

Known: TypeAlias = Mapping[bytes, Sequence[str]]
"""Addresses of players by their keys, from an invite."""
NOBODY: Final[Known] = MappingProxyType({})


# The address book of one game: where each player can be reached, as each has signed it.
#
# Records are passed on from link to link, so players find one another again when addresses change. Each has a
# number that only grows; of two the one with the larger number holds. The book lies beside the game's log. It holds
# one record for every seat and no more, and what an invite said of a player who has told nothing yet.

MAX_COUNTER: Final = 2**32 - 1
"""As large as the number of a round (SPEC 2.6)."""
ADDRESS_TAG: Final = "address"


@dataclass(frozen=True, slots=True)
class AddressRecord:
    """What one player has signed about where it can be reached."""

    key: bytes
    counter: int
    addresses: tuple[str, ...]
    record: bytes
    """The encoding with the signature."""

    @classmethod
    def sign(cls, identity: Identity, game: bytes, counter: int, addresses: tuple[str, ...]) -> AddressRecord:
        """Return a new entry of this player for this game."""
        body = pack((identity.key, counter, addresses))
        return cls(identity.key, counter, addresses, pack((body, identity.sign(ADDRESS_TAG, game, body))))

    @staticmethod
    def named(record: bytes) -> tuple[bytes, int]:
        """Return key and number of a record that nobody has verified; raise `Malformed` if it is broken."""
        body, _ = fields.unpacked(record, 2, sentences.ADDRESS_RECORD)
        body = fields.some_binary(body, sentences.ADDRESS_RECORD)
        key, counter, _ = fields.unpacked(body, 3, sentences.ADDRESS_RECORD)
        return fields.binary(key, KEY_SIZE, KEY), fields.integer(
            counter, MAX_COUNTER, sentences.ADDRESS_NUMBER
        )

    @classmethod
    def read(cls, record: bytes, game: bytes) -> AddressRecord:
        """Decode a record; raise `Malformed` if it is broken or not signed by its key for this game."""
        body, signature = fields.unpacked(record, 2, sentences.ADDRESS_RECORD)
        body = fields.some_binary(body, sentences.ADDRESS_RECORD)
        key, counter, addresses = fields.unpacked(body, 3, sentences.ADDRESS_RECORD)
        key = fields.binary(key, KEY_SIZE, KEY)
        signature = fields.binary(signature, SIGNATURE_SIZE, SIGNATURE)
        counter = fields.integer(counter, MAX_COUNTER, sentences.ADDRESS_NUMBER)
        read = cls(key, counter, read_addresses(addresses), record)
        if not verify(key, signature, ADDRESS_TAG, game, body):
            raise Malformed(sentences.UNSIGNED_ADDRESS)
        return read


Vouches: TypeAlias = Callable[[str], bool]


def vouches_for_nobody(_address: str) -> bool:
    """Vouch for no address."""
    return False


def without_hints(book: bytes, vouches: Vouches) -> bytes:
    """Return a book that somebody else has kept, with those of its hints for which the link vouches that brought it.

    What is no book comes back empty.
    """
    try:
        records, hints = fields.array(unpack(book), 2, sentences.BOOK)
        read = [
            fields.array(one, 2, sentences.A_HINT)
            for one in fields.some_array(hints, MAX_SEATS, sentences.HINTS)
        ]
        kept = [(key, tuple(filter(vouches, read_addresses(addresses)))) for key, addresses in read]
        return pack((records, tuple(one for one in kept if one[1])))
    except Malformed:
        return b""


class AddressBook:
    """The newest entry of every player at one table."""

    def __init__(self, path: Path, game: bytes, keys: Collection[bytes]) -> None:
        """Open the book, empty if its file is missing or broken: then the players tell anew."""
        self.path = path
        self.game = game
        self.keys = frozenset(keys)
        self._entries: dict[bytes, AddressRecord] = {}
        self._hints: dict[bytes, tuple[str, ...]] = {}
        self._vouched: dict[bytes, tuple[str, ...]] = {}
        """Local addresses in the newest entries, for which the links vouch over which these came."""
        self._writing = trio.Lock()
        self.damaged = False
        """Whether there was a file that could not be read: then the others must be found by other means."""
        self._load()

    def _load(self) -> None:
        try:
            records, hints = fields.array(unpack(disk.read_file(self.path)), 2, sentences.BOOK)
            for record in fields.some_array(records, len(self.keys), sentences.RECORDS):
                self._take(AddressRecord.read(fields.some_binary(record, A_RECORD), self.game))
            for hint in fields.some_array(hints, len(self.keys), sentences.HINTS):
                key, addresses = fields.array(hint, 2, sentences.A_HINT)
                self._hints[fields.binary(key, KEY_SIZE, KEY)] = read_addresses(addresses)
        except FileNotFoundError:
            return
        except (OSError, Malformed):
            self.damaged = True

    def _take(self, entry: AddressRecord) -> bool:
        if entry.key not in self.keys:
            raise Malformed(sentences.SEATLESS_ADDRESS)
        known = self._entries.get(entry.key)
        if known is not None and known.counter >= entry.counter:
            return False
        self._entries[entry.key] = entry
        self._vouched.pop(entry.key, None)
        return True

    def addresses(self, key: bytes) -> tuple[str, ...]:
        """Return where a player said it can be reached, then where it was hinted to be; empty if neither is known."""
        return tuple(dict.fromkeys((*self.addresses_of(key), *self._hints.get(key, ()))))

    def addresses_of(self, key: bytes) -> tuple[str, ...]:
        """Return where a player said it can be reached; empty if it said nothing yet."""
        return self._entries[key].addresses if key in self._entries else ()

    def trusted(self, key: bytes) -> tuple[str, ...]:
        """Return which addresses of a player are dialled wherever they lead: hints, and what a link vouches for."""
        return tuple(dict.fromkeys((*self._vouched.get(key, ()), *self._hints.get(key, ()))))

    def hint_of(self, key: bytes) -> tuple[str, ...]:
        """Return what was hinted of a player, of ourselves where we listened; empty if nothing was."""
        return self._hints.get(key, ())

    @property
    def hinted(self) -> frozenset[bytes]:
        """The players for whom there is a hint."""
        return frozenset(self._hints)

    def records(self) -> list[bytes]:
        """Return all entries as they are passed on."""
        return [entry.record for entry in self._entries.values()]

    def read_record(self, record: bytes) -> AddressRecord:
        """Return the entry in a record; raise `Malformed` if it is not signed by its player for this game."""
        return AddressRecord.read(record, self.game)

    def is_new(self, key: bytes, counter: int) -> bool:
        """Tell whether an entry of this player with this number would be newer than what is here."""
        return key not in self._entries or self._entries[key].counter < counter

    async def receive(self, entry: AddressRecord, vouches: Vouches = vouches_for_nobody) -> bool:
        """Take in an entry and return whether it is newer than what is here; raise `Malformed` if it has no seat.

        ``vouches`` tells of an address whether the link over which the entry came vouches for it.
        """
        new = self._take(entry)
        if new:
            self._vouched[entry.key] = tuple(one for one in entry.addresses if is_local(one) and vouches(one))
            await self._keep()
        return new

    async def hint(self, key: bytes, addresses: tuple[str, ...]) -> None:
        """Keep where an invite says that a player is, or where we listen ourselves; it is passed on to nobody."""
        if key in self.keys and self._hints.get(key) != addresses:
            self._hints[key] = addresses
            await self._keep()

    async def sign_own(self, identity: Identity, addresses: tuple[str, ...], step: int = 0) -> bytes:
        """Sign and keep where this player can be reached; return the record to pass on.

        With a ``step`` it is signed anew in any case, with a number larger by so much.
        """
        known = self._entries.get(identity.key)
        if known is None or step or known.addresses != addresses:
            counter = min(known.counter + (step or 1), MAX_COUNTER) if known is not None else 0
            self._take(AddressRecord.sign(identity, self.game, counter, addresses))
            await self._keep()
        return self._entries[identity.key].record

    def for_others(self, own: bytes) -> bytes:
        """Return the book as a file for the successor of a player, without the places where that player listened."""
        return pack((tuple(self.records()), tuple(hint for hint in self._kept() if hint[0] != own)))

    def _kept(self) -> tuple[tuple[bytes, tuple[str, ...]], ...]:
        """Return what is dialled wherever it leads; of ourselves, where we listened."""
        keys = dict.fromkeys((*self._hints, *self._vouched))
        kept = ((key, self.trusted(key)[:MAX_ADDRESSES]) for key in keys)
        return tuple((key, addresses) for key, addresses in kept if addresses)

    async def _keep(self) -> None:
        """Write the book in one step. What cannot be written is told again by the players."""
        async with self._writing:
            with suppress(OSError):
                book = pack((tuple(self.records()), self._kept()))
                await trio.to_thread.run_sync(write_whole, self.path, book, 0o600)


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
