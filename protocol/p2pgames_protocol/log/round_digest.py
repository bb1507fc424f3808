"""The digest of a closed round, which the next events name."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgames.contract import Seat
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.validated_event import Judged
from p2pgames_protocol.wire.hashing import digest, encode

ABSENT = digest("absent")
"""Stands in a round digest for an event that was voted or claimed absent."""


def round_digest(position: Position, events: Mapping[Seat, Judged]) -> bytes:
    """Return the digest of the open round with these events; it leaves signatures out."""
    parts: list[bytes] = []
    for seat in position.due:
        parts += (encode(seat), digest("event", events[seat].body) if seat in events else ABSENT)
    return digest("round", position.genesis.game_id, encode(position.round), position.previous, *parts)
