"""Work on proofs, which may take longer than a frame of the screen, apart from the replica that needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from p2pgames_protocol.log.reception import Reception
from p2pgames_protocol.log.records.record import Record


@dataclass(frozen=True, slots=True)
class ProofJob:
    """Work on proofs: what ``run`` returns is for `complete_job`. It may run anywhere while the replica rests."""

    record: Record | None
    """The event that is validated; None for one's own that is made."""
    run: Callable[[], Any]
    brief: bool = False
    """Whether it takes no longer than the way to a thread and back."""


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
