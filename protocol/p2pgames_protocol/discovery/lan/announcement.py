"""What a client says of itself on the local network, as texts of DNS-SD (RFC 6763), and how it is read.

An open table says what it is, for everybody there. A running game says nothing but a tag that changes every hour:
only those who were told the secret behind it find its player (docs/decisions/0020-tables-on-this-network.md).
"""

from __future__ import annotations

from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from p2pgames.text import Message, Verbatim, whole_number
from p2pgames_protocol.discovery import messages
from p2pgames_protocol.log.genesis import MAX_NAME
from p2pgames_protocol.log.proposal import MAX_SEATS
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.address import join_address
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.format import FORMAT
from p2pgames_protocol.wire.hashing import SIZE, digest, encode
from p2pgames_protocol.wire.identity import KEY_SIZE, is_valid_key

TABLES: Final = "_p2pgames._tcp.local."
"""The kind of service that an open table is."""
PLAYERS: Final = "_p2pgames-r._tcp.local."
"""The kind that a player of a running game is."""
SECRET_SIZE: Final = 16
TAG_SIZE: Final = 10
"""Bytes of a label: enough that no two meet, short enough for a name in DNS."""
PERIOD: Final = 3600
"""Seconds for which a tag holds."""
MAX_GAME: Final = 32
MAX_HOSTS: Final = 4
"""Addresses of one neighbour that are dialled."""
_MAX_VALUE: Final = 255


@dataclass(frozen=True, slots=True)
class Notice:
    """An open table, as its host announces it."""

    key: bytes
    pin: str
    """Of the host's certificate, as it stands in addresses."""
    game: str
    name: str
    """What the host is called."""
    seats: int
    free: int

    def texts(self) -> dict[str, str]:
        """Return the texts of the service."""
        return {
            "v": str(FORMAT),
            "key": written(self.key),
            "pin": self.pin,
            "game": self.game,
            "name": self.name,
            "seats": str(self.seats),
            "free": str(self.free),
        }

    @classmethod
    def read(cls, texts: Mapping[bytes, bytes | None]) -> Notice:
        """Decode the texts of a service; raise `Malformed` unless they are those of a table one could join."""
        if _text(texts, "v", 8) != str(FORMAT):
            raise Malformed(messages.OTHER_VERSION)
        pin = _text(texts, "pin", 64)
        if written(_bytes(pin, SIZE)) != pin:
            raise Malformed(messages.PIN_WRITTEN)
        key = _bytes(_text(texts, "key", 64), KEY_SIZE)
        if not is_valid_key(key):
            raise Malformed(messages.NO_HOST_KEY)
        seats = _number(texts, "seats", MAX_SEATS)
        game, name = _text(texts, "game", MAX_GAME), _text(texts, "name", MAX_NAME)
        return cls(key, pin, game, name, seats, _number(texts, "free", seats))


@dataclass(frozen=True, slots=True)
class Service:
    """Something that is announced, or was found: where it is, and its texts."""

    kind: str
    label: str
    hosts: tuple[str, ...]
    port: int
    texts: tuple[tuple[str, str], ...] = ()


def table_label(nonce: bytes) -> str:
    """Return the label of an open table."""
    return written(digest("lan table", nonce)[:TAG_SIZE])


def tag(secret: bytes, moment: float) -> str:
    """Return the label of a player of a running game at this moment, in seconds of the epoch."""
    return written(digest("lan player", secret, encode(int(moment // PERIOD)))[:TAG_SIZE])


def tags(secret: bytes, moment: float) -> tuple[str, ...]:
    """Return the labels to look for: clocks may differ by a period."""
    return tuple(tag(secret, moment + by) for by in (0, -PERIOD, PERIOD) if moment + by >= 0)


def reached(hosts: Iterable[str], port: int, pin: str) -> tuple[str, ...]:
    """Return the addresses to dial for what was found; none for hosts that cannot be a neighbour's."""
    found = []
    for host in hosts:
        try:
            one = ip_address(host)
        except ValueError:  # link-local ones with a zone are not told either
            continue
        # ::ffff:127.0.0.1 is this computer, and none of the tests below says so on every Python; after a % may
        # stand anything.
        if isinstance(one, IPv6Address) and (one.ipv4_mapped is not None or one.scope_id is not None):
            continue
        if not (one.is_multicast or one.is_unspecified or one.is_loopback or one.is_link_local):
            found.append(f"tls:{join_address(str(one), port)}#{pin}")
    return tuple(found[:MAX_HOSTS]) if 0 < port < 2**16 else ()


def written(data: bytes) -> str:
    """Return bytes in base32 without padding."""
    return b32encode(data).decode("ascii").rstrip("=")


def unwritten(text: str, size: int) -> bytes:
    """Return the bytes of `written`, of this size; raise `Malformed` for anything else."""
    return _bytes(text, size)


def _bytes(text: str, size: int) -> bytes:
    try:
        data = b32decode(text + "=" * (-len(text) % 8))
    except (NotBase32, ValueError):
        raise Malformed(messages.NOT_BASE32) from None
    return fields.binary(data, size, messages.A_VALUE)


def _text(texts: Mapping[bytes, bytes | None], name: str, most: int) -> str:
    value = texts.get(name.encode())
    if value is None or len(value) > _MAX_VALUE:
        raise Malformed(messages.MISSING_OR_LONG(name=Verbatim(name)))
    try:
        return fields.text(value.decode("utf-8"), most, _field(name))
    except UnicodeDecodeError:
        raise Malformed(messages.NOT_UTF_8(name=Verbatim(name))) from None


def _number(texts: Mapping[bytes, bytes | None], name: str, most: int) -> int:
    number = whole_number(_text(texts, name, 2))
    if number is None:
        raise Malformed(messages.NO_NUMBER(name=Verbatim(name)))
    return fields.integer(number, most, _field(name))


def _field(name: str) -> Message:
    return messages.FIELD(name=Verbatim(name))
