"""Standard input as lines, read beside everything else."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator

import trio

LONGEST = 64 * 1024
"""Bytes; a longer line is cut here, and its rest is a line of its own."""


async def lines() -> AsyncIterator[str]:
    """Yield the lines of standard input without their ends, until it ends."""
    # Python's own buffered reader would hold its lock in the waiting thread, and the exit would wait for it.
    descriptor = sys.stdin.fileno()
    rest = b""
    while some := await trio.to_thread.run_sync(os.read, descriptor, 4096, abandon_on_cancel=True):
        *whole, rest = (rest + some).split(b"\n")
        for line in whole:
            yield _text(line)
        if len(rest) > LONGEST:
            yield _text(rest)
            rest = b""
    if rest:
        yield _text(rest)


def _text(line: bytes) -> str:
    return line.decode("utf-8", errors="replace").rstrip("\r")
