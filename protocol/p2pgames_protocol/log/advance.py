"""Closing a round: the position that follows from the events of all seats that owe one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from p2pgames.contract import AnyRules, Left, Over, Seat, Why
from p2pgames.replace import replace
from p2pgames_protocol.log.decks import DecksState, add_keys, open_layer
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import OF_WHY, Departure, Ending, Given, Position, ValidatedEvent
from p2pgames_protocol.log.records import RESIGN
from p2pgames_protocol.log.rounds import KEYS, ROUNDS, is_shared, open_slots
from p2pgames_protocol.log.validate import event_digest, round_digest, start_digest

# Who leaves with a round, why, and what becomes of the game without them.

Handed: TypeAlias = Mapping[Seat, tuple[bytes, ...]]
"""By seat that resigns, the secret deck keys that it hands out."""


def handed_out(given: Given) -> Handed:
    """Return what the seats that resign by notes in a round hand out; of several notes of a seat the first counts."""
    handed: dict[Seat, tuple[bytes, ...]] = {}
    for seat in sorted(given):
        for note in given[seat].leaving:
            handed.setdefault(note.seat, note.keys)
    return handed


def who_resigns(position: Position, handed: Handed, gone: list[Departure]) -> list[Departure]:
    """Return the departures of seats that resign by a note, without those that are gone anyway."""
    others = handed.keys() - {departure.seat for departure in gone}
    return [Departure(seat, position.round, Why.RESIGNED) for seat in sorted(others)]


# Opening a round: what the rules ask for, and who owes it.


def start(genesis: Genesis, rules: AnyRules) -> Position:
    """Return the position before the first round, in which every seat accepts the table."""
    proposal = genesis.proposal
    state = rules.start(proposal.seats, genesis.options, proposal.first)
    seats = tuple(range(proposal.seats))
    return Position(genesis, rules, state, 0, start_digest(genesis.game_id), KEYS, seats)


def open_round(position: Position) -> Position:
    """Open the round that the rules ask for; a step to which nobody owes anything is done at once, without one."""
    opened = _opened(position)
    while opened.kind.skipped and not opened.due:
        opened = _opened(replace(opened.kind.advance(opened, opened, {}), past=()))
    return opened


def _opened(position: Position) -> Position:
    while position.ending is None and is_shared(position):
        position = open_slots(position)
    for kind in ROUNDS:
        if (opened := kind.opened(position)) is not None:
            return opened
    raise NotImplementedError(f"{position.rules.name} asks for {type(position.ask).__name__}")


def position_without(
    position: Position, seat: Seat, why: Why, keys: tuple[bytes, ...] | None = None
) -> Position:
    """Return what would follow if a seat left by the open round and nothing else happened in it: what is asked next.

    With its secret deck keys, if it handed them out. The position's digest stands for nothing; it is for telling
    people what a vote or a resignation would do.
    """
    gone = position.kind.void(replace(position, round=position.round + 1, first_value=None))
    handed = {} if keys is None else {seat: keys}
    return open_round(depart(gone, [Departure(seat, position.round, why)], handed))


def who_departs(position: Position, given: Given) -> list[Departure]:
    """Return who is gone after the open round, and why; nobody where the game is over."""
    if position.kind.after_end:
        return []
    gone = [_departure(position, seat, given.get(seat)) for seat in position.due]
    departures = [departure for departure in gone if departure is not None]
    if not departures and (wrong := position.kind.wrong_together(position, given)):
        return [Departure(seat, position.round, Why.FAULT, wrong) for seat in position.due]
    return departures


def _departure(position: Position, seat: Seat, given: ValidatedEvent | None) -> Departure | None:
    if given is None:
        return Departure(seat, position.round, Why.VOTED)
    if given.fault is not None:
        return Departure(seat, position.round, Why.FAULT, given.fault)
    if given.event.act == RESIGN and any(note.seat == seat for note in given.leaving):
        return Departure(seat, position.round, Why.RESIGNED)
    return None


def depart(position: Position, departures: list[Departure], handed: Handed) -> Position:
    """Return the position without those who leave; a game that ends with the first stays ended.

    Where nobody stays, nobody wins: the game is over without a result, and the rules are told of no departure.
    """
    if _is_over(position):
        return position
    if not position.commitments or {departure.seat for departure in departures} == position.inside:
        gone = {departure.seat for departure in departures}
        return replace(
            position,
            departures=(*position.departures, *departures),
            seats=tuple(seat for seat in position.seats if seat not in gone),
            ending=Ending(OF_WHY[departures[-1].why], None),
        )
    for departure in departures:
        if _is_over(position):
            break
        position = _depart(position, departure, handed)
    return position


def _is_over(position: Position) -> bool:
    return position.ending is not None or isinstance(position.rules.ask(position.state), Over)


def _depart(position: Position, departure: Departure, handed: Handed) -> Position:
    seat, before, decks_state = departure.seat, position.state, position.decks_state
    opened = open_layer(decks_state, seat, handed[seat]) if seat in handed else None
    departure = replace(departure, open=opened is not None)
    seats = tuple(other for other in position.seats if other != seat)
    position = replace(position, departures=(*position.departures, departure), seats=seats)
    state = position.rules.apply(before, Left(seat, departure.why, departure.open))
    same = position.rules.ask(before) == position.rules.ask(state)
    return replace(position, state=state, decks_state=(opened or decks_state).only(seats, same=same))


def advance(position: Position, given: Given) -> Position:
    """Return the position after the open round, given a validated event for every due seat that is not absent."""
    handed = handed_out(given)
    void = who_departs(position, given)
    departures = void + who_resigns(position, handed, void)
    closed = replace(
        position,
        round=position.round + 1,
        previous=digest_of_round(position, given),
        first_value=None,
        paused=False,
        turned=(),
        decks_state=_after_all(position.decks_state, given),
        past=(),
    )
    after = position.kind.void(closed) if void else position.kind.advance(position, closed, given)
    if departures and after.first_value is not None:
        after = position.kind.void(replace(after, first_value=None))
    return open_round(depart(replace(after, past=()), departures, handed) if departures else after)


def _after_all(decks_state: DecksState, given: Given) -> DecksState:
    """Return the state of the decks with the keys and shares of a round, which count whatever becomes of it."""
    proved = [given[seat].proved for seat in sorted(given)]
    keys = [each.key for each in proved if each.key is not None]
    with_keys = add_keys(decks_state, keys) if keys else decks_state
    return with_keys.with_shares(share for each in proved for share in each.shares)


def digest_of_round(position: Position, given: Given) -> bytes:
    """Return the digest of the open round with these events."""
    hashed = {seat: event_digest(each.body) for seat, each in given.items()}
    absent = [seat for seat in position.due if seat not in given]
    return round_digest(
        position.genesis.game_id, position.round, position.previous, position.seats, hashed, absent
    )
