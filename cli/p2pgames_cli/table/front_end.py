"""What shows a table, as far as its input needs it: it has things done, asks before, and knows words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from p2pgames_cli.table.item import Item

Task: TypeAlias = Callable[[], Awaitable[None]]
"""Something to be done at the table; raises `Illegal` when it cannot be."""
Start: TypeAlias = Callable[[Task], None]


class FrontEnd(Protocol):
    """What shows a table and takes input, as far as a player points and types there."""

    def start(self, task: Task) -> None:
        """Have something done at the table, beside what is shown."""

    def ask(self, question: str, yes: Callable[[], object]) -> None:
        """Ask a question, without its mark, and do something if the answer is yes."""

    def meaning(self, text: str) -> Item | None:
        """Return what a line that is no move would do; None where it means nothing."""
