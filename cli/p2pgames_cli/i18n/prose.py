"""Sentences in the user's language, with the players' names, and what several of them are joined by."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Final

from p2pgames.text import Joint, Message, Speaker, Template
from p2pgames_cli.i18n.catalogue import N_, _, language, npgettext, pgettext

if TYPE_CHECKING:
    from p2pgames.text import Message

_APART: Final = r" (?=[:;!?»])|(?<=«) "


# Sentences in the user's language, with the players' names.

JOINTS = (N_(" and "), N_(" or "))
"""Marked for the catalogues; commas are the same in all of their languages."""


class UserSpeaker(Speaker):
    """Says messages in the language in use; names are put in last, and never translated."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        """Know the players by seat."""
        self.names = tuple(names)

    def form(self, template: Template, number: int | None) -> str:
        """Return the translation that a catalogue has under the sentence's id; the English where it has none."""
        if template.many and number is not None:
            return npgettext(template.id, template.one, template.many, number)
        return pgettext(template.id, template.one)

    def seat(self, seat: int) -> str:
        """Return the player's name; the number of the seat where none is known."""
        if seat < len(self.names):
            return self.names[seat]
        return _("Seat {number}").format(number=seat + 1)

    def joint(self, joint: Joint) -> str:
        """Return what stands before the last of several things in the language."""
        return _(joint)


def speaker(names: Sequence[str] = ()) -> Callable[[Message], str]:
    """Return the function that says sentences; the same one for equal arguments, so that it can be a key of a cache."""
    return _speaker(language(), tuple(names))


@lru_cache(maxsize=16)
def _speaker(_language: str, names: tuple[str, ...]) -> Callable[[Message], str]:
    return UserSpeaker(names).say


def named(said: Message | None, names: Sequence[str] = ()) -> str:
    """Return a sentence in the user's language with the players' names; nothing for None."""

    return "" if said is None else speaker(names)(said)


def told(wrong: Exception) -> str:
    """Return what an exception says, in the user's language."""
    return named(reason(wrong))


def reason(wrong: Exception) -> Message:
    """Return what an exception says, as a message."""
    from p2pgames.text import Refusal, as_it_is

    if isinstance(wrong, Refusal):
        return wrong.message
    if isinstance(wrong, OSError) and wrong.strerror:
        from p2pgames_protocol.store.disk import os_error

        return os_error(wrong)
    return as_it_is(str(wrong))


def placed(what: object, *sentences: str) -> str:
    """Return sentences with the file they are about; empty ones are left out."""
    return headed(what, " ".join(filter(None, sentences)))


def headed(what: object, said: object) -> str:
    """Return what something is about, and what is said of it, with a colon between as the language has it."""
    return _("{what}: {said}").format(what=what, said=said)


def asked(text: str) -> str:
    """Return a few words as a question."""
    return _("{words}?").format(words=text)


def both(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: all together."""
    return _(" and ").join(names)


def in_turn(said: Sequence[str]) -> str:
    """Return several things one after the other, with a semicolon between as the language has it."""
    return reduce(lambda first, then: _("{first}; {then}").format(first=first, then=then), said)


def unbroken(text: str) -> str:
    """Return a text for displays that break lines themselves: in French, signs stay with the word before them."""
    return re.sub(_APART, "\u00a0", text) if language() == "fr" else text


def capital(text: str) -> str:
    """Return a few words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."
