"""What sentences in the user's language are put together from: names, reasons, lists, and signs between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final

from p2pgames_cli.i18n.catalogue import _, language

if TYPE_CHECKING:
    from p2pgames.game import Game
    from p2pgames.rules_text import RulesText
    from p2pgames.text import Message


def rules_in_words(game: Game) -> RulesText:
    """Return the rules of a game in the user's language; in English where they are not translated."""
    from p2pgames.rules_text import read

    return read(game.text_in(language()))


_APART: Final = r" (?=[:;!?»])|(?<=«) "


def named(said: Message | None, names: Sequence[str] = ()) -> str:
    """Return a sentence in the user's language with the players' names; nothing for None."""
    from p2pgames_cli.i18n.speaker import speaker  # most commands only look something up: help says none

    return "" if said is None else speaker(names)(said)


def sentence_of(wrong: Exception) -> str:
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


def both(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: all together."""
    return _joined(_(" and "), names)


def with_commas(names: Iterable[str]) -> str:
    """Return names one after the other, as they may stand in a sentence."""
    return _joined(", ", names)


def _joined(joint: str, names: Iterable[str]) -> str:
    from p2pgames.text import isolated

    return joint.join(map(isolated, names))


def in_turn(said: Sequence[str]) -> str:
    """Return several things one after the other, with a semicolon between as the language has it."""
    return reduce(lambda first, then: _("{first}; {then}").format(first=first, then=then), said)


def unbroken(text: str) -> str:
    """Return a text for displays that break lines themselves: in French, signs stay with the word before them."""
    return re.sub(_APART, "\u00a0", text) if language() == "fr" else text


def capital(text: str) -> str:
    """Return a few words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."
