"""Who is to blame for what."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.misconduct import Fault, Misconduct
from p2pgames_protocol.log.reception import Reception


class Accusations:
    """What was found against seats, and what of it ended the game."""

    def __init__(self) -> None:
        self.equivocation: Misconduct | None = None
        """Two messages that exclude each other, which end the game; of several the first by round and seat."""
        self.found: list[Misconduct] = []
        """All that was found, in order."""
        self._false: set[bytes] = set()

    def convict(self, misconduct: Misconduct) -> bool:
        """End the game by two messages that exclude each other; tell whether that is news."""
        known = self.equivocation
        if known is not None and (known.round, known.seat) <= (misconduct.round, misconduct.seat):
            return False
        self.equivocation = misconduct
        return True

    def note(self, reception: Reception) -> Reception:
        """Keep the misconduct that a record shows, if it does; return the same."""
        if reception.misconduct is not None:
            self.found.append(reception.misconduct)
        return reception

    def contradicted(self, seat: Seat) -> bool:
        """Tell whether a seat was found to have voted or claimed falsely."""
        return any(old.fault is Fault.CONTRADICTION and old.seat == seat for old in self.found)

    def add_false(self, vote: bytes) -> None:
        """Remember a vote that was found false, by id: each is judged and passed on once."""
        self._false.add(vote)

    def is_false(self, vote: bytes) -> bool:
        """Tell whether a vote was found false."""
        return vote in self._false
