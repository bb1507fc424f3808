"""Closing a round: the position that follows from the events of all seats that owe one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2pgames.contract import Open, Roll, Seat, Shuffle, Why
from p2pgames_protocol.chance.coin import Purse
from p2pgames_protocol.log.consents.draw import drawn
from p2pgames_protocol.log.departures import depart, void_roll, who_departs, who_resigns
from p2pgames_protocol.log.open_round import open_round
from p2pgames_protocol.log.position import Basis, Ending, Position, Step
from p2pgames_protocol.log.records.event import Act
from p2pgames_protocol.log.round_digest import round_digest
from p2pgames_protocol.log.rounds.coin import pay_coins, roll_dice
from p2pgames_protocol.log.rounds.keys import joint_keys, key_of
from p2pgames_protocol.log.rounds.reveal import reveal_all
from p2pgames_protocol.log.rounds.share import open_slots
from p2pgames_protocol.log.rounds.shuffle import take_shuffle
from p2pgames_protocol.log.rounds.turn import moves_to_take_back, state_after
from p2pgames_protocol.log.validated_event import Judged


def close(position: Position, events: Mapping[Seat, Judged], why_absent: Why = Why.CLAIMED) -> Position:
    """Return the position after the open round, given a judged event for every due seat that is not absent."""
    reveals = position.step is Step.REVEAL
    void = [] if reveals else who_departs(position, events, why_absent)
    departures = void + who_resigns(position, events, void)
    closed = replace(
        position,
        round=position.round + 1,
        previous=round_digest(position, events),
        first_value=None,
        paused=any(judged.fault is None and judged.event.act == Act.PAUSE for judged in events.values()),
        state=state_after(position, events),
        dealing=position.dealing.give(share for e in events.values() for share in e.proved.shares),
        past=position.past if reveals else () if departures else moves_to_take_back(position, events),
    )
    if reveals:
        return reveal_all(closed, events)
    after = _advance(position, closed, events) if not void else void_roll(closed)
    return open_round(depart(after, departures))


def _advance(position: Position, closed: Position, events: Mapping[Seat, Judged]) -> Position:
    given = {seat: judged.event for seat, judged in events.items()}
    match position.step, position.ask:
        case Step.KEYS, _:
            keys = [key_of(given[seat]) for seat in position.due]
            joint = joint_keys(position, events) if position.rules.decks else None
            return replace(
                closed,
                dealing=replace(closed.dealing, keys=joint),
                commitments=tuple(committed for committed, _ in keys),
                tips=tuple(tip for _, tip in keys),
                purses=tuple(Purse(tip) for _, tip in keys),
            )
        case Step.TURN, _:
            agreed = any(event.act == Act.DRAW for event in given.values())
            return replace(closed, ending=Ending(Basis.AGREED, drawn(closed))) if agreed else closed
        case Step.REKEY, _:
            return replace(closed, dealing=replace(closed.dealing, keys=joint_keys(position, events)))
        case Step.SHUFFLE, Shuffle() as ask:
            (judged,) = events.values()
            return take_shuffle(closed, ask, judged.proved.decks)
        case Step.SHARE, Open(slots):
            return open_slots(closed, slots)
        case Step.COIN, Roll(_, int(seat)) if seat in position.seats:
            paid = pay_coins(closed, position, given)
            return replace(paid, step=Step.REST, first_value=paid.purses[seat].last)
    return roll_dice(pay_coins(closed, position, given), position)
