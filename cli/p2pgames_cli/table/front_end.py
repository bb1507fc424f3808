"""What shows a table, as far as its input needs it: it has things done, asks before, and shows what came of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from p2pgames.contract import Illegal
from p2pgames_cli.table.actions.action import Answer

Task: TypeAlias = Callable[[], Awaitable[None]]
"""Something to be done at the table; raises `Illegal` when it cannot be."""
Start: TypeAlias = Callable[[Task], None]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to confirm before it is done."""

    text: str
    """The question; where there are lines, what stands above them."""
    yes: Callable[[], object]
    """Called if the answer is yes."""
    lines: Sequence[str] = ()
    """What is to be read before."""
    does: str = ""
    """What yes does, in a word or two, where there are lines."""


class FrontEnd(Protocol):
    """What shows a table and takes input there; of questions and answers it knows only how they look."""

    closed: bool
    """Whether the player has left the table here."""

    def start(self, task: Task) -> None:
        """Have something done at the table, beside what is shown."""

    def ask(self, question: Question) -> None:
        """Ask a question, and do what it says if the answer is yes."""

    def show(self, name: str, answer: Answer) -> None:
        """Show what the action of this name brought."""

    def erase(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""

    def refuse(self, refusal: Illegal) -> None:
        """Show why what stands in the line is not done, where that is not to be seen yet."""
