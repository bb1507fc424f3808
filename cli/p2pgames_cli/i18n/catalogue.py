"""What users read in their language: English in the source, catalogues of other languages in ``locale/``.

A catalogue is a PO file as gettext has it, read when it is needed: one file to edit, and nothing to compile.
Sentences of games and of the protocol are made where no language is known: they are messages, whose ids are contexts
in the catalogues, and `p2pgames_cli.i18n.speaker` says them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from gettext import c2py  # reads the header Plural-Forms
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "locale"
ENGLISH: Final = "en"
AUTO: Final = "auto"
"""In the settings: the language of the environment."""
_ESCAPES: Final = {"n": "\n", "t": "\t", "b": "\b", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalogue; ``texts`` has several for a plural, and is empty where nothing is translated."""

    text: str
    context: str = ""
    plural: str = ""
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language."""

    language: str
    entries: tuple[Entry, ...] = ()
    _plural: Callable[[int], int] = field(default=lambda number: int(number != 1), repr=False)

    @cached_property
    def _texts(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        return {(entry.context, entry.text): entry.texts for entry in self.entries if any(entry.texts)}

    def text(self, text: str, context: str = "") -> str:
        """Return a message in this language; the message itself where there is no translation."""
        return self._texts.get((context, text), (text,))[0]

    def plural(self, one: str, many: str, number: int, context: str = "") -> str:
        """Return the form of a message that fits the number."""
        texts = self._texts.get((context, one))
        if texts is None:
            return one if number == 1 else many
        return texts[min(self._plural(number), len(texts) - 1)]


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
