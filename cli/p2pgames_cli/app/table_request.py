"""What somebody asks for who wants to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from p2pgames.game import Game


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What is to be played at a table."""

    game: Game
    seats: int | None = None
    """The game's minimum unless given."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of table and game."""
    bots: tuple[str, ...] = ()
    """The host's own bots, from seat 1 on, by what they are called in the game."""
    after: str | None = None
    """The beginning of the id of the game that it follows, whose seats and options it has."""
    league: Path | None = None
    """The folder, or the file, of the league that the game counts in."""
