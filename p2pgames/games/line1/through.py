"""A shortest route that also goes through spaces a player names, in their order."""

from __future__ import annotations

from p2pgames.contract import Illegal
from p2pgames.games.line1 import refusals
from p2pgames.games.line1.board import CELLS, Cell, Space
from p2pgames.games.line1.search import Route, search, shortest
from p2pgames.text import Count

MOST = 12
"""Spaces on the way that may be named; a whole route, with both terminals, is not searched for."""


def through(
    cells: bytes, start: Space, goal: Space, stops: tuple[Cell, ...], via: tuple[Space, ...]
) -> Route | None:
    """Return a shortest route between two terminals past all stops and through these spaces; None without one.

    Raises `Illegal` for more spaces than are searched for.
    """
    if len(via) > MOST:
        raise Illegal(refusals.MOST_NAMED(most=Count(MOST)))
    if not via:
        return shortest(cells, start - CELLS, goal - CELLS, stops)
    return search(cells, start - CELLS, goal - CELLS, stops, via)
