"""Reading the fields of a decoded message: each of the one type it may have, or `Malformed`."""

from __future__ import annotations

from typing import Final
from unicodedata import ucd_3_2_0 as unicode

from p2pgames_protocol.wire.codec import MAX_BYTES, Malformed, Plain, unpack
from p2pgames_protocol.wire.hashing import SIZE

MAX_ROUND: Final = 2**32 - 1
MAX_SEAT: Final = 63
MAX_NAMED: Final = 40
"""Characters of somebody else's value in a message."""


def array(value: Plain, length: int, what: str) -> tuple[Plain, ...]:
    """Return the value if it is an array of this length."""
    if type(value) is not tuple or len(value) != length:
        raise Malformed(f"{what} is not an array of {length} fields.")
    return value


def unpacked(data: bytes, length: int, what: str, limit: int = MAX_BYTES) -> tuple[Plain, ...]:
    """Decode the bytes, at most ``limit``, as an array of this length."""
    return array(unpack(data, limit), length, what)


def some_array(value: Plain, most: int, what: str) -> tuple[Plain, ...]:
    """Return the value if it is an array of at most ``most`` items."""
    if type(value) is not tuple or len(value) > most:
        raise Malformed(f"{what} is not an array of at most {most} items.")
    return value


def integer(value: Plain, most: int, what: str) -> int:
    """Return the value if it is a number from 0 to ``most``."""
    if type(value) is not int or not 0 <= value <= most:
        raise Malformed(f"{what} is not a number from 0 to {most}.")
    return value


def binary(value: Plain, size: int, what: str) -> bytes:
    """Return the value if it is a byte string of exactly this size."""
    if type(value) is not bytes or len(value) != size:
        raise Malformed(f"{what} is not a string of {size} bytes.")
    return value


def some_binary(value: Plain, what: str) -> bytes:
    """Return the value if it is a byte string."""
    if type(value) is not bytes:
        raise Malformed(f"{what} is not a byte string.")
    return value


def text(value: Plain, most: int, what: str) -> str:
    """Return the value if it is a text of 1 to ``most`` characters, all printable."""
    if type(value) is not str or not 0 < len(value) <= most or not is_printable(value):
        raise Malformed(f"{what} is not a printable text of 1 to {most} characters.")
    return value


def named(value: Plain) -> str:
    """Return a value from somebody else as a message may show it: on one line, escaped, and not long."""
    text = ascii(value)
    return text if len(text) <= MAX_NAMED else f"{text[:MAX_NAMED]}..."


def is_printable(value: str) -> bool:
    """Tell whether every character can be seen, in Unicode 3.2: no category C or Z but the blank itself."""
    if value.isascii():
        return value.isprintable()
    return all(character == " " or unicode.category(character)[0] not in "CZ" for character in value)


def seat(value: Plain) -> int:
    """Return the value if it can be a seat."""
    return integer(value, MAX_SEAT, "The seat")


def round_number(value: Plain) -> int:
    """Return the value if it can be a round."""
    return integer(value, MAX_ROUND, "The round")


def hashed(value: Plain, what: str) -> bytes:
    """Return the value if it can be a digest."""
    return binary(value, SIZE, what)
