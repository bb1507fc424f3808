"""What a seat has signed that its log lacks, because an older copy of the file was put back or its end was damaged."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.replica.receivers.event import seen
from p2pgames_protocol.log.replica.replica import Replica


class Retransmission:
    """Records of one seat which it gives again, the same bytes, each as soon as the log has what it is built on."""

    def __init__(self) -> None:
        self._kept: list[Record] = []
        self.newest = -1
        """The newest round of which an event is to be given again, be it given by now or not; -1 for none."""

    def bind(self, records: Iterable[Record]) -> None:
        """Keep just these from now on."""
        self._kept = sorted(records, key=_needs)
        events = (_needs(record) for record in self._kept if record.kind is Kind.EVENT)
        self.newest = max(events, default=-1)

    def __bool__(self) -> bool:
        """Whether there are any left."""
        return bool(self._kept)

    def keep(self, hearing: Hearing, seat: Seat) -> bool:
        """Give the first that belongs there by now, unless something is in its place; tell whether there was any."""
        if not self._kept or _needs(self._kept[0]) > len(hearing.replica.log):
            return False
        record = self._kept.pop(0)
        if not _is_given(hearing.replica, seat, record):
            hearing.receive(record)
        return True


def _is_given(replica: Replica, seat: Seat, record: Record) -> bool:
    """Tell whether a seat has a message like this one of its own in a replica, be it the same or not."""
    match record.kind:
        case Kind.EVENT:
            return seen(replica, seat, Event.read(record.body).round) is not None
        case Kind.HAVE:
            return replica.haves.find(seat, Have.read(record.body).round) is not None
        case Kind.VOTE:
            return replica.ballots.find(Vote.read(record.body)) is not None
    return False


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
