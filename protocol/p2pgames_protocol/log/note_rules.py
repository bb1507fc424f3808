"""Which notes there are, and which count: as resignations, as offers, and inside an event."""

from __future__ import annotations

from p2pgames.contract import Illegal
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import field_names, messages
from p2pgames_protocol.log.consent_rules import is_live
from p2pgames_protocol.log.consents.registry import CONSENTS
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.event import RESIGN
from p2pgames_protocol.log.records.note import DECLINE, Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.fields import named
from p2pgames_protocol.wire.identity import verify
from p2pgames_protocol.wire.messages import NOT_FIELDS


def read_note(body: bytes) -> Note:
    """Return the note; raise `Malformed` if it is none, or says what no note says."""
    note = Note.read(body)
    if note.says not in (RESIGN, DECLINE, *CONSENTS):
        raise Malformed(messages.NOTE_UNKNOWN(kind=Verbatim(named(note.says))))
    if (note.to is not None) != (note.says in CONSENTS and CONSENTS[note.says].names_round):
        raise Malformed(NOT_FIELDS(what=field_names.NOTE, length=Count(3 + (note.to is None))))
    return note


def check_resignation(position: Position, note: Note) -> None:
    """Raise `Illegal` for an embedded note that lets nobody leave."""
    if not is_resignation(position, note):
        raise Illegal(messages.NOTE_NO_EFFECT)


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
