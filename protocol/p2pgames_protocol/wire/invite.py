"""Invites: one line of text that leads to a table and opens it.

It names the host's key, so that nobody else can pose as the host, holds the table's token, by which whoever shows
it may sit down, and lists where the host can be reached. Base32 in capitals keeps QR codes small (their
alphanumeric mode, ISO/IEC 18004) and survives every messenger; blanks and line breaks do not matter.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from p2pgames.text import Count, Refusal, Verbatim
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire import sentences
from p2pgames_protocol.wire.address import read_addresses
from p2pgames_protocol.wire.codec import FORMAT, Malformed, pack, unpack
from p2pgames_protocol.wire.hashing import digest
from p2pgames_protocol.wire.identity import KEY_SIZE, is_valid_key

PREFIX: Final = "P2PGAMES:"
SEAT_PREFIX: Final = "P2PGAMES-SEAT:"
"""Of the line that hands over a seat: who answers is that seat, and it may have no address, for games by mail."""
_TAGS: Final = {PREFIX: "invite", SEAT_PREFIX: "seat line"}
_MEANT: Final = {PREFIX: sentences.INVITE_LINE, SEAT_PREFIX: sentences.SEAT_LINE}
"""What is said of a line where another kind of line is read."""
TOKEN_SIZE: Final = 16
"""Bytes; nobody guesses it, and it makes the invite no longer than it must be."""
MAX_TEXT: Final = 4096
_CHECK: Final = 4
"""Bytes of checksum: an invite that lost a character should say so, not end in silence."""
_BLANK = re.compile(r"\s+")


class BadInvite(Refusal, ValueError):
    """The text is no invite, or was damaged; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Where a table is, and what opens it.

    With the table's token one may sit down, with the watchers' token watch; without one the invite only says where
    a player of a running game is.
    """

    host: bytes
    token: bytes
    game: str
    """The game's name, for the person who reads what was pasted; the proposal decides."""
    addresses: tuple[str, ...]
    told: tuple[str, ...] | None = field(default=None, compare=False)
    """Of an invite that came over a link: the addresses for which that link vouches; None for one given by hand."""

    @property
    def trusted(self) -> tuple[str, ...]:
        """The addresses that are dialled wherever they lead."""
        return self.addresses if self.told is None else self.told

    def over(self, vouches: Callable[[str], bool]) -> Invite:
        """Return the invite as it came over a link, which vouches for some of its addresses."""
        return replace(self, told=tuple(filter(vouches, self.addresses)))

    def text(self, prefix: str = PREFIX) -> str:
        """Return the line of text."""
        body = pack((FORMAT, self.host, self.token, self.game, _folded(self.addresses)))
        whole = body + digest(_TAGS[prefix], body)[:_CHECK]
        return prefix + _written(whole)


def _written(data: bytes) -> str:
    return b32encode(data).decode("ascii").rstrip("=")


def read(text: str, prefix: str = PREFIX) -> Invite:
    """Return the invite in a text, or with another prefix what that begins; raise `BadInvite` if there is none."""
    compact = _BLANK.sub("", text[: MAX_TEXT + 1])
    # Capitals of some letters outside ASCII lie within it.
    compact = compact.upper() if compact.isascii() else ""
    if len(text) > MAX_TEXT or not compact.startswith(prefix):
        other = next((meant for begins, meant in _MEANT.items() if compact.startswith(begins)), None)
        none = sentences.NO_SEAT_LINE if prefix == SEAT_PREFIX else sentences.NO_INVITE
        raise BadInvite(other or none(prefix=Verbatim(prefix)))
    data = compact[len(prefix) :]
    try:
        whole = b32decode(data + "=" * (-len(data) % 8))
    except (NotBase32, ValueError):
        raise BadInvite(sentences.DAMAGED_INVITE) from None
    body, check = whole[:-_CHECK], whole[-_CHECK:]
    # The last character may hold bits that no byte needs: they are nothing to play with either.
    if digest(_TAGS[prefix], body)[:_CHECK] != check or _written(whole) != data:
        raise BadInvite(sentences.CUT_INVITE)
    try:
        return _read(body, of_seat=prefix == SEAT_PREFIX)
    except Malformed as wrong:
        raise BadInvite(sentences.BAD_INVITE(why=wrong.message)) from None


def _read(body: bytes, *, of_seat: bool) -> Invite:
    fields = unpack(body, MAX_TEXT)
    if type(fields) is not tuple or not fields:
        raise Malformed(sentences.NO_FIELDS)
    if type(fields[0]) is not int or fields[0] != FORMAT:
        raise Malformed(sentences.OTHER_VERSION(theirs=Verbatim(shape.named(fields[0])), ours=Count(FORMAT)))
    if len(fields) != 5:
        raise Malformed(sentences.FIELDS_MISSING)
    _, host, token, game, addresses = fields
    host = shape.binary(host, KEY_SIZE, sentences.HOST_KEY)
    if not is_valid_key(host):
        raise Malformed(sentences.NO_HOST_KEY)
    token = shape.some_binary(token, sentences.TOKEN)
    if len(token) != TOKEN_SIZE and (of_seat or token):
        raise Malformed(sentences.TOKEN_LENGTH)
    found = read_addresses(_unfolded(read_addresses(addresses)))
    if not found and not of_seat:
        raise Malformed(sentences.NO_ADDRESS)
    return Invite(host, token, shape.text(game, 32, sentences.GAME), found)


def _folded(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Return the addresses, each without its pin where that is the pin of the one before: it is long."""
    short, last = [], ""
    for address in addresses:
        place, mark, pin = address.partition("#")
        short.append(f"{place}#" if pin and pin == last else address)
        last = pin if mark else last
    return tuple(short)


def _unfolded(addresses: tuple[str, ...]) -> tuple[str, ...]:
    whole, last = [], ""
    for address in addresses:
        place, mark, pin = address.partition("#")
        last = pin or last
        whole.append(f"{place}{mark}{last}" if mark else address)
    return tuple(whole)
