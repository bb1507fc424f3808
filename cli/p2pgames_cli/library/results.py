"""What came of a player's games, counted from their logs: by game, and against each opponent's key.

A game that somebody left by a vote or a fault is counted apart, also where the others played it to its end:
those who stay could win every table by voting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from p2pgames.contract import Seat, Why
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.replica import Replica

APART = frozenset((Why.VOTED, Why.FAULT))


@dataclass
class Rival:
    """Games against one key, whatever name it went by; ``name`` is the newest."""

    key: bytes
    name: str
    games: int = 0
    ahead: int = 0
    """Games in which we had the better place."""
    behind: int = 0


@dataclass
class Results:
    """What came of one player's games of one kind. Places count from 1; a shared first place is no win."""

    game: str
    games: int = 0
    won: int = 0
    drawn: int = 0
    """Games that all agreed to end as a draw: there nobody has a place."""
    places: Counter[int] = field(default_factory=Counter)
    points: list[int] = field(default_factory=list)
    """Our points, of the games that count points."""
    rivals: dict[bytes, Rival] = field(default_factory=dict)
    apart: Counter[str] = field(default_factory=Counter)
    """Games that somebody left by a vote or a fault, by the first of them."""

    def add(self, replica: Replica, seat: Seat) -> None:
        """Count one game that is over; ``seat`` is ours."""
        ending = replica.position.ending
        forced = [left.why for left in replica.position.departures if left.why in APART]
        if replica.accusations.verdict is not None or forced:
            self.apart[Why.FAULT if replica.accusations.verdict is not None else forced[0]] += 1
            return
        if ending is None or ending.result is None:
            return
        result = ending.result
        own = result.places[seat]
        self.games += 1
        if ending.basis is Basis.AGREED:
            self.drawn += 1
        else:
            self.won += own == 1 and result.places.count(1) == 1
            self.places[own] += 1
        if result.scores is not None:
            self.points.append(result.scores[seat])
        for other, join in enumerate(replica.genesis.joins):
            if other != seat:
                rival = self.rivals.setdefault(join.key, Rival(join.key, join.name))
                rival.games += 1
                rival.ahead += own < result.places[other]
                rival.behind += own > result.places[other]


def count(games: Iterable[tuple[Replica, Seat]]) -> list[Results]:
    """Return the results of games that are over, the newest given first, in alphabetical order of the games' names."""
    found: dict[str, Results] = {}
    for replica, seat in games:
        name = replica.genesis.proposal.rules
        found.setdefault(name, Results(name)).add(replica, seat)
    return sorted(found.values(), key=lambda results: results.game)
