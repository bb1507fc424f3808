"""Whether a by holds: whoever plays now and the seat have both signed it."""

from __future__ import annotations

from p2pgames.text import Count
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.by import By
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import verify


def signed_by(genesis: Genesis, record: Record) -> By:
    """Return the by of a record; raise `Malformed` unless its identity and the seat signed it for this game."""
    by = By.read(record.body)
    if by.seat >= len(genesis.keys) or not record.signed_by(genesis.game_id, genesis.keys[by.seat]):
        raise Malformed(messages.RECORD_UNSIGNED(seat=Count(by.seat + 1)))
    if not verify(by.key, by.signature, Kind.BY, genesis.game_id, by.said()):
        raise Malformed(messages.BY_UNSIGNED(seat=Count(by.seat + 1)))
    return by
