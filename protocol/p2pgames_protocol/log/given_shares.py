"""What a seat notes before it gives a share away: the card, and who may open it. No card is released twice."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames.contract import Seat
from p2pgames_protocol.chance.elgamal import MAX_CARDS, MAX_NAME
from p2pgames_protocol.log import field_names
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import pack


@dataclass(frozen=True, slots=True)
class Release:
    """The own share in the card at ``position`` of a deck was given so that ``to`` can open it, None for everybody."""

    epoch: int
    deck: str
    position: int
    to: Seat | None

    @property
    def card(self) -> tuple[int, str, int]:
        """What must be released once only; it is the same on every branch of the log."""
        return self.epoch, self.deck, self.position

    def pack(self) -> bytes:
        """Return the bytes that are stored."""
        return pack((self.epoch, self.deck, self.position, self.to))

    @classmethod
    def read(cls, data: bytes) -> Release:
        """Decode a stored release; raise `Malformed` if it is none."""
        epoch, deck, position, to = fields.unpacked(data, 4, field_names.RELEASE)
        return cls(
            fields.round_number(epoch),
            fields.text(deck, MAX_NAME, field_names.DECK),
            fields.integer(position, MAX_CARDS, field_names.POSITION),
            None if to is None else fields.seat(to),
        )
