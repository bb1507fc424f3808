"""Taking in what arrives, in any order, from anybody.

Proofs of cards take longer than a frame of the screen. Where they are `deferred` they are given out as jobs, which
compute and change nothing, so that they can be done in a thread; for others they are done at once.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from p2pgames_protocol.log.proof_jobs import ProofJob, do_jobs
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.replica.progress import close_if_full, enter
from p2pgames_protocol.log.replica.receivers.registry import RECEIVERS
from p2pgames_protocol.log.replica.receivers.vote import check_absences
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.log.validated_event import ValidatedEvent
from p2pgames_protocol.wire.codec import Malformed

_NEW = (Status.ACCEPTED, Status.EARLY, Status.STRAY)


class Hearing:
    """Takes in records for a replica, each kind by its receiver, and goes on from round to round."""

    def __init__(self, replica: Replica, *, deferred: bool = False, judging: bool = True) -> None:
        self.replica = replica
        self.deferred = deferred
        """Whether proofs wait until their job is done."""
        self._judging = judging
        """Whether a false absence is looked for with every record; an audit does that once it has heard them all."""

    def receive(self, record: Record) -> Reception:
        """Take in one record, from anybody, and say what became of it."""
        reception = self._hear(record)
        if self._judging and reception.status in _NEW:
            check_absences(self.replica, record)
        return reception if self.deferred else do_jobs(self, record) or reception

    def _hear(self, record: Record) -> Reception:
        """Take in one record, but for proofs that are to be verified."""
        try:
            reception = RECEIVERS[record.kind].receive(self.replica, record)
        except Malformed as wrong:
            reception = Reception(Status.SENDER, wrong.message)
        self._go_on()
        return self.replica.accusations.note(reception)

    def _go_on(self) -> None:
        """Close the open round if it is full, and hear again what waited for the next one."""
        replica = self.replica
        if not close_if_full(replica):
            return
        for record in replica.ahead.due(lambda: len(replica.log)):
            self._hear(record)
        # what was stray before rounds were taken back, and belongs to the open round by now
        for seat in replica.position.due:
            again = replica.off_log.take(seat, len(replica.log), replica.position.previous)
            if again is not None:
                self._hear(again)

    def give(self, record: Record, validated: ValidatedEvent) -> Reception:
        """Make a validated event of a due seat part of the open round, and close it if that was all it lacked."""
        reception = enter(self.replica, record, validated)
        self._go_on()
        return reception

    def next_job(self) -> ProofJob | None:
        """Return the next work on proofs, if there is any."""
        replica = self.replica
        record = replica.branch.unproved()
        if record is None or replica.accusations.verdict is not None:
            return None
        position = replica.position
        judge = partial(validate, position, Event.read(record.body), record.body)
        return ProofJob(record, judge, position.kind.is_brief(position))

    def complete_job(self, job: ProofJob, result: Any) -> Reception:
        """Take in what a job has returned, and say what became of its event."""
        record, validated = (job.record, result) if job.record is not None else result
        reception = self.give(record, validated)
        return self.replica.accusations.note(reception) if job.record is not None else reception
