"""Names as others may see them: for what they are, and told from those that look like them.

A log keeps every name as it was signed; only what is shown of it differs. Three rules:

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
_STROKES: Final = str.maketrans("I1|0", "lllO")
_SEAT: Final = re.compile(r"^(?:#\d+ )+")
_WORD: Final = re.compile(r"\w+")


def shown(name: str) -> str:
    """Return how one name is shown by itself."""
    clear = "".join(_clear(name, at) for at in range(len(name)))
    clear = _WORD.sub(lambda word: _unmixed(word[0]), clear)
    return f'"{clear}"' if clear != clear.strip() or not clear else clear


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
    seen = "".join(one for at, one in enumerate(name) if not _is_hidden(name, at))
    bare = _SEAT.sub("", seen).replace(" ", "").strip('"')
    plain = unicodedata.normalize("NFKC", bare).translate(LOOKALIKES)
    return frozenset((f"folded {plain.casefold()}", f"drawn {plain.translate(_STROKES)}"))


def _is_hidden(name: str, at: int) -> bool:
    """Tell whether a character shows nothing: a filler, or a mark with nothing to stand on."""
    one = name[at]
    if one in FILLERS or _SELECTORS.match(one):
        return True
    return unicodedata.category(one)[0] in "CM" and (at == 0 or name[at - 1] == " ")


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
