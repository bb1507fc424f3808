"""Waking the tasks that show a running game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import trio

from p2pgames_protocol.log.reception import Reception


class Changes:
    """Tells that something is different; ``notices`` holds what went wrong, newest last."""

    def __init__(self) -> None:
        self.notices: deque[Reception] = deque(maxlen=100)
        self._change = trio.Event()
        self._waiting: dict[trio.Event, Callable[[], bool]] = {}
        """For what each of those waits who need not look at every change."""

    def tell(self) -> None:
        """Wake everybody who waits for any change, and whose condition holds now."""
        self._change.set()
        self._change = trio.Event()
        for holds, done in self._waiting.items():
            if done():
                holds.set()

    def note(self, outcome: Reception) -> None:
        """Note what went wrong."""
        self.notices.append(outcome)
        self.tell()

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds; it is looked at with every change, and again before this returns."""
        while not done():
            self._waiting[holds := trio.Event()] = done
            try:
                await holds.wait()
            finally:
                del self._waiting[holds]
