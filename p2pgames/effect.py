"""What came of something that happened, as values: to whom, what, how many points, and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from p2pgames.sentences import joined
from p2pgames.text import Message


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that came of an event, or would come of it.

    ``what`` is a few words that need no other ones to be understood. ``seat`` is whom it is about, and whose score it
    changes by ``points``, which may be negative. ``where`` is a spot of the board, named as in its picture.
    """

    what: Message
    seat: int | None = None
    points: int = 0
    where: str | None = None

    def as_data(self) -> dict[str, Any]:
        """Return what stands in JSON."""
        rest = {"seat": self.seat, "points": self.points, "where": self.where}
        return {**self.what.as_data(), "text": str(self.what), **rest}


def together(told: Iterable[Effect]) -> Message | None:
    """Return all of it in one message; None if nothing is told."""
    parts = [each.what for each in told]
    return joined(parts) if parts else None


def as_data(told: Iterable[Effect]) -> list[dict[str, Any]]:
    """Return what stands in JSON of all of it."""
    return [each.as_data() for each in told]
