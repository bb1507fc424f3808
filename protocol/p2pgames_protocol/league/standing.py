"""The standings, by points or by rating, and what looks doubtful: counted, never judged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log, log1p, sqrt
from typing import Final, TypeAlias

from p2pgames_protocol.league.game import Counted, LeagueGame
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown, told_apart

# Who has which points against whom, and how everybody's points came together.

CrossTable: TypeAlias = dict[tuple[bytes, bytes], int]
"""The points of the first against the second; there for all who met."""


def points_of_place(place: int, places: Sequence[int]) -> int:
    """Return what a place is worth: 2 for each larger one, 1 for each other that is the same."""
    return 2 * sum(place < other for other in places) + places.count(place) - 1


def cross_table(games: Iterable[LeagueGame]) -> CrossTable:
    """Return the points of each against each in these games."""
    found: Counter[tuple[bytes, bytes]] = Counter()
    for game in games:
        placed = list(zip(game.players, game.places or (), strict=True))
        for one, place in placed:
            for other, its in placed:
                if one != other:
                    found[one, other] += points_of_place(place, (place, its))
    return dict(found)


def points_over_time(games: Iterable[LeagueGame]) -> dict[bytes, tuple[int, ...]]:
    """Return the points that everybody who played had after each of their games, in the order of the ids."""
    gained: dict[bytes, list[int]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.id):
        for key, place in zip(game.players, game.places or (), strict=True):
            gained[key].append(points_of_place(place, game.places or ()))
    return {key: tuple(accumulate(each)) for key, each in gained.items()}


# Ratings: how strong players are by the places in all games that count, and how surely that is known.
#
# One model for games of any number of players, Plackett and Luce's: whoever has the first place was chosen from
# all, the second from those left, and so on, the stronger the likelier. Who shares a place was chosen from the same
# players as whoever they share it with (Breslow). All games are fitted at once, so their order means nothing.

MIDDLE: Final = 1500
"""Points of a player of whom nothing is known, as in chess."""
SCALE: Final = 400 / log(10)
"""Points for a step in strength: of two players 400 points apart the stronger comes first ten times as often."""
SPREAD: Final = 2.0
"""How far apart strengths are thought to lie before any game, as a standard deviation: 347 points."""
_CLOSE: Final = 1e-9
"""A step in strength that moves no player by a millionth of a point."""
_MOST_STEPS: Final = 1000
"""Steps of Newton's method, each no longer than one: far fewer do, and no games make it go on for ever."""

Choice: TypeAlias = tuple[int, tuple[int, ...]]
"""Who was chosen, and from whom else."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The likeliest strength, and how far off it may be in 19 of 20 cases: two standard deviations; whole points."""

    value: int
    margin: int


def ratings(
    games: Iterable[LeagueGame], spread: float = SPREAD, start: Sequence[float] = ()
) -> dict[bytes, Rating]:
    """Return the rating of everybody who played; raise ImportError if the library for it is not installed.

    Where the search starts, a strength for each in the order of their keys, makes no difference.
    """
    in_order = sorted(games, key=lambda game: game.id)
    players = sorted({key for game in in_order for key in game.players})
    numbers = {key: number for number, key in enumerate(players)}
    choices = [choice for game in in_order for choice in _choices(game, numbers)]
    fitted = _fit(len(players), choices, spread, start) if players else []
    return {
        key: Rating(MIDDLE + round(SCALE * strength), round(2 * SCALE * deviation))
        for key, (strength, deviation) in zip(players, fitted, strict=True)
    }


def _choices(game: LeagueGame, numbers: dict[bytes, int]) -> Iterator[Choice]:
    """Yield for every seat who else could have had its place: all that have the same or a larger one."""
    placed = list(zip(game.players, game.places or (), strict=True))
    for seat, (key, place) in enumerate(placed):
        others = tuple(
            numbers[rival] for other, (rival, its) in enumerate(placed) if other != seat and its >= place
        )
        if others:
            yield numbers[key], others


def _fit(
    players: int, choices: list[Choice], spread: float, start: Sequence[float]
) -> list[tuple[float, float]]:
    """Return the strengths that all choices together make likeliest, and the standard deviation of each.

    Steps of Newton's, cut so that each comes nearer from wherever it starts (Sun and Tran-Dinh 2019, for curvatures
    that change by at most a factor of e while strengths shift by 1 against each other). The search that choix has takes
    many times as long.
    """
    import numpy as np
    from choix.opt import Top1Fcts

    model = Top1Fcts(choices, 1 / (2 * spread**2))
    strengths = np.array(start or [0.0] * players)
    for _step in range(_MOST_STEPS):
        curvature = model.hessian(strengths)
        step = np.linalg.solve(curvature, model.gradient(strengths))
        reach = float(step.max() - step.min())
        strengths = strengths - step * (log1p(reach) / reach if reach > _CLOSE else 1.0)
        if float(abs(step).max()) < _CLOSE:
            deviations = np.linalg.inv(curvature).diagonal()
            pairs = zip(strengths.tolist(), deviations.tolist(), strict=True)
            return [(float(strength), sqrt(float(square))) for strength, square in pairs]
    raise ArithmeticError("the fit of the ratings did not come to an end")


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
    for number, circle in enumerate(separate_groups(found.values()), 1):
        for key in circle:
            found[key].circle = number
    table = sorted(found.values(), key=lambda one: (-one.points, one.games, one.key))
    for one in table:
        one.place = 1 + sum(other.points > one.points for other in table)
    return table


def standings_by_rating(players: Collection[bytes], counted: Counted) -> list[Standing]:
    """Return the same by rating, players without one last; raise ImportError without the library for it."""
    found = ratings(counted.games)
    table = standings(players, counted)
    for one in table:
        one.rating = found.get(one.key)
        if one.rating is not None:
            one.place = 1 + sum(other.value > one.rating.value for other in found.values())
        else:
            one.place = None
    return sorted(
        table,
        key=lambda one: (one.place is None, one.place or 0, one.rating.margin if one.rating else 0, one.key),
    )


def _add(found: dict[bytes, Standing], game: LeagueGame) -> None:
    places = game.places or ()
    for key, place in zip(game.players, places, strict=True):
        one = found[key]
        one.games += 1
        first = place == 1 and places.count(1) == 1
        one.won += first
        one.early += first and game.early
        one.points += points_of_place(place, places)
        one.opponents |= set(game.players) - {key}


def separate_groups(standings: Iterable[Standing]) -> list[list[bytes]]:
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


# How the players of a league are called where their keys do not stand beside.


def shown_names(names: Mapping[bytes, str]) -> dict[bytes, str]:
    """Return everybody's name as it is shown, with their key where another looks like it."""
    apart = told_apart(tuple(names.values()))
    return {
        key: shown(name) if label == shown(name) else f"{shown(name)} ({short(key)})"
        for (key, name), label in zip(names.items(), apart, strict=True)
    }
