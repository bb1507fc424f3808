"""A have: up to which round a seat has the log, and its digest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import pack


@dataclass(frozen=True, slots=True)
class Have:
    """A seat has verified and closed all rounds up to this one, whose digest this is."""

    seat: Seat
    round: int
    digest: bytes

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        return pack((self.seat, self.round, self.digest))

    @classmethod
    def read(cls, body: bytes) -> Have:
        """Decode a have; raise `Malformed` if it is not one."""
        return _read_have(body)


@lru_cache(maxsize=1024)
def _read_have(body: bytes) -> Have:
    """Decode a have once: those of a whole game are kept, since an audit looks at each several times."""
    seat, number, closed = fields.unpacked(body, 3, field_names.HAVE)
    return Have(fields.seat(seat), fields.round_number(number), fields.hashed(closed, field_names.DIGEST))
