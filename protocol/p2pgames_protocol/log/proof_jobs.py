"""Work on proofs, which may take longer than a frame of the screen, apart from the replica that needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from p2pgames.text import Message
from p2pgames_protocol.log.misconduct import Misconduct
from p2pgames_protocol.log.records import Record


@dataclass(frozen=True, slots=True)
class ProofJob:
    """Work on proofs: what ``run`` returns is for `complete_job`. It may run anywhere while the replica rests."""

    record: Record | None
    """The event that is validated; None for one's own that is made."""
    run: Callable[[], Any]
    brief: bool = False
    """Whether it takes no longer than the way to a thread and back."""


# What became of a record that a replica has taken in.


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


class Worker(Protocol):
    """What has work on proofs to do: what hears for a replica, or the duty of its seat."""

    def next_job(self) -> ProofJob | None:
        """Return the next work, if there is any."""

    def complete_job(self, job: ProofJob, result: Any) -> Reception:
        """Take in what a job has returned, and say what became of its event."""


def do_jobs(worker: Worker, record: Record | None = None) -> Reception | None:
    """Do all work on proofs here and now; return what became of this record, if it was among them."""
    reception = None
    while (job := worker.next_job()) is not None:
        done = worker.complete_job(job, job.run())
        reception = done if record is not None and job.record is record else reception
    return reception
