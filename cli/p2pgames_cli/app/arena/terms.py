"""What is asked of both commands that let bots play: the options, and what they make of a game."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from p2pgames.contract import settle
from p2pgames.game import Game
from p2pgames_cli.app.arena import series
from p2pgames_cli.app.arena.job import Job
from p2pgames_cli.app.arena.score import Score, score
from p2pgames_cli.config.context import pairs
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _

_Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
_OPTIONS: Final[tuple[_Decorator, ...]] = (
    click.option(
        "--games", type=click.IntRange(1), default=20, show_default=True, help="Games for each pair."
    ),
    click.option("--seats", type=int, help="Number of players; the game's minimum unless given."),
    click.option(
        "--option", "chosen", multiple=True, metavar="K=V", help="An option of the game; repeatable."
    ),
    click.option(
        "--nodes",
        type=click.IntRange(1),
        help="How many positions bots that search look at in each decision.",
    ),
    click.option(
        "--ms",
        type=click.IntRange(1),
        help="How many milliseconds of computing time they have instead; such games do not repeat.",
    ),
    click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first games."),
    click.option(
        "--jobs", type=click.IntRange(1), help="Games at the same time; one for each processor unless given."
    ),
    click.option(
        "--keep",
        type=click.Path(dir_okay=False, path_type=Path),
        help="A file for every game played; what it holds already is not played again.",
    ),
)


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that become its `Terms`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Terms:
    """How many games are played, by what, and where they are kept."""

    plan: Job
    seats: int
    games: int
    jobs: int
    keep: Path | None

    def duel(self, one: str, other: str) -> Score:
        """Return how one bot does at every seat in turn against the other at all others."""
        jobs = series.duel(self.plan, one, other, self.seats, self.games)
        return score(one, other, series.played(jobs, self.jobs, self.keep))


def terms(game: Game, given: dict[str, Any]) -> Terms:
    """Return what the options say; raise `Stop` where the game cannot be played so."""
    if given["nodes"] and given["ms"]:
        raise Stop(Code.USAGE, _("Bots think by --nodes or by --ms, not by both."))
    seats = given["seats"] if given["seats"] is not None else game.rules.players[0]
    try:
        settled = settle(game.rules, seats, pairs(given["chosen"]))
    except ValueError as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None
    plan = Job(game.name, (), tuple(settled.items()), given["seed"], given["nodes"] or 0, given["ms"] or 0)
    return Terms(plan, seats, given["games"], given["jobs"] or os.cpu_count() or 1, given["keep"])


def named(game: Game, name: str) -> str:
    """Return the name of a bot; raise `Stop` with what there is if the game has none of that name."""
    if name not in game.bots:
        said = _("{title} has the bots {names}, not {name!r}.")
        raise Stop(Code.USAGE, said.format(title=game.title, names=", ".join(game.bots), name=name))
    return name
