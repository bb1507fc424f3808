"""What a seat says of others that are silent."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_protocol.log.chain import event_digest
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.vote_rules import may_vote


class Voting:
    """Which votes a seat may give, and what it owes to the votes of others; it signs none itself."""

    def __init__(self, replica: Replica, seat: Seat) -> None:
        self._replica = replica
        self._seat = seat

    @property
    def silent(self) -> tuple[Seat, ...]:
        """The other seats on which the open round depends."""
        return tuple(seat for seat in self._replica.held_up_by if seat != self._seat)

    def votable(self) -> tuple[Seat, ...]:
        """Return the seat that this one may vote absent now, if any; the wait is for the client to keep.

        Of two silent seats neither: who has voted both absent and then hears from one would wait for the other's
        answer, which may never come.
        """
        replica, position, silent = self._replica, self._replica.position, self.silent
        if replica.accusations.verdict is not None or len(silent) > 1:
            return ()
        return tuple(
            seat
            for seat in silent
            if may_vote(position, self._seat, seat)
            and replica.branch.event(seat, position.round) is None
            and not replica.ballots.has_given(position.round, seat, self._seat)
        )

    def says(self, ballot: Ballot, seat: Seat) -> Vote:
        """Return what this seat says of the open round."""
        return self._vote(ballot, seat, self._replica.position)

    def answer(self) -> Vote | None:
        """Return the answer to a vote of somebody else: with what is here, or, once resigned, like the others."""
        replica, resigned = self._replica, self.has_resigned()
        if replica.accusations.verdict is not None:
            return None
        for position, seat in replica.ballots.questioned(replica.positions):
            number = position.round
            if replica.ballots.has_given(number, seat, self._seat) or not may_vote(
                position, self._seat, seat
            ):
                continue
            if (event := replica.branch.event(seat, number)) is not None:
                return self._vote(Ballot.PRESENT, seat, position, event_digest(event.body))
            if resigned and number == len(replica.log) and self.silent == (seat,):
                return self._vote(Ballot.ABSENT, seat, position)
        return None

    def has_resigned(self) -> bool:
        """Tell whether this seat has signed a note that nothing has embedded yet."""
        return self._replica.notes.resigned(self._seat) and self._seat in self._replica.position.seats

    def _vote(self, ballot: Ballot, seat: Seat, position: Position, event: bytes = b"") -> Vote:
        return Vote(ballot, self._seat, seat, position.round, position.previous, position.inside, event)
