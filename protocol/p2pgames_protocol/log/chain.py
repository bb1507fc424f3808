"""What a live peer, a full audit and a fast audit compute in the same way, without the rules of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from p2pgames.contract import Illegal, Seat
from p2pgames_protocol.chance.secret import commitment
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.consents.registry import CONSENTS
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.note_rules import read_note, signed_note
from p2pgames_protocol.log.records.event import RESIGN, Event
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.fields import sum_of
from p2pgames_protocol.wire.hashing import digest, encode

ABSENT = digest("absent")
"""Stands in a round digest for an event that was voted absent."""


def start_digest(game_id: bytes) -> bytes:
    """Return what the events of the first round name as the round before."""
    return digest("start", game_id)


def event_digest(body: bytes) -> bytes:
    """Return the digest of an event, which leaves its signature out."""
    return digest("event", body)


def round_digest(
    game_id: bytes,
    number: int,
    previous: bytes,
    inside: Iterable[Seat],
    given: Mapping[Seat, bytes],
    absent: Iterable[Seat],
) -> bytes:
    """Return the digest of a round: of who was in before it, who gave which event, by its digest, and who is absent."""
    absent = frozenset(absent)
    parts: list[bytes] = []
    for seat in sorted({*given, *absent}):
        parts += (encode(seat), ABSENT if seat in absent else given[seat])
    return digest("round", game_id, encode(number), previous, encode(sum_of(inside)), *parts)


def embedded(genesis: Genesis, event: Event) -> tuple[Note, ...]:
    """Return the notes that an event embeds; raise `Malformed` or `Illegal` unless their seats have signed them all."""
    return tuple(embedded_note(genesis, packed) for packed in event.notes)


def embedded_note(genesis: Genesis, packed: bytes) -> Note:
    """Return one of the notes that an event embeds; raise `Malformed` or `Illegal` unless its seat has signed it."""
    record = Record.read(packed)
    if record.kind is not Kind.NOTE:
        raise Malformed(messages.NOT_A_NOTE)
    note = read_note(record.body)
    if not signed_note(genesis, record, note):
        raise Illegal(messages.UNSIGNED_NOTE)
    return note


def leaving(event: Event, notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the resignations that an event embeds; none if it embeds anything else."""
    notes = tuple(notes)
    return () if event.act in CONSENTS or any(note.says != RESIGN for note in notes) else notes


def revealed(game_id: bytes, event: Event, committed: object) -> bytes:
    """Return the secret that an event reveals; raise `Illegal` if it is not the one committed to."""
    match event.body:
        case (bytes(secret), _) if commitment(game_id, event.seat, secret) == committed:
            return secret
    raise Illegal(messages.WRONG_SECRET)
