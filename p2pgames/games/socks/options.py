"""The options of a table as the rules use them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2pgames.games.socks.board import COLOURS, TILES, Colour


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the game."""

    by_hand: bool = False
    """Whether the players lay the city out."""
    beginner: bool = False
    strict: bool = True
    """Whether every sock keeps free stations around it."""
    blockers: int = 0
    rebuild: bool = False
    """Whether printed links may be built on."""

    @property
    def tiles(self) -> int:
        """The tiles of the city, 0 while the coin has to say how many."""
        return 0 if self.beginner else TILES

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours of socks there are, one of which the coin leaves out of a beginner's game."""
        return tuple(range(COLOURS))


def terms(chosen: Mapping[str, str]) -> Terms:
    """Return the terms; ``chosen`` holds a legal value for every option."""
    return Terms(
        by_hand=chosen["layout"] == "players",
        beginner=chosen["size"] == "beginner",
        strict=chosen["spacing"] == "strict",
        blockers=int(chosen["blockers"]),
        rebuild=chosen["neutral"] == "rebuild",
    )
