"""A game as it is installed: its rules by version, its bots, its painter and its rules in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from p2pgames.contract import AnyRules, Known, Move, Seat

if TYPE_CHECKING:
    from p2pgames.picture.picture import Painter


class Bot(Protocol):
    """A player made of code: chooses one of the legal moves, knowing no more than its seat knows."""

    def __call__(self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:
        """Return a legal move; the same for the same arguments and the same state of ``random``."""


@dataclass(frozen=True)
class Game:
    """A game as it is listed and found: all versions of its rules, its bots, and its rules in words.

    ``bots`` holds quick ones from the weakest to the strongest, then those that search, also from the weakest on.
    ``usual`` names the quick one that plays where nobody chooses: in demos and tests; the last one unless given.
    ``text`` is Markdown, complete enough to play from. ``painting`` makes the painter, when one is needed: drawing
    takes longer to load than rules do. Without it the game is shown in words alone.
    """

    name: str
    title: str
    versions: Mapping[int, AnyRules]
    bots: Mapping[str, Bot]
    text: str
    painting: Callable[[], Painter] | None = None
    usual: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "usual", self.usual or list(self.bots)[-1])

    @cached_property
    def painter(self) -> Painter | None:
        """What draws the game, if it can be drawn."""
        return self.painting() if self.painting is not None else None

    @property
    def rules(self) -> AnyRules:
        """The newest version: what new tables play."""
        return self.versions[max(self.versions)]
