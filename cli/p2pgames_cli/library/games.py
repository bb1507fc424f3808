"""The games that can be played, by name."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from p2pgames import registry
from p2pgames.game import Game, SearchCost
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import sentence_of


def find(name: str) -> Game:
    """Return a game by any of its names; raise `Stop` with what there is if it is unknown, or why it cannot load."""
    try:
        return registry.game(name)
    except registry.Unknown as unknown:
        if (
            called := next(
                (
                    game
                    for game in loadable_games()
                    if _plain(name) in map(_plain, (game.name, game.title, *game.other_names))
                ),
                None,
            )
        ) is not None:
            return called
        raise Stop(Code.USAGE, sentence_of(unknown)) from None
    except Exception as broken:
        # A game is somebody's package: it may fail in any way.
        why = f"{type(broken).__name__}: {broken}"
        raise Stop(
            Code.FAILURE,
            _("The game {name!r} cannot be loaded; reinstall its package. ({why})").format(
                name=name, why=why
            ),
        ) from broken


def _plain(name: str) -> str:
    """Return a name as it is compared: nobody should have to know how many words it is, or what is written large."""
    return name.casefold().translate(dict.fromkeys(map(ord, " -_")))


def players_range(game: Game) -> str:
    """Return how many can play, as ``2`` or ``2-6``."""
    seats = game.info.players
    return f"{seats[0]}" if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"


def loadable_games() -> list[Game]:
    """Return the games that are installed, without those that cannot be loaded."""
    games = []
    for name in registry.names():
        with suppress(Exception):  # whatever a package raises
            games.append(registry.game(name))
    return games


# What the levels of bots that search cost: positions they look at, and about how long that takes.

_AT_ONCE: Final = 0.05
"""Seconds that nobody notices."""


def positions_line(thought: SearchCost) -> str:
    """Return in a line how many positions each level looks at, and how long that takes where it takes time."""
    words = [
        f"{level} {count}{_(' (about {seconds} s)').format(seconds=_rounded(seconds)) if seconds >= _AT_ONCE else ''}"
        for level, count in thought.levels.items()
        for seconds in [thought.seconds(level)]
    ]
    return _("positions per move: {levels}").format(levels=", ".join(words))


STRENGTHS: Final = {
    "easy": N_("for a first game"),
    "fair": N_("for those who know the rules"),
    "strong": N_("for those who play often"),
    "master": N_("the strongest here"),
}
"""For whom the bots of the levels are; how they do against others stands in docs/bots.md."""


def strength(game: Game, level: str) -> str:
    """Return how well a bot plays and about how long it thinks; nothing of the first for bots that are no level."""
    said = thinking_time([game], level)
    return f"{_(STRENGTHS[level])}; {said}" if level in STRENGTHS else said


def thinking_time(games: Iterable[Game], level: str) -> str:
    """Return about how long a level thinks in the slowest of these games."""
    longest = max((game.thought.seconds(level) for game in games if game.thought is not None), default=0.0)
    if longest < _AT_ONCE:
        return _("moves at once")
    return _("about {seconds} s a move").format(seconds=_rounded(longest))


def _rounded(seconds: float) -> str:
    return f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}"
