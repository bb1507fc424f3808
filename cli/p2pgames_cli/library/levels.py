"""What the levels of bots that search cost: positions they look at, and about how long that takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from p2pgames.game import Game, Thought
from p2pgames_cli.i18n.catalogue import _

_AT_ONCE: Final = 0.05
"""Seconds that nobody notices."""


def positions(thought: Thought) -> str:
    """Return in a line how many positions each level looks at, and how long that takes where it takes time."""
    words = [
        f"{level} {count}{_(' (about {seconds} s)').format(seconds=_rounded(seconds)) if seconds >= _AT_ONCE else ''}"
        for level, count in thought.levels.items()
        for seconds in [thought.seconds(level)]
    ]
    return _("positions per move: {levels}").format(levels=", ".join(words))


def cost(games: Iterable[Game], level: str) -> str:
    """Return about how long a level thinks in the slowest of these games."""
    longest = max((game.thought.seconds(level) for game in games if game.thought is not None), default=0.0)
    if longest < _AT_ONCE:
        return _("moves at once")
    return _("about {seconds} s a move").format(seconds=_rounded(longest))


def _rounded(seconds: float) -> str:
    return f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}"
