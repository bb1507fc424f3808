"""The address book of one game: where each player can be reached, as each has signed it.

Records are passed on from link to link, so players find one another again when addresses change. Each has a
number that only grows; of two the one with the larger number holds. The book lies beside the game's log. It
holds one record for every seat and no more, and what an invite said of a player who has told nothing yet.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from p2pgames_protocol.store import disk, sentences
from p2pgames_protocol.store.disk import write_whole
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.address import read_addresses
from p2pgames_protocol.wire.codec import Malformed, pack, unpack
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, verify
from p2pgames_protocol.wire.sentences import A_RECORD, KEY, SIGNATURE

MAX_COUNTER: Final = 2**32 - 1
TAG: Final = "address"


@dataclass(frozen=True, slots=True)
class Entry:
    """What one player has signed about where it can be reached."""

    key: bytes
    counter: int
    addresses: tuple[str, ...]
    record: bytes
    """The encoding with the signature."""

    @classmethod
    def sign(cls, identity: Identity, game: bytes, counter: int, addresses: tuple[str, ...]) -> Entry:
        """Return a new entry of this player for this game."""
        body = pack((identity.key, counter, addresses))
        return cls(identity.key, counter, addresses, pack((body, identity.sign(TAG, game, body))))

    @classmethod
    def read(cls, record: bytes, game: bytes) -> Entry:
        """Decode a record; raise `Malformed` if it is broken or not signed by its key for this game."""
        body, signature = fields.unpacked(record, 2, sentences.ADDRESS_RECORD)
        body = fields.some_binary(body, sentences.ADDRESS_RECORD)
        key, counter, addresses = fields.unpacked(body, 3, sentences.ADDRESS_RECORD)
        key = fields.binary(key, KEY_SIZE, KEY)
        signature = fields.binary(signature, SIGNATURE_SIZE, SIGNATURE)
        counter = fields.integer(counter, MAX_COUNTER, sentences.ADDRESS_NUMBER)
        read = cls(key, counter, read_addresses(addresses), record)
        if not verify(key, signature, TAG, game, body):
            raise Malformed(sentences.UNSIGNED_ADDRESS)
        return read


class AddressBook:
    """The newest entry of every player at one table."""

    def __init__(self, path: Path, game: bytes, keys: Collection[bytes]) -> None:
        """Open the book, empty if its file is missing or broken: then the players tell anew."""
        self.path = path
        self.game = game
        self.keys = frozenset(keys)
        self._entries: dict[bytes, Entry] = {}
        self._hints: dict[bytes, tuple[str, ...]] = {}
        self._writing = trio.Lock()
        self.damaged = False
        """Whether there was a file that could not be read: then the others must be found by other means."""
        self._load()

    def _load(self) -> None:
        try:
            records, hints = fields.array(unpack(disk.read(self.path)), 2, sentences.BOOK)
            for record in fields.some_array(records, len(self.keys), sentences.RECORDS):
                self._take(Entry.read(fields.some_binary(record, A_RECORD), self.game))
            for hint in fields.some_array(hints, len(self.keys), sentences.HINTS):
                key, addresses = fields.array(hint, 2, sentences.A_HINT)
                self._hints[fields.binary(key, KEY_SIZE, KEY)] = read_addresses(addresses)
        except FileNotFoundError:
            return
        except (OSError, Malformed):
            self.damaged = True

    def _take(self, entry: Entry) -> bool:
        if entry.key not in self.keys:
            raise Malformed(sentences.SEATLESS_ADDRESS)
        known = self._entries.get(entry.key)
        if known is not None and known.counter >= entry.counter:
            return False
        self._entries[entry.key] = entry
        return True

    def addresses(self, key: bytes) -> tuple[str, ...]:
        """Return where a player said it can be reached, then where it was hinted to be; empty if neither is known."""
        return tuple(dict.fromkeys((*self.told(key), *self._hints.get(key, ()))))

    def told(self, key: bytes) -> tuple[str, ...]:
        """Return where a player said it can be reached; empty if it said nothing yet."""
        return self._entries[key].addresses if key in self._entries else ()

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

    def read(self, record: bytes) -> Entry:
        """Return the entry in a record; raise `Malformed` if it is not signed by its player for this game."""
        return Entry.read(record, self.game)

    async def hear(self, entry: Entry) -> bool:
        """Take in an entry and return whether it is newer than what is here; raise `Malformed` if it has no seat."""
        new = self._take(entry)
        if new:
            await self._keep()
        return new

    async def hint(self, key: bytes, addresses: tuple[str, ...]) -> None:
        """Keep where an invite says that a player is, or where we listen ourselves; it is passed on to nobody."""
        if key in self.keys and self._hints.get(key) != addresses:
            self._hints[key] = addresses
            await self._keep()

    async def tell(self, identity: Identity, addresses: tuple[str, ...]) -> bytes:
        """Sign and keep where this player can be reached; return the record to pass on."""
        known = self._entries.get(identity.key)
        if known is None or known.addresses != addresses:
            counter = known.counter + 1 if known is not None else 0
            self._take(Entry.sign(identity, self.game, counter, addresses))
            await self._keep()
        return self._entries[identity.key].record

    def for_others(self, own: bytes) -> bytes:
        """Return the book as a file for the successor of a player, without the places where that player listened."""
        return pack((tuple(self.records()), tuple(hint for hint in self._hints.items() if hint[0] != own)))

    async def _keep(self) -> None:
        """Write the book in one step. What cannot be written is told again by the players."""
        async with self._writing:
            with suppress(OSError):
                await trio.to_thread.run_sync(self._write, self._packed())

    def _packed(self) -> bytes:
        return pack((tuple(self.records()), tuple(self._hints.items())))

    def _write(self, data: bytes) -> None:
        write_whole(self.path, data, 0o600)
