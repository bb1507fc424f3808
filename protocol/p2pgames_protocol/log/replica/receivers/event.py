"""Events: they fill rounds, or stand beside the log."""

from __future__ import annotations

from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.misconduct import Fault, Misconduct, evidence, read_evidence
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Reception, Status
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.ahead import MAX_AHEAD
from p2pgames_protocol.log.replica.progress import contest, enter
from p2pgames_protocol.log.replica.receivers.evidence import convict
from p2pgames_protocol.log.replica.receivers.receiver import Receiver, early, unsigned
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.validate import validate


class EventReceiver(Receiver):
    """Takes in events."""

    kind = Kind.EVENT

    def receive(self, replica: Replica, record: Record) -> Reception:
        """Enter an event into the open round, where it belongs there, or keep it for when it does."""
        event = Event.read(record.body)
        other = seen(replica, event.seat, event.round)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := unsigned(replica, record, event.seat):
            return refusal
        if other is not None:
            return convict(replica, read_evidence(replica.genesis, evidence(other, record)))
        if replica.accusations.verdict is not None:
            return Reception(Status.STRAY, messages.ENDED_BY_EVIDENCE)
        if event.round >= len(replica.positions):
            replica.ahead.hold(event.seat, event.round, record)
            return early(replica)
        position = replica.positions[event.round]
        if event.previous != position.previous:
            return _stray(replica, record, event)
        if event.seat not in position.due:
            return _out_of_turn(replica, record, event)
        if event.round < len(replica.log):
            return _late(replica, record, event)
        if position.kind.slow:
            replica.branch.await_proof(event.seat, record)
            return ACCEPTED
        return enter(replica, record, validate(position, event, record.body))


def seen(replica: Replica, seat: int, number: int) -> Record | None:
    """Return the event of this seat and round that is here already, in the log or beside it."""
    return (
        replica.branch.event(seat, number)
        or replica.off_log.event(seat, number)
        or replica.ahead.event(seat, number)
    )


def _stray(replica: Replica, record: Record, event: Event) -> Reception:
    if len(replica.off_log.rounds(event.seat)) < MAX_AHEAD + len(replica.log):
        replica.off_log.put(event.seat, event.round, record)
    replica.off_log.strays.add(event.seat)
    name, here = replica.genesis.names[event.seat], replica.positions[event.round].previous
    return Reception(
        Status.STRAY,
        messages.OTHER_ROUND_BEFORE(
            name=Verbatim(name),
            seat=Count(event.seat + 1),
            round=Count(event.round),
            theirs=Verbatim(event.previous.hex()[:16]),
            ours=Verbatim(here.hex()[:16]),
        ),
    )


def _out_of_turn(replica: Replica, record: Record, event: Event) -> Reception:
    replica.off_log.put(event.seat, event.round, record)
    name = replica.genesis.names[event.seat]
    why = messages.OUT_OF_TURN(name=Verbatim(name), seat=Count(event.seat + 1), round=Count(event.round))
    replica.outbox.show(record)
    misconduct = Misconduct(Fault.OUT_OF_TURN, event.seat, event.round, why, (record,))
    return Reception(Status.AUTHOR, why, misconduct)


def _late(replica: Replica, record: Record, event: Event) -> Reception:
    """An event that was voted absent turns up: the vote stands, and is contested from now on."""
    replica.off_log.put(event.seat, event.round, record)
    contest(replica, event.round)
    replica.outbox.add(record)
    return Reception(Status.ACCEPTED, messages.CAME_TOO_LATE)
