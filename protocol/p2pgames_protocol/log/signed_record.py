"""Whether a record is well-formed and signed by the seat that it names; only the genesis is needed to tell."""

from __future__ import annotations

from p2pgames.text import Count
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.by_rules import signed_by
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.misconduct import read_evidence
from p2pgames_protocol.log.note_rules import read_note
from p2pgames_protocol.log.records.author import author
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.wire.codec import Malformed


def check_signed(genesis: Genesis, record: Record) -> None:
    """Raise `Malformed` unless the record, which is no genesis, is signed for this game by the seat it names.

    An evidence must hold two such records that exclude each other.
    """
    match record.kind:
        case Kind.GENESIS:
            raise Malformed(messages.OTHER_GENESIS)
        case Kind.BY:
            signed_by(genesis, record)
            return
        case Kind.EVIDENCE:
            read_evidence(genesis, record)
            return
        case Kind.NOTE:
            read_note(record.body)
    seat = author(record)
    if seat is None or seat >= len(genesis.keys) or not record.signed_by(genesis.game_id, genesis.keys[seat]):
        raise Malformed(messages.RECORD_UNSIGNED(seat=Count(0 if seat is None else seat + 1)))
