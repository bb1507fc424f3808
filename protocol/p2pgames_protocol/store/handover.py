"""What a seat consists of, as it is handed over: its seed, the log, which cards it opened, where the others are.

As a file it is sealed with the token of the line: whoever finds one of the two has nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from p2pgames.contract import Seat
from p2pgames.text import Refusal
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.decks import GivenShare
from p2pgames_protocol.log.genesis import Genesis, Refused, read_genesis
from p2pgames_protocol.log.records import Kind, Record, author
from p2pgames_protocol.store import disk, sentences
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import HASH_SIZE, MAX_BYTES, Malformed, digest, first_line, pack
from p2pgames_protocol.wire.identity import SEED_SIZE, Identity

MAGIC: Final = first_line("seat")
MAX_HANDOVER: Final = 8 * 1024 * 1024
"""Bytes; many times the longest game."""
MAX_SHARES: Final = 2**16
"""Of one seat in one game: those of some hundreds of the largest decks."""
NONCE: Final = 12
"""Bytes that ChaCha20-Poly1305 takes (RFC 8439)."""


class BadHandover(Refusal, ValueError):
    """This is no seat, or it cannot be taken over here; the message says what to do."""


# Who plays a seat in this home: the player who joined, one who took it over, or nobody once it is handed over.
#
# The seed of a seat that was taken over lies beside the game, readable by its owner alone. That one was handed over
# is noted in the state folder, so that a game file that is put back does not sign again.

TAKEN: Final = ".seat"
GIVEN: Final = ".given"


class TakenSeat:
    """The two files of one game. All methods block."""

    def __init__(self, home: Home, genesis: Genesis) -> None:
        """Name the files; nothing is touched."""
        self._home = home
        self._genesis = genesis
        store = home.store(genesis)
        self._seed = store.path.with_suffix(TAKEN)
        self._given = store.instance.with_suffix(GIVEN)

    @staticmethod
    def changed_games(home: Home) -> set[str]:
        """Return the ids of all games of which a seat was handed over or taken over here."""
        places = ((home.games, TAKEN), (home.state, GIVEN))
        return {file.stem for folder, ending in places for file in folder.glob(f"*{ending}")}

    def own(self, identity: Identity) -> Identity | None:
        """Return the key pair of the seat that this player plays; None for none, and for one that was handed over."""
        if self.is_given:
            return None
        return self.taken() or self._genesis.own(identity)

    def taken(self) -> Identity | None:
        """Return the key pair of a seat that was taken over; None if none was, or its file is damaged."""
        with suppress(OSError):
            seed = disk.read_file(self._seed)
            if len(seed) == SEED_SIZE and (found := Identity(seed)).key in self._genesis.keys:
                return found
        return None

    @property
    def is_given(self) -> bool:
        """Whether the seat was handed over: then nothing is signed here any more."""
        return self._given.exists()

    @property
    def token(self) -> bytes:
        """What the line that gave it away opens with; empty if none did."""
        try:
            return disk.read_file(self._given)
        except OSError:
            return b""

    def note_handed_over(self, token: bytes) -> None:
        """Note that the seat was handed over; when this returns that survives a crash. Raises `HomeError`."""
        self._home.write(self._given, token)

    def store_seed(self, seat: Identity) -> None:
        """Keep the seed of a seat that is taken over; it survives a crash. Raises `HomeError`."""
        self._home.write(self._seed, seat.seed())

    def play(self) -> None:
        """Have the seat played here, also if it had been handed over from here before."""
        self._given.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Handover:
    """A seat as it is handed over. Its bytes are secret."""

    seat: Identity
    genesis: Genesis
    records: tuple[Record, ...]
    """Those of the file, the genesis first."""
    given: tuple[GivenShare, ...]
    book: bytes = b""
    """The address book, as its file holds it."""

    def __repr__(self) -> str:
        return f"Handover({self.seat!r})"

    @property
    def number(self) -> Seat:
        """The number of the seat."""
        return self.genesis.keys.index(self.seat.key)

    def pack(self) -> bytes:
        """Return the bytes that a successor is given."""
        head = pack(
            (self.seat.seed(), len(self.given), self.book if len(self.book) < MAX_BYTES // 2 else b"")
        )
        parts = (head, *(one.pack() for one in self.given), *(record.pack() for record in self.records))
        return MAGIC + b"".join(map(logfile.frame, parts))

    def write_game(self, home: Home, identity: Identity, instance_id: bytes) -> None:
        """Write the game into a home, whose player plays this seat from then on.

        After a crash it can be taken again: the seed comes first, so that no game is there without it, and the file
        last; whoever had handed this seat over before signs again only when all of it is there.

        Raises `BadHandover` if the player has a seat at that table already, `HomeError` if it cannot be written.
        """
        files, store = TakenSeat(home, self.genesis), home.store(self.genesis)
        mine, began = files.own(identity), files.taken()
        again = began is not None and began.key == self.seat.key and not store.path.exists()
        if mine is not None and not again:
            raise BadHandover(sentences.HAVE_A_SEAT)
        home.make()
        files.store_seed(self.seat)
        signed = [one for one in self.records if one.kind is Kind.GENESIS or author(one) == self.number]
        store.adopt(instance_id, signed)
        store.release(set(self.given) - set(store.given_shares()))
        if self.book:
            home.write(store.path.with_suffix(".addresses"), self.book)
        store.create(self.records, instance_id, signed)
        files.play()


def of_store(seat: Identity, genesis: Genesis, store: Store, book: bytes = b"") -> Handover:
    """Return a seat as its store has it; raises as the store does."""
    records, _ = store.open()
    return Handover(seat, genesis, tuple(records), tuple(store.given_shares()), book)


def read_handover(data: bytes) -> Handover:
    """Return the seat in these bytes; raise `BadHandover` if there is none. Its records are heard when it is played."""
    if len(data) > MAX_HANDOVER or not data.startswith(MAGIC):
        raise BadHandover(sentences.NO_SEAT)
    try:
        head, *rest = logfile.split(data, MAGIC).payloads
        seed, count, book = fields.unpacked(head, 3, sentences.A_SEAT)
        shares = fields.integer(count, MAX_SHARES, sentences.A_SEAT)
        seat = Identity(fields.binary(seed, SEED_SIZE, sentences.A_SEAT))
        given = tuple(map(GivenShare.read, rest[:shares]))
        records = tuple(map(Record.read, rest[shares:]))
        genesis = read_genesis(records[0].body if records and records[0].kind is Kind.GENESIS else b"")
        if seat.key not in genesis.keys:
            raise BadHandover(sentences.NO_SEAT)
        return Handover(seat, genesis, records, given, fields.some_binary(book, sentences.BOOK))
    except (logfile.Damaged, Malformed, Refused, ValueError):
        raise BadHandover(sentences.NO_SEAT) from None


def seal(data: bytes, token: bytes, entropy: Callable[[int], bytes]) -> bytes:
    """Return the file of a seat, which only the line with this token opens."""
    nonce = entropy(NONCE)
    return MAGIC + nonce + ChaCha20Poly1305(_key(token)).encrypt(nonce, data, MAGIC)


def unseal(sealed: bytes, token: bytes) -> bytes:
    """Return what a file of a seat holds; raise `BadHandover` if it is not one, or of another line."""
    if len(sealed) > MAX_HANDOVER + HASH_SIZE + NONCE or not sealed.startswith(MAGIC):
        raise BadHandover(logfile.what_it_is(sealed) or sentences.NO_SEAT)
    nonce, rest = sealed[len(MAGIC) :][:NONCE], sealed[len(MAGIC) + NONCE :]
    try:
        return ChaCha20Poly1305(_key(token)).decrypt(nonce, rest, MAGIC)
    except (InvalidTag, ValueError):
        raise BadHandover(sentences.OTHER_LINE) from None


def _key(token: bytes) -> bytes:
    return digest("seat file", token)
