"""Reading files that others may have made: regular ones alone, and none larger than any game needs."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from p2pgames.text import Count
from p2pgames_protocol.store import messages

MAX_FILE: Final = 16 * 1024 * 1024
"""Bytes; tens of times the longest game. It holds for game files, proofs, packs, letters and pasted text alike."""
TOO_LARGE: Final = str(messages.TOO_LARGE(mib=Count(MAX_FILE >> 20)))
NOT_REGULAR: Final = str(messages.NOT_REGULAR)


def read(path: Path, most: int = MAX_FILE + 1, *, follow: bool = True) -> bytes:
    """Return the bytes of a regular file of at most `MAX_FILE` bytes; raise OSError, which names it, otherwise.

    With ``most``, only this many from its beginning are read. Without ``follow`` a link is no regular file: in a
    folder that others fill, it may lead to anything.
    """
    if not follow:
        _check(path.lstat(), path)
    with open(path, "rb", opener=_at_once) as file:
        _check(os.fstat(file.fileno()), path)
        data = file.read(most)
    if len(data) > MAX_FILE:
        raise OSError(errno.EFBIG, TOO_LARGE, str(path))
    return data


def _at_once(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to would be waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _check(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
    if found.st_size > MAX_FILE:
        raise OSError(errno.EFBIG, TOO_LARGE, str(path))
