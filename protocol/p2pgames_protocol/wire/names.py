"""Names, and other words of others, as they may be shown: for what they are, and told from those that look like them.

A log keeps every text as it was signed, byte for byte; only what is shown of it differs, and only here the tables of
Unicode are asked. Three rules for names:

- what cannot be seen is escaped (``\\u3164``), and so are Cyrillic and Greek letters that look like Latin ones in a
  word that has Latin letters too;
- a name that is blank, or begins or ends with a blank, stands between quotation marks;
- names of one table that look alike are told apart by their seats: ``#1 Ada``, ``#2 Аda``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode counts among the letters, marks or symbols, and that show nothing."""
_SELECTORS: Final = re.compile("[\u180b-\u180d\ufe00-\ufe0f]")
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
    clear = _WORD.sub(lambda word: _unmixed(word[0]), seen(name))
    return f'"{clear}"' if clear != clear.strip() or not clear else clear


def seen(text: str) -> str:
    """Return what somebody else wrote with everything escaped that shows nothing or steers a terminal."""
    return "".join(_clear(text, at) for at in range(len(text)))


@lru_cache(maxsize=256)
def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return how the names of a table are shown, in the order of seats."""
    looks = [_looks(name) for name in names]
    return tuple(
        f"#{at + 1} {shown(name)}" if _has_twin(at, looks) else shown(name) for at, name in enumerate(names)
    )


def is_plain(name: str) -> bool:
    """Tell whether everything in a name can be seen; letters of other scripts may be in it."""
    return bool(name.strip()) and not any(_is_hidden(name, at) for at in range(len(name)))


def _has_twin(at: int, looks: Sequence[frozenset[str]]) -> bool:
    return any(looks[at] & others for other, others in enumerate(looks) if other != at)


def _looks(name: str) -> frozenset[str]:
    """Return what a name looks like, in folded case and as it stands: two that share one of these look alike."""
    visible = "".join(one for at, one in enumerate(name) if not _is_hidden(name, at))
    bare = _SEAT.sub("", visible).replace(" ", "").strip('"')
    plain = unicodedata.normalize("NFKC", bare).translate(LOOKALIKES)
    return frozenset((f"folded {plain.casefold()}", f"drawn {plain.translate(_STROKES)}"))


def _is_hidden(name: str, at: int) -> bool:
    """Tell whether a character shows nothing by itself, or is a mark with nothing, or too much, to stand on."""
    one = name[at]
    if one in FILLERS or _SELECTORS.match(one):
        return True
    category = unicodedata.category(one)[0]
    if category != "M":
        return category == "C" or (category == "Z" and one != " ")
    before = name[max(0, at - MAX_MARKS) : at]
    return before[-1:] in ("", " ") or (
        len(before) == MAX_MARKS and all(unicodedata.category(mark)[0] == "M" for mark in before)
    )


def _clear(name: str, at: int) -> str:
    return _escaped(name[at]) if _is_hidden(name, at) else name[at]


def _unmixed(word: str) -> str:
    """Return a word with what looks like Latin letters escaped, if there are Latin letters beside."""
    if word.isascii() or not any(map(_is_latin, word)):
        return word
    return "".join(_escaped(one) if ord(one) in LOOKALIKES and not _is_latin(one) else one for one in word)


def _is_latin(one: str) -> bool:
    return unicodedata.name(one, "").startswith("LATIN")


def _escaped(one: str) -> str:
    return f"\\u{ord(one):04x}"
