"""A record of the DHT: the address that leads to it, and its encryption's sizes."""

from __future__ import annotations

from base64 import b32decode, b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha512
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from p2pgames_protocol.discovery import messages
from p2pgames_protocol.wire.address import read_addresses
from p2pgames_protocol.wire.codec import Malformed, pack, unpack
from p2pgames_protocol.wire.hashing import digest
from p2pgames_protocol.wire.identity import Identity, is_valid_key

SECRET_SIZE: Final = 16
NONCE_SIZE: Final = 12
PLAIN: Final = 700
"""Bytes of every record before encryption: how many addresses there are does not show. BEP 44 allows 1,000."""
RECORD: Final = NONCE_SIZE + PLAIN + 16


@dataclass(frozen=True, slots=True)
class RecordLocation:
    """What an address says: under which key the record lies, and what it is encrypted with."""

    key: bytes
    secret: bytes

    def text(self) -> str:
        """Return the address."""
        return f"dht:{_written(self.key)}.{_written(self.secret)}"

    def _cipher(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(digest("dht record", self.secret, self.key))

    def lock(self, addresses: Sequence[str], nonce: bytes) -> bytes:
        """Return the record of these addresses, without the last ones where they are too long."""
        kept = list(addresses)
        while len(body := pack(tuple(kept))) > PLAIN - 2:
            kept.pop()
        plain = len(body).to_bytes(2, "big") + body
        return nonce + self._cipher().encrypt(nonce, plain.ljust(PLAIN, b"\0"), self.key)

    def unlock(self, record: bytes) -> tuple[str, ...]:
        """Return the addresses in a record; raise `Malformed` if it does not belong to this key and secret."""
        if len(record) != RECORD:
            raise Malformed(messages.DHT_LENGTH)
        try:
            plain = self._cipher().decrypt(record[:NONCE_SIZE], record[NONCE_SIZE:], self.key)
        except InvalidTag:
            raise Malformed(messages.DHT_ENCRYPTED) from None
        length = int.from_bytes(plain[:2], "big")
        return read_addresses(unpack(plain[2 : 2 + length]))


def seed_of(identity: Identity, table: bytes) -> bytes:
    """Return the seed of the key under which this identity keeps its record at this table."""
    return identity.derive("dht key", table)


def location(identity: Identity, table: bytes) -> RecordLocation:
    """Return where the record of this identity at this table lies, and what opens it."""
    key = Identity(seed_of(identity, table)).key
    return RecordLocation(key, identity.derive("dht secret", table)[:SECRET_SIZE])


def read(address: str) -> RecordLocation:
    """Return what an address says; raise ValueError if it is not one."""
    key, _, secret = address.removeprefix("dht:").partition(".")
    place = RecordLocation(_unwritten(key), _unwritten(secret))
    if len(place.secret) != SECRET_SIZE or not is_valid_key(place.key) or place.text() != address:
        raise ValueError("An address of the DHT is KEY.SECRET.")
    return place


def _written(data: bytes) -> str:
    return b32encode(data).decode("ascii").rstrip("=")


def _unwritten(text: str) -> bytes:
    return b32decode(text + "=" * (-len(text) % 8))


def expanded(seed: bytes) -> bytes:
    """Return the 64 bytes that the library takes for the Ed25519 key of a seed (RFC 8032, 5.1.5)."""
    half = bytearray(sha512(seed).digest())
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    return bytes(half)
