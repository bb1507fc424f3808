"""Whose hand is hidden where several players share a screen."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.table.seat import SeatHandle


@dataclass
class Veil:
    """Falls before the hand of a player who has not looked, until that player alone looks."""

    before: SeatHandle | None = None
    """Before whose hand it hangs."""
    looked: SeatHandle | None = None
    """Who looked last."""

    def falls(self, handle: SeatHandle) -> bool:
        """Let it fall before a hand; tell whether it did, and does not hang there already."""
        if handle in (self.before, self.looked):
            return False
        self.before = self.looked = handle
        return True

    def lift(self) -> bool:
        """Take it away; tell whether it hung."""
        hung, self.before = self.before is not None, None
        return hung
