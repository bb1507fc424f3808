"""Names, and other words of others, as they may be shown: for what they are, and told from those that look like them.

A log keeps every text as it was signed, byte for byte; only what is shown of it differs, and only here the tables of
Unicode are asked. Three rules for names:

- what cannot be seen is escaped (``\\u3164``), a joiner too where it joins nothing, and so are Cyrillic and Greek
  letters that look like Latin ones in a word that has Latin letters too;
- a name that is blank, or begins or ends with a blank, stands between quotation marks;
- names of one table that look alike are told apart by their seats: ``#1 Ada``, ``#2 Аda``. Joiners make no difference.

Joiners and selectors show nothing by themselves, but emoji, Persian and the scripts of India cannot be written without
them: in what people say they may stand beside anything that is seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode counts among the letters, marks or symbols, and that show nothing."""
_JOINERS: Final = frozenset("\u200c\u200d")
_SELECTORS: Final = frozenset(
    "\u180b\u180c\u180d\u180f" + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
_TAGGED: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
"""The flag of a part of a country, as that of Scotland (UTS 51): a black flag, and letters that nobody sees."""
_TAGS: Final = re.compile("[\U000e0020-\U000e007f]")
_LONGEST_FLAG: Final = 8
"""Characters of a flag of that kind: one that begins it, up to six letters, one that ends it."""
_KEYCAP: Final = "\u20e3"
_VIRAMA: Final = 9
"""The combining class of what takes a consonant's vowel: a joiner after it shapes the consonant, or ends a word."""
_COMING_EMOJI: Final = range(0x1F000, 0x1FB00)
"""Where Unicode keeps room for emoji: a newer phone sends some that our tables do not know yet."""
_TWINS: Final = (
    ("АаВЕеЗКМНОоРрСсТУуХхІіЈјЅѕһԁ", "AaBEe3KMHOoPpCcTYyXxIiJjSshd"),
    ("ΑΒΕΖΗΙικΚΜΝΟονΡρΤΥυΧ", "ABEZHIikKMNOovPpTYuX"),
    ("ıɑɡ", "iag"),
)
LOOKALIKES: Final = {
    ord(one): other for ones, others in _TWINS for one, other in zip(ones, others, strict=True)
}
"""Letters of other scripts, and the Latin letter each looks like."""
MAX_MARKS: Final = 4
"""Marks on one letter that are shown; no script needs more, and more of them cover the lines above and below."""
_STROKES: Final = str.maketrans("I1|0", "lllO")
_SEAT: Final = re.compile(r"^(?:#\d+ )+")
_WORD: Final = re.compile(r"\w+")


def shown(name: str) -> str:
    """Return how one name is shown by itself."""
    clear = _WORD.sub(lambda word: _unmixed(word[0]), _cleared(name, strict=True))
    return f'"{clear}"' if clear != clear.strip() or not clear else clear


@lru_cache(maxsize=512)  # the newest messages of a chat are shown again and again
def seen(text: str) -> str:
    """Return what somebody else wrote with everything escaped that shows nothing or steers a terminal."""
    return _cleared(text, strict=False)


@lru_cache(maxsize=256)
def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return how the names of a table are shown, in the order of seats."""
    looks = [_looks(name) for name in names]
    return tuple(
        f"#{at + 1} {shown(name)}"
        if any(looks[at] & others for other, others in enumerate(looks) if other != at)
        else shown(name)
        for at, name in enumerate(names)
    )


def is_written(one: str) -> bool:
    """Tell whether a character that was typed belongs in a text: it is printed, or shapes what is."""
    return one.isprintable() or one in _JOINERS or bool(_TAGS.match(one)) or _stands(one, strict=False)


def is_plain(name: str) -> bool:
    """Tell whether everything in a name can be seen; letters of other scripts may be in it."""
    if name.isascii() and name.isprintable():
        return bool(name.strip())  # most are, and a long list of games has many
    return bool(name.strip()) and not any(_is_hidden(name, at, strict=True) for at in range(len(name)))


def _looks(name: str) -> frozenset[str]:
    """Return what a name looks like, in folded case and as it stands: two that share one of these look alike."""
    visible = "".join(
        one
        for at, one in enumerate(name)
        if not (one in _JOINERS or one in _SELECTORS or _TAGS.match(one) or _is_hidden(name, at, strict=True))
    )
    bare = _SEAT.sub("", visible).replace(" ", "").strip('"')
    plain = unicodedata.normalize("NFKC", bare).translate(LOOKALIKES)
    return frozenset((f"folded {plain.casefold()}", f"drawn {plain.translate(_STROKES)}"))


def _is_hidden(text: str, at: int, *, strict: bool) -> bool:
    """Tell whether a character shows nothing by itself, or is a mark with nothing, or too much, to stand on."""
    one = text[at]
    if one in _SELECTORS:
        return not _selects(text, at, strict=strict)
    if one in _JOINERS:
        return not _joins(text, at, strict=strict)
    if _TAGS.match(one):
        return not _is_in_flag(text, at)
    if not unicodedata.category(one).startswith("M"):
        return one != " " and not _stands(one, strict=strict)
    near = (mark for mark in reversed(text[max(0, at - 3 * MAX_MARKS) : at]) if mark not in _JOINERS)
    before = list(islice(near, MAX_MARKS))
    return (
        not before
        or before[0] == " "
        or (len(before) == MAX_MARKS and all(unicodedata.category(mark)[0] == "M" for mark in before))
    )


def _stands(one: str, *, strict: bool) -> bool:
    """Tell whether a character is seen, a mark on another one too."""
    if one in FILLERS or one in _SELECTORS:
        return False
    category = unicodedata.category(one)
    if category == "Cn":
        return not strict and ord(one) in _COMING_EMOJI
    return category[0] not in "CZ"


def _selects(text: str, at: int, *, strict: bool) -> bool:
    """Tell whether a selector follows something that is seen; in a name, something that can have several looks."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or not _stands(before, strict=strict):
        return False
    return not strict or (after == _KEYCAP if before.isascii() else before.lower() == before.upper())


def _joins(text: str, at: int, *, strict: bool) -> bool:
    """Tell whether a joiner stands between what is seen; in a name, also between what can join.

    What is ASCII or has cases never does.
    """
    end = at - 1 if text[at - 1 : at] and text[at - 1] in _SELECTORS and at > 1 else at
    before, after = text[max(0, end - 1) : end], text[at + 1 : at + 2]
    if not before or not _stands(before, strict=strict):
        return False
    followed = bool(after) and _stands(after, strict=strict)
    if unicodedata.combining(before) == _VIRAMA:
        return followed or after in ("", " ")
    return followed and not (
        strict and any(one.isascii() or one.lower() != one.upper() for one in (before, after))
    )


def _is_in_flag(text: str, at: int) -> bool:
    begin = text.rfind("\U0001f3f4", max(0, at - _LONGEST_FLAG), at)
    found = _TAGGED.match(text, begin) if begin >= 0 else None
    return found is not None and at < found.end()


def _cleared(text: str, *, strict: bool) -> str:
    return "".join(
        _escaped(one) if _is_hidden(text, at, strict=strict) else one for at, one in enumerate(text)
    )


def _unmixed(word: str) -> str:
    """Return a word with what looks like Latin letters escaped, if there are Latin letters beside."""
    if word.isascii() or not any(map(_is_latin, word)):
        return word
    return "".join(_escaped(one) if ord(one) in LOOKALIKES and not _is_latin(one) else one for one in word)


def _is_latin(one: str) -> bool:
    return unicodedata.name(one, "").startswith("LATIN")


def _escaped(one: str) -> str:
    return f"\\u{ord(one):04x}"
