"""Haves: what others have closed."""

from __future__ import annotations

from p2pgames.text import Verbatim
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.misconduct import evidence, read_evidence
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Reception, Status
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.ahead import MAX_AHEAD
from p2pgames_protocol.log.replica.progress import compare_haves
from p2pgames_protocol.log.replica.receivers.evidence import convict
from p2pgames_protocol.log.replica.receivers.receiver import Receiver, early, unsigned
from p2pgames_protocol.log.replica.replica import Replica


class HaveReceiver(Receiver):
    """Takes in haves."""

    kind = Kind.HAVE

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Keep a have, and compare it with the round that is closed here."""
        have = Have.read(record.body)
        other = replica.haves.find(have.seat, have.round)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := unsigned(replica, record, have.seat):
            return refusal
        if other is not None:
            return convict(replica, read_evidence(replica.genesis, evidence(other, record)))
        if have.round > len(replica.log) + MAX_AHEAD:
            return Reception(
                Status.EARLY, messages.ROUNDS_AHEAD(name=Verbatim(replica.genesis.names[have.seat]))
            )
        replica.haves.add(record, have)
        replica.outbox.add(record)
        if have.round >= len(replica.log):
            return early(replica)
        compare_haves(replica, have.round)
        return ACCEPTED
