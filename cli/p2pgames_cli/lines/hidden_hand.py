"""Whose hand is hidden where several players share a screen."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.table.seat_handle import SeatHandle


@dataclass
class HiddenHand:
    """The hand of a player who has not looked, until that player alone looks."""

    owner: SeatHandle | None = None
    """Whose hand is hidden now."""
    looked: SeatHandle | None = None
    """Who looked last."""

    def hide(self, handle: SeatHandle) -> bool:
        """Hide a hand; tell whether it was neither hidden already nor that of who looked last."""
        if handle in (self.owner, self.looked):
            return False
        self.owner = self.looked = handle
        return True

    def show(self) -> bool:
        """Show what was hidden; tell whether anything was."""
        hidden, self.owner = self.owner is not None, None
        return hidden
