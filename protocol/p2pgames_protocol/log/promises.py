"""What a seat has signed that its log lacks, because an older copy of the file was put back or its end was damaged."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote


class Promises:
    """Records of one seat which it gives again, the same bytes, each as soon as the log has what it is built on."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._kept = sorted(records, key=_needs)
        events = (_needs(record) for record in self._kept if record.kind is Kind.EVENT)
        self.newest = max(events, default=-1)
        """The newest round of which an event was promised, be it given by now or not; -1 for none."""

    def __bool__(self) -> bool:
        """Whether there are any left."""
        return bool(self._kept)

    def due(self, closed: int) -> Record | None:
        """Take out the first that needs no more rounds than are closed; None if there is none."""
        return self._kept.pop(0) if self._kept and _needs(self._kept[0]) <= closed else None


def _needs(record: Record) -> int:
    """Return how many rounds must be closed before a message can be judged."""
    match record.kind:
        case Kind.EVENT:
            return Event.read(record.body).round
        case Kind.HAVE:
            return Have.read(record.body).round + 1
        case Kind.VOTE:
            return Vote.read(record.body).round
    return 0
