"""Hashing: every hash and every signed message carries a domain tag and length prefixes.

So no message of one kind can be read as one of another kind, and no two lists of parts share an encoding.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

DOMAIN: Final = b"p2pgames/1/"
SIZE: Final = 32
"""Bytes of a digest (SHA-256)."""


def prefixed(tag: str, *parts: bytes) -> bytes:
    """Return tag and parts in one unambiguous string: each after its length in four bytes, big-endian."""
    pieces = [_tagged(tag)]
    for part in parts:
        pieces.append(len(part).to_bytes(4, "big"))
        pieces.append(part)
    return b"".join(pieces)


@cache
def _tagged(tag: str) -> bytes:
    name = DOMAIN + tag.encode("ascii")
    return len(name).to_bytes(4, "big") + name


def digest(tag: str, *parts: bytes) -> bytes:
    """Return the 32-byte SHA-256 of `prefixed`."""
    return sha256(prefixed(tag, *parts)).digest()


def encode(number: int) -> bytes:
    """Return a number from 0 to 2**64 - 1 as eight bytes, big-endian."""
    return number.to_bytes(8, "big")
