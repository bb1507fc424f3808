"""What became of something that was fed to a ledger."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from p2pgames_protocol.log.misconduct import Verdict


class Heard(StrEnum):
    """What became of something that was fed."""

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
class Outcome:
    """What became of something that was fed, why, and the verdict where its author is to blame."""

    heard: Heard
    why: str = ""
    verdict: Verdict | None = None


ACCEPTED = Outcome(Heard.ACCEPTED)
KNOWN = Outcome(Heard.KNOWN)
