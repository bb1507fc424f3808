"""The games that are installed, found by entry points of the group ``p2pgames.games``.

A package of a third party adds a game by naming a `p2pgames.game.Game` there; nothing else is needed.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from p2pgames.contract import AnyRules
from p2pgames.game import Game

GROUP = "p2pgames.games"


class Unknown(LookupError):
    """No such game, or no such version of its rules, is installed; the message names what is."""


def names() -> tuple[str, ...]:
    """Return the names of all installed games in alphabetical order; no game is loaded."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def game(name: str) -> Game:
    """Return the game of this name; raise `Unknown` if there is none or what is there is no game."""
    points = [point for point in entry_points(group=GROUP) if point.name == name]
    if not points:
        raise Unknown(f"There is no game {name!r}. Installed: {', '.join(names())}.")
    found = points[0].load()
    if not isinstance(found, Game) or found.name != name:
        raise Unknown(f"The package that offers {name!r} does not hold a game of that name.")
    return found


def rules(name: str, version: int) -> AnyRules:
    """Return one version of a game's rules; raise `Unknown` if this installation does not have it."""
    versions = game(name).versions
    if version not in versions:
        have = ", ".join(str(number) for number in sorted(versions))
        raise Unknown(f"{name} is here in version {have}, not {version}: a newer p2pgames may have it.")
    return versions[version]
