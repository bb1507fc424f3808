"""Crossings and streets as they are typed and printed."""

from __future__ import annotations

from p2pgames.games.bus.board import Crossing


def number(crossing: Crossing) -> str:
    """Return a crossing's number in two digits."""
    return f"{crossing:02d}"


def street_name(one: Crossing, other: Crossing) -> str:
    """Return two crossings as one typed word, ``00-08``."""
    return f"{number(one)}-{number(other)}"
