"""Strict msgpack: one byte string for every value, and limits before any work.

Allowed are integers, bytes, text (UTF-8 without control characters), booleans, nil and arrays. Maps, floats and
extension types are refused, and so is every encoding but the shortest: what decodes must encode to the same bytes
again. Hashes and what is signed are made of such bytes, each under a tag of its own.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Final, TypeAlias

import msgpack

from p2pgames.text import Count, Refusal, Verbatim
from p2pgames_protocol.wire import sentences

Plain: TypeAlias = "int | str | bytes | bool | None | tuple[Plain, ...]"
"""What a message may consist of; arrays are tuples."""

MAX_BYTES: Final = 64 * 1024
"""The largest message: several times the largest shuffle of the largest deck."""
MAX_DEPTH: Final = 12
"""The deepest nesting: twice what the deepest message of any game uses."""
CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f]")
"""No other table of characters decides anything: those of Unicode differ between machines."""
_FREE: Final = frozenset((bytes, int, bool, type(None)))
"""Types every value of which is allowed; of integers those that msgpack has a form for."""


class Malformed(Refusal, ValueError):
    """The bytes are not the one encoding of an allowed value; the message says what is wrong."""


def pack(value: Plain) -> bytes:
    """Return the encoding of a value; raise `Malformed` if the value is not allowed."""
    _check((value,), MAX_DEPTH)
    return _pack(value)


def unpack(data: bytes, limit: int = MAX_BYTES) -> Plain:
    """Return the value encoded by all of ``data``; raise `Malformed` if it is not exactly one allowed value."""
    if len(data) > limit:
        raise Malformed(sentences.TOO_LONG(size=Count(len(data)), limit=Count(limit)))
    try:
        value: Plain = msgpack.unpackb(data, use_list=False, raw=False, strict_map_key=False)
    except (ValueError, TypeError, RecursionError, msgpack.exceptions.UnpackException) as wrong:
        raise Malformed(sentences.NOT_MSGPACK(fault=Verbatim(type(wrong).__name__))) from None
    _check((value,), MAX_DEPTH)
    if _pack(value) != data:
        raise Malformed(sentences.NOT_SHORTEST)
    return value


def _pack(value: Plain) -> bytes:
    try:
        packed: bytes = msgpack.packb(value)
    except OverflowError:
        raise Malformed(sentences.NOT_64_BITS) from None
    return packed


def _check(items: tuple[object, ...], depth: int) -> None:
    """Raise `Malformed` unless all items are allowed; written flat, since every message passes through here."""
    for item in items:
        kind = type(item)
        if kind in _FREE:
            continue
        if kind is tuple:
            if depth == 0:
                raise Malformed(sentences.TOO_DEEP(depth=Count(MAX_DEPTH)))
            _check(item, depth - 1)  # type: ignore[arg-type]
        elif kind is str:
            _check_text(item)  # type: ignore[arg-type]
        else:
            raise Malformed(sentences.WRONG_TYPE(kind=Verbatim(kind.__name__)))


def _check_text(value: str) -> None:
    if value.isascii() and value.isprintable():
        return  # of ASCII this says the same everywhere, and quicker than what follows
    if CONTROL.search(value):
        raise Malformed(sentences.CONTROL)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Malformed(sentences.NOT_UNICODE) from None


# The number of the format that all records of a game have in common, and the line that files of it begin with.
#
# Text that comes from elsewhere is read here, too, whatever a shell or a mail program made of its bytes.

FORMAT: Final = 1
"""The format version of log and messages. It is frozen: what would change it is another one, beside it."""
INVISIBLE: Final = r"\s\0\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
"""As part of a set of characters: blanks of all kinds, and what mail programs put in to break and to turn lines."""
_LINE: Final = re.compile(rb"p2pgames [a-z]+ ([0-9]{1,6})\n")


def first_line(kind: str) -> bytes:
    """Return the line that a file of this kind begins with."""
    return f"p2pgames {kind} {FORMAT}\n".encode()


def as_text(data: bytes) -> str:
    """Return what stands in the bytes of a text: UTF-8, or UTF-16 as the ``>`` of PowerShell writes it."""
    begun = data[:1024]
    # English in UTF-16 has a zero in every other byte; a quarter of them is far from both.
    if data.startswith(BOM_UTF16_LE) or begun[1::2].count(0) > len(begun) // 4:
        encoding = "utf-16-le"
    elif data.startswith(BOM_UTF16_BE) or begun[::2].count(0) > len(begun) // 4:
        encoding = "utf-16-be"
    else:
        encoding = "utf-8"
    return data.decode(encoding, errors="replace").removeprefix("\ufeff")


def format_of(data: bytes) -> int | None:
    """Return the format that the first line of a file names, of whatever kind it is; None if it names none."""
    found = _LINE.match(data)
    return int(found[1]) if found else None


# Where random bytes come from.

Entropy: TypeAlias = Callable[[int], bytes]
"""Returns so many random bytes: `secrets.token_bytes`, but for a demo that is to repeat."""


# Hashing: every hash and every signed message carries a domain tag and length prefixes.
#
# So no message of one kind can be read as one of another kind, and no two lists of parts share an encoding.

DOMAIN: Final = b"p2pgames/1/"
HASH_SIZE: Final = 32
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
