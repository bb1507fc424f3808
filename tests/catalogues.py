"""The catalogues as people edit them, and what the client reads of them: compiled anew where they have changed."""

from __future__ import annotations

import polib

from hatch_build import compile_catalogues, set_in_type
from p2pgames_cli.i18n.catalogue import FOLDER

FILES = sorted(FOLDER.glob("*.po"))


def read(language: str) -> polib.POFile:
    """Return a catalogue; each line of a message stands in one line of the file."""
    return polib.pofile(str(FOLDER / f"{language}.po"), wrapwidth=0)


def said(language: str) -> polib.POFile:
    """Return a catalogue as the client says it."""
    return set_in_type(read(language), language)


def texts(entry: polib.POEntry) -> list[str]:
    """Return the translation that is said, of a plural all forms; nothing where none is, or a fuzzy one."""
    return [] if entry.fuzzy else written(entry)


def written(entry: polib.POEntry) -> list[str]:
    """Return the translation, be it fuzzy."""
    return [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]


def compile_changed() -> None:
    """Compile what has changed since it was compiled, as an installation does."""
    compile_catalogues(FOLDER)
