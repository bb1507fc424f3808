"""The number of the format that all records of a game have in common, and the line that files of it begin with."""

from __future__ import annotations

import re
from typing import Final

FORMAT: Final = 1
"""The format version of log and messages. It is frozen: what would change it is another one, beside it."""
_LINE: Final = re.compile(rb"p2pgames [a-z]+ ([0-9]{1,6})\n")


def first_line(kind: str) -> bytes:
    """Return the line that a file of this kind begins with."""
    return f"p2pgames {kind} {FORMAT}\n".encode()


def format_of(data: bytes) -> int | None:
    """Return the format that the first line of a file names, of whatever kind it is; None if it names none."""
    found = _LINE.match(data)
    return int(found[1]) if found else None
