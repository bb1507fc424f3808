"""The games that can be played, by name."""

from __future__ import annotations

from contextlib import suppress

from p2pgames import registry
from p2pgames.game import Game
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told


def find(name: str) -> Game:
    """Return a game; raise `Stop` with what there is if it is unknown, or why it cannot be loaded."""
    try:
        return registry.game(name)
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, told(unknown)) from None
    except Exception as broken:
        # A game is somebody's package: it may fail in any way.
        why = f"{type(broken).__name__}: {broken}"
        raise Stop(
            Code.FAILURE,
            _("The game {name!r} cannot be loaded; reinstall its package. ({why})").format(
                name=name, why=why
            ),
        ) from broken


def players(game: Game) -> str:
    """Return how many can play, as ``2`` or ``2-6``."""
    seats = game.facts.players
    return f"{seats[0]}" if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"


def found() -> list[Game]:
    """Return the games that are installed, without those that cannot be loaded."""
    games = []
    for name in registry.names():
        with suppress(Stop):
            games.append(find(name))
    return games
