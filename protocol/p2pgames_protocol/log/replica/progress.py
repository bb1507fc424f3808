"""How a replica goes from round to round, and back."""

from __future__ import annotations

from p2pgames.contract import Seat, Why
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.misconduct import Fault, Misconduct
from p2pgames_protocol.log.position import Basis, Ending
from p2pgames_protocol.log.reception import ACCEPTED, Reception, Status
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Ballot
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.validated_event import ValidatedEvent
from p2pgames_protocol.log.vote_rules import between_two


def enter(replica: Replica, record: Record, validated: ValidatedEvent) -> Reception:
    """Make a validated event of a due seat part of the open round, and say what became of it."""
    event, number = validated.event, replica.position.round
    replica.branch.enter(record, validated)
    replica.ahead.forget(event.seat, event.round)
    replica.outbox.add(record)
    if validated.fault is None:
        return ACCEPTED
    name = replica.genesis.names[event.seat]
    why = messages.BROKE_RULES(
        name=Verbatim(name), seat=Count(event.seat + 1), round=Count(number), why=validated.fault
    )
    return Reception(Status.AUTHOR, why, Misconduct(Fault.ILLEGAL, event.seat, number, why, (record,)))


def close_if_full(replica: Replica) -> bool:
    """Close the open round if nothing is lacking; tell whether it did."""
    position = replica.position
    absent = replica.ballots.absent(position)
    if not position.due or any(seat not in absent and _lacks(replica, seat) for seat in position.due):
        return False
    for seat, late in replica.branch.close(absent).items():
        replica.off_log.put(seat, position.round, late)
        contest(replica, position.round)
    compare_haves(replica, position.round)
    return True


def _lacks(replica: Replica, seat: Seat) -> bool:
    """Tell whether the open round cannot be closed yet with what it has of this seat.

    Who has voted it absent waits until somebody else says that its event is there, or all have voted.
    """
    if seat not in replica.branch.open:
        return True
    position, own = replica.position, replica.own
    if own is None or replica.ballots.says(position, own, seat) is not Ballot.ABSENT:
        return False
    return not replica.ballots.kept_in(position, seat)


def contest(replica: Replica, number: int) -> None:
    """Note that an event turned up that was voted absent from a closed round: between two the game has no places."""
    replica.ballots.contest(number)
    if between_two(replica.positions[number]):
        replica.branch.end_after(number, Ending(Basis.VOTED, None))


def rewind(replica: Replica, number: int) -> None:
    """Take back all rounds from ``number`` on; its events stay, those of later rounds are no part of the log."""
    replica.ballots.contest(number)
    replica.haves.rewind(number)
    for seat, later, record in replica.branch.rewind(number):
        replica.off_log.put(seat, later, record)


def compare_haves(replica: Replica, number: int) -> None:
    """Note the seats whose digest of a closed round is another than ours."""
    after = replica.positions[number + 1]
    # a seat may have closed the round with its own event before it heard that it was voted out
    out = {left.seat for left in after.departures if left.why is Why.VOTED}
    replica.off_log.strays |= replica.haves.compare(number, after.previous, out)
