"""On what terms bots play against each other: what is asked for, and what that makes of a game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from p2pgames.contract import settle
from p2pgames.game import Game
from p2pgames_cli.app.arena import series
from p2pgames_cli.app.arena.job import Job
from p2pgames_cli.app.arena.score import Score, score
from p2pgames_cli.app.bots import check_bot
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
    jobs: int | None
    keep: Path | None


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
    return Terms(plan, seats, wanted.games, wanted.jobs or os.cpu_count() or 1, wanted.keep)


def named(game: Game, name: str) -> str:
    """Return the name of a bot; raise `Stop` with what there is if the game has none of that name."""
    check_bot(game, name)
    return name
