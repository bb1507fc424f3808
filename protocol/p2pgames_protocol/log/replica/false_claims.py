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
from p2pgames_protocol.log.replica.replica import Logbook
from p2pgames_protocol.log.validate import validate


def is_belied(logbook: Logbook, claim: Vote) -> bool:
    """Tell whether a claim that does not stand is belied by the log, in which the claimed event counts."""
    if claim.round >= len(logbook.log):
        return False
    later = any(claim.voter in given for given in [*logbook.log[claim.round + 1 :], logbook.open])
    closed = logbook.haves[claim.voter].items()
    return later or any(
        claim.round <= number < len(logbook.log)
        and Have.read(record.body).digest == logbook.positions[number + 1].previous
        for number, record in closed
    )


def may_belie(logbook: Logbook, record: Record, claim: Vote) -> bool:
    """Tell whether a message that was kept can change what `proof_against` finds: of each seat there are few."""
    match record.kind:
        case Kind.EVENT:
            said: Event | Have = Event.read(record.body)
        case Kind.HAVE:
            said = Have.read(record.body)
        case _:
            return False
    kept = (logbook.haves[said.seat].get(said.round), logbook.aside[said.seat].get(said.round))
    return said.seat in (claim.voter, claim.seat) and said.round >= claim.round and record in kept


def proof_against(logbook: Logbook, claim: Vote) -> tuple[Record, ...]:
    """Return what belies a claim that stands, in the log as it would be without it: empty if nothing here does.

    That is a have or an event of its voter, and the events after the claimed round on which that is built.
    """
    built_on: list[Record] = []
    for position, given in _without(logbook, claim.round):
        if position.round == claim.round:
            continue
        have = logbook.haves[claim.voter].get(position.round - 1)
        if have is not None and Have.read(have.body).digest == position.previous:
            return (*built_on, have)
        if claim.voter in given:
            return (*built_on, given[claim.voter])
        built_on += given.values()
    return ()


def _without(logbook: Logbook, number: int) -> Iterator[tuple[Position, dict[Seat, Record]]]:
    """Yield the rounds from one on as far as their events are here, each with its position, the open one last."""
    position = logbook.positions[number]
    while True:
        found = {seat: _event(logbook, seat, position) for seat in position.due}
        given = {seat: record for seat, record in found.items() if record is not None}
        yield position, given
        if not found or len(given) < len(found):
            return
        events = {seat: validate(position, Event.read(r.body), r.body) for seat, r in given.items()}
        position = advance(position, events)


def _event(logbook: Logbook, seat: Seat, position: Position) -> Record | None:
    """Return the event of a seat for this round of this branch, be it in the log or aside."""
    number = position.round
    given = logbook.log[number] if number < len(logbook.log) else logbook.open
    for record in (given.get(seat), logbook.aside[seat].get(number)):
        if record is not None and Event.read(record.body).previous == position.previous:
            return record
    return None
