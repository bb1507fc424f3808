"""How the bots at a table are called."""

from __future__ import annotations

from typing import Final

NAMES: Final = ("Cleo", "Otto", "Ida", "Hugo", "Mina", "Leo", "Nora", "Finn")
BETWEEN: Final = ", bot ("


def called(at: int, bot: str) -> str:
    """Return how a bot is named at the table, the same to everybody: its own name, and that of how it plays."""
    number = at // len(NAMES)
    return f"{NAMES[at % len(NAMES)]}{number + 1 if number else ''}{BETWEEN}{bot})"


def bot_of(name: str) -> str:
    """Return how a bot plays that is named so."""
    return name.rpartition(BETWEEN)[2].removesuffix(")")
