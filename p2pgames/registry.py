"""The games that are installed, found by entry points of the group ``p2pgames.games``.

A package of a third party adds a game by naming a `p2pgames.game.Game` there; nothing else is needed. In the same way
it offers a bot for a game: ``linja.mine`` in the group ``p2pgames.bots`` names a `p2pgames.game.Bot`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoints, entry_points, version
from random import Random
from typing import TYPE_CHECKING, Any

from p2pgames import sentences
from p2pgames.game import Bot, Game
from p2pgames.text import Count, Refusal, Typed, Verbatim, as_it_is

if TYPE_CHECKING:
    from p2pgames.contract import AnyRules, Known, Move, Seat

GROUP = "p2pgames.games"
BOTS = "p2pgames.bots"


class Unknown(Refusal, LookupError):
    """No such game, or no such version of its rules, is installed; the sentence names what is."""


def names() -> tuple[str, ...]:
    """Return the names of all installed games in alphabetical order; no game is loaded."""
    return tuple(sorted({point.name for point in _points(GROUP)}))


@cache
def _points(group: str) -> EntryPoints:
    """Return what is installed, looked up once: every look reads a file of each installed package."""
    return entry_points(group=group)


@cache
def program_version() -> str:
    """Return the version of p2pgames that runs here, whatever is installed meanwhile."""
    return version("p2pgames")


def guest_packages() -> tuple[str, ...]:
    """Return the packages of others that offer games or bots, each with its version."""
    offering = {point.dist for group in (GROUP, BOTS) for point in _points(group)}
    return tuple(
        sorted(f"{dist.name} {dist.version}" for dist in offering if dist and dist.name != "p2pgames")
    )


@cache
def game(name: str) -> Game:
    """Return the game of this name; raise `Unknown` if there is none, or what is installed under it is not a game."""
    points = [point for point in _points(GROUP) if point.name == name]
    if not points:
        raise Unknown(sentences.NO_GAME(typed=Typed(name), games=sentences.words(names())))
    found = points[0].load()
    if not isinstance(found, Game) or found.name != name:
        raise Unknown(sentences.NOT_THE_GAME(typed=Typed(name)))
    own = {bot: Guest(f"{name}.{bot}") for bot in sorted(guests(name)) if bot not in found.bots}
    return replace(found, bots={**found.bots, **own}) if own else found


def guests(name: str) -> set[str]:
    """Return the bots that other packages offer for a game; none of them is loaded."""
    points = (point.name.partition(".") for point in _points(BOTS))
    return {bot for of, _dot, bot in points if of == name and bot}


@dataclass(frozen=True, slots=True)
class Guest:
    """A bot of another package, loaded when it is to move first."""

    point: str

    def __call__(self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:
        """Return the move it chooses; raise `Unknown` if there is no bot, or it makes a move that is none."""
        bot = _guest(self.point)
        try:
            move = bot(rules, state, seat, known, random)
        except Exception as broken:
            raise _unfit(self.point, broken) from broken
        if (why := rules.why_not(state, seat, known, move)) is not None:
            raise Unknown(sentences.NOT_A_MOVE(bot=Verbatim(self.point), why=why))
        return move


@cache
def _guest(point: str) -> Bot:
    """Return the bot of an entry point; raise `Unknown` with a sentence where it cannot be loaded."""
    try:
        found = next(each for each in _points(BOTS) if each.name == point).load()
    except Exception as broken:
        raise _unfit(point, broken) from broken
    if not callable(found):
        raise Unknown(sentences.NOT_A_BOT(bot=Verbatim(point), why=as_it_is(type(found).__name__)))
    bot: Bot = found
    return bot


def _unfit(point: str, broken: Exception) -> Unknown:
    """Return that a bot cannot be used: it is somebody's package, and may fail in any way."""
    why = as_it_is(f"{type(broken).__name__}: {broken}")
    return Unknown(sentences.NOT_A_BOT(bot=Verbatim(point), why=why))


def rules(name: str, version: int) -> AnyRules:
    """Return one version of a game's rules; raise `Unknown` if this installation does not have it."""
    versions = game(name).versions
    if version not in versions:
        have = sentences.words(map(str, sorted(versions)))
        said = sentences.OTHER_VERSION(game=Verbatim(name), versions=have, version=Count(version))
        raise Unknown(said)
    return versions[version]
