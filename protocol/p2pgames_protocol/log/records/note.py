"""A note: what a seat offers, refuses or gives up between its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import pack, unpack

DECLINE: Final = "decline"
"""The seat agrees to nothing that is offered; it has no effect, and is never embedded."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something a seat says out of turn, after the round whose digest it names was closed.

    It resigns, declines, or agrees to one of `consents.registry`; ``to`` is the round that this names, mostly None. A
    resignation counts as soon as an event embeds it, and never lapses.
    """

    seat: Seat
    says: str
    after: bytes
    to: int | None = None

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        to = () if self.to is None else (self.to,)
        return pack((self.seat, self.says, self.after, *to))

    @classmethod
    def read(cls, body: bytes) -> Note:
        """Decode a note; raise `Malformed` if it is none. Whether it says anything known is for `read_note`."""
        fields = shape.some_array(unpack(body), 4, field_names.NOTE)
        seat, says, after, *to = shape.array(fields, max(3, len(fields)), field_names.NOTE)
        return cls(
            shape.seat(seat),
            shape.text(says, 16, field_names.NOTE_KIND),
            shape.hashed(after, field_names.ROUND_DIGEST),
            shape.round_number(to[0]) if to else None,
        )
