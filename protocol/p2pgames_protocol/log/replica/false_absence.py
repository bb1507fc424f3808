"""A false absence between two: its voter signed something that has the other's event behind it.

What that is, the log would say if the vote were not there.
"""

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


def lone_votes(replica: Replica) -> list[tuple[Record, Vote]]:
    """Return the votes by which one of two has put the other out of the log: they end the game."""
    last = next(position for position in reversed(replica.positions) if not position.over)
    return replica.ballots.alone(last)


def may_belie(replica: Replica, record: Record, vote: Vote) -> bool:
    """Tell whether a message that was kept can change what `proof_against` finds: of each seat there are few."""
    match record.kind:
        case Kind.VOTE:
            return True
        case Kind.EVENT:
            said: Event | Have = Event.read(record.body)
            kept = _kept(replica, said.seat, said.round)
        case Kind.HAVE:
            said = Have.read(record.body)
            kept = [replica.haves.find(said.seat, said.round)]
        case _:
            return False
    return said.seat in (vote.voter, vote.seat) and said.round >= vote.round and record in kept


def proof_against(replica: Replica, vote: Vote) -> tuple[Record, ...]:
    """Return what belies a vote that put the other of two out, in the log without it: empty if nothing here does.

    That is a have or an event of its voter, and the events from the round on that it is built on.
    """
    built_on: list[Record] = []
    for position, given in _without(replica, vote):
        if position.round > vote.round:
            have = replica.haves.find(vote.voter, position.round - 1)
            if have is not None and Have.read(have.body).digest == position.previous:
                return (*built_on, have)
            if (event := _event(replica, vote.voter, position)) is not None:
                return (*built_on, event)
        built_on += given.values()
    return ()


def _without(replica: Replica, vote: Vote) -> Iterator[tuple[Position, dict[Seat, Record]]]:
    """Yield the rounds from that of the vote on, with their positions, as far as their events are here."""
    position = replica.positions[vote.round]
    while True:
        absent = replica.ballots.absent(position) - ({vote.seat} if position.round == vote.round else set())
        found = {seat: _event(replica, seat, position) for seat in position.due if seat not in absent}
        given = {seat: record for seat, record in found.items() if record is not None}
        yield position, given
        if not position.due or len(given) < len(found):
            return
        events = {seat: validate(position, Event.read(r.body), r.body) for seat, r in given.items()}
        position = advance(position, events)


def _event(replica: Replica, seat: Seat, position: Position) -> Record | None:
    """Return the event of a seat for this round of this branch, be it in the log or off it."""
    for record in _kept(replica, seat, position.round):
        if record is not None and Event.read(record.body).previous == position.previous:
            return record
    return None


def _kept(replica: Replica, seat: Seat, number: int) -> list[Record | None]:
    branch, off, ahead = replica.branch, replica.off_log, replica.ahead
    return [branch.event(seat, number), off.event(seat, number), ahead.event(seat, number)]
