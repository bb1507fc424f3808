"""What every discovery can do, and an open table as it is shown to strangers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import trio

from p2pgames.text import Message


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with free seats, as it is shown to people who were not invited."""

    table: bytes
    """Its nonce."""
    game: str
    name: str
    """What the host is called."""
    seats: int
    free: int


class Discovery(ABC):
    """One way to learn where a player is whom no known address leads to.

    It has addresses too, ``dht:...``, which are told like others; they are looked up, not dialled.
    """

    name: str
    is_near: bool = False
    """Whether it finds neighbours only: it is told this computer's own addresses, and no invite needs it."""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep what it needs running, and us to be found, until cancelled; `DependencyMissing` if it is not there."""
        task_status.started()

    @abstractmethod
    def address(self, table: bytes) -> str:
        """Return the address by which those who know it find us, at the table of this nonce."""

    @abstractmethod
    def tell(self, table: bytes, addresses: Sequence[str]) -> None:
        """Let us be found at these addresses from now on, by those who know `address`."""

    def show(self, table: OpenTable | None) -> None:  # noqa: B027  # most discoveries show nothing to strangers
        """Let strangers see that a table is open, or with None no longer, where this is a way to be seen."""

    @abstractmethod
    async def find(self, address: str) -> tuple[str, ...]:
        """Return where a player is now; raise `Unreachable` if it cannot be learnt."""

    def about(self) -> Message | None:
        """Return what this discovery shows others of us, in a sentence for the player; None if it shows nothing."""
        return None
