"""Bots that search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.game import LEVELS, Bot
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.search import Stop, never, search

_SLACK: Final = dict(zip(LEVELS, (0.1, 0.03, 0.0, 0.0), strict=True))
"""By level: it takes any move whose chance to win seems at most so much worse than the best one's."""


@dataclass(frozen=True, slots=True)
class Searcher:
    """A bot that thinks for a number of nodes (0: until it is stopped), less where the matter is decided."""

    evaluator: Evaluator[Any]
    nodes: int
    slack: float = 0.0

    def __call__(
        self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random, stop: Stop = never
    ) -> Move:
        """Return the best move found in its nodes, or until ``stop`` says so; with slack any that is nearly as good."""
        seed = random.getrandbits(64)
        found = search(rules, self.evaluator, state, seat, known, seed, nodes=self.nodes, stop=stop)
        near = [each for each in found.choices if each.chance >= found.best.chance - self.slack]
        return random.choice(near).move if self.slack else found.best.move


def mind_of(bots: Mapping[str, Bot]) -> Evaluator[Any] | None:
    """Return what bots that search think with; None if there is none."""
    return next((bot.evaluator for bot in bots.values() if isinstance(bot, Searcher)), None)


def levels(evaluator: Evaluator[Any], *nodes: int) -> Mapping[str, Bot]:
    """Return the bots of `LEVELS`, each with its number of nodes."""
    return {name: Searcher(evaluator, count, _SLACK[name]) for name, count in zip(LEVELS, nodes, strict=True)}
