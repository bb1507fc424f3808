"""Chances to win, one for each seat, in whole millionths.

The last digits of ``exp`` differ between computers, and sums of floats between Python versions: whole numbers do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import Final, TypeAlias

from p2pgames.contract import Result, Seat

UNIT: Final = 1_000_000
"""A sure win."""
Chances: TypeAlias = tuple[int, ...]
_FAR: Final = -30.0


def shares(stands: Sequence[float], scale: float, out: Iterable[Seat] = ()) -> Chances:
    """Return chances from how seats stand: ``scale`` points more make a seat e times as likely to win.

    Seats that are ``out`` cannot win; somebody is inside.
    """
    gone = frozenset(out)
    most = max(stand for seat, stand in enumerate(stands) if seat not in gone)
    weights = [
        0 if seat in gone else round(UNIT * exp(max(_FAR, (stand - most) / scale)))
        for seat, stand in enumerate(stands)
    ]
    total = sum(weights)
    return tuple(UNIT * weight // total for weight in weights)


def ended(result: Result) -> Chances:
    """Return the chances at the end of a game; a win is shared."""
    winners = result.winners
    share = UNIT // len(winners)
    return tuple(share if place == 1 else 0 for place in result.places)
