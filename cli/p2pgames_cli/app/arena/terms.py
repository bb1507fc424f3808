"""On what terms bots play against each other: what is asked for, and what that makes of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from p2pgames.contract import settle
from p2pgames.game import Game
from p2pgames_cli.app.arena import series
from p2pgames_cli.app.arena.job import Job
from p2pgames_cli.app.arena.score import Score, score
from p2pgames_cli.app.bots import check_bot
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for, before the game says what of it can be."""

    games: int
    seats: int | None
    options: Mapping[str, str]
    nodes: int | None
    ms: int | None
    seed: int
    workers: Workers
    keep: Path | None
    progress: Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """How many games are played, and by what."""

    plan: Job
    seats: int
    games: int
    wanted: Wanted

    def duels(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
        """Return of each pair how one bot does at every seat in turn against the other at all others."""
        jobs = [series.duel(self.plan, *pair, self.seats, self.games) for pair in pairs]
        every = list(chain.from_iterable(jobs))
        wanted = self.wanted
        games = iter(series.played(every, wanted.workers, wanted.keep, wanted.progress))
        return [score(*pair, list(islice(games, self.games))) for pair in pairs]


def terms(game: Game, wanted: Wanted) -> Terms:
    """Return what is played; raise `Stop` where the game cannot be played so."""
    if wanted.nodes and wanted.ms:
        raise Stop(Code.USAGE, _("Bots think by --nodes or by --ms, not by both."))
    seats = wanted.seats if wanted.seats is not None else game.rules.players[0]
    try:
        settled = settle(game.rules, seats, wanted.options)
    except ValueError as wrong:
        raise Stop(Code.USAGE, told(wrong)) from None
    plan = Job(game.name, (), tuple(settled.items()), wanted.seed, wanted.nodes or 0, wanted.ms or 0)
    return Terms(plan, seats, wanted.games, wanted)


def named(game: Game, name: str) -> str:
    """Return the name of a bot; raise `Stop` with what there is if the game has none of that name."""
    check_bot(game, name)
    return name
