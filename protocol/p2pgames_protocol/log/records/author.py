"""Who signed a record."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.note import Note
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.records.vote import Vote


def author(record: Record) -> Seat | None:
    """Return the seat that a signed message names as its author; None for genesis and evidence, which have several."""
    match record.kind:
        case Kind.EVENT:
            return Event.read(record.body).seat
        case Kind.HAVE:
            return Have.read(record.body).seat
        case Kind.VOTE:
            return Vote.read(record.body).voter
        case Kind.NOTE:
            return Note.read(record.body).seat
        case Kind.BY:
            return By.read(record.body).seat
    return None
