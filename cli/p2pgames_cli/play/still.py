"""A game file opened for reading: a place where nothing happens any more."""

from __future__ import annotations

from collections import deque

import trio

from p2pgames.contract import Illegal, Move, Seat
from p2pgames_protocol.ledger import Ledger, Outcome

_WHY = "This is a file that is looked at: nobody plays here."


class Still:
    """A place without seat and links."""

    doubts: frozenset[bytes] = frozenset()
    connected: tuple[bytes, ...] = ()

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.notices: deque[Outcome] = deque()

    async def act(self, move: Move) -> None:  # noqa: ARG002
        """Refuse."""
        raise Illegal(_WHY)

    async def resign(self) -> None:
        """Refuse."""
        raise Illegal(_WHY)

    async def claim(self) -> None:
        """Refuse."""
        raise Illegal(_WHY)

    async def vote(self, seat: Seat) -> None:  # noqa: ARG002
        """Refuse."""
        raise Illegal(_WHY)

    async def changed(self) -> None:
        """Wait for ever."""
        await trio.sleep_forever()
