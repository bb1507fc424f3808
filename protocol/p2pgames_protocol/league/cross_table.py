"""Who has which points against whom, and how everybody's points came together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

from p2pgames_protocol.league.game import Game

CrossTable: TypeAlias = dict[tuple[bytes, bytes], int]
"""The points of the first against the second; there for all who met."""


def points(place: int, places: Sequence[int]) -> int:
    """Return what a place is worth: 2 for each larger one, 1 for each other that is the same."""
    return 2 * sum(place < other for other in places) + places.count(place) - 1


def cross_table(games: Iterable[Game]) -> CrossTable:
    """Return the points of each against each in these games."""
    found: Counter[tuple[bytes, bytes]] = Counter()
    for game in games:
        placed = list(zip(game.players, game.places or (), strict=True))
        for one, place in placed:
            for other, its in placed:
                if one != other:
                    found[one, other] += points(place, (place, its))
    return dict(found)


def courses(games: Iterable[Game]) -> dict[bytes, tuple[int, ...]]:
    """Return the points that everybody who played had after each of their games, in the order of the ids."""
    gained: dict[bytes, list[int]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.id):
        for key, place in zip(game.players, game.places or (), strict=True):
            gained[key].append(points(place, game.places or ()))
    return {key: tuple(accumulate(each)) for key, each in gained.items()}
