"""Which notes count: as resignations, and inside an event."""

from __future__ import annotations

from p2pgames.contract import Illegal, Seat
from p2pgames_protocol.log.consents import check as consents
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.note import Note, Said
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import verify


def read_note(position: Position, packed: bytes) -> Note:
    """Return the note that an event embeds; raise `Malformed` or `Illegal` for anything else."""
    record = Record.read(packed)
    if record.kind is not Kind.NOTE:
        raise Malformed("What is embedded is not a note.")
    note = Note.read(record.body)
    if not signed_note(position.genesis, record, note):
        raise Illegal("The event embeds a note that its seat did not sign for this game.")
    return note


def who_leaves(position: Position, note: Note) -> Seat:
    """Return the seat that resigns by a note; raise `Illegal` for one without effect."""
    if not is_resignation(position, note):
        raise Illegal("The event embeds a note that has no effect.")
    return note.seat


def is_resignation(position: Position, note: Note) -> bool:
    """Tell whether the note lets its seat leave as soon as an event embeds it."""
    return note.says is Said.RESIGN and note.seat in position.seats and not position.over


def is_note_for(position: Position, note: Note) -> bool:
    """Tell whether the note may take effect in the open round."""
    return is_resignation(position, note) or consents.is_live(position, note)


def signed_note(genesis: Genesis, record: Record, note: Note) -> bool:
    """Tell whether the note is signed by its seat for this game."""
    return note.seat < len(genesis.keys) and verify(
        genesis.keys[note.seat], record.signature, Kind.NOTE, genesis.game_id, record.body
    )
