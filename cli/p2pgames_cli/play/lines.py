"""Standard input as lines, read beside everything else."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import trio

LONGEST = 64 * 1024
"""Bytes; a longer line is cut here, and its rest is a line of its own."""


@dataclass
class Lines:
    """The lines of standard input, without their ends. One reader at a time; the next one goes on where it stopped."""

    waiting: deque[str] = field(default_factory=deque)
    _rest: bytes = b""
    _ended: bool = False

    async def next(self) -> str | None:
        """Return the next line; None when there are no more."""
        while not self.waiting:
            if self._ended:
                return None
            await self._read()
        return self.waiting.popleft()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield all lines that are left."""
        while (line := await self.next()) is not None:
            yield line

    async def _read(self) -> None:
        # Python's own buffered reader would hold its lock in the waiting thread, and the exit would wait for it.
        some = await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 4096, abandon_on_cancel=True)
        self._ended = not some
        *whole, rest = (self._rest + some).split(b"\n")
        if len(rest) > LONGEST or (self._ended and rest):
            whole, rest = [*whole, rest], b""
        self._rest = rest
        self.waiting += [line.decode("utf-8", errors="replace").rstrip("\r") for line in whole]
