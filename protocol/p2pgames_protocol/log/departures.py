"""Who leaves with a round, why, and what becomes of the game without them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2pgames.contract import Left, Over, Seat, Why
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.log.open_round import open_round
from p2pgames_protocol.log.position import OF_WHY, Departure, Ending, Position, Step
from p2pgames_protocol.log.records.event import Act
from p2pgames_protocol.log.rounds.keys import joint_keys
from p2pgames_protocol.log.validated_event import Judged


def who_resigns(position: Position, events: Mapping[Seat, Judged], gone: list[Departure]) -> list[Departure]:
    """Return the departures of who resigns by a note, beside those who are gone anyway."""
    leaving = {seat for judged in events.values() for seat in judged.leaving}
    others = leaving - {departure.seat for departure in gone}
    return [Departure(seat, position.round, Why.RESIGNED) for seat in sorted(others)]


def without(position: Position, seat: Seat, why: Why) -> Position:
    """Return what would follow if a seat left by the open round and nothing else happened in it: what is asked next.

    Its digest stands for nothing; the position is for telling people what a vote or a claim would do.
    """
    gone = void_roll(replace(position, round=position.round + 1, first_value=None))
    return open_round(depart(gone, [Departure(seat, position.round, why)]))


def who_departs(position: Position, events: Mapping[Seat, Judged], why_absent: Why) -> list[Departure]:
    """Return who is gone after the open round, and why."""
    gone = [_departure(position, seat, events.get(seat), why_absent) for seat in position.due]
    departures = [departure for departure in gone if departure is not None]
    if not departures and position.step in (Step.KEYS, Step.REKEY) and position.rules.decks:
        try:
            joint_keys(position, events)
        except Forged as wrong:
            return [Departure(seat, position.round, Why.FAULT, str(wrong)) for seat in position.due]
    return departures


def _departure(position: Position, seat: Seat, judged: Judged | None, why_absent: Why) -> Departure | None:
    if judged is None:
        return Departure(seat, position.round, why_absent)
    if judged.fault is not None:
        return Departure(seat, position.round, Why.FAULT, judged.fault)
    if judged.event.act == Act.RESIGN:
        return Departure(seat, position.round, Why.RESIGNED)
    return None


def void_roll(closed: Position) -> Position:
    """A roll that somebody did not give its value to uses up its index."""
    return replace(closed, rolls=closed.rolls + 1) if closed.step in (Step.COIN, Step.REST) else closed


def depart(position: Position, departures: list[Departure]) -> Position:
    """Return the position without those who leave; a game that ends with the first stays ended."""
    for departure in departures:
        if position.ending is not None or isinstance(position.rules.ask(position.state), Over):
            break
        position = replace(
            position,
            departures=(*position.departures, departure),
            seats=tuple(seat for seat in position.seats if seat != departure.seat),
            dealing=replace(position.dealing, shuffling=()),
        )
        if not position.begun:
            position = replace(position, ending=Ending(OF_WHY[departure.why], None))
        else:
            state = position.rules.apply(position.state, Left(departure.seat, departure.why))
            position = replace(position, state=state)
    return position
