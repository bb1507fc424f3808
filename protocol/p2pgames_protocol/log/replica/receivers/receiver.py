"""What takes in records of one kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from p2pgames_protocol.log.reception import Reception
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.state import ReplicaState


class Receiver(ABC):
    """Takes in records of its kind; what follows from a full round is for `receive`."""

    kind: ClassVar[Kind]

    @abstractmethod
    def receive(self, replica: ReplicaState, record: Record) -> Reception:
        """Make of a record what there is to make, and say what became of it; raise `Malformed` if it is none."""
