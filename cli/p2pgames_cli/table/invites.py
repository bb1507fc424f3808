"""Invites as people paste them, and what leads somewhere as a code to scan."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

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


def code(text: str, *, paper: bool) -> tuple[str, ...]:
    """Return the QR code of a text (ISO/IEC 18004), two rows of modules in a line.

    Blocks stand where it is dark, for white paper; without it where it is light, since most terminals are dark.
    """
    import segno

    modules = [
        [bool(dark) is paper for dark in row] for row in segno.make(text, error="l").matrix_iter(border=1)
    ]
    if len(modules) % 2:
        modules.append([not paper] * len(modules[0]))
    blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return tuple(
        "".join(blocks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(modules[::2], modules[1::2], strict=True)
    )


@lru_cache(8)
def squares(text: str) -> dict[str, Any]:
    """Return the QR code of a text (ISO/IEC 18004): its side, and a path of its dark modules."""
    import segno

    rows = list(segno.make(text, error="l").matrix_iter(border=4))
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return {"side": len(rows), "path": "".join(dark)}
