"""Standard input as lines, read beside everything else."""

from __future__ import annotations

import os
import select
import stat
import sys
from codecs import BOM_UTF16_LE
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock

import trio

from p2pgames_protocol.wire.codec import as_text

LONGEST = 64 * 1024
"""Bytes; a longer line is cut here, and its rest is a line of its own."""

AHEAD = 64
"""Lines that are read before anybody wants them."""

SOON = 0.2
"""Seconds in which a pipe that was at its end when the client began is known to be."""

edited: Callable[[bytes], tuple[bytes, bool]] | None = None
"""Makes lines of single keys, and tells of their end; None where the terminal does so by itself."""


@dataclass
class Lines:
    """The lines of standard input, without their ends. The next reader goes on where the one before stopped."""

    waiting: deque[str] = field(default_factory=deque)
    early: bool = False
    """Whether their end says nothing yet: a table opens, and whoever says nothing more is told what leads there."""
    _rest: bytes = b""
    _ended: bool = False
    _lock: Lock = field(default_factory=Lock)
    _reading: bool = False
    """Whether a thread waits for more. It may outlive the loop that began it: the next one gets what it reads."""
    _read_bytes: bytes | None = None
    _token: trio.lowlevel.TrioToken | None = None
    _done: trio.Event = field(default_factory=trio.Event)
    _taken: trio.Event = field(default_factory=trio.Event)
    """Set, and replaced, when the first of those that wait is taken."""

    async def next(self) -> str | None:
        """Return the next line; None when there are no more."""
        while not self.waiting:
            if self._ended:
                return None
            await self._read()
        return self._first()

    async def next_such(self, wanted: Callable[[str], bool]) -> str | None:
        """Return the next line that is wanted, as soon as it comes; None when there are no more.

        Others are left, in their order, for whoever reads beside this; while many wait, nothing more is read.
        """
        while (line := next(filter(wanted, self.waiting), None)) is None:
            if self._ended:
                return None
            if len(self.waiting) < AHEAD:
                await self._read()
            else:
                await self._taken.wait()
        self.waiting.remove(line)
        return line

    def _first(self) -> str:
        self._taken.set()
        self._taken = trio.Event()
        return self.waiting.popleft()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield all lines that are left."""
        while (line := await self.next()) is not None:
            yield line

    async def _read(self) -> None:
        # Python's own buffered reader would hold its lock in the waiting thread, and the exit would wait for it.
        token = trio.lowlevel.current_trio_token()
        with self._lock:
            if token is not self._token:
                self._token, self._done = token, trio.Event()
            if not self._reading:
                self._reading = True
                # One of trio's threads, which are used again: a new one for each line would hold up what the line says.
                trio.lowlevel.start_thread_soon(self._wait, lambda _: None, "input")
            elif self._read_bytes is not None:
                token.run_sync_soon(self._take)
            done = self._done
        await done.wait()

    def _wait(self) -> None:
        """Wait in a thread of its own for what comes; whoever reads next finds it, also if this reader is gone."""
        try:
            some = _read_ahead() or os.read(sys.stdin.fileno(), 4096)
        except OSError:  # what Linux calls the end of a terminal
            some = b""
        with self._lock, suppress(trio.RunFinishedError):
            self._read_bytes = some
            if self._token is not None:
                self._token.run_sync_soon(self._take)

    def _take(self) -> None:
        with self._lock:
            some, self._read_bytes = self._read_bytes, None
        if some is None:
            return
        self._reading = False
        self._ended = not some
        if edited is not None and some:
            some, self._ended = edited(some)
        *whole, rest = (self._rest + some).split(b"\n")
        if len(rest) > LONGEST or (self._ended and rest):
            whole, rest = [*whole, rest], b""
        self._rest = rest
        self.waiting += [line.decode("utf-8", errors="replace").rstrip("\r") for line in whole]
        self._done.set()
        self._done = trio.Event()


_ahead = bytearray()
"""What was read to see whether there is more."""


def _read_ahead() -> bytes:
    some = bytes(_ahead)
    _ahead.clear()
    return some


def typed_line() -> str:
    """Return the next line of standard input, and leave the others where they are: they may be moves."""
    line = b""
    while not line.endswith(b"\n") and len(line) < LONGEST and (one := os.read(sys.stdin.fileno(), 1)):
        line += one
    if line[:2] == BOM_UTF16_LE or line[1:2] == b"\0":
        line += os.read(sys.stdin.fileno(), 1)  # the other half of the line feed
    return as_text(line)


def has_ended() -> bool:
    """Tell whether nothing but white space is left of standard input, if that is known soon; people may still type."""
    descriptor = sys.stdin.fileno()
    while not _ahead and _is_ready(descriptor):
        one = os.read(descriptor, 1)
        if not one:
            return True
        _ahead.extend(one.strip())
    return False


def _is_ready(descriptor: int) -> bool:
    if os.isatty(descriptor):
        return False
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return True
    # On Windows nothing tells of a pipe whether reading it would wait.
    return sys.platform != "win32" and bool(select.select([descriptor], [], [], SOON)[0])


def go_on_at_terminal() -> bool:
    """Read from the terminal from now on, where the user sits at one; tell whether that could be done."""
    if sys.platform == "win32" or not sys.stdout.isatty():
        return False
    try:
        terminal = os.open(os.ttyname(sys.stdout.fileno()), os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return False
    os.dup2(terminal, sys.stdin.fileno())
    os.close(terminal)
    return True


# What was typed, or sent by a program, and is still to be used.


class TypedLines:
    """Lines in the order in which they came; whoever plays waits for the next one, or for anything else new."""

    def __init__(self) -> None:
        self.waiting: deque[str] = deque()
        self.ended = False
        """Whether no more lines come."""
        self.news = trio.Event()
        """Set, and replaced, when there is something new."""

    async def listen(self, lines: AsyncIterable[str]) -> None:
        """Take in lines until there are no more."""
        async for line in lines:
            self.waiting.append(line)
            self.wake()
        self.ended = True
        self.wake()

    def wake(self) -> None:
        """Wake whoever waits for news."""
        self.news.set()
        self.news = trio.Event()
