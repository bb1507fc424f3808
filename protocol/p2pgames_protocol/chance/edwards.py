"""The group of the sealed decks: the subgroup of prime order of edwards25519 (RFC 8032), through libsodium.

Points are 32 bytes, as RFC 8032 (5.1.2) encodes them; scalars are Python integers, every one of which stands
for its remainder modulo `ORDER`. Multiplication runs in constant time in the library; the arithmetic on
integers around it does not.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from functools import reduce
from hashlib import sha512
from itertools import count
from typing import Final, NewType, TypeAlias

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_from_uniform,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)

from p2pgames.text import Count, Message, Refusal
from p2pgames_protocol.chance import sentences
from p2pgames_protocol.wire.codec import digest, encode, prefixed

NAME: Final = "ed25519"
"""The group's name in every statement that is proved, and in the game id."""
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""Of the group in which everything is computed, a prime (RFC 8032, 5.1: L)."""
SIZE: Final = 32
"""Bytes of a point, and of a scalar."""

Point = NewType("Point", bytes)
"""An element of the subgroup. From outside only `read_point` makes one, and never the neutral element.

What `split_points` returns counts as one from the moment `combine_unread` has found that it is.
"""
Scalar: TypeAlias = int
Term: TypeAlias = tuple[Scalar, Point]
"""A point times a scalar, still to be multiplied."""

NEUTRAL: Final = Point(b"\x01" + bytes(31))
_MIXED: Final = b"\x95" + b"\x99" * 31
"""The base point plus the point of order two: what libsodium took for a member before CVE-2025-69277 was mended."""


class Forged(Refusal):
    """What a peer sent is not what it has to be; the message says what is wrong, and shows no secret."""


def base(scalar: Scalar) -> Point:
    """Return the multiple of the base point."""
    scalar %= ORDER
    return (
        Point(crypto_scalarmult_ed25519_base_noclamp(scalar.to_bytes(SIZE, "little"))) if scalar else NEUTRAL
    )


def multiply(scalar: Scalar, point: Point) -> Point:
    """Return the multiple of the point."""
    scalar %= ORDER
    if not scalar or point == NEUTRAL:
        return NEUTRAL  # the library refuses both
    if scalar == 1:
        return point
    return Point(crypto_scalarmult_ed25519_noclamp(scalar.to_bytes(SIZE, "little"), point))


def add(one: Point, other: Point) -> Point:
    """Return the sum of two points."""
    return Point(crypto_core_ed25519_add(one, other))


def subtract(one: Point, other: Point) -> Point:
    """Return the first point less the second."""
    return Point(crypto_core_ed25519_sub(one, other))


def total(points: Iterable[Point]) -> Point:
    """Return the sum of one or more points."""
    return reduce(add, points)


def combine(terms: Iterable[Term]) -> Point:
    """Return the sum of the points, each times its scalar; a point that comes more than once is multiplied once."""
    products = (
        base(scalar) if point == BASE else multiply(scalar, point) for scalar, point in _gathered(terms)
    )
    return reduce(add, products, NEUTRAL)


def combine_unread(terms: Iterable[Term]) -> Point | None:
    """Return the same, or None if a point is not one that `read_point` would take.

    Nearly all are checked by being multiplied: the library refuses what is not in the subgroup, and a second look would
    take half as long again.
    """
    result = NEUTRAL
    for scalar, point in _gathered(terms):
        product = base(scalar) if point == BASE else _multiply_unread(scalar % ORDER, point)
        if product is None:
            return None
        result = add(result, product)
    return result


def _multiply_unread(scalar: Scalar, point: Point) -> Point | None:
    if scalar in (0, 1):
        member = crypto_core_ed25519_is_valid_point(point)
        return (point if scalar else NEUTRAL) if member else None
    try:
        return Point(crypto_scalarmult_ed25519_noclamp(scalar.to_bytes(SIZE, "little"), point))
    except RuntimeError:
        return None


def _gathered(terms: Iterable[Term]) -> Iterable[Term]:
    """Return each point once, with the sum of its scalars."""
    gathered: dict[Point, Scalar] = {}
    for scalar, point in terms:
        gathered[point] = gathered.get(point, 0) + scalar
    return ((scalar, point) for point, scalar in gathered.items())


def terms(scalars: Iterable[Scalar], points: Iterable[Point]) -> Iterator[Term]:
    """Return each point with its scalar; there are as many of both."""
    return zip(scalars, points, strict=True)


def hash_to_point(tag: str, *parts: bytes) -> Point:
    """Return a point whose logarithm nobody knows.

    It is the Elligator 2 map of the tagged SHA-256, the highest bit as the sign of x, times the cofactor 8.
    """
    return Point(crypto_core_ed25519_from_uniform(digest(tag, *parts)))


def hash_to_scalar(tag: str, *parts: bytes) -> Scalar:
    """Return the tagged SHA-512 as a number, least byte first, modulo the order: uniform but for 2**-259."""
    return int.from_bytes(sha512(prefixed(tag, *parts)).digest(), "little") % ORDER


def read_point(data: object, what: Message) -> Point:
    """Return the point in 32 bytes from outside: canonical, in the subgroup, not neutral; else `Forged`."""
    if type(data) is not bytes or len(data) != SIZE or not crypto_core_ed25519_is_valid_point(data):
        raise Forged(sentences.NOT_POINT(what=what))
    return Point(data)


def read_scalar(data: object, what: Message) -> Scalar:
    """Return the scalar in 32 bytes from outside, below the order; else `Forged`."""
    if type(data) is not bytes or len(data) != SIZE:
        raise Forged(sentences.NOT_SCALAR(what=what, size=Count(SIZE)))
    scalar = int.from_bytes(data, "little")
    if scalar >= ORDER:
        raise Forged(sentences.TOO_HIGH(what=what))
    return scalar


def write_scalar(scalar: Scalar) -> bytes:
    """Return the 32 bytes of a scalar, the least first."""
    return (scalar % ORDER).to_bytes(SIZE, "little")


def split_points(data: object, count: int, what: Message) -> tuple[Point, ...]:
    """Return this many points from one string of bytes, none of them looked at yet; else `Forged`."""
    return tuple(Point(each) for each in _split(data, count, what))


def read_scalars(data: object, count: int, what: Message) -> tuple[Scalar, ...]:
    """Return this many scalars from one string of bytes; else `Forged`."""
    return tuple(read_scalar(each, what) for each in _split(data, count, what))


def split_proof(data: object, count: int, what: Message) -> tuple[tuple[Point, ...], Scalar]:
    """Return this many announcements, not looked at yet, and the response after them; else `Forged`."""
    *announcements, response = _split(data, count + 1, what)
    return tuple(map(Point, announcements)), read_scalar(response, what)


def check_points(points: Iterable[Point], what: Message) -> None:
    """Raise `Forged` if one of them is not what `read_point` takes."""
    for point in points:
        read_point(point, what)


def _split(data: object, count: int, what: Message) -> Iterable[bytes]:
    if type(data) is not bytes or len(data) != count * SIZE:
        raise Forged(sentences.NOT_TIMES(what=what, count=Count(count), size=Count(SIZE)))
    return (data[at : at + SIZE] for at in range(0, len(data), SIZE))


BASE: Final = base(1)

if crypto_core_ed25519_is_valid_point(_MIXED) or _multiply_unread(2, Point(_MIXED)) is not None:
    raise ImportError(
        "This libsodium takes points outside the group (CVE-2025-69277): install PyNaCl 1.6.2 or newer."
    )


# What a seat derives from its game secret, so that everything can be recomputed once the secret is revealed.
#
# The pseudorandom function is HMAC-SHA-512 under the secret, of a tag, what the value is bound to, and a counter
# (the counter mode of NIST SP 800-108).

SECRET_SIZE: Final = 32
"""Bytes of a secret: as many as the seed of a key."""
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
