"""How far a stated chance is to be believed: what came of such chances in finished games."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Final

_LEAST: Final = 0.002
"""Nothing is thought surer than this, unless it is proved."""


@dataclass(frozen=True, slots=True)
class Trust:
    """A rising curve from stated to likely chances, in whole numbers that ``python -m benchmarks.calibration`` fits."""

    spread: int
    """How far a chance that is off the even one is believed, in percent: 100 all the way, 50 the odds' square root."""
    shift: int
    """What is added to the logarithm of the odds, in hundredths: above 0 for those who understate."""
    points: int = 100
    """How much came of a stated lead, in percent."""

    def of(self, chance: float, even: float) -> float:
        """Return what a stated chance comes to, where equals would have ``even``."""
        return 1 / (1 + exp(-(odds(even) + self.spread / 100 * off(chance, even) + self.shift / 100)))


FULL: Final = Trust(100, 0)
"""What is stated is believed."""


def odds(chance: float) -> float:
    """Return the logarithm of the odds, of a chance that is neither nothing nor sure."""
    inside = min(1 - _LEAST, max(_LEAST, chance))
    return log(inside / (1 - inside))


def off(chance: float, even: float) -> float:
    """Return how far a chance is from the even one, in logarithms of the odds."""
    return odds(chance) - odds(even)
