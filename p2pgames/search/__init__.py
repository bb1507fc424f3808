"""One search for every game: it ranks, guesses and judges by a `Evaluator`, and knows no game itself.

It gets what a seat gets, the state and its own `Known`, so it cannot see what the seat cannot see. Equal seeds and
budgets in nodes give equal moves and visits everywhere.
"""

from __future__ import annotations

from p2pgames.search.chances import UNIT, Chances
from p2pgames.search.evaluator import Evaluator, Ranked, Width
from p2pgames.search.report import Choice, Report, Why
from p2pgames.search.search import search
from p2pgames.search.searcher import Searcher, levels

__all__ = [
    "UNIT",
    "Chances",
    "Choice",
    "Evaluator",
    "Ranked",
    "Report",
    "Searcher",
    "Why",
    "Width",
    "levels",
    "search",
]
