"""Evidence, which ends a game."""

from __future__ import annotations

from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence, read_evidence
from p2pgames_protocol.log.reception import KNOWN, Reception, Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.receivers.receiver import Receiver
from p2pgames_protocol.log.replica.replica import Replica


class EvidenceReceiver(Receiver):
    """Takes in evidence."""

    kind = Kind.EVIDENCE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """End the game by it."""
        return convict(replica, read_evidence(replica.genesis, record))


def convict(replica: Replica, misconduct: Misconduct) -> Reception:
    """End the game by what a seat signed, unless it has ended by something before that."""
    if not replica.accusations.convict(misconduct):
        return KNOWN
    if misconduct.fault is Fault.EQUIVOCATION:
        replica.outbox.add(evidence(*misconduct.records))
    else:
        for record in misconduct.records:
            replica.outbox.show(record)
    return Reception(Status.AUTHOR, misconduct.why, misconduct)
