"""A way out that never makes the game wait: what is not read is kept for a while, then dropped.

A pipe or terminal that is full would hold up whoever writes to it, and with that all links of the table. So a thread
writes; but what a pipe surely takes is written at once, for a thread comes to it only when nobody else computes.
"""

from __future__ import annotations

import io
import math
import os
import select
import stat
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

AGAIN: Final = 0.05
"""Seconds until a descriptor that must not wait is tried again."""


class Outlet(io.RawIOBase):
    """Takes everything at once, and writes it in a thread where it might have to wait."""

    def __init__(self, sink: Any, limit: int, said: Callable[[int], str]) -> None:
        """``said`` makes what is told once of this many lines that were dropped."""
        self._sink, self._limit, self._said = sink, limit, said
        self._waiting: deque[bytes] = deque()
        self._size = 0
        """Bytes that wait, with those that are being written."""
        self._lost = 0
        self._ended = False
        self._failure: OSError | None = None
        self._change = threading.Condition()
        self._pipe = _writable(self._sink.fileno())
        threading.Thread(target=self._run, name="output", daemon=True).start()

    def writable(self) -> bool:
        """It is."""
        return True

    def isatty(self) -> bool:
        """Tell whether it leads to a terminal."""
        return bool(self._sink.isatty())

    def fileno(self) -> int:
        """Return the descriptor that it leads to."""
        return int(self._sink.fileno())

    def write(self, data: Any, /) -> int:
        """Take a text, or count its lines where there is no room; raise OSError if the reader is gone."""
        text = bytes(data)
        with self._change:
            if self._failure is not None:
                raise self._failure
            # After a gap nothing is kept before its number is written, so that it stands where lines are missing.
            if self._lost or (self._size and self._size + len(text) > self._limit):
                self._lost += max(1, text.count(b"\n"))
            elif self._size or not self._has_room(text):
                self._keep(text)
            else:
                self._put_at_once(text)
        return len(text)

    def _has_room(self, text: bytes) -> bool:
        """Tell whether this is a pipe that takes the text without waiting, if nobody else writes into it."""
        return self._pipe is not None and len(text) <= select.PIPE_BUF and bool(self._pipe.poll(0))

    def _put_at_once(self, text: bytes) -> None:
        try:
            written = self._sink.write(text) or 0
        except OSError as wrong:
            self._fail(wrong)
        else:
            if written < len(text):
                self._keep(text[written:])

    def finish(self, seconds: float = math.inf) -> None:
        """Write nothing more, once all is written or so much time has passed; raise OSError if it cannot be."""
        with self._change:
            self.wait(seconds)
            self._ended = True
            self._change.notify_all()
        if self._failure is not None:
            raise self._failure

    def wait(self, seconds: float) -> None:
        """Wait until all is written or cannot be, or so much time has passed."""
        deadline = time.monotonic() + seconds
        with self._change:
            while self._size and self._failure is None and time.monotonic() < deadline:
                self._change.wait(AGAIN)  # on Windows Ctrl-C interrupts no longer wait

    def stop(self) -> None:
        """Write nothing more, whatever waits; a signal handler may call this at any moment."""
        self._ended = True

    def _keep(self, text: bytes) -> None:
        self._waiting.append(text)
        self._size += len(text)
        self._change.notify_all()

    def _run(self) -> None:
        while (text := self._next()) is not None:
            try:
                self._put(text)
            except (OSError, ValueError) as wrong:
                self._fail(wrong if isinstance(wrong, OSError) else OSError(str(wrong)))
                return
            with self._change:
                self._size -= len(text)
                if self._lost and not self._waiting:
                    self._keep(self._said(self._lost).encode())
                    self._lost = 0
                self._change.notify_all()

    def _next(self) -> bytes | None:
        """Return what is to be written next; None at the end."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._ended)
            return None if self._ended else self._waiting.popleft()

    def _put(self, text: bytes) -> None:
        left = memoryview(text)
        while left and not self._ended:
            # What writes through a buffer of Python would hold its lock, and the exit would wait for it.
            written = self._sink.write(left)
            if written is None:
                time.sleep(AGAIN)
            left = left[written or 0 :]

    def _fail(self, wrong: OSError) -> None:
        with self._change:
            self._failure = wrong
            self._change.notify_all()


def _writable(descriptor: int) -> select.poll | None:
    """Return what tells whether a pipe has room; None for all else, and on systems that cannot tell."""
    if not hasattr(select, "poll") or not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        return None
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return poll
