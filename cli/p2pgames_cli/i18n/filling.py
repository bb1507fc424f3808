"""Lines: Markdown and sentences filled to the columns there are."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from typing import IO, Final
from unicodedata import category, east_asian_width

WIDTH: Final = 80
"""Columns of a text that is not drawn for one screen: every terminal has as many."""
INDENT: Final = "  "
_ITEM = re.compile(r"\s*(?:[-*+]|[0-9]+[.)])\s+")
_AS_IT_IS = ("#", "|", ">")


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
    """Yield sentences in lines of at most this many columns; what goes on with one is set in. No word is broken."""
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
    """Return how many columns of a terminal a text takes: some characters take two, accents and joiners none."""
    return sum(
        0 if category(each) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(each) in "WF") for each in text
    )


def on_terminal(text: str, stream: IO[str]) -> str:
    """Return a text filled to the terminal that shows it, so that no word is broken; as it is for a program."""
    if not stream.isatty():
        return text
    columns = shutil.get_terminal_size().columns
    return "\n".join(
        textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
