"""Who says of whom that an event is missing, or there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from p2pgames.contract import Seat
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records.record import Record
from p2pgames_protocol.log.records.vote import Ballot, Vote
from p2pgames_protocol.log.vote_rules import between_two

Missing = tuple[int, Seat]
"""A round, and a seat that may be missing from it."""


class Ballots:
    """All votes that were heard and count; each voter has one vote for every seat and round."""

    def __init__(self) -> None:
        self.contested_since: int | None = None
        """The first round in which an event turned up that was voted absent."""
        self._cast: defaultdict[Missing, dict[Seat, tuple[Record, Vote]]] = defaultdict(dict)
        """By round and seat; also of rounds that were taken back, where a vote names another digest than the log."""

    @property
    def contested(self) -> bool:
        """Whether an event turned up that was voted absent."""
        return self.contested_since is not None

    def find(self, vote: Vote) -> Record | None:
        """Return the vote of the same voter on the same seat and round."""
        record, _ = self._cast.get((vote.round, vote.seat), {}).get(vote.voter, (None, None))
        return record

    def add(self, record: Record, vote: Vote) -> None:
        """Keep a vote."""
        self._cast[vote.round, vote.seat][vote.voter] = record, vote

    def contest(self, number: int) -> None:
        """Note that an event turned up that was voted absent from a round."""
        self.contested_since = min(number, number if self.contested_since is None else self.contested_since)

    def has_given(self, number: int, seat: Seat, voter: Seat) -> bool:
        """Tell whether a voter has ever voted on a seat and round, even on a branch that was since taken back."""
        return voter in self._cast.get((number, seat), ())

    def of_round(self, position: Position) -> Iterator[Record]:
        """Yield the votes on the round that a position is before, by the seats they are on, then by voters."""
        for seat in position.seats:
            cast = self._cast.get((position.round, seat), {})
            votes = (cast[voter] for voter in sorted(cast))
            yield from (record for record, vote in votes if vote.previous == position.previous)

    def questioned(self, positions: Sequence[Position]) -> Iterator[tuple[Position, Seat]]:
        """Yield every seat that somebody has voted absent, with the position before that round."""
        for (number, seat), cast in self._cast.items():
            said = (vote.previous for _, vote in cast.values() if vote.ballot is Ballot.ABSENT)
            if number < len(positions) and positions[number].previous in said:
                yield positions[number], seat

    def says(self, position: Position, voter: Seat, seat: Seat) -> Ballot | None:
        """Return a seat's vote on another one in the open round; None if there is none."""
        _, vote = self._cast.get((position.round, seat), {}).get(voter, (None, None))
        return vote.ballot if vote is not None and vote.previous == position.previous else None

    def absent(self, position: Position) -> set[Seat]:
        """Return the seats that all others still in call absent from the round that a position is before."""
        return {seat for seat in position.due if self._stands(position, seat)}

    def _stands(self, position: Position, seat: Seat) -> bool:
        if (position.round, seat) not in self._cast or position.over:
            return False
        others = [voter for voter in position.seats if voter != seat]
        return all(self.says(position, voter, seat) is Ballot.ABSENT for voter in others)

    def alone(self, position: Position) -> list[tuple[Record, Vote]]:
        """Return the votes by which one of two players puts the other out of a round, by voters."""
        if not between_two(position):
            return []
        cast = [self._cast[position.round, seat] for seat in self.absent(position)]
        found = [votes[voter] for votes in cast for voter in position.seats if voter in votes]
        return sorted(found, key=lambda one: one[1].voter)

    def kept_in(self, position: Position, seat: Seat) -> bool:
        """Tell whether somebody has voted a seat present in the open round: then no absence can stand."""
        return any(
            vote.ballot is Ballot.PRESENT and vote.previous == position.previous
            for _, vote in self._cast.get((position.round, seat), {}).values()
        )
