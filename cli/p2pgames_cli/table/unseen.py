"""What is new to a player: moves and messages since they were there last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from p2pgames.contract import Move, Seat
from p2pgames_cli.table.recent import recent_moves
from p2pgames_cli.table.sight import Sight
from p2pgames_cli.table.turn import Turn
from p2pgames_protocol.log.history import Entry, MoveEntry

LATE: Final = 40
"""Rounds that are looked through for what is new."""


@dataclass
class Unseen:
    """Since when the player has not looked, and what came meanwhile."""

    sight: Sight
    turn: Turn
    looked: int = 0
    """How many steps there were when the player pressed a key last; what came since is marked as new."""
    unread: int = 0
    """Messages of the chat that came since its page was open."""
    _recent: tuple[tuple[int, int], tuple[tuple[Any, Seat, Move], ...]] = ((-1, -1), ())

    def look(self) -> None:
        """Note that the player sees all that has happened until now."""
        self.looked = len(self.turn.standpoint.replica.log)

    @property
    def recent(self) -> tuple[tuple[Any, Seat, Move], ...]:
        """The newest moves, newest last: as many as there are seats, and all that are new to the player."""
        at = self.turn.standpoint
        if self._recent[0] != (at.shown, self.looked):
            self._recent = ((at.shown, self.looked), recent_moves(at.handle, at.shown, self.looked))
        draft = self.turn.draft
        if draft is None:
            return self._recent[1]
        own = zip(draft.states, draft.moves, strict=False)
        return (*self._recent[1], *((state, draft.seat, move) for state, move in own))

    def is_new(self, entry: Entry) -> bool:
        """Tell whether something has happened since the player looked, by somebody else."""
        at = self.turn.standpoint
        live = at.step is None and not at.replaying
        return entry.round >= self.looked and live and (entry.seat is None or entry.seat != self.sight.seat)

    def moves(self) -> list[MoveEntry]:
        """Return the moves of others that were made since the player looked."""
        at = self.turn.standpoint
        entries = at.handle.history.entries(max(self.looked, len(at.replica.log) - LATE))
        return [entry for entry in entries if isinstance(entry, MoveEntry) and self.is_new(entry)]
