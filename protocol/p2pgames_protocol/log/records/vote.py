"""Votes on absent seats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names, messages
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, pack, unpack


class Ballot(StrEnum):
    """What a vote says."""

    ABSENT = "absent"
    """The seat has given nothing to the round: it is out when all others still in say so."""
    PRESENT = "present"
    """The seat's event is here."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What ``voter`` says about the event that ``seat`` owes ``round``; no free fields.

    ``inside`` are the seats still in before the round. ``event`` is the hash of that event in a vote that says it is
    here, and empty in one that says it is not.
    """

    ballot: Ballot
    voter: Seat
    seat: Seat
    round: int
    previous: bytes
    inside: frozenset[Seat]
    event: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        event = (self.event,) if self.ballot is Ballot.PRESENT else ()
        about = self.voter, self.seat, self.round, self.previous, shape.sum_of(self.inside)
        return pack((self.ballot.value, *about, *event))

    @classmethod
    def read(cls, body: bytes) -> Vote:
        """Decode a vote; raise `Malformed` if it is not one."""
        fields = shape.some_array(unpack(body), 7, field_names.VOTE)
        try:
            says = Ballot(shape.text(fields[0] if fields else None, 16, field_names.BALLOT))
        except ValueError:
            raise Malformed(messages.VOTE_UNKNOWN) from None
        present = says is Ballot.PRESENT
        _, voter, seat, number, previous, inside, *event = shape.array(fields, 6 + present, field_names.VOTE)
        return cls(
            says,
            shape.seat(voter),
            shape.seat(seat),
            shape.round_number(number),
            shape.hashed(previous, field_names.PREVIOUS_DIGEST),
            shape.seats(inside, field_names.SEATS_IN),
            shape.hashed(event[0], field_names.EVENT_HASH) if present else b"",
        )
