"""One search for every game: it ranks, guesses and judges by a `Evaluator`, and knows no game itself.

It gets what a seat gets, the state and its own `Known`, so it cannot see what the seat cannot see. Equal seeds and
budgets in nodes give equal moves and visits everywhere.
"""

from __future__ import annotations

from p2pgames.search.evaluator import UNIT, Chances, Evaluator, Ranked, Width
from p2pgames.search.search import SearchEnd, Searcher, SearchReport, TriedMove, levels, search

__all__ = [
    "UNIT",
    "Chances",
    "Evaluator",
    "Ranked",
    "SearchEnd",
    "SearchReport",
    "Searcher",
    "TriedMove",
    "Width",
    "levels",
    "search",
]
