"""What a seat derives from its game secret, so that everything can be recomputed once the secret is revealed.

The pseudorandom function is HMAC-SHA-512 under the secret, of a tag, what the value is bound to, and a counter
(the counter mode of NIST SP 800-108).
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from itertools import count
from typing import Final

from p2pgames_protocol.chance.edwards import ORDER, Scalar
from p2pgames_protocol.wire.hashing import encode, prefixed

SECRET_SIZE: Final = 32
_WORD: Final = 8
"""Bytes drawn for one choice: with 2**64 words a rejection is rare."""


def scalar(secret: bytes, tag: str, *parts: bytes, index: int = 0) -> Scalar:
    """Return the scalar with this index: 64 bytes, the least first, modulo the order of the group."""
    return int.from_bytes(_block(secret, tag, parts, index), "little") % ORDER


def scalars(secret: bytes, tag: str, *parts: bytes, number: int) -> tuple[Scalar, ...]:
    """Return the scalars with the indices below ``number``."""
    return tuple(scalar(secret, tag, *parts, index=index) for index in range(number))


def permutation(secret: bytes, tag: str, *parts: bytes, size: int) -> tuple[int, ...]:
    """Return the numbers below ``size`` in an order of which each is equally likely (Fisher-Yates, from the end)."""
    words = _words(secret, tag, parts)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = _below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _below(bound: int, words: Iterator[int]) -> int:
    most = 2 ** (8 * _WORD) // bound * bound  # above it the small numbers would be likelier
    return next(word for word in words if word < most) % bound


def _words(secret: bytes, tag: str, parts: tuple[bytes, ...]) -> Iterator[int]:
    for index in count():
        block = _block(secret, tag, parts, index)
        for at in range(0, len(block), _WORD):
            yield int.from_bytes(block[at : at + _WORD], "big")


def _block(secret: bytes, tag: str, parts: tuple[bytes, ...], index: int) -> bytes:
    if type(secret) is not bytes or len(secret) != SECRET_SIZE:
        raise ValueError(f"A secret has {SECRET_SIZE} bytes.")
    return hmac.digest(secret, prefixed(tag, *parts, encode(index)), "sha512")
