"""Words: five that one person reads to another lead to a table, as the long line of an invite does.

They are the seed of a key pair, the *meeting key*. Every way makes its address of a key, so who has the words knows
where the host answers to them, and that nobody else does. 48 of their 55 bits are secret and 7 a checksum; the seed
is made of them by argon2id (RFC 9106), at a cost that makes guessing hopeless.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import Final, TypeAlias

from nacl.exceptions import RuntimeError as NoRoom
from nacl.pwhash import argon2id

from p2pgames.text import Count, Every, Joint, Refusal, Typed, Verbatim
from p2pgames_protocol.wire import sentences
from p2pgames_protocol.wire.hashing import digest
from p2pgames_protocol.wire.identity import SEED_SIZE, Identity
from p2pgames_protocol.wire.invite import TOKEN_SIZE

COUNT: Final = 5
SECRET_SIZE: Final = 6
"""Bytes."""
PASSES: Final = 3
MEMORY: Final = 256 << 20
"""Bytes that one guess takes, for a third of a second or more."""
MAX_TEXT: Final = 256
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
    """What is secret of them; it is in no repr."""

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        """Raise ValueError for a secret of another length."""
        if len(self.secret) != SECRET_SIZE:
            raise ValueError(f"Words hold {SECRET_SIZE} secret bytes.")

    def text(self) -> str:
        """Return the words, with blanks between them."""
        whole = int.from_bytes(self.secret, "big") << _CHECK | _check(self.secret)
        return " ".join(listed()[whole >> _WORD * at & 2**_WORD - 1] for at in reversed(range(COUNT)))


@cache
def listed() -> tuple[str, ...]:
    """Return the 2048 words (BIP 39, English), in the order of the alphabet."""
    from mnemonic import Mnemonic

    return tuple(Mnemonic("english").wordlist)


def _check(secret: bytes) -> int:
    return digest("words", secret)[0] >> 8 - _CHECK


def looks_like(text: str) -> bool:
    """Tell whether a text is meant as words, right or wrong: several, of letters alone."""
    parts = _parts(text)
    return len(text) <= MAX_TEXT and len(parts) > 1 and all(part.isalpha() for part in parts)


def _parts(text: str) -> list[str]:
    return [part for part in _BETWEEN.split(text[:MAX_TEXT].lower()) if part]


def read(text: str) -> Words:
    """Return the words in a text; raise `BadWords` if they cannot be right.

    Case does not matter, nor whether blanks, commas or hyphens part them; four letters are enough of each.
    """
    parts = _parts(text)
    if len(parts) != COUNT:
        raise BadWords(sentences.OTHER_COUNT(count=Count(len(parts))))
    whole = 0
    for part in parts:
        whole = whole << _WORD | listed().index(_word(part))
    secret = (whole >> _CHECK).to_bytes(SECRET_SIZE, "big")
    if _check(secret) != whole & 2**_CHECK - 1:
        raise BadWords(sentences.WRONG_WORDS)
    return Words(secret)


def _word(part: str) -> str:
    if part in listed():
        return part
    begun = beginning(part) if len(part) >= _ENOUGH else ()
    if begun:
        return begun[0]
    near = tuple(map(Verbatim, nearest(part)))
    if not near:
        raise BadWords(sentences.NO_SUCH_WORD(word=Typed(part)))
    raise BadWords(sentences.NEAR_WORDS(word=Typed(part), near=Every(near, Joint.OR)))


def beginning(letters: str) -> tuple[str, ...]:
    """Return all words that begin so."""
    return tuple(word for word in listed() if word.startswith(letters.lower()))


def nearest(wrong: str) -> tuple[str, ...]:
    """Return up to three words that are written alike, the most alike first."""
    return tuple(get_close_matches(wrong[:16].lower(), listed(), 3, 0.7))


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
