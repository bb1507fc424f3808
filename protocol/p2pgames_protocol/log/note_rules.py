"""Which notes there are, and which count: as resignations, as offers, and inside an event."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records import DECLINE, RESIGN, Event, Kind, Note, Record
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.fields import named
from p2pgames_protocol.wire.identity import verify
from p2pgames_protocol.wire.sentences import NOT_FIELDS


def read_note(body: bytes) -> Note:
    """Return the note; raise `Malformed` if it is not one, or is of an unknown kind."""
    note = Note.read(body)
    if note.says not in (RESIGN, DECLINE, *CONSENTS):
        raise Malformed(sentences.NOTE_UNKNOWN(kind=Verbatim(named(note.says))))
    if (note.to is not None) != (note.says in CONSENTS and CONSENTS[note.says].names_round):
        raise Malformed(NOT_FIELDS(what=sentences.NOTE, length=Count(3 + (note.to is None))))
    return note


def check_resignations(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Illegal` for embedded notes that let nobody leave, or that the event may not carry."""
    if notes and event.act == position.kind.act and not position.kind.carries:
        raise Illegal(sentences.CARRIES_NOTHING(act=Verbatim(event.act)))
    if not all(is_resignation(position, note) for note in notes):
        raise Illegal(sentences.NOTE_NO_EFFECT)


def check_resign(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Illegal` for an event that does nothing but let seats leave, where it may not.

    Who decides may give one for others; who owes anything else only to leave.
    """
    if event.body or not notes:
        raise Illegal(sentences.RESIGNS_NOBODY)
    if not position.kind.may_agree and all(note.seat != event.seat for note in notes):
        raise Illegal(sentences.RESIGNS_OTHERS)


def is_resignation(position: Position, note: Note) -> bool:
    """Tell whether the note lets its seat leave as soon as an event embeds it."""
    return note.says == RESIGN and note.seat in position.seats and not position.over


# When all players agree on something in mid-game, such as to take moves back, to a draw, to a pause.
#
# Each says so by a note after the newest closed round. The seat that owes the next event embeds the notes of all
# others still in, whole with their signatures; its event is its own consent. What is not embedded before the next
# event of any kind has lapsed.


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
        return sentences.NOT_WHILE_WAITING
    return CONSENTS[says].refusal(position, to) if says in CONSENTS else None


def check_consent(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Malformed` for a wrong body, and `Illegal` if it cannot be, or somebody still in has not agreed."""
    consent = CONSENTS[event.act]
    if refusal := why_not(position, consent.name, consent.target(event.body)):
        raise Illegal(refusal)
    if not is_whole(event, notes, position.seats):
        raise Illegal(sentences.NOT_ALL_CONSENT(consent=Verbatim(consent.name)))


def is_whole(event: Event, notes: Collection[Note], seats: Iterable[Seat]) -> bool:
    """Tell whether an event embeds the consents of just all others in; raise `Malformed` for a wrong body."""
    wanted = event.act, CONSENTS[event.act].target(event.body), event.previous
    agreed = sorted(note.seat for note in notes if (note.says, note.to, note.after) == wanted)
    return len(agreed) == len(notes) and agreed == sorted(seat for seat in seats if seat != event.seat)


def is_note_for(position: Position, note: Note) -> bool:
    """Tell whether the note may take effect in the open round."""
    return is_resignation(position, note) or is_live(position, note)


def signed_note(genesis: Genesis, record: Record, note: Note) -> bool:
    """Tell whether the note is signed by its seat for this game."""
    return note.seat < len(genesis.keys) and verify(
        genesis.keys[note.seat], record.signature, Kind.NOTE, genesis.game_id, record.body
    )
