"""An event: what a seat does in a round."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import MAX_BYTES, Plain, pack

MAX_EVENT: Final = MAX_BYTES // 2 - 128
"""The largest event: two of them, with their signatures, fit into one message, the evidence against who signs both."""
MAX_NOTES: Final = 64
"""Notes one event may embed: more than one of each kind from every seat."""


SMALL: Final = 1024
"""Bytes of an event of which more are kept decoded, those of a whole game: an audit looks at each three times."""

RESIGN: Final = "resign"
"""Carries resignations, mostly its author's own, in place of whatever is owed: ``[]``."""


@dataclass(frozen=True, slots=True)
class Event:
    """What one seat gives to one round.

    ``previous`` is the digest of the round before, ``state`` that of the rules' state before this round, ``inside``
    are the seats still in before it.
    ``act`` is what it does: that of the round's kind, a consent, or `RESIGN`. ``body`` is judged with the round;
    ``notes`` are records embedded whole.
    """

    round: int
    seat: Seat
    previous: bytes
    state: bytes
    inside: frozenset[Seat]
    act: str
    body: tuple[Plain, ...]
    notes: tuple[bytes, ...] = field(default=(), repr=False)

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        header = self.round, self.seat, self.previous, self.state, shape.sum_of(self.inside)
        return pack((*header, str(self.act), self.body, self.notes))

    @classmethod
    def read(cls, body: bytes) -> Event:
        """Decode an event; raise `Malformed` if it is not one. Whether it makes sense is not judged here."""
        return _read_small(body) if len(body) <= SMALL else _read_event(body)


@lru_cache(maxsize=64)
def _read_event(body: bytes) -> Event:
    """Decode an event once, however many parts of the program look at it in a row."""
    fields = shape.unpacked(body, 8, field_names.EVENT, MAX_EVENT)
    inner = shape.some_array(fields[6], 2**16, field_names.BODY)
    notes = shape.some_array(fields[7], MAX_NOTES, field_names.NOTES)
    return Event(
        shape.round_number(fields[0]),
        shape.seat(fields[1]),
        shape.hashed(fields[2], field_names.PREVIOUS_DIGEST),
        shape.hashed(fields[3], field_names.STATE_DIGEST),
        shape.seats(fields[4], field_names.SEATS_IN),
        shape.text(fields[5], 16, field_names.EVENT_KIND),
        inner,
        tuple(shape.some_binary(note, field_names.A_NOTE) for note in notes),
    )


_read_small = lru_cache(maxsize=1024)(_read_event.__wrapped__)
