"""When all players agree on something in mid-game, such as to take moves back, to a draw, to a pause.

Each says so by a note after the newest closed round. The seat that owes the next event embeds the notes of all
others still in, whole with their signatures; its event is its own consent. What is not embedded before the next
event of any kind has lapsed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Message, Verbatim
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consents.registry import CONSENTS
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import RESIGN, Event
from p2pgames_protocol.log.records.note import Note


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is offered now, and who has agreed to it; ``to`` as in `Note`."""

    says: str
    to: int | None
    seats: tuple[Seat, ...]


def offers(position: Position, notes: Iterable[Note]) -> tuple[Offer, ...]:
    """Return what is offered in the open round."""
    agreed: dict[tuple[str, int | None], list[Seat]] = {}
    for note in notes:
        if note.says in CONSENTS and is_live(position, note):
            agreed.setdefault((note.says, note.to), []).append(note.seat)
    return tuple(Offer(says, to, tuple(sorted(seats))) for (says, to), seats in agreed.items())


def is_live(position: Position, note: Note) -> bool:
    """Tell whether an offer, or the refusal of one, may take effect in the open round."""
    if note.says == RESIGN or note.after != position.previous or note.seat not in position.seats:
        return False
    return not why_not(position, note.says, note.to)


def why_not(position: Position, says: str, to: int | None) -> Message | None:
    """Return why something cannot be agreed on or declined now, in a sentence; None if it can."""
    if position.over or not position.kind.may_agree:
        return messages.NOT_WHILE_WAITING
    return CONSENTS[says].refusal(position, to) if says in CONSENTS else None


def check_consent(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Malformed` for a wrong body, and `Illegal` if it cannot be, or somebody still in has not agreed."""
    consent = CONSENTS[event.act]
    if refusal := why_not(position, consent.name, consent.target(event.body)):
        raise Illegal(refusal)
    if not is_whole(event, notes, position.seats):
        raise Illegal(messages.NOT_ALL_CONSENT(consent=Verbatim(consent.name)))


def is_whole(event: Event, notes: Collection[Note], seats: Iterable[Seat]) -> bool:
    """Tell whether an event embeds the consents of just all others in; raise `Malformed` for a wrong body."""
    wanted = event.act, CONSENTS[event.act].target(event.body), event.previous
    agreed = sorted(note.seat for note in notes if (note.says, note.to, note.after) == wanted)
    return len(agreed) == len(notes) and agreed == sorted(seat for seat in seats if seat != event.seat)
