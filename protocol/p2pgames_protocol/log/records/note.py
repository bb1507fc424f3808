"""A note: what a seat offers, refuses or gives up between its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import Count
from p2pgames_protocol.log import field_names
from p2pgames_protocol.log.records.event import RESIGN
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, Plain, pack, unpack
from p2pgames_protocol.wire.messages import NOT_FIELDS

DECLINE: Final = "decline"
"""The seat agrees to nothing that is offered; it has no effect, and is never embedded."""
MAX_KEYS: Final = 16
"""Deck keys of one seat: one at first, and another each time that others have left."""
KEY_SIZE: Final = 32


@dataclass(frozen=True, slots=True)
class Note:
    """Something a seat says out of turn.

    It declines, or agrees to one of `consents.registry`, ``after`` the round whose digest it names was closed; ``to``
    is the round that such an agreement names, mostly None. Or it resigns: that names no round, never lapses, and hands
    out ``keys``, the seat's secret deck keys, the oldest first; none if it keeps them.
    """

    seat: Seat
    says: str
    after: bytes = b""
    to: int | None = None
    keys: tuple[bytes, ...] = field(default=(), repr=False)

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        if self.says == RESIGN:
            return pack((self.seat, self.says, self.keys))
        to = () if self.to is None else (self.to,)
        return pack((self.seat, self.says, self.after, *to))

    @classmethod
    def read(cls, body: bytes) -> Note:
        """Decode a note; raise `Malformed` if it is not one. Whether it says anything known is for `read_note`."""
        fields = shape.some_array(unpack(body), 4, field_names.NOTE)
        if len(fields) < 3:
            raise Malformed(NOT_FIELDS(what=field_names.NOTE, length=Count(3)))
        seat, says = shape.seat(fields[0]), shape.text(fields[1], 16, field_names.NOTE_KIND)
        if says == RESIGN:
            _, _, keys = shape.array(fields, 3, field_names.NOTE)
            return cls(seat, says, keys=_keys(keys))
        _, _, after, *to = fields
        return cls(
            seat,
            says,
            shape.hashed(after, field_names.ROUND_DIGEST),
            shape.round_number(to[0]) if to else None,
        )


def _keys(value: Plain) -> tuple[bytes, ...]:
    keys = shape.some_array(value, MAX_KEYS, field_names.DECK_KEYS)
    return tuple(shape.binary(key, KEY_SIZE, field_names.A_DECK_KEY) for key in keys)
