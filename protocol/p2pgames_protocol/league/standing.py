"""The standings, by points or by rating, and what looks doubtful: counted, never judged."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from p2pgames_protocol.league.counting import Counted
from p2pgames_protocol.league.cross_table import points
from p2pgames_protocol.league.game import Game
from p2pgames_protocol.league.rating import Rating, ratings


@dataclass
class Standing:
    """What came of one player's games: points are 2 for each player behind, 1 for each on the same place."""

    key: bytes
    place: int | None = None
    """Equal ones share it; by rating there is none before a game counts."""
    rating: Rating | None = None
    games: int = 0
    won: int = 0
    points: int = 0
    early: int = 0
    """Games won because somebody resigned before everybody had made two moves."""
    unplayed: int = 0
    """Games left before the first choice, those that do not count included."""
    circle: int | None = None
    """Where players fall into groups that never met: the number of theirs, from 1 on."""
    opponents: set[bytes] = field(default_factory=set)

    @property
    def is_doubtful(self) -> bool:
        """Whether there is anything that others may want to look at."""
        return bool(self.early or self.unplayed or self.circle is not None)


def standings(players: Collection[bytes], counted: Counted) -> list[Standing]:
    """Return the standings of everybody enrolled, most points first; equals by fewer games, then by key."""
    found = {key: Standing(key) for key in players}
    for game in counted.games:
        _add(found, game)
    for game in (*counted.games, *(game for game, _why in counted.out)):
        for seat in game.left if game.unplayed else ():
            if game.players[seat] in found:
                found[game.players[seat]].unplayed += 1
    for number, circle in enumerate(circles(found.values()), 1):
        for key in circle:
            found[key].circle = number
    table = sorted(found.values(), key=lambda one: (-one.points, one.games, one.key))
    for one in table:
        one.place = 1 + sum(other.points > one.points for other in table)
    return table


def rated(players: Collection[bytes], counted: Counted) -> list[Standing]:
    """Return the same by rating, players without one last; raise ImportError without the library for it."""
    found = ratings(counted.games)
    table = standings(players, counted)
    for one in table:
        one.rating = found.get(one.key)
        if one.rating is not None:
            one.place = 1 + sum(other.value > one.rating.value for other in found.values())
        else:
            one.place = None
    return sorted(table, key=_by_rating)


def _by_rating(one: Standing) -> tuple[bool, int, int, bytes]:
    return one.place is None, one.place or 0, one.rating.margin if one.rating else 0, one.key


def _add(found: dict[bytes, Standing], game: Game) -> None:
    places = game.places or ()
    for key, place in zip(game.players, places, strict=True):
        one = found[key]
        one.games += 1
        first = place == 1 and places.count(1) == 1
        one.won += first
        one.early += first and game.early
        one.points += points(place, places)
        one.opponents |= set(game.players) - {key}


def circles(standings: Iterable[Standing]) -> list[list[bytes]]:
    """Return the groups of players who only met each other, the largest first; none if there is only one."""
    met = {one.key: one.opponents for one in standings if one.opponents}
    groups: list[list[bytes]] = []
    left = set(met)
    while left:
        group, edge = set[bytes](), {min(left)}
        while edge:
            group |= edge
            edge = set().union(*(met[key] for key in edge)) - group
        groups.append(sorted(group))
        left -= group
    return sorted(groups, key=lambda group: (-len(group), group)) if len(groups) > 1 else []
