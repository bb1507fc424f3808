"""Words for crossings, streets and seats, as they stand in moves and messages."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.bus.board import Crossing
from p2pgames.contract import Seat


def number(crossing: Crossing) -> str:
    """Return a crossing's number in two digits."""
    return f"{crossing:02d}" if abs(crossing) < 10**6 else "so large a number"


def street_name(one: Crossing, other: Crossing) -> str:
    """Return two crossings as one typed word, ``00-08``."""
    return f"{number(one)}-{number(other)}"


def seat_name(seat: Seat) -> str:
    """Return how a seat is called where its player's name is not known."""
    return f"Seat {seat + 1}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return ``a, b and c``."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part) if words else "none"


def many(count: int, noun: str) -> str:
    """Return ``1 stick``, ``2 sticks``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
