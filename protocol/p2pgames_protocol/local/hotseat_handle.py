"""One seat at a table in this process, as its player uses it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from p2pgames.contract import Illegal, Move, Seat
from p2pgames_protocol.local import messages
from p2pgames_protocol.log.consents.pause import PAUSE
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.reception import Reception
from p2pgames_protocol.log.records.note import DECLINE
from p2pgames_protocol.log.signer.seated import Seated
from p2pgames_protocol.net.links import FixedLinks, Links
from p2pgames_protocol.wire.codec import Plain


class Host(Protocol):
    """A table in this process."""

    notices: deque[Reception]
    settled: bool

    async def do(self, what: Callable[[], None]) -> None:
        """Let one seat do something; raises `Illegal` as that does."""

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""

    def agree(self, seat: Seat, says: str, to: int | None) -> None:
        """Let all seats agree to what one offers; raises `Illegal` if that is not possible."""


class HotSeatHandle:
    """One seat at a `HotSeat`, used like a `Peer`."""

    must_show: frozenset[bytes] = frozenset()
    proof: Path | None = None
    """Nobody cheats those who sit at the same computer."""
    talk: None = None
    handing: None = None
    local_notes: Mapping[str, Plain] = MappingProxyType({})

    def __init__(self, hot: Host, signer: Seated) -> None:
        self.signer = signer
        self.replica = signer.replica
        self.history = History(signer.replica)
        own = self.replica.genesis.keys[signer.seat]
        others = tuple(key for key in self.replica.genesis.keys if key != own)
        self.links: Links = FixedLinks(others)
        """Everybody is connected, and nobody linked: all sit at this computer."""
        self.hot = hot

    @property
    def settled(self) -> bool:
        """Whether all that the replica holds is stored, and may be told."""
        return self.hot.settled

    @property
    def notices(self) -> deque[Reception]:
        """What went wrong, newest last."""
        return self.hot.notices

    async def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; it is stored when this returns. Raises `Illegal` as `Signer.act` does."""
        await self.hot.do(lambda: self.signer.act(move, at))

    async def resign(self) -> None:
        """Leave the game; raises `Illegal` as `Signer.resign` does."""
        await self.hot.do(self.signer.resign)

    async def take_over(self) -> None:
        """Do nothing: nothing is held back here."""

    async def vote(self, seat: Seat) -> None:  # noqa: ARG002
        """Refuse: nobody is away from a table where all share a computer."""
        raise Illegal(messages.NOBODY_AWAY)

    async def offer(self, says: str, to: int | None = None) -> None:
        """Do at once what between computers all would have to agree on; raises `Illegal` as `Signer.offer` does."""
        if says in (PAUSE.name, DECLINE):
            raise Illegal(messages.NO_TIME_RUNS)
        await self.hot.do(lambda: self.hot.agree(self.signer.seat, says, to))

    async def say(self, text: str) -> None:  # noqa: ARG002
        """Refuse: who sits at the table hears it anyway."""
        raise Illegal(messages.SAY_ALOUD)

    async def keep(self, name: str, value: Plain) -> None:  # noqa: ARG002
        """Refuse: nothing here is for one player alone."""
        raise Illegal(messages.KEPT_FOR_NOBODY)

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self.hot.changed()
