"""Votes on absent seats, and claims where only two are left."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from p2pgames.contract import Seat
from p2pgames_protocol.log import field_names, messages
from p2pgames_protocol.wire import fields as shape
from p2pgames_protocol.wire.codec import Malformed, pack, unpack


class Ballot(StrEnum):
    """What a vote says."""

    CLAIM = "claim"
    """Of two players, the other gave nothing to the round: the game ends here."""
    ABSENT = "absent"
    """Of three and more, the seat has given nothing to the round: it is out when all others say so."""
    PRESENT = "present"
    """The seat's event is here."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What ``voter`` says about the event that ``seat`` owes ``round``; no free fields.

    ``event`` is the hash of that event in a vote that says it is here, and empty in all others.
    """

    ballot: Ballot
    voter: Seat
    seat: Seat
    round: int
    previous: bytes
    event: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes that are signed."""
        event = (self.event,) if self.ballot is Ballot.PRESENT else ()
        return pack((self.ballot.value, self.voter, self.seat, self.round, self.previous, *event))

    @classmethod
    def read(cls, body: bytes) -> Vote:
        """Decode a vote; raise `Malformed` if it is none."""
        fields = shape.some_array(unpack(body), 6, field_names.VOTE)
        try:
            says = Ballot(shape.text(fields[0] if fields else None, 16, field_names.BALLOT))
        except ValueError:
            raise Malformed(messages.VOTE_UNKNOWN) from None
        present = says is Ballot.PRESENT
        _, voter, seat, number, previous, *event = shape.array(fields, 5 + present, field_names.VOTE)
        return cls(
            says,
            shape.seat(voter),
            shape.seat(seat),
            shape.round_number(number),
            shape.hashed(previous, field_names.PREVIOUS_DIGEST),
            shape.hashed(event[0], field_names.EVENT_HASH) if present else b"",
        )
