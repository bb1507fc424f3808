"""Whether a record is well-formed and signed by the seat that it names; only the genesis is needed to tell."""

from __future__ import annotations

from p2pgames.text import Count
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.misconduct import read_evidence
from p2pgames_protocol.log.note_rules import read_note
from p2pgames_protocol.log.records import By, Kind, Record, author
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import verify

# Whether a by holds: whoever plays now and the seat have both signed it.


def signed_by(genesis: Genesis, record: Record) -> By:
    """Return the by of a record; raise `Malformed` unless its identity and the seat signed it for this game."""
    by = By.read(record.body)
    if by.seat >= len(genesis.keys) or not record.signed_by(genesis.game_id, genesis.keys[by.seat]):
        raise Malformed(sentences.RECORD_UNSIGNED(seat=Count(by.seat + 1)))
    if not verify(by.key, by.signature, Kind.BY, genesis.game_id, by.said()):
        raise Malformed(sentences.BY_UNSIGNED(seat=Count(by.seat + 1)))
    return by


def check_signed(genesis: Genesis, record: Record) -> None:
    """Raise `Malformed` unless the record, which is no genesis, is signed for this game by the seat it names.

    An evidence must hold two such records that exclude each other.
    """
    match record.kind:
        case Kind.GENESIS:
            raise Malformed(sentences.OTHER_GENESIS)
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
        raise Malformed(sentences.RECORD_UNSIGNED(seat=Count(0 if seat is None else seat + 1)))
