"""Bys: who plays on for a seat."""

from __future__ import annotations

from p2pgames_protocol.log.by_rules import signed_by
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Reception
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.receivers.receiver import Receiver
from p2pgames_protocol.log.replica.replica import Replica


class ByReceiver(Receiver):
    """Takes in bys."""

    kind = Kind.BY

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Keep who plays on for a seat, unless that is known or there are too many."""
        if replica.successors.holds(record):
            return KNOWN
        by = By.read(record.body) if record in replica.verified else signed_by(replica.genesis, record)
        if not replica.successors.add(record, by):
            return KNOWN
        replica.outbox.add(record)
        return ACCEPTED
