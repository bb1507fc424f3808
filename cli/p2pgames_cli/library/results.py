"""What came of a player's games, counted from what a list of games says of them: by game, and against each opponent.

A game that somebody left by a vote or a fault is counted apart, also where the others played it to its end:
those who stay could win every table by voting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pgames.contract import Why
from p2pgames_protocol.log.position import Basis

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

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one game that is over, by its entry in the list of games."""
        seat, places = row["you"], row["result"]
        forced = [why for why in row["departures"] if why in APART]
        if row["cheated"] or forced:
            self.apart[Why.FAULT if row["cheated"] else forced[0]] += 1
            return
        if places is None:
            return
        own = places[seat]
        self.games += 1
        if row["basis"] == Basis.AGREED:
            self.drawn += 1
        else:
            self.won += own == 1 and places.count(1) == 1
            self.places[own] += 1
        if row["scores"] is not None:
            self.points.append(row["scores"][seat])
        for other, (number, name) in enumerate(zip(row["keys"], row["names"], strict=True)):
            if other != seat:
                key = bytes.fromhex(number)
                rival = self.rivals.setdefault(key, Rival(key, name))
                rival.games += 1
                rival.ahead += own < places[other]
                rival.behind += own > places[other]


def count_results(games: Iterable[Mapping[str, Any]]) -> list[Results]:
    """Return the results of games that are over, the newest given first, in alphabetical order of the games' names."""
    found: dict[str, Results] = {}
    for row in games:
        found.setdefault(row["game"], Results(row["game"])).add(row)
    return sorted(found.values(), key=lambda results: results.game)
