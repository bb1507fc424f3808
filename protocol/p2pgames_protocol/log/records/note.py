"""A note: what a seat offers, refuses or gives up between its events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names
from p2pgames_protocol.log.records.event import Act
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, pack, unpack


class Said(StrEnum):
    """The kinds of notes."""

    RESIGN = "resign"
    """The seat leaves the game as soon as an event embeds this; it never lapses."""
    TAKEBACK = "takeback"
    """The seat agrees to go back to before a round."""
    DRAW = "draw"
    """The seat agrees to end the game as a draw."""
    PAUSE = "pause"
    """The seat agrees to stop the time until the next event."""
    DECLINE = "decline"
    """The seat agrees to nothing that is offered; it has no effect, and is never embedded."""


CONSENTS: Final = {Act.TAKEBACK: Said.TAKEBACK, Act.DRAW: Said.DRAW, Act.PAUSE: Said.PAUSE}
"""What all others must have said for an event to do this."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something a seat says out of turn, after the round whose digest it names was closed.

    ``to`` is the round to go back to before, in a note that agrees to a takeback, and None in all others.
    """

    seat: Seat
    says: Said
    after: bytes
    to: int | None = None

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        to = () if self.to is None else (self.to,)
        return pack((self.seat, self.says.value, self.after, *to))

    @classmethod
    def read(cls, body: bytes) -> Note:
        """Decode a note; raise `Malformed` if it is none."""
        fields = shape.some_array(unpack(body), 4, field_names.NOTE)
        try:
            said = Said(shape.text(fields[1] if len(fields) > 1 else None, 16, field_names.NOTE_KIND))
        except ValueError:
            raise Malformed("The note says nothing known.") from None
        back = said is Said.TAKEBACK
        seat, _, after, *to = shape.array(fields, 3 + back, field_names.NOTE)
        return cls(
            shape.seat(seat),
            said,
            shape.hashed(after, field_names.ROUND_DIGEST),
            shape.round_number(to[0]) if back else None,
        )
