"""The tree: positions that somebody is to move in, and the moves tried there."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from operator import add
from typing import Any, Final

from p2pgames.contract import Known, Move, Seat
from p2pgames.search.chances import UNIT, Chances
from p2pgames.search.evaluator import Ranked, Width

FINE: Final = 100
"""Into so many parts a point is cut: sums of whole numbers are the same everywhere."""
_UNTRIED: Final = UNIT // 20
"""By how much a move nobody has tried is thought worse than the average of those that were."""
_EVEN: Final = 0.15
"""The share of the first weight that all moves get alike, so that none is forgotten."""


class Option:
    """A move of a node, and what came of it. ``total`` sums the chances of the node's seat, ``squares`` their squares.

    ``kids`` are the positions after it, several where ``chance`` or hidden cards decide; ``exact`` is what is proved.
    ``sums`` adds up the chances of all seats, ``lead`` what the seat was ahead in ``leads`` of the visits: at the root.
    """

    __slots__ = (
        "chance", "exact", "kids", "lead", "leads", "move", "prior", "squares", "sums", "total", "visits"
    )  # fmt: skip

    def __init__(self, move: Move, prior: float) -> None:
        self.move, self.prior = move, prior
        self.visits = self.total = self.squares = 0
        self.kids: list[Node] = []
        self.chance = False
        self.exact: Chances | None = None
        self.sums: Chances = ()
        self.lead = self.leads = 0

    def look(self, seat: Seat, chances: Chances, stands: Sequence[float] | None) -> None:
        """Count in how a position after it looks, to the seat that is to move at the root."""
        self.sums = tuple(map(add, self.sums, chances)) if self.sums else chances
        if stands:
            others = (stand for other, stand in enumerate(stands) if other != seat)
            self.lead += round(FINE * (stands[seat] - max(others)))
            self.leads += 1

    def add(self, chance: int) -> None:
        """Count one more visit."""
        self.visits += 1
        self.total += chance
        self.squares += chance * chance


class Node:
    """A position in a world, at a choice of ``seat`` or at the end, where ``exact`` holds the chances.

    ``stands`` are the points at the end of a game that counts any.
    """

    __slots__ = ("exact", "known", "options", "seat", "stands", "state", "total", "visits")

    def __init__(
        self,
        state: Any,
        known: Known,
        seat: Seat,
        exact: Chances | None = None,
        stands: Sequence[float] | None = None,
    ) -> None:
        self.state, self.known, self.seat, self.exact, self.stands = state, known, seat, exact, stands
        self.options: list[Option] | None = None
        self.visits = self.total = 0


def options(ranked: Sequence[Ranked], warm: float) -> list[Option]:
    """Return the moves of a ranking with their first weights, which sum to about 1."""
    top = ranked[0][0]
    weights = [round(UNIT * exp(max(-30.0, (score - top) / warm))) for score, _ in ranked]
    total = sum(weights)
    return [Option(move, weight / total) for weight, (_, move) in zip(weights, ranked, strict=True)]


def pick(node: Node, among: Sequence[Option], width: Width) -> Option:
    """Return the option to try next: a good average, or a promise that was tried little."""
    count = min(len(among), width.keep + int(width.more * sqrt(node.visits)))
    if count == 1:
        return among[0]
    reach = width.bonus * UNIT * sqrt(node.visits + 1)
    even, own, seat = reach * _EVEN / count, reach * (1 - _EVEN), node.seat
    untried = node.total / node.visits - _UNTRIED if node.visits else UNIT / 2
    best, most = among[0], -1.0
    for number in range(count):
        option = among[number]
        visits = option.visits
        if option.exact is not None:
            value: float = option.exact[seat]
        else:
            value = option.total / visits if visits else untried
        value += (own * option.prior + even) / (1 + visits)
        if value > most:
            best, most = option, value
    return best
