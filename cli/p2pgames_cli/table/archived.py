"""A game file opened for reading: a table where nothing happens any more."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import trio

from p2pgames.contract import Illegal, Move, Seat
from p2pgames_cli.table import sentences
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.connections import FixedLinks, Links
from p2pgames_protocol.wire.codec import Plain


class ArchivedSeat:
    """A seat without links, and mostly without a seat."""

    must_show: frozenset[bytes] = frozenset()
    elsewhere: tuple[str, ...] | None = None
    all_stored = True
    proof: Path | None = None
    talk: None = None
    seat_transfer: None = None
    local_notes: Mapping[str, Plain] = MappingProxyType({})

    def __init__(self, replica: Replica, signer: Signer | None = None) -> None:
        self.replica = replica
        self.signer = signer
        self.history = History(replica)
        self.notices: deque[Reception] = deque()
        self.links: Links = FixedLinks()

    async def act(self, move: Move, at: bytes | None = None) -> None:  # noqa: ARG002
        """Refuse."""
        raise Illegal(sentences.LOOKED_AT)

    async def resign(self) -> None:
        """Refuse."""
        raise Illegal(sentences.LOOKED_AT)

    async def vote(self, seat: Seat) -> None:  # noqa: ARG002
        """Refuse."""
        raise Illegal(sentences.LOOKED_AT)

    async def offer(self, says: str, to: int | None = None) -> None:  # noqa: ARG002
        """Refuse."""
        raise Illegal(sentences.LOOKED_AT)

    async def say(self, text: str) -> None:  # noqa: ARG002
        """Refuse."""
        raise Illegal(sentences.LOOKED_AT)

    async def keep(self, name: str, value: Plain) -> None:  # noqa: ARG002
        """Refuse."""
        raise Illegal(sentences.LOOKED_AT)

    async def take_over(self) -> None:
        """Do nothing: nothing is held back here."""

    async def changed(self) -> None:
        """Wait for ever."""
        await trio.sleep_forever()
