"""What users read in their language: English in the source, catalogues of other languages in ``locale/``.

People edit a PO file; what is read here is compiled from it when p2pgames is built or installed.
Sentences of games and of the protocol are made where no language is known: they are messages, whose ids are contexts
in the catalogues, and `p2pgames_cli.i18n.speaker` says them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "locale"
ENGLISH: Final = "en"
AUTO: Final = "auto"
"""In the settings: the language of the environment."""

_current = NullTranslations()


class Sentence(str):
    """A sentence with holes: whatever is put into them, a name of a file, say, stays on its line and steers nothing.

    Right-to-left letters in it turn nothing round but themselves.
    """

    __slots__ = ()

    def format(self, *args: object, **kwargs: object) -> str:
        """Fill the holes."""
        return super().format(*map(_inert, args), **{name: _inert(value) for name, value in kwargs.items()})


def _inert(value: object) -> object:
    if isinstance(value, int | float):
        return value
    text = str(value)
    if text.isascii() and text.isprintable():
        return value
    from p2pgames.text import inert, isolated  # a help page needs none of it

    return isolated(inert(text))


def _(text: str) -> str:
    """Return a message in the user's language; placeholders are filled in afterwards."""
    return Sentence(_current.gettext(text)) if text else ""  # under an empty text gettext keeps the header


def pgettext(context: str, text: str) -> str:
    """Return a message that means different things in different places."""
    return _current.pgettext(context, text)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a message that fits a number."""
    return Sentence(_current.ngettext(one, many, number))


def npgettext(context: str, one: str, many: str, number: int) -> str:
    """Return the form of a message that fits a number, of one that means different things in different places."""
    return _current.npgettext(context, one, many, number)


def N_(text: str) -> str:  # noqa: N802  # as gettext calls it
    """Mark a message that is translated later, where it is shown."""
    return text


def language() -> str:
    """Return the language in use, as ``de``."""
    return _current.info().get("language", ENGLISH)


def languages() -> tuple[str, ...]:
    """Return all languages there are, English first."""
    return (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.mo")))


def use(wanted: str) -> None:
    """Speak a language from now on; English where there is no catalogue for it."""
    global _current  # noqa: PLW0603  # one user, one language
    if wanted != language():
        _current = load(wanted) if wanted in languages() and wanted != ENGLISH else NullTranslations()


@contextmanager
def english() -> Iterator[None]:
    """Speak English for a while: in files and to programs everybody reads the same."""
    global _current  # noqa: PLW0603
    before, _current = _current, NullTranslations()
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


def load(name: str) -> GNUTranslations:
    """Return the catalogue of a language."""
    with (FOLDER / f"{name}.mo").open("rb") as file:
        return GNUTranslations(file)
