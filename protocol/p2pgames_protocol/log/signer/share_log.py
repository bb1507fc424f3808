"""What a seat has given away of hidden cards."""

from __future__ import annotations

from collections.abc import Container, Iterable

from p2pgames.contract import Seat
from p2pgames_protocol.log.given_shares import GivenShare


class ShareLog:
    """Every card of which this seat has given its share, and who could open it with that: never twice for others."""

    def __init__(self) -> None:
        self.given: dict[tuple[int, str, int], GivenShare] = {}
        self._fresh: list[GivenShare] = []

    def may_give(self, shares: Iterable[GivenShare], open_seats: Container[Seat]) -> bool:
        """Tell whether none of these went to others before; what went to a seat now open may go to everybody."""
        before = ((share, self.given.get(share.card, share)) for share in shares)
        return all(old == share or (share.to is None and old.to in open_seats) for share, old in before)

    def give(self, shares: Iterable[GivenShare]) -> None:
        """Note that these are given."""
        for share in shares:
            if share.card not in self.given:
                self.given[share.card] = share
                self._fresh.append(share)

    def restore(self, shares: Iterable[GivenShare]) -> None:
        """Take in what was given before this process began; called before anything is signed."""
        self.given |= {share.card: share for share in shares}

    def take(self) -> list[GivenShare]:
        """Return what was given since the last call; it is to be stored before any record is."""
        taken, self._fresh = self._fresh, []
        return taken
