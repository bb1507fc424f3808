"""What takes in records of one kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from p2pgames.contract import Seat
from p2pgames.text import Count
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.reception import Reception, Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.replica import Replica


class Receiver(ABC):
    """Takes in records of its kind; what follows from a full round is for `Hearing`."""

    kind: ClassVar[Kind]

    @abstractmethod
    def receive(self, replica: Replica, record: Record) -> Reception:
        """Take in a record of this kind, and return what became of it; raise `Malformed` if it is not one."""


def unsigned(replica: Replica, record: Record, seat: Seat) -> Reception | None:
    """Return the refusal of a record that its seat did not sign."""
    if record in replica.verified:
        return None
    genesis = replica.genesis
    if seat < len(genesis.keys) and record.signed_by(genesis.game_id, genesis.keys[seat]):
        return None
    return Reception(Status.SENDER, messages.RECORD_UNSIGNED(seat=Count(seat + 1)))


def early(replica: Replica) -> Reception:
    """Return what becomes of a record for a later round than the open one."""
    return Reception(Status.EARLY, messages.STILL_OPEN(round=Count(len(replica.log))))
