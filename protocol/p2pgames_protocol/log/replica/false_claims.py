"""What belies a claim of absence: something its voter signed that has the claimed event behind it."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Seat
from p2pgames_protocol.log.advance import advance
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.validate import validate


def is_belied(replica: Replica, claim: Vote) -> bool:
    """Tell whether a claim that does not stand is belied by the log, in which the claimed event counts."""
    if claim.round >= len(replica.log):
        return False
    later = any(claim.voter in given for given in [*replica.log[claim.round + 1 :], replica.branch.open])
    return later or any(
        replica.haves.confirms(claim.voter, number, replica.positions[number + 1].previous)
        for number in range(claim.round, len(replica.log))
    )


def may_belie(replica: Replica, record: Record, claim: Vote) -> bool:
    """Tell whether a message that was kept can change what `proof_against` finds: of each seat there are few."""
    match record.kind:
        case Kind.EVENT:
            said: Event | Have = Event.read(record.body)
        case Kind.HAVE:
            said = Have.read(record.body)
        case _:
            return False
    kept = (replica.haves.find(said.seat, said.round), replica.off_log.event(said.seat, said.round))
    return said.seat in (claim.voter, claim.seat) and said.round >= claim.round and record in kept


def proof_against(replica: Replica, claim: Vote) -> tuple[Record, ...]:
    """Return what belies a claim that stands, in the log as it would be without it: empty if nothing here does.

    That is a have or an event of its voter, and the events after the claimed round on which that is built.
    """
    built_on: list[Record] = []
    for position, given in _without(replica, claim.round):
        if position.round == claim.round:
            continue
        have = replica.haves.find(claim.voter, position.round - 1)
        if have is not None and Have.read(have.body).digest == position.previous:
            return (*built_on, have)
        if claim.voter in given:
            return (*built_on, given[claim.voter])
        built_on += given.values()
    return ()


def _without(replica: Replica, number: int) -> Iterator[tuple[Position, dict[Seat, Record]]]:
    """Yield the rounds from one on as far as their events are here, each with its position, the open one last."""
    position = replica.positions[number]
    while True:
        found = {seat: _event(replica, seat, position) for seat in position.due}
        given = {seat: record for seat, record in found.items() if record is not None}
        yield position, given
        if not found or len(given) < len(found):
            return
        events = {seat: validate(position, Event.read(r.body), r.body) for seat, r in given.items()}
        position = advance(position, events)


def _event(replica: Replica, seat: Seat, position: Position) -> Record | None:
    """Return the event of a seat for this round of this branch, be it in the log or off it."""
    number = position.round
    given = replica.log[number] if number < len(replica.log) else replica.branch.open
    for record in (given.get(seat), replica.off_log.event(seat, number)):
        if record is not None and Event.read(record.body).previous == position.previous:
            return record
    return None
