"""Ratings: how strong players are by the places in all games that count, and how surely that is known.

One model for games of any number of players, Plackett and Luce's: whoever has the first place was chosen from all, the
second from those left, and so on, the stronger the likelier. Who shares a place was chosen from the same players as
whoever they share it with (Breslow). All games are fitted at once, so their order means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log, log1p, sqrt
from typing import Final, TypeAlias

from p2pgames_protocol.league.game import Game

MIDDLE: Final = 1500
SCALE: Final = 400 / log(10)
"""Points for a step in strength: of two players 400 points apart the stronger comes first ten times as often."""
SPREAD: Final = 2.0
"""How far apart strengths are thought to lie before any game, as a standard deviation: 347 points."""
_CLOSE: Final = 1e-9
_MOST_STEPS: Final = 1000

Choice: TypeAlias = tuple[int, tuple[int, ...]]
"""Who was chosen, and from whom else."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The likeliest strength, and how far off it may be in 19 of 20 cases: two standard deviations; whole points."""

    value: int
    margin: int


def ratings(
    games: Iterable[Game], spread: float = SPREAD, start: Sequence[float] = ()
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


def _choices(game: Game, numbers: dict[bytes, int]) -> Iterator[Choice]:
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
