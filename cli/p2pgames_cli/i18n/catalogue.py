"""What users read in their language: English in the source, catalogues of other languages in ``locale/``.

A catalogue is a PO file as gettext has it, read when it is needed: one file to edit, and nothing to compile.
Sentences of games and of the protocol are made where no language is known; `phrase` translates them here, by the
patterns that stand in the catalogues under the context ``phrase``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from gettext import c2py  # reads the header Plural-Forms
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "locale"
ENGLISH: Final = "en"
AUTO: Final = "auto"
"""In the settings: the language of the environment."""
PHRASE: Final = "phrase"
"""The context of patterns: msgids with ``{0}``, ``{1}`` where anything may stand, ``{n0}`` where a number does."""
KEPT: Final = 4096
"""Sentences whose translation is remembered."""
_ESCAPES: Final = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}
_HOLES: Final = re.compile(r"\{(n?\d)\}")
_ESCAPED: Final = re.compile(r"\\\{(n?\d)\\\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalogue; ``texts`` has several for a plural, and is empty where nothing is translated."""

    text: str
    context: str = ""
    plural: str = ""
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pattern:
    """A sentence with holes, and how it is said in another language."""

    text: str
    said: str

    @cached_property
    def words(self) -> str:
        """The longest words that every such sentence has."""
        return max(_HOLES.split(self.text)[::2], key=len)

    @cached_property
    def form(self) -> re.Pattern[str]:
        """What matches such a sentence; a hole that stands twice must hold the same twice.

        A hole ends where what follows it stands first, and is not tried anew (``(?>``): others write some of the
        texts, and with one that nearly fits every way to share it out among the holes would be tried.
        """
        seen: set[str] = set()
        numbers = _HOLES.findall(self.text)
        group = "(?>" if len(set(numbers)) == len(numbers) else "(?:"

        def hole(found: re.Match[str]) -> str:
            number = found[1]
            if number in seen:
                return f"(?P=h{number})"
            seen.add(number)
            if number.startswith("n"):
                return f"(?P<h{number}>-?[0-9]+)"
            return f"){group}(?P<h{number}>.+?)"

        return re.compile(f"(?:{_ESCAPED.sub(hole, re.escape(self.text))}\\Z)", re.DOTALL)


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language."""

    language: str
    entries: tuple[Entry, ...] = ()
    _plural: Callable[[int], int] = field(default=lambda number: int(number != 1), repr=False)

    @cached_property
    def _texts(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        return {(entry.context, entry.text): entry.texts for entry in self.entries if any(entry.texts)}

    @cached_property
    def _patterns(self) -> tuple[Pattern, ...]:
        """The patterns, those with the most words first: they say the most."""
        found = [entry for entry in self.entries if entry.context == PHRASE and any(entry.texts)]
        found.sort(key=lambda entry: -len(_HOLES.sub("", entry.text)))
        return tuple(Pattern(entry.text, entry.texts[0]) for entry in found if _HOLES.search(entry.text))

    @cached_property
    def phrase(self) -> Callable[[str], str]:
        """What gives a sentence of a game or of the protocol in this language; itself where no pattern fits.

        A game says the same over and over, and a screen with each frame: so much of it is kept.
        """
        return lru_cache(KEPT)(self._phrase)

    def text(self, text: str, context: str = "") -> str:
        """Return a message in this language; the message itself where there is no translation."""
        return self._texts.get((context, text), (text,))[0]

    def plural(self, one: str, many: str, number: int, context: str = "") -> str:
        """Return the form of a message that fits the number."""
        texts = self._texts.get((context, one))
        if texts is None:
            return one if number == 1 else many
        return texts[min(self._plural(number), len(texts) - 1)]

    def _phrase(self, text: str) -> str:
        whole = self._texts.get((PHRASE, text))
        if whole is not None:
            return whole[0]
        for pattern in self._patterns:
            # Few are left after a search for their words, so few have to be compiled.
            if pattern.words in text and (found := pattern.form.fullmatch(text)) is not None:
                return self._filled(pattern.said, found.groupdict())
        return text

    def _filled(self, said: str, parts: Mapping[str, str]) -> str:
        """Return a translated pattern with the translations of what stood in its holes."""
        return _HOLES.sub(lambda hole: self.phrase(parts.get(f"h{hole[1]}", hole[0])), said)


_current = Catalogue(ENGLISH)


def _(text: str) -> str:
    """Return a message in the user's language; placeholders are filled in afterwards."""
    return _current.text(text)


def pgettext(context: str, text: str) -> str:
    """Return a message that means different things in different places."""
    return _current.text(text, context)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a message that fits a number."""
    return _current.plural(one, many, number)


def npgettext(context: str, one: str, many: str, number: int) -> str:
    """Return the form of a message that fits a number, of one that means different things in different places."""
    return _current.plural(one, many, number, context)


def N_(text: str) -> str:  # noqa: N802  # as gettext calls it
    """Mark a message that is translated later, where it is shown."""
    return text


def phrase(text: str) -> str:
    """Return a sentence that a game or the protocol made, in the user's language as far as it is known there."""
    return text if _current.language == ENGLISH else _current.phrase(text)


def language() -> str:
    """Return the language in use, as ``de``."""
    return _current.language


def languages() -> tuple[str, ...]:
    """Return all languages there are, English first."""
    return (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))


def use(wanted: str) -> None:
    """Speak a language from now on; English where there is no catalogue for it."""
    global _current  # noqa: PLW0603  # one user, one language
    if wanted != _current.language:
        _current = load(wanted) if wanted in languages() and wanted != ENGLISH else Catalogue(ENGLISH)


@contextmanager
def english() -> Iterator[None]:
    """Speak English for a while: in files and to programs everybody reads the same."""
    global _current  # noqa: PLW0603
    before, _current = _current, Catalogue(ENGLISH)
    try:
        yield
    finally:
        _current = before


def chosen(environment: Mapping[str, str], settled: str = AUTO) -> str:
    """Return the language a user asks for: the first we have, else English.

    P2PGAMES_LANG comes first, then what stands in the settings unless that is `AUTO`, then LANGUAGE, LC_ALL,
    LC_MESSAGES and LANG as gettext reads them.
    """
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = [
        environment.get("P2PGAMES_LANG"),
        "" if settled == AUTO else settled,
        *map(environment.get, names),
    ]
    said = next((one for one in asked if one), "")
    there = languages()
    for one in said.split(":"):
        code = re.split(r"[_.@-]", one.strip().lower())[0]
        if code in there:
            return code
    return ENGLISH


def load(name: str) -> Catalogue:
    """Return the catalogue of a language; raises ValueError for a file that is not one."""
    entries = tuple(read((FOLDER / f"{name}.po").read_text(encoding="utf-8")))
    header = next((entry.texts[0] for entry in entries if not entry.text), "")
    plural = re.search(r"plural=([^;]+);", header)
    if plural is None:
        raise ValueError(f"The catalogue of {name} has no Plural-Forms in its header.")
    return Catalogue(name, tuple(entry for entry in entries if entry.text), c2py(plural[1]))


def read(source: str) -> Iterator[Entry]:
    """Yield the messages of a PO file, the header under an empty text; raises ValueError for any other line."""
    parts: dict[str, str] = {}
    key = ""
    for number, line in enumerate([*source.splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if not line:
            if parts:
                yield _entry(parts)
            parts, key = {}, ""
            continue
        word, _quote, rest = line.partition('"')
        key = word.strip() or key
        if not key or not rest.endswith('"'):
            raise ValueError(f"Line {number} of the catalogue is none of a PO file: {line}")
        parts[key] = parts.get(key, "") + unquoted(rest[:-1])


def unquoted(text: str) -> str:
    """Return what a string of a PO file says."""
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), text)


def _entry(parts: dict[str, str]) -> Entry:
    texts = tuple(text for key, text in parts.items() if key.startswith("msgstr"))
    return Entry(
        parts.get("msgid", ""),
        parts.get("msgctxt", ""),
        parts.get("msgid_plural", ""),
        texts if any(texts) else (),
    )
