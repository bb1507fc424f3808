"""The flags of both commands that let bots play against each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from p2pgames_cli.app.arena.terms import Wanted
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.commands.flags import pairs
from p2pgames_cli.commands.workers_flags import progress, workers_flags

_Decorated: TypeAlias = Callable[..., Any]
_Decorator: TypeAlias = Callable[[_Decorated], _Decorated]
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
    click.option(
        "--program",
        "programs",
        multiple=True,
        metavar="NAME=COMMAND",
        help="A program that plays, by lines of JSON, under a name of your choice; repeatable.",
    ),
    click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first games."),
    workers_flags("Games at the same time; one for each processor unless given.", every_processor=True),
    click.option(
        "--keep",
        type=click.Path(dir_okay=False, path_type=Path),
        help="A file for every game played; what it holds already is not played again.",
    ),
    click.option(
        "--plot",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write a picture of rates and ratings, an SVG, to this file.",
    ),
)


def contest(function: _Decorated) -> _Decorated:
    """Add the flags of letting bots play; the command gets them as ``wanted``."""

    @wraps(function)
    def command(
        games: int,
        seats: int | None,
        chosen: tuple[str, ...],
        nodes: int | None,
        ms: int | None,
        programs: tuple[str, ...],
        seed: int,
        workers: Workers,
        keep: Path | None,
        plot: Path | None,
        **more: Any,
    ) -> Any:
        with progress() as told:
            wanted = Wanted(
                games, seats, pairs(chosen), nodes, ms, seed, workers, keep, told, pairs(programs), plot
            )
            return function(wanted=wanted, **more)

    flagged: _Decorated = command
    for add in reversed(_OPTIONS):
        flagged = add(flagged)
    return flagged
