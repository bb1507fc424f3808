"""The games that are installed, found by entry points of the group ``p2pgames.games``.

A package of a third party adds a game by naming a `p2pgames.game.Game` there; nothing else is needed.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from p2pgames import messages
from p2pgames.contract import AnyRules
from p2pgames.game import Game
from p2pgames.text import Count, Refusal, Typed, Verbatim

GROUP = "p2pgames.games"


class Unknown(Refusal, LookupError):
    """No such game, or no such version of its rules, is installed; the sentence names what is."""


def names() -> tuple[str, ...]:
    """Return the names of all installed games in alphabetical order; no game is loaded."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def game(name: str) -> Game:
    """Return the game of this name; raise `Unknown` if there is none or what is there is no game."""
    points = [point for point in entry_points(group=GROUP) if point.name == name]
    if not points:
        raise Unknown(messages.NO_GAME(typed=Typed(name), games=messages.words(names())))
    found = points[0].load()
    if not isinstance(found, Game) or found.name != name:
        raise Unknown(messages.NOT_THE_GAME(typed=Typed(name)))
    return found


def rules(name: str, version: int) -> AnyRules:
    """Return one version of a game's rules; raise `Unknown` if this installation does not have it."""
    versions = game(name).versions
    if version not in versions:
        have = messages.words(map(str, sorted(versions)))
        said = messages.OTHER_VERSION(game=Verbatim(name), versions=have, version=Count(version))
        raise Unknown(said)
    return versions[version]
