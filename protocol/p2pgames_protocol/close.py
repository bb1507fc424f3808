"""Closing a round: the position that follows from the events of all seats that owe one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from p2pgames.contract import Choose, Left, Over, Roll, Rolled, Seat, Why
from p2pgames_protocol.coin import Purse, outcome
from p2pgames_protocol.digest import digest, encode
from p2pgames_protocol.judge import Judged, key_of, purse_after
from p2pgames_protocol.message import Act, Event
from p2pgames_protocol.position import OF_WHY, Basis, Departure, Ending, Position, Step

ABSENT = digest("absent")
"""Stands in a round digest for an event that was voted or claimed absent."""


def close(position: Position, events: Mapping[Seat, Judged], why_absent: Why = Why.CLAIMED) -> Position:
    """Return the position after the open round, given a judged event for every due seat that is not absent."""
    closed = replace(
        position,
        round=position.round + 1,
        previous=round_digest(position, events),
        first_value=None,
        state=_moved(position, events),
    )
    if position.step is Step.REVEAL:
        return _revealed(closed, events)
    gone = [_departure(position, seat, events.get(seat), why_absent) for seat in position.due]
    departures = [departure for departure in gone if departure is not None]
    after = _advance(position, closed, events) if not departures else _void(closed)
    leaving = {seat for judged in events.values() for seat in judged.leaving}
    departures += [
        Departure(seat, position.round, Why.RESIGNED)
        for seat in sorted(leaving - {departure.seat for departure in departures})
    ]
    return _settle(_depart(after, departures))


def round_digest(position: Position, events: Mapping[Seat, Judged]) -> bytes:
    """Return the digest of the open round with these events; it leaves signatures out."""
    parts = [
        part
        for seat in position.due
        for part in (encode(seat), digest("event", events[seat].body) if seat in events else ABSENT)
    ]
    return digest("round", position.genesis.game_id, encode(position.round), position.previous, *parts)


def _departure(position: Position, seat: Seat, judged: Judged | None, why_absent: Why) -> Departure | None:
    if judged is None:
        return Departure(seat, position.round, why_absent)
    if judged.fault is not None:
        return Departure(seat, position.round, Why.FAULT, judged.fault)
    if judged.event.act == Act.RESIGN:
        return Departure(seat, position.round, Why.RESIGNED)
    return None


def _moved(position: Position, events: Mapping[Seat, Judged]) -> Any:
    """Return the state after the move of the round, if it has one that is in order."""
    for judged in events.values():
        if judged.fault is None and judged.event.act == Act.MOVE:
            return judged.after
    return position.state


def _void(closed: Position) -> Position:
    """A roll that somebody did not give its value to uses up its index."""
    return replace(closed, rolls=closed.rolls + 1) if closed.step in (Step.COIN, Step.REST) else closed


def _advance(position: Position, closed: Position, events: Mapping[Seat, Judged]) -> Position:
    given = {seat: judged.event for seat, judged in events.items()}
    match position.step, position.ask:
        case Step.KEYS, _:
            keys = [key_of(given[seat]) for seat in position.due]
            return replace(
                closed,
                commitments=tuple(committed for committed, _ in keys),
                tips=tuple(tip for _, tip in keys),
                purses=tuple(Purse(tip) for _, tip in keys),
            )
        case Step.TURN, _:
            return closed
        case Step.COIN, Roll(_, int(seat)) if seat in position.seats:
            paid = _pay(closed, position, given)
            return replace(paid, step=Step.REST, first_value=paid.purses[seat].last)
    return _rolled(_pay(closed, position, given), position)


def _pay(closed: Position, position: Position, given: Mapping[Seat, Event]) -> Position:
    purses = tuple(
        purse_after(position, given[seat]) if seat in given else purse
        for seat, purse in enumerate(position.purses)
    )
    return replace(closed, purses=purses)


def _rolled(paid: Position, position: Position) -> Position:
    ask = position.ask
    if not isinstance(ask, Roll):
        raise TypeError("only a roll is rolled")
    values = tuple((seat, paid.purses[seat].last) for seat in paid.seats)
    drawn = outcome(paid.genesis.game_id, paid.rolls + 1, values, ask.sides)
    state = paid.rules.apply(paid.state, Rolled(drawn))
    return replace(paid, state=state, rolls=paid.rolls + 1)


def _depart(position: Position, departures: list[Departure]) -> Position:
    for departure in departures:
        if position.ending is not None or isinstance(position.rules.ask(position.state), Over):
            break
        position = replace(
            position,
            departures=(*position.departures, departure),
            seats=tuple(seat for seat in position.seats if seat != departure.seat),
        )
        if not position.begun:
            position = replace(position, ending=Ending(OF_WHY[departure.why], None))
        else:
            state = position.rules.apply(position.state, Left(departure.seat, departure.why))
            position = replace(position, state=state)
    return position


def _settle(position: Position) -> Position:
    """Open the round that the rules ask for; a second half of a roll stays open unless somebody left."""
    ask = position.rules.ask(position.state)
    if position.ending is not None:
        # before all keys are there nobody has committed to a secret that could be revealed
        return replace(position, step=Step.REVEAL if position.commitments else Step.DONE)
    if isinstance(ask, Over):
        return replace(position, step=Step.REVEAL, ending=Ending(_basis(position), ask.result))
    if isinstance(ask, Choose):
        if position.step is Step.TURN and position.begun:
            return position
        return replace(position, step=Step.TURN, begun=True)
    if isinstance(ask, Roll):
        return position if position.first_value is not None else replace(position, step=Step.COIN)
    raise NotImplementedError(f"{position.rules.name} asks for {type(ask).__name__}")


def _basis(position: Position) -> Basis:
    left = position.departures
    if left and left[-1].round == position.round - 1:
        return OF_WHY[left[-1].why]
    return Basis.PLAYED


def _revealed(closed: Position, events: Mapping[Seat, Judged]) -> Position:
    secrets = {
        seat: judged.event.body[0]
        for seat, judged in events.items()
        if judged.fault is None and isinstance(judged.event.body[0], bytes)
    }
    faults = tuple(
        Departure(seat, closed.round - 1, Why.FAULT, judged.fault)
        for seat, judged in sorted(events.items())
        if judged.fault is not None
    )
    return replace(closed, step=Step.DONE, revealed=secrets, faults=faults)
