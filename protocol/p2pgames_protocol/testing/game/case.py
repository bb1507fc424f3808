"""The point of a game at which a check looks, and how to reach it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice

from p2pgames.contract import AnyRules
from p2pgames.dealer import LocalDealer
from p2pgames.game import Game
from p2pgames_protocol.testing.game.broken import fail
from p2pgames_protocol.testing.game.position import Position, playing

ALL = 10**5
"""More moves than any game may take: whoever wants the end asks for this many."""


@dataclass(frozen=True)
class Case:
    """A game with these seats and options, after this many random moves, or at its end if that comes first."""

    game: Game
    seats: int
    options: Mapping[str, str]
    seed: str
    plies: int = 0

    def __str__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.options.items())
        moves = "to the end" if self.plies >= ALL else f"after {self.plies} moves"
        return f"{self.seats} players{chosen}, {moves}"

    @property
    def rules(self) -> AnyRules:
        """The rules that are looked at: the newest."""
        return self.game.rules

    def position(self) -> Position:
        """Return the position, with a dealer of its own."""
        *_before, last = islice(playing(self.game, self.seats, self.seed, self.options), self.plies + 1)
        return last

    def played(self) -> LocalDealer:
        """Return a dealer after the moves."""
        return self.position().dealer

    def whole(self) -> LocalDealer:
        """Return a dealer at the end of the game; raise `Broken` if there is none."""
        dealer = replace(self, plies=ALL).played()
        if dealer.result is None:
            fail(f"The game is not over after {ALL} random moves.")
        return dealer
