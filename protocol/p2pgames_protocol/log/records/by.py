"""A by: who plays on for a seat that was handed over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import pack
from p2pgames_protocol.wire.identity import KEY_SIZE, SIGNATURE_SIZE, Identity
from p2pgames_protocol.wire.messages import SIGNATURE

MAX_NAME = 32


@dataclass(frozen=True, slots=True)
class By:
    """From this round on the seat is played by somebody else, who has signed that with their identity.

    It is information: no result depends on it. The seat key signs the record, the identity the fields before its
    signature.
    """

    seat: Seat
    key: bytes
    """The identity of who plays now."""
    name: str
    round: int
    signature: bytes = b""

    def said(self) -> bytes:
        """Return the bytes that the identity signs."""
        return pack((self.seat, self.key, self.name, self.round))

    def pack(self) -> bytes:
        """Return the bytes that the seat key signs."""
        return pack((self.seat, self.key, self.name, self.round, self.signature))

    @classmethod
    def read(cls, body: bytes) -> By:
        """Decode a by; raise `Malformed` if it is not one. Whether it is signed is for `signed_by`."""
        return _read_by(body)


@lru_cache(maxsize=64)
def _read_by(body: bytes) -> By:
    """Decode a by once, as `_read_event` does."""
    seat, key, name, number, signature = shape.unpacked(body, 5, field_names.BY)
    return By(
        shape.seat(seat),
        shape.binary(key, KEY_SIZE, field_names.PLAYER_KEY),
        shape.text(name, MAX_NAME, field_names.PLAYER_NAME),
        shape.round_number(number),
        shape.binary(signature, SIGNATURE_SIZE, SIGNATURE),
    )


def in_order(bys: Iterable[By]) -> tuple[By, ...]:
    """Return them by seat, the newest of each last."""
    return tuple(sorted(bys, key=lambda by: (by.seat, by.round, by.pack())))


def make_by(identity: Identity, game_id: bytes, seat: Seat, name: str, number: int) -> By:
    """Return the by of this player for a seat, with their signature."""
    by = By(seat, identity.key, name, number)
    return By(seat, identity.key, name, number, identity.sign("by", game_id, by.said()))
