"""Closing a round: the position that follows from the events of all seats that owe one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from p2pgames.contract import (
    Choose,
    Left,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    Why,
)
from p2pgames_protocol.cards import DeckId
from p2pgames_protocol.coin import Purse, outcome
from p2pgames_protocol.consent import drawn
from p2pgames_protocol.deck import SealedDeck, UnsealedDeck
from p2pgames_protocol.deckkeys import Keys, join_keys
from p2pgames_protocol.digest import digest, encode
from p2pgames_protocol.group import Forged
from p2pgames_protocol.judge import Judged, key_of, purse_after
from p2pgames_protocol.message import Act, Event
from p2pgames_protocol.position import OF_WHY, Basis, Departure, Ending, Made, Position, Step

ABSENT = digest("absent")
"""Stands in a round digest for an event that was voted or claimed absent."""


def close(position: Position, events: Mapping[Seat, Judged], why_absent: Why = Why.CLAIMED) -> Position:
    """Return the position after the open round, given a judged event for every due seat that is not absent."""
    reveals = position.step is Step.REVEAL
    void = [] if reveals else _departures(position, events, why_absent)
    departures = void + _leaving(position, events, void)
    closed = replace(
        position,
        round=position.round + 1,
        previous=round_digest(position, events),
        first_value=None,
        paused=any(judged.fault is None and judged.event.act == Act.PAUSE for judged in events.values()),
        state=_moved(position, events),
        dealing=position.dealing.give(share for e in events.values() for share in e.proved.shares),
        past=position.past if reveals else () if departures else _past(position, events),
    )
    if reveals:
        return _revealed(closed, events)
    after = _advance(position, closed, events) if not void else _void(closed)
    return _settle(_depart(after, departures))


def _leaving(position: Position, events: Mapping[Seat, Judged], gone: list[Departure]) -> list[Departure]:
    """Return the departures of who resigns by a note, beside those who are gone anyway."""
    leaving = {seat for judged in events.values() for seat in judged.leaving}
    others = leaving - {departure.seat for departure in gone}
    return [Departure(seat, position.round, Why.RESIGNED) for seat in sorted(others)]


def _past(position: Position, events: Mapping[Seat, Judged]) -> tuple[Made, ...]:
    """Return the moves that can be taken back after a round in which nobody left."""
    for seat, judged in events.items():
        match judged.event.act, judged.event.body:
            case Act.MOVE, (_, ()):
                return (*position.past, Made(position.round, seat, position.state))
            case Act.TAKEBACK, (to,):
                return tuple(made for made in position.past if made.round < to)  # type: ignore[operator]
            case ((Act.PAUSE | Act.DRAW), _):
                return position.past
    return ()


def without(position: Position, seat: Seat, why: Why) -> Position:
    """Return what would follow if a seat left by the open round and nothing else happened in it: what is asked next.

    Its digest stands for nothing; the position is for telling people what a vote or a claim would do.
    """
    gone = _void(replace(position, round=position.round + 1, first_value=None))
    return _settle(_depart(gone, [Departure(seat, position.round, why)]))


def round_digest(position: Position, events: Mapping[Seat, Judged]) -> bytes:
    """Return the digest of the open round with these events; it leaves signatures out."""
    parts: list[bytes] = []
    for seat in position.due:
        parts += (encode(seat), digest("event", events[seat].body) if seat in events else ABSENT)
    return digest("round", position.genesis.game_id, encode(position.round), position.previous, *parts)


def _departures(position: Position, events: Mapping[Seat, Judged], why_absent: Why) -> list[Departure]:
    gone = [_departure(position, seat, events.get(seat), why_absent) for seat in position.due]
    departures = [departure for departure in gone if departure is not None]
    if not departures and position.step in (Step.KEYS, Step.REKEY) and position.rules.decks:
        try:
            _joined(position, events)
        except Forged as wrong:
            return [Departure(seat, position.round, Why.FAULT, str(wrong)) for seat in position.due]
    return departures


def _joined(position: Position, events: Mapping[Seat, Judged]) -> Keys:
    keys = (events[seat].proved.key for seat in position.due)
    return join_keys(key for key in keys if key is not None)


def _departure(position: Position, seat: Seat, judged: Judged | None, why_absent: Why) -> Departure | None:
    if judged is None:
        return Departure(seat, position.round, why_absent)
    if judged.fault is not None:
        return Departure(seat, position.round, Why.FAULT, judged.fault)
    if judged.event.act == Act.RESIGN:
        return Departure(seat, position.round, Why.RESIGNED)
    return None


def _moved(position: Position, events: Mapping[Seat, Judged]) -> Any:
    """Return the state after the move or takeback of the round, if it has one that is in order."""
    for judged in events.values():
        if judged.fault is None and judged.event.act in (Act.MOVE, Act.TAKEBACK):
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
            joint = _joined(position, events) if position.rules.decks else None
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
            return replace(closed, dealing=replace(closed.dealing, keys=_joined(position, events)))
        case Step.SHUFFLE, Shuffle() as ask:
            (judged,) = events.values()
            return _shuffled(closed, ask, judged.proved.decks)
        case Step.SHARE, Open(slots):
            return _opened(closed, slots)
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


def _shuffled(closed: Position, ask: Shuffle, decks: tuple[UnsealedDeck | SealedDeck, ...]) -> Position:
    dealing = replace(closed.dealing, shuffling=decks)
    if dealing.unsealed:
        return replace(closed, dealing=dealing)
    state = closed.rules.apply(closed.state, Shuffled())
    return replace(closed, state=state, dealing=dealing.seal(ask))


def _opened(closed: Position, slots: tuple[tuple[Slot, Seat | None], ...]) -> Position:
    dealing = closed.dealing.deal(slots)
    faces = tuple((slot, dealing.public[slot] if seat is None else None) for slot, seat in slots)
    return replace(closed, state=closed.rules.apply(closed.state, Opened(faces)), dealing=dealing)


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
            dealing=replace(position.dealing, shuffling=()),
        )
        if not position.begun:
            position = replace(position, ending=Ending(OF_WHY[departure.why], None))
        else:
            state = position.rules.apply(position.state, Left(departure.seat, departure.why))
            position = replace(position, state=state)
    return position


def _settle(position: Position) -> Position:
    """Open the round that the rules ask for; a second half of a roll stays open unless somebody left."""
    ask = position.ask
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
    if isinstance(ask, Open):
        if position.dealing.can_open(ask.slots, position.seats):
            return replace(position, step=Step.SHARE)
        return _cannot_go_on(position)
    if isinstance(ask, Shuffle):
        return _to_shuffle(position, ask)
    raise NotImplementedError(f"{position.rules.name} asks for {type(ask).__name__}")


def _to_shuffle(position: Position, ask: Shuffle) -> Position:
    """Open the next round of a shuffle; where somebody who has a key has left, fresh keys come first."""
    dealing = position.dealing
    if dealing.keys is not None and dealing.keys.seats == position.seats:
        started = dealing if dealing.shuffling else dealing.start(ask)
        return replace(position, step=Step.SHUFFLE, dealing=started)
    if position.genesis.table["survive"] == "no":
        return _cannot_go_on(position)
    fresh = replace(dealing, keys=None, epoch=dealing.epoch + 1)
    return replace(position, step=Step.REKEY, dealing=fresh)


def _cannot_go_on(position: Position) -> Position:
    """Cards are to be drawn that nobody can open any more: the game ends without a result."""
    left = position.departures
    basis = OF_WHY[left[-1].why] if left else Basis.PLAYED
    return replace(position, step=Step.REVEAL, ending=Ending(basis, None))


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
    orders: dict[DeckId, dict[Seat, tuple[int, ...]]] = {}
    for seat, judged in events.items():
        for deck, order in judged.proved.orders.items():
            orders.setdefault(deck, {})[seat] = order
    opened = closed.dealing.open_all(orders)
    return replace(closed, step=Step.DONE, revealed=secrets, faults=faults, dealing=opened)
