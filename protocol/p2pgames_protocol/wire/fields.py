"""Reading the fields of a decoded message: each of the one type it may have, or `Malformed`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from p2pgames.text import Count, Message
from p2pgames_protocol.wire import sentences
from p2pgames_protocol.wire.codec import CONTROL, HASH_SIZE, MAX_BYTES, Malformed, Plain, unpack

MAX_ROUND: Final = 2**32 - 1
MAX_SEAT: Final = 63
"""The largest round and seat that a message may name (SPEC 2.6), whatever the game."""
MAX_NAMED: Final = 40
"""Characters of somebody else's value in a message."""


def array(value: Plain, length: int, what: Message) -> tuple[Plain, ...]:
    """Return the value if it is an array of this length."""
    if type(value) is not tuple or len(value) != length:
        raise Malformed(sentences.NOT_FIELDS(what=what, length=Count(length)))
    return value


def unpacked(data: bytes, length: int, what: Message, limit: int = MAX_BYTES) -> tuple[Plain, ...]:
    """Decode the bytes, at most ``limit``, as an array of this length."""
    return array(unpack(data, limit), length, what)


def some_array(value: Plain, most: int, what: Message) -> tuple[Plain, ...]:
    """Return the value if it is an array of at most ``most`` items."""
    if type(value) is not tuple or len(value) > most:
        raise Malformed(sentences.NOT_ITEMS(what=what, most=Count(most)))
    return value


def integer(value: Plain, most: int, what: Message) -> int:
    """Return the value if it is a number from 0 to ``most``."""
    if type(value) is not int or not 0 <= value <= most:
        raise Malformed(sentences.NOT_NUMBER(what=what, most=Count(most)))
    return value


def binary(value: Plain, size: int, what: Message) -> bytes:
    """Return the value if it is a byte string of exactly this size."""
    if type(value) is not bytes or len(value) != size:
        raise Malformed(sentences.NOT_SIZE(what=what, size=Count(size)))
    return value


def some_binary(value: Plain, what: Message) -> bytes:
    """Return the value if it is a byte string."""
    if type(value) is not bytes:
        raise Malformed(sentences.NOT_BYTES(what=what))
    return value


def text(value: Plain, most: int, what: Message) -> str:
    """Return the value if it is a text of 1 to ``most`` bytes in UTF-8, without control characters."""
    if type(value) is not str or not 0 < len(value.encode()) <= most or CONTROL.search(value):
        raise Malformed(sentences.NOT_TEXT(what=what, most=Count(most)))
    return value


def named(value: Plain) -> str:
    """Return a value from somebody else as a message may show it: on one line, escaped, and not long."""
    text = ascii(value)
    return text if len(text) <= MAX_NAMED else f"{text[:MAX_NAMED]}..."


def seat(value: Plain) -> int:
    """Return the value if it can be a seat."""
    return integer(value, MAX_SEAT, sentences.SEAT)


def seats(value: Plain, what: Message) -> frozenset[int]:
    """Return the seats of which the value is the sum of 2^seat."""
    number = integer(value, 2 ** (MAX_SEAT + 1) - 1, what)
    return frozenset(place for place in range(number.bit_length()) if number >> place & 1)


def sum_of(seats: Iterable[int]) -> int:
    """Return the sum of 2^seat over some seats, which names them."""
    return sum(1 << seat for seat in frozenset(seats))


def round_number(value: Plain) -> int:
    """Return the value if it can be a round."""
    return integer(value, MAX_ROUND, sentences.ROUND)


def hashed(value: Plain, what: Message) -> bytes:
    """Return the value if it can be a digest."""
    return binary(value, HASH_SIZE, what)


def beginnings(items: Iterable[Plain], length: int) -> tuple[Plain, ...]:
    """Return this many fields of each array, from its first on; other values as they are."""
    return tuple(item[:length] if type(item) is tuple else item for item in items)
