"""Which notes there are, and which count: as resignations, as offers, and inside an event."""

from __future__ import annotations

from collections.abc import Collection

from p2pgames.contract import Illegal
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import field_names, messages
from p2pgames_protocol.log.consent_rules import is_live
from p2pgames_protocol.log.consents.registry import CONSENTS
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import RESIGN, Event
from p2pgames_protocol.log.records.note import DECLINE, Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.fields import named
from p2pgames_protocol.wire.identity import verify
from p2pgames_protocol.wire.messages import NOT_FIELDS


def read_note(body: bytes) -> Note:
    """Return the note; raise `Malformed` if it is not one, or is of an unknown kind."""
    note = Note.read(body)
    if note.says not in (RESIGN, DECLINE, *CONSENTS):
        raise Malformed(messages.NOTE_UNKNOWN(kind=Verbatim(named(note.says))))
    if (note.to is not None) != (note.says in CONSENTS and CONSENTS[note.says].names_round):
        raise Malformed(NOT_FIELDS(what=field_names.NOTE, length=Count(3 + (note.to is None))))
    return note


def check_resignations(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Illegal` for embedded notes that let nobody leave, or that the event may not carry."""
    if notes and event.act == position.kind.act and not position.kind.carries:
        raise Illegal(messages.CARRIES_NOTHING(act=Verbatim(event.act)))
    if not all(is_resignation(position, note) for note in notes):
        raise Illegal(messages.NOTE_NO_EFFECT)


def check_resign(position: Position, event: Event, notes: Collection[Note]) -> None:
    """Raise `Illegal` for an event that does nothing but let seats leave, where it may not.

    Who decides may give one for others; who owes anything else only to leave.
    """
    if event.body or not notes:
        raise Illegal(messages.RESIGNS_NOBODY)
    if not position.kind.may_agree and all(note.seat != event.seat for note in notes):
        raise Illegal(messages.RESIGNS_OTHERS)


def is_resignation(position: Position, note: Note) -> bool:
    """Tell whether the note lets its seat leave as soon as an event embeds it."""
    return note.says == RESIGN and note.seat in position.seats and not position.over


def is_note_for(position: Position, note: Note) -> bool:
    """Tell whether the note may take effect in the open round."""
    return is_resignation(position, note) or is_live(position, note)


def signed_note(genesis: Genesis, record: Record, note: Note) -> bool:
    """Tell whether the note is signed by its seat for this game."""
    return note.seat < len(genesis.keys) and verify(
        genesis.keys[note.seat], record.signature, Kind.NOTE, genesis.game_id, record.body
    )
