"""What all players may agree on in mid-game: to take moves back, to a draw, to a pause.

Each says so by a note after the newest closed round. The seat that owes the next event embeds the notes of all
others still in, whole with their signatures; its event is its own consent. What is not embedded before the next
event of any kind has lapsed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from p2pgames.contract import Illegal, Seat
from p2pgames_protocol.log.position import Made, Position, Step
from p2pgames_protocol.log.records.event import Act, Event
from p2pgames_protocol.log.records.note import CONSENTS, Note, Said
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is offered now, and who has agreed to it; ``to`` as in `Note`."""

    says: Said
    to: int | None
    seats: tuple[Seat, ...]


def offers(position: Position, notes: Iterable[Note]) -> tuple[Offer, ...]:
    """Return what is offered in the open round."""
    agreed: dict[tuple[Said, int | None], list[Seat]] = {}
    for note in notes:
        if note.says in CONSENTS.values() and is_live(position, note):
            agreed.setdefault((note.says, note.to), []).append(note.seat)
    return tuple(Offer(says, to, tuple(sorted(seats))) for (says, to), seats in agreed.items())


def is_live(position: Position, note: Note) -> bool:
    """Tell whether an offer, or the refusal of one, may take effect in the open round."""
    if note.says is Said.RESIGN or note.after != position.previous or note.seat not in position.seats:
        return False
    return not why_not(position, note.says, note.to)


def why_not(position: Position, says: Said, to: int | None) -> str:
    """Return why something cannot be agreed on now, in a sentence; empty where it can."""
    if position.over or position.step is not Step.TURN:
        return "That can be agreed on only while the table waits for a move."
    if says is Said.PAUSE and position.paused:
        return "The game is paused already."
    if says is Said.TAKEBACK and not any(made.round == to for made in position.past):
        return (
            "Only moves can be taken back that showed no hidden card, up to the newest roll, deal, shuffle or "
            "departure."
        )
    return ""


def check(position: Position, event: Event, notes: Iterable[Note]) -> Made | None:
    """Return the move to go back to before, for a takeback that is in order; None for a draw or pause that is.

    Raises `Malformed` for a wrong body, and `Illegal` where it cannot be, or somebody still in has not agreed.
    """
    says = CONSENTS[Act(event.act)]
    match says, event.body:
        case Said.TAKEBACK, (int(to),) if type(to) is int:
            target: int | None = to
        case ((Said.DRAW | Said.PAUSE), ()):
            target = None
        case _:
            raise Malformed(f"The event does not hold a {says}.")
    if refusal := why_not(position, says, target):
        raise Illegal(refusal)
    agreed = [
        note.seat for note in notes if (note.says, note.to, note.after) == (says, target, event.previous)
    ]
    others = [seat for seat in position.seats if seat != event.seat]
    if sorted(agreed) != others or len(event.notes) != len(others):
        raise Illegal(
            f"The event is for a {says}, and does not embed the consents of just all others still in."
        )
    return next((made for made in position.past if made.round == target), None)
