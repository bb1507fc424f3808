"""Strict msgpack: one byte string for every value, and limits before any work.

Allowed are integers, bytes, text (UTF-8 without control characters), booleans, nil and arrays. Maps, floats and
extension types are refused, and so is every encoding but the shortest: what decodes must encode to the same bytes
again.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

import msgpack

from p2pgames.text import Count, Refusal, Verbatim
from p2pgames_protocol.wire import messages

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
        raise Malformed(messages.TOO_LONG(size=Count(len(data)), limit=Count(limit)))
    try:
        value: Plain = msgpack.unpackb(data, use_list=False, raw=False, strict_map_key=False)
    except (ValueError, TypeError, RecursionError, msgpack.exceptions.UnpackException) as wrong:
        raise Malformed(messages.NOT_MSGPACK(fault=Verbatim(type(wrong).__name__))) from None
    _check((value,), MAX_DEPTH)
    if _pack(value) != data:
        raise Malformed(messages.NOT_SHORTEST)
    return value


def _pack(value: Plain) -> bytes:
    try:
        packed: bytes = msgpack.packb(value)
    except OverflowError:
        raise Malformed(messages.NOT_64_BITS) from None
    return packed


def _check(items: tuple[object, ...], depth: int) -> None:
    """Raise `Malformed` unless all items are allowed; written flat, since every message passes through here."""
    for item in items:
        kind = type(item)
        if kind in _FREE:
            continue
        if kind is tuple:
            if depth == 0:
                raise Malformed(messages.TOO_DEEP(depth=Count(MAX_DEPTH)))
            _check(item, depth - 1)  # type: ignore[arg-type]
        elif kind is str:
            _check_text(item)  # type: ignore[arg-type]
        else:
            raise Malformed(messages.WRONG_TYPE(kind=Verbatim(kind.__name__)))


def _check_text(value: str) -> None:
    if value.isascii() and value.isprintable():
        return  # of ASCII this says the same everywhere, and quicker than what follows
    if CONTROL.search(value):
        raise Malformed(messages.CONTROL)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Malformed(messages.NOT_UNICODE) from None
