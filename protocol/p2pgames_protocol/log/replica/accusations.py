"""Who is to blame for what."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.misconduct import Fault, Misconduct
from p2pgames_protocol.log.reception import Reception


class Accusations:
    """What was found against seats, and what of it ended the game."""

    def __init__(self) -> None:
        self.verdict: Misconduct | None = None
        """What ended the game: two messages that exclude each other, of several the first by round and seat; where
        there are none, a false absence."""
        self.found: list[Misconduct] = []
        """All that was found, in order."""

    def convict(self, misconduct: Misconduct) -> bool:
        """End the game by what a seat signed; tell whether that is news."""
        if self.verdict is not None and _precedence(self.verdict) <= _precedence(misconduct):
            return False
        self.verdict = misconduct
        return True

    def note(self, reception: Reception) -> Reception:
        """Keep the misconduct that a record shows, if it does; return the same."""
        if reception.misconduct is not None:
            self.found.append(reception.misconduct)
        return reception


def _precedence(misconduct: Misconduct) -> tuple[bool, int, Seat]:
    # where a seat has signed two events there is no one log without a vote, so what was found before is not told on
    return misconduct.fault is not Fault.EQUIVOCATION, misconduct.round, misconduct.seat
