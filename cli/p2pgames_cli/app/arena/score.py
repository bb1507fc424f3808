"""What a number of games says about two bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

from p2pgames_cli.app.arena.job import Played
from p2pgames_cli.app.arena.share import Share


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
