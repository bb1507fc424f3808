"""What became of a record that a replica has taken in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from p2pgames.text import Message
from p2pgames_protocol.log.misconduct import Misconduct


class Status(StrEnum):
    """What became of a record."""

    ACCEPTED = "accepted"
    """It is new and in order."""
    KNOWN = "known"
    """It was here already, or no longer matters."""
    EARLY = "early"
    """Something before it is missing; ask the sender for it. Nobody is to blame."""
    SENDER = "fault of the sender"
    """It is malformed or not signed: whoever passed it on should not have."""
    AUTHOR = "fault of the author"
    """It is signed, and forbidden. It changes nothing but, if it was owed, that its author is out."""
    STRAY = "stray"
    """It is signed and belongs to another branch of the log; refused, and nobody can be blamed by it alone."""


@dataclass(frozen=True, slots=True)
class Reception:
    """What became of a record, why, and the misconduct that it shows."""

    status: Status
    why: Message | None = None
    misconduct: Misconduct | None = None


ACCEPTED = Reception(Status.ACCEPTED)
KNOWN = Reception(Status.KNOWN)
