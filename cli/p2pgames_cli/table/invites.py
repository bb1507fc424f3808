"""Reading an invite as people paste it."""

from __future__ import annotations

import re
from typing import Final

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.table.input import typed_line
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.codec import INVISIBLE
from p2pgames_protocol.wire.invite import PREFIX, SEAT_PREFIX, BadInvite, BadWords, Invite, Words

BEGUN: Final = 2
"""Letters from which on words are offered."""
_AROUND: Final = re.compile(rf"[<>\"'\u201c\u201d\u201e\u00ab\u00bb]|(?!\s)[{INVISIBLE}]")
"""Marks of quotations, what people put around a line, and what mail programs put into it and nobody sees."""
OFFERED: Final = 8
"""Words that are offered at most."""


def read_seat_line(words: tuple[str, ...]) -> Invite:
    """Return the line that hands over a seat, as `read_invite` does an invite."""
    return read_invite(words, SEAT_PREFIX)


def read_invite(words: tuple[str, ...], prefix: str = PREFIX) -> Invite:
    """Return the invite in the arguments, or on standard input for ``-``; raise `Stop` if it is not one."""
    text = _text(words)
    try:
        return invites.read_invite(text, prefix)
    except BadInvite as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None


def read_way_in(words: tuple[str, ...]) -> Invite | Words:
    """Return the invite, or the five words that stand for one, as `read_invite` does."""
    text = _text(words)
    try:
        return invites.read_words(text) if invites.looks_like_words(text) else invites.read_invite(text)
    except (BadInvite, BadWords) as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None


def _text(words: tuple[str, ...]) -> str:
    """Return what was typed or pasted, without what mail programs and people put around it."""
    return _AROUND.sub("", typed_line() if words == ("-",) else " ".join(words))


def offered(begun: str) -> tuple[str, ...]:
    """Return the words that complete a partly typed word of an invite; if there are none, those spelt similarly."""
    if not begun.isalpha() or len(begun) < BEGUN:
        return ()
    found = [word for word in invites.words_beginning_with(begun) if word != begun.lower()]
    return (
        tuple(found[:OFFERED])
        if found or begun.lower() in invites.word_list()
        else invites.nearest_word(begun)
    )
