"""Who says of whom that an event is missing, or there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from p2pgames.contract import Seat
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.log.vote_rules import may_vote

Missing = tuple[int, Seat]
"""A round, and a seat that may be missing from it."""


class Ballots:
    """All votes and claims that were heard and are in order; each voter has one vote for every seat and round."""

    def __init__(self) -> None:
        self.claims: dict[int, Record] = {}
        self.contested_since: int | None = None
        """The first round in which an event turned up that was claimed or voted absent."""
        self._cast: defaultdict[Missing, dict[Seat, tuple[Record, Vote]]] = defaultdict(dict)
        self._given: set[tuple[int, Seat, Seat]] = set()

    @property
    def contested(self) -> bool:
        """Whether an event turned up that was claimed or voted absent."""
        return self.contested_since is not None

    def find(self, vote: Vote) -> Record | None:
        """Return the vote of the same voter on the same seat and round."""
        record, _ = self._cast.get((vote.round, vote.seat), {}).get(vote.voter, (None, None))
        return record

    def add(self, record: Record, vote: Vote) -> None:
        """Keep a vote or a claim."""
        if vote.ballot is Ballot.CLAIM:
            self.claims[vote.round] = record
            return
        self._given.add((vote.round, vote.seat, vote.voter))
        self._cast[vote.round, vote.seat][vote.voter] = record, vote

    def contest(self, number: int) -> None:
        """Note that an event turned up that was claimed or voted absent from a round."""
        self.contested_since = min(number, number if self.contested_since is None else self.contested_since)

    def has_given(self, number: int, seat: Seat, voter: Seat) -> bool:
        """Tell whether a voter has ever voted on a seat and round, be it on a branch that was taken back since."""
        return (number, seat, voter) in self._given

    def forget_after(self, number: int) -> None:
        """Drop the votes on later rounds, which are taken back; that they were given is not forgotten."""
        for missing in [missing for missing in self._cast if missing[0] > number]:
            del self._cast[missing]

    def of_round(self, number: int) -> Iterator[Record]:
        """Yield the claim and the votes of one round, these by the seats they are on, then by voters."""
        if number in self.claims:
            yield self.claims[number]
        for (at, _), cast in sorted(self._cast.items()):
            if at == number:
                yield from (cast[voter][0] for voter in sorted(cast))

    def questioned(self) -> Iterator[Missing]:
        """Yield the rounds and seats of which somebody has said that nothing is there."""
        for missing, cast in self._cast.items():
            if any(vote.ballot is Ballot.ABSENT for _, vote in cast.values()):
                yield missing

    def says(self, position: Position, voter: Seat, seat: Seat) -> Ballot | None:
        """Return what a seat says of another's event for the open round; None if nothing."""
        _, vote = self._cast.get((position.round, seat), {}).get(voter, (None, None))
        return vote.ballot if vote is not None and vote.previous == position.previous else None

    def absent(self, position: Position) -> set[Seat]:
        """Return the seats that are claimed to be absent from the open round, or called so by all others still in."""
        if (claim := self.claims.get(position.round)) is not None:
            return {Vote.read(claim.body).seat}
        return {
            seat
            for seat in position.due
            if (position.round, seat) in self._cast
            and all(
                self.says(position, voter, seat) is Ballot.ABSENT and may_vote(position, voter, seat)
                for voter in position.seats
                if voter != seat
            )
        }

    def kept_in(self, position: Position, seat: Seat) -> bool:
        """Tell whether somebody says that an event of a seat for the open round is there: no vote can stand then."""
        return any(
            vote.ballot is Ballot.PRESENT and vote.previous == position.previous
            for _, vote in self._cast.get((position.round, seat), {}).values()
        )
