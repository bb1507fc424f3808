"""What is known of a game's rules without loading them."""

from __future__ import annotations

from typing import ClassVar

from p2pgames.option import Option


class RulesInfo:
    """Which rules they are, for how many, and what is chosen before: enough to list a game and to set up a table."""

    name: ClassVar[str]
    version: ClassVar[int]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    decks: ClassVar[bool] = False
    """Whether the rules ever ask for a shuffle."""
