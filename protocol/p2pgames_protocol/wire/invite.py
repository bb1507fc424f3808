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
from difflib import get_close_matches
from functools import cache
from typing import Final, TypeAlias

from nacl.exceptions import RuntimeError as NoRoom
from nacl.pwhash import argon2id

from p2pgames.text import Count, Every, Joint, Refusal, Typed, Verbatim
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire import sentences
from p2pgames_protocol.wire.address import read_addresses
from p2pgames_protocol.wire.codec import FORMAT, Malformed, digest, pack, unpack
from p2pgames_protocol.wire.identity import KEY_SIZE, SEED_SIZE, Identity, is_valid_key

PREFIX: Final = "P2PGAMES:"
SEAT_PREFIX: Final = "P2PGAMES-SEAT:"
"""Of the line that hands over a seat: who answers is that seat, and it may have no address, for games by mail."""
_TAGS: Final = {PREFIX: "invite", SEAT_PREFIX: "seat line"}
_MEANT: Final = {PREFIX: sentences.INVITE_LINE, SEAT_PREFIX: sentences.SEAT_LINE}
"""What is said of a line where another kind of line is read."""
TOKEN_SIZE: Final = 16
"""Bytes; nobody guesses it, and it makes the invite no longer than it must be."""
MAX_TEXT: Final = 4096
"""Characters that are read, and bytes of what they say (LINK 16.1): ten times a usual invite."""
_CHECKSUM_SIZE: Final = 4
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
        whole = body + digest(_TAGS[prefix], body)[:_CHECKSUM_SIZE]
        return prefix + _written(whole)


def _written(data: bytes) -> str:
    return b32encode(data).decode("ascii").rstrip("=")


def read_invite(text: str, prefix: str = PREFIX) -> Invite:
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
    body, check = whole[:-_CHECKSUM_SIZE], whole[-_CHECKSUM_SIZE:]
    # The last character may hold bits that no byte needs: they are nothing to play with either.
    if digest(_TAGS[prefix], body)[:_CHECKSUM_SIZE] != check or _written(whole) != data:
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


# Words: five that one person reads to another lead to a table, as the long line of an invite does.
#
# They are the seed of a key pair, the *meeting key*. Every way makes its address of a key, so who has the words
# knows where the host answers to them, and that nobody else does. 48 of their 55 bits are secret and 7 a checksum;
# the seed is made of them by argon2id (RFC 9106), at a cost that makes guessing hopeless.

WORD_COUNT: Final = 5
"""As many as people read out and write down without a mistake (docs/decisions/0031-words.md)."""
SECRET_SIZE: Final = 6
"""Bytes."""
PASSES: Final = 3
"""Of argon2id, with `MEMORY`: what one guess costs (docs/decisions/0031-words.md)."""
MEMORY: Final = 256 << 20
"""Bytes that one guess takes, for a third of a second or more."""
MAX_WORDS_TEXT: Final = 256
"""Characters that are looked through for words: five of the longest have 44."""
_WORD, _CHECK = 11, 7
"""Bits of a word; bits of all that are a checksum."""
_ENOUGH: Final = 4
"""Letters that name a word: no two of the list begin with the same four."""
_SALT: Final = b"p2pgames words 1"
_BETWEEN = re.compile(r"[\s,\-]+")

Stretch: TypeAlias = Callable[[bytes], bytes]
"""Makes the seed of the meeting key of the secret."""


class BadWords(Refusal, ValueError):
    """These words lead nowhere; the message says which is wrong, and what to do."""


class NoMemory(Refusal, OSError):
    """This computer has no room for the work; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Words:
    """Five words by the bytes that they stand for, which no repr shows."""

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Raise ValueError for a secret of another length."""
        if len(self.secret) != SECRET_SIZE:
            raise ValueError(f"Words hold {SECRET_SIZE} secret bytes.")

    def text(self) -> str:
        """Return the words, with blanks between them."""
        whole = int.from_bytes(self.secret, "big") << _CHECK | _check_digit(self.secret)
        return " ".join(word_list()[whole >> _WORD * at & 2**_WORD - 1] for at in reversed(range(WORD_COUNT)))


@cache
def word_list() -> tuple[str, ...]:
    """Return the 2048 words (BIP 39, English), in the order of the alphabet."""
    from mnemonic import Mnemonic

    return tuple(Mnemonic("english").wordlist)


def _check_digit(secret: bytes) -> int:
    return digest("words", secret)[0] >> 8 - _CHECK


def looks_like_words(text: str) -> bool:
    """Tell whether a text is meant as words, right or wrong: several, of letters alone."""
    parts = _parts(text)
    return len(text) <= MAX_WORDS_TEXT and len(parts) > 1 and all(part.isalpha() for part in parts)


def _parts(text: str) -> list[str]:
    return [part for part in _BETWEEN.split(text[:MAX_WORDS_TEXT].lower()) if part]


def read_words(text: str) -> Words:
    """Return the words in a text; raise `BadWords` if they cannot be right.

    Case does not matter, nor whether blanks, commas or hyphens part them; four letters are enough of each.
    """
    parts = _parts(text)
    if len(parts) != WORD_COUNT:
        raise BadWords(sentences.OTHER_COUNT(count=Count(len(parts))))
    whole = 0
    for part in parts:
        whole = whole << _WORD | word_list().index(_word(part))
    secret = (whole >> _CHECK).to_bytes(SECRET_SIZE, "big")
    if _check_digit(secret) != whole & 2**_CHECK - 1:
        raise BadWords(sentences.WRONG_WORDS)
    return Words(secret)


def _word(part: str) -> str:
    if part in word_list():
        return part
    begun = words_beginning_with(part) if len(part) >= _ENOUGH else ()
    if begun:
        return begun[0]
    near = tuple(map(Verbatim, nearest_word(part)))
    if not near:
        raise BadWords(sentences.NO_SUCH_WORD(word=Typed(part)))
    raise BadWords(sentences.NEAR_WORDS(word=Typed(part), near=Every(near, Joint.OR)))


def words_beginning_with(letters: str) -> tuple[str, ...]:
    """Return all words that begin so."""
    return tuple(word for word in word_list() if word.startswith(letters.lower()))


def nearest_word(wrong: str) -> tuple[str, ...]:
    """Return up to three words that are written alike, the most alike first."""
    return tuple(get_close_matches(wrong[:16].lower(), word_list(), 3, 0.7))


def stretch(secret: bytes) -> bytes:
    """Return the seed of the meeting key, which takes 256 MiB and a good part of a second; raise `NoMemory`."""
    try:
        return argon2id.kdf(SEED_SIZE, secret, _SALT, PASSES, MEMORY)
    except NoRoom:
        raise NoMemory(sentences.NO_MEMORY) from None


def meeting_key(words: Words, stretched: Stretch = stretch) -> Identity:
    """Return the key pair at which the host of these words answers."""
    return Identity(stretched(words.secret))


def meeting_token(own: Identity) -> bytes:
    """Return what a guest shows there before it is given the invite."""
    return own.derive("words token", b"")[:TOKEN_SIZE]
