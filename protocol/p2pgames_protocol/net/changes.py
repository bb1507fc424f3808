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

    def tell(self) -> None:
        """Wake everybody who waits."""
        self._change.set()
        self._change = trio.Event()

    def note(self, outcome: Reception) -> None:
        """Note what went wrong."""
        self.notices.append(outcome)
        self.tell()

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds, looking again after every change."""
        while not done():
            await self.changed()
