"""Who leaves with a round, why, and what becomes of the game without them."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Left, Over, Seat, Why
from p2pgames_protocol.log.open_round import open_round
from p2pgames_protocol.log.position import OF_WHY, Departure, Ending, Given, Position
from p2pgames_protocol.log.records.event import RESIGN
from p2pgames_protocol.log.validated_event import ValidatedEvent


def who_resigns(position: Position, given: Given, gone: list[Departure]) -> list[Departure]:
    """Return the departures of who resigns by a note, beside those who are gone anyway."""
    leaving = {seat for each in given.values() for seat in each.leaving}
    others = leaving - {departure.seat for departure in gone}
    return [Departure(seat, position.round, Why.RESIGNED) for seat in sorted(others)]


def without(position: Position, seat: Seat, why: Why) -> Position:
    """Return what would follow if a seat left by the open round and nothing else happened in it: what is asked next.

    Its digest stands for nothing; the position is for telling people what a vote or a claim would do.
    """
    gone = position.kind.void(replace(position, round=position.round + 1, first_value=None))
    return open_round(depart(gone, [Departure(seat, position.round, why)]))


def who_departs(position: Position, given: Given, why_absent: Why) -> list[Departure]:
    """Return who is gone after the open round, and why; nobody where the game is over."""
    if position.kind.after_end:
        return []
    gone = [_departure(position, seat, given.get(seat), why_absent) for seat in position.due]
    departures = [departure for departure in gone if departure is not None]
    if not departures and (wrong := position.kind.wrong_together(position, given)):
        return [Departure(seat, position.round, Why.FAULT, wrong) for seat in position.due]
    return departures


def _departure(
    position: Position, seat: Seat, given: ValidatedEvent | None, why_absent: Why
) -> Departure | None:
    if given is None:
        return Departure(seat, position.round, why_absent)
    if given.fault is not None:
        return Departure(seat, position.round, Why.FAULT, given.fault)
    if given.event.act == RESIGN:
        return Departure(seat, position.round, Why.RESIGNED)
    return None


def depart(position: Position, departures: list[Departure]) -> Position:
    """Return the position without those who leave; a game that ends with the first stays ended."""
    for departure in departures:
        if position.ending is not None or isinstance(position.rules.ask(position.state), Over):
            break
        position = replace(
            position,
            departures=(*position.departures, departure),
            seats=tuple(seat for seat in position.seats if seat != departure.seat),
            decks_state=replace(position.decks_state, shuffling=()),
        )
        if not position.begun:
            position = replace(position, ending=Ending(OF_WHY[departure.why], None))
        else:
            state = position.rules.apply(position.state, Left(departure.seat, departure.why))
            position = replace(position, state=state)
    return position
