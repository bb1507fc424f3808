"""What a closed round held: moves, rolls, cards turned over, and what was taken back."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Face, Moved, Roll, Seat, Slot
from p2pgames_protocol.chance.coin import outcome
from p2pgames_protocol.log.position import Position, Step
from p2pgames_protocol.log.records.event import Act, Event
from p2pgames_protocol.log.replica.receive import Ledger


def taken_back_to(ledger: Ledger, number: int) -> int | None:
    """Return the round that a closed round went back to before; None if it took nothing back."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if before.step is not Step.TURN or len(after.past) >= len(before.past) or after.seats != before.seats:
        return None
    for record in ledger.log[number].values():
        event = Event.read(record.body)
        if event.act == Act.TAKEBACK:
            return event.body[0]  # type: ignore[return-value]
    return None


def line_back(ledger: Ledger, step: int) -> Iterator[int]:
    """Yield the closed rounds before a step that still count, the newest first: none that were taken back."""
    number = step - 1
    while number >= 0:
        to = taken_back_to(ledger, number)
        if to is None:
            yield number
        number = number - 1 if to is None else to - 1


def turned(before: Position, after: Position) -> list[tuple[Slot, Face]]:
    """Return what was turned over for all to see, between two positions, other than by a move."""
    slots = [slot for slot, seat in before.wanted if seat is None] if after.state is not before.state else []
    return [(slot, after.dealing.public[slot]) for slot in slots if slot in after.dealing.public]


def move_of(ledger: Ledger, number: int) -> Moved | None:
    """Return the move of a closed round, None if it held none or the move was a fault."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if before.step is not Step.TURN or after.state is before.state:
        return None
    for seat, record in ledger.log[number].items():
        event = Event.read(record.body)
        at_fault = any(d.seat == seat and d.round == number and d.reason for d in after.departures)
        if event.act == Act.MOVE and not at_fault:
            return Moved(seat, event.body[0])  # type: ignore[arg-type]
    return None


def rolled(ledger: Ledger, number: int) -> tuple[int, ...] | None:
    """Return what was rolled in a closed round; None where there was no roll, or it was void."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if not isinstance(before.ask, Roll) or after.state is before.state or after.seats != before.seats:
        return None
    values = tuple((seat, after.purses[seat].last) for seat in after.seats)
    return outcome(ledger.genesis.game_id, after.rolls, values, before.ask.sides)


def roller(before: Position) -> Seat | None:
    """Return the seat that rolls; None where no seat does."""
    return before.ask.seat if isinstance(before.ask, Roll) else None


def shown_faces(ledger: Ledger, number: int) -> tuple[tuple[str, int, str], ...]:
    """Return the faces the move of a closed round laid open, as deck, position and face."""
    made = move_of(ledger, number)
    if made is None:
        return ()
    shows = ledger.rules.shows(ledger.positions[number].state, made.seat, made.move)
    return tuple((deck, place, face) for (deck, place), face in shows)
