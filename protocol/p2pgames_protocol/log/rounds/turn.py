"""Rounds in which one seat moves: the move, the cards it shows, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from p2pgames.contract import Face, Illegal, Move, Moved, Seat, Slot
from p2pgames_protocol.log.position import Made, Position
from p2pgames_protocol.log.records.event import Act, Event
from p2pgames_protocol.log.validated_event import NOTHING, Judged, Proved
from p2pgames_protocol.wire.codec import Malformed, Plain


def moves_to_take_back(position: Position, events: Mapping[Seat, Judged]) -> tuple[Made, ...]:
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


def state_after(position: Position, events: Mapping[Seat, Judged]) -> Any:
    """Return the state after the move or takeback of the round, if it has one that is in order."""
    for judged in events.values():
        if judged.fault is None and judged.event.act in (Act.MOVE, Act.TAKEBACK):
            return judged.after
    return position.state


def judge_move(position: Position, event: Event) -> tuple[Any, Proved]:
    """Every face that a move shows is opened with its author's shares before the rules see the move."""
    move, sent = _move(event)
    shown = position.rules.shows(position.state, event.seat, move)
    proved = _shown(position, event.seat, shown, sent) if shown or sent != () else NOTHING
    return position.rules.apply(position.state, Moved(event.seat, move)), proved


def _shown(position: Position, seat: Seat, shown: tuple[tuple[Slot, Face], ...], sent: Plain) -> Proved:
    """Return the shares that open what a move shows; raise `Illegal` where that is another card."""
    shares = position.dealing.read_shares(seat, missing(position, seat, shown), sent)
    after = position.dealing.give(shares)
    for slot, face in shown:
        if after.public[slot] != face:
            raise Illegal(f"The card in slot {slot[1]} of {slot[0]} is {after.public[slot]}, not {face}.")
    return Proved(shares=shares)


def missing(position: Position, seat: Seat, shown: Iterable[tuple[Slot, Face]]) -> tuple[Slot, ...]:
    """Return the slots in which a seat has to give its share to show them; raise `Illegal` for others' cards."""
    slots = tuple(dict.fromkeys(slot for slot, _ in shown))
    for slot in slots:
        position.dealing.check_dealt(slot, seat)
    return position.dealing.owed(seat, ((slot, None) for slot in slots))


def _move(event: Event) -> tuple[Move, Plain]:
    match event.body:
        case (move, sent) if _is_wire(move):
            return move, sent  # type: ignore[return-value]
    raise Malformed("The event does not hold a move.")


def _is_wire(value: Plain) -> bool:
    return all(map(_is_wire, value)) if type(value) is tuple else value is not None
