"""The number of the format that all records of a game have in common, and the line that files of it begin with.

Text that comes from elsewhere is read here, too, whatever a shell or a mail program made of its bytes.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import Final

FORMAT: Final = 1
"""The format version of log and messages. It is frozen: what would change it is another one, beside it."""
INVISIBLE: Final = r"\s\0\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
"""As part of a set of characters: blanks of all kinds, and what mail programs put in to break and to turn lines."""
_LINE: Final = re.compile(rb"p2pgames [a-z]+ ([0-9]{1,6})\n")


def first_line(kind: str) -> bytes:
    """Return the line that a file of this kind begins with."""
    return f"p2pgames {kind} {FORMAT}\n".encode()


def as_text(data: bytes) -> str:
    """Return what stands in the bytes of a text: UTF-8, or UTF-16 as the ``>`` of PowerShell writes it."""
    begun = data[:1024]
    # English in UTF-16 has a zero in every other byte; a quarter of them is far from both.
    if data.startswith(BOM_UTF16_LE) or begun[1::2].count(0) > len(begun) // 4:
        encoding = "utf-16-le"
    elif data.startswith(BOM_UTF16_BE) or begun[::2].count(0) > len(begun) // 4:
        encoding = "utf-16-be"
    else:
        encoding = "utf-8"
    return data.decode(encoding, errors="replace").removeprefix("\ufeff")


def format_of(data: bytes) -> int | None:
    """Return the format that the first line of a file names, of whatever kind it is; None if it names none."""
    found = _LINE.match(data)
    return int(found[1]) if found else None
