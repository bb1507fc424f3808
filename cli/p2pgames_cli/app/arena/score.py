"""What a number of games says about two bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log10, sqrt
from typing import Any, Final

from p2pgames_cli.app.arena.job import Played

# A share of games won, and its confidence interval.

_Z: Final = 1.959964
"""Standard deviations around the middle of 95 % of all outcomes."""


@dataclass(frozen=True, slots=True)
class Share:
    """What was won of a number of games."""

    won: float
    games: int

    @property
    def rate(self) -> float:
        """The share itself; one half before the first game."""
        return self.won / self.games if self.games else 0.5

    @property
    def span(self) -> tuple[float, float]:
        """The 95 % confidence interval of the true share (Wilson, 1927)."""
        if not self.games:
            return 0.0, 1.0
        wide = 1 + _Z * _Z / self.games
        middle = (self.rate + _Z * _Z / (2 * self.games)) / wide
        half = (
            _Z
            * sqrt(self.rate * (1 - self.rate) / self.games + _Z * _Z / (4 * self.games * self.games))
            / wide
        )
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Score:
    """How one bot did against another: games won, of which a shared win counts its part; and how often it was ahead.

    ``even`` is the share of equals. ``ahead`` counts for each of the others at the table whether it came out before
    them, half for the same place. ``margin`` is by how many points it was before the best of them, None without points.
    """

    bot: str
    rival: str
    seats: int
    wins: Share
    ahead: Share
    margin: float | None
    ms: float
    rival_ms: float

    @property
    def even(self) -> float:
        """The share that equals would win."""
        return 1 / self.seats

    @property
    def plain(self) -> dict[str, Any]:
        """The same as what JSON holds."""
        low, high = self.wins.span
        return {
            "bot": self.bot, "rival": self.rival, "seats": self.seats, "games": self.wins.games,
            "won": round(self.wins.won, 3), "rate": round(self.wins.rate, 4), "low": round(low, 4),
            "high": round(high, 4), "even": round(self.even, 4), "ahead": round(self.ahead.rate, 4),
            "margin": self.margin, "ms": self.ms, "rival_ms": self.rival_ms,
        }  # fmt: skip


def score(bot: str, rival: str, games: Sequence[Played]) -> Score:
    """Return how a bot did in games in which it has one seat, and the rival all others."""
    seats = len(games[0].places)
    own = [each.job.bots.index(bot) if bot != rival else number % seats for number, each in enumerate(games)]
    both = list(zip(games, own, strict=True))
    margins = [_margin(each, seat) for each, seat in both if each.scores is not None]
    return Score(
        bot,
        rival,
        seats,
        Share(fsum(_won(each.places, seat) for each, seat in both), len(games)),
        Share(fsum(_ahead(each.places, seat) for each, seat in both), len(games)),
        round(fsum(margins) / len(margins), 1) if margins else None,
        _ms(games, [(seat,) for seat in own]),
        _ms(games, [tuple(other for other in range(seats) if other != seat) for seat in own]),
    )


def _won(places: Sequence[int], seat: int) -> float:
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def _ahead(places: Sequence[int], seat: int) -> float:
    """Return before how many of the others the seat came out, as a share of them."""
    better = sum((place > places[seat]) + (place == places[seat]) / 2 for place in places) - 0.5
    return better / (len(places) - 1)


def _margin(game: Played, seat: int) -> float:
    scores = game.scores or ()
    return scores[seat] - max(points for other, points in enumerate(scores) if other != seat)


def _ms(games: Sequence[Played], seats: Sequence[tuple[int, ...]]) -> float:
    spent = fsum(game.seconds[seat] for game, some in zip(games, seats, strict=True) for seat in some)
    made = sum(game.decisions[seat] for game, some in zip(games, seats, strict=True) for seat in some)
    return round(1000 * spent / made, 2) if made else 0.0


# Ratings from who came out ahead of whom (Bradley and Terry, 1952), in the points that chess players know.

_ROUNDS: Final = 2000
"""Steps towards the ratings: with games on all sides they stand still long before, to many digits."""
_DRAWS: Final = 1.0
"""Even games added to every pair, so that who never loses does not rise for ever."""


def ratings(bots: Sequence[str], ahead: Mapping[tuple[str, str], Share]) -> dict[str, float]:
    """Return a rating for each bot, 0 for the weakest: 400 more mean that it comes out ahead 10 times of 11.

    ``ahead[one, other]`` holds how often one was ahead of the other, in one order of each pair.
    """
    won, met = _table(bots, ahead)
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(_ROUNDS):
        strength = {bot: _better(bot, strength, won, met) for bot in bots}
        middle = fsum(strength.values()) / len(bots)
        strength = {bot: value / middle for bot, value in strength.items()}
    least = min(strength.values())
    return {bot: 400 * log10(value / least) for bot, value in strength.items()}


def _table(
    bots: Sequence[str], ahead: Mapping[tuple[str, str], Share]
) -> tuple[dict[str, float], dict[tuple[str, str], float]]:
    won, met = dict.fromkeys(bots, 0.0), dict[tuple[str, str], float]()
    for (one, other), share in ahead.items():
        games = share.games + _DRAWS
        met[one, other] = met[other, one] = games
        won[one] += share.won + _DRAWS / 2
        won[other] += games - share.won - _DRAWS / 2
    return won, met


def _better(
    bot: str, strength: Mapping[str, float], won: Mapping[str, float], met: Mapping[tuple[str, str], float]
) -> float:
    """Return the strength under which the bot would win what it won, if the others are as strong as they seem."""
    weight = fsum(
        games / (strength[bot] + strength[other]) for (one, other), games in met.items() if one == bot
    )
    return won[bot] / weight if weight else strength[bot]
