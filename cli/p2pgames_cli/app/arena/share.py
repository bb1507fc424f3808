"""A share of games won, and its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

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
