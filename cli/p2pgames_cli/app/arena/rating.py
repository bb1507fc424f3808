"""Ratings from who came out ahead of whom (Bradley and Terry, 1952), in the points that chess players know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, log10
from typing import Final

from p2pgames_cli.app.arena.share import Share

_ROUNDS: Final = 2000
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
