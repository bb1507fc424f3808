"""The result of a use case, ready to be printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol


class Report(Protocol):
    """The same as lines for people and as data for programs; only what is printed is worked out."""

    def lines(self) -> Iterable[str]:
        """Return the lines in the user's language."""

    def objects(self) -> Iterable[dict[str, Any]]:
        """Return plain values, each of them printed on a line of its own."""
