"""What was typed, or sent by a program, and is still to be used."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterable

import trio


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
