"""English words that are left over in a text of another language."""

import re
from contextlib import contextmanager
from functools import cache

from p2pgames_cli.i18n import catalogue
from p2pgames_cli.i18n.catalogue import languages
from tests import catalogues, messages

PLAYED = (
    ("linja", 2, {"bonus": "any"}),
    ("metro", 2, {}),
    ("metro", 3, {"orientation": "free", "hand": "2"}),
    ("bus", 5, {}),
    ("bus", 3, {"city": "garden"}),
    ("socks", 2, {}),
    ("socks", 2, {"layout": "players", "blockers": "3", "neutral": "rebuild"}),
    ("line1", 2, {}),
    ("line1", 3, {"traveller_tiles": "always", "pockets": "loose"}),
)

LANGUAGES = [name for name in languages() if name != "en"]
WORD = re.compile(r"[^\W\d_]{2,}")


def words_of(texts):
    """Return all words in these texts, in small letters."""
    return {word.lower() for text in texts for word in WORD.findall(text)}


@contextmanager
def speaking(language):
    """Speak a language for a while."""
    catalogue.use(language)
    try:
        yield
    finally:
        catalogue.use("en")


everything_said = cache(messages.gathered)


@cache
def lagging(language):
    """Return the words of the messages that nobody has translated yet: the client says them in English until then."""
    done = {(entry.msgctxt, entry.msgid) for entry in catalogues.read(language) if entry.translated()}
    late = [entry for key, entry in everything_said().items() if key not in done]
    return words_of(text for entry in late for text in (entry.msgid, entry.msgid_plural))


@cache
def english(language):
    """Return the words of the English messages that no message of the other language has: no text of it needs them."""
    entries = catalogues.read(language)
    needed = words_of(text for entry in entries for text in catalogues.texts(entry))
    return words_of(entry.msgid for entry in entries) - needed - lagging(language)


def english_in(text, language):
    """Return the English words in a text."""
    return words_of([text]) & english(language)
