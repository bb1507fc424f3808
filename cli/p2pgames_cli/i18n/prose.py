"""Markdown within 80 columns, and names for seats."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, Final
from unicodedata import combining, east_asian_width

from p2pgames_cli.i18n.catalogue import _, language

if TYPE_CHECKING:
    from p2pgames.text import Message


WIDTH: Final = 80
INDENT: Final = "  "
_ITEM = re.compile(r"\s*(?:[-*+]|[0-9]+[.)])\s+")
_APART = re.compile(r" (?=[:;!?»])|(?<=«) ")
_AS_IT_IS = ("#", "|", ">")


def named(said: Message | None, names: Sequence[str] = ()) -> str:
    """Return a sentence in the user's language with the players' names; nothing for None."""
    from p2pgames_cli.i18n.speaker import speaker

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
        from p2pgames_protocol.store.os_errors import os_error

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


def unbroken(text: str) -> str:
    """Return a text for what breaks lines by itself: in French no sign stands apart from the word before it."""
    return _APART.sub("\u00a0", text) if language() == "fr" else text


def capital(text: str) -> str:
    """Return a few words as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def wrapped(text: str, width: int = WIDTH) -> str:
    """Return Markdown with paragraphs and list items filled; headings, tables and code stay as they are."""
    lines: list[str] = []
    block: list[str] = []
    code = False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        code ^= fence
        if block and not _begins(line) and not code and not fence:
            block.append(line.strip())
            continue
        lines += _filled(block, width)
        block = []
        if code or fence or not line.strip() or line.startswith((*_AS_IT_IS, "    ")):
            lines.append(line)
        else:
            block = [line.rstrip()]
    return "\n".join([*lines, *_filled(block, width)]) + "\n"


def _begins(line: str) -> bool:
    """Tell whether the line does not go on with the paragraph before."""
    return not line.strip() or line.startswith(_AS_IT_IS) or _ITEM.match(line) is not None


def _filled(block: list[str], width: int) -> list[str]:
    if not block:
        return []
    text = " ".join(block)
    item = _ITEM.match(text)
    indent = " " * (len(item.group()) if item else 0)
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def filled(sentences: Iterable[str], width: int = WIDTH) -> Iterator[str]:
    """Yield sentences in lines of at most so many columns; what goes on with one is set in. No word is broken."""
    for text in sentences:
        line, *words = text.split(" ")
        for word in words:
            if line.strip() and _columns(f"{line} {word}") > width:
                yield line
                line = f"{INDENT}{word}"
            else:
                line += f" {word}"
        yield line


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: some characters take two, and accents none."""
    return sum(0 if combining(each) else 1 + (east_asian_width(each) in "WF") for each in text)


def on_terminal(text: str, stream: IO[str]) -> str:
    """Return a text filled to the terminal that shows it, so that no word is broken; as it is for a program."""
    if not stream.isatty():
        return text
    columns = shutil.get_terminal_size().columns
    return "\n".join(
        textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
