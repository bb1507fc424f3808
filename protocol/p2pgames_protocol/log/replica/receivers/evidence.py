"""Evidence, which ends a game."""

from __future__ import annotations

from p2pgames_protocol.log.misconduct import read_evidence
from p2pgames_protocol.log.reception import Reception
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.receivers.receiver import Receiver
from p2pgames_protocol.log.replica.state import ReplicaState


class EvidenceReceiver(Receiver):
    """Takes in evidence."""

    kind = Kind.EVIDENCE

    def receive(self, replica: ReplicaState, record: Record) -> Reception:
        """End the game by it."""
        return replica.convict(read_evidence(replica.genesis, record))
